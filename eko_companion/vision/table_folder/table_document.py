"""The parts of `table.json` as plain JSON, and back; the files that it names are in `storing`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from eko_companion.geometry.camera import camera_from_document
from eko_companion.rules.checks import (
    require,
    require_cell,
    require_flag,
    require_integer,
    require_list,
    require_object,
    require_text,
    shown,
)
from eko_companion.rules.errors import DocumentError
from eko_companion.rules.layout import Placement
from eko_companion.vision.table_folder.table import (
    CardPlace,
    KeptFile,
    LaidTile,
    PoseError,
    Scan,
)

PLAYER_COUNTS = (2, 3, 4)


def checked_players(names: Iterable[object]) -> tuple[str, ...]:
    """Two to four different names; raises DocumentError."""
    players = tuple(require_text("players", name, "a player") for name in names)
    require("players", len(players) in PLAYER_COUNTS, f"a game has 2 to 4, not {len(players)}.")
    require("players", len(set(players)) == len(players), "somebody is listed twice.")
    return players


def placement_document(placement: Placement) -> dict[str, Any]:
    """One entry of a layout, as the contract writes it."""
    return {"tile": placement.tile, "at": list(placement.at), "turn": placement.turn}


def placement_from_document(entry: Any, field: str = "layout") -> Placement:
    """The inverse of `placement_document`; raises DocumentError."""
    require_object(field, entry, "each tile")
    for name in ("tile", "at", "turn"):
        require(field, name in entry, f"a tile's `{name}` is missing.")
    return Placement(
        require_text(field, entry["tile"], "a tile's letter"),
        require_cell(field, entry["at"], "a tile's place"),
        require_integer(field, entry["turn"], "a tile's turn", 0, 5),
    )


def scan_document(scan: Scan, photo: str) -> dict[str, Any]:
    """A scan, with the name under which its photo is kept."""
    return {
        "camera": scan.camera.document(),
        "cards": [
            {"marker": card.marker, "x": card.x, "y": card.y, "yaw": card.yaw}
            for card in scan.cards
        ],
        "pose_error": {
            "pixels": scan.pose_error.pixels,
            "millimetres": scan.pose_error.millimetres,
            "focal": scan.pose_error.focal,
            "residual": scan.pose_error.residual,
        },
        "tiles": [
            placement_document(tile.placement)
            | {
                "x": tile.x,
                "y": tile.y,
                "rotation": tile.rotation,
                "confidence": tile.confidence,
                "confirmed": tile.confirmed,
            }
            for tile in scan.tiles
        ],
        "photo": photo,
    }


def scan_from_document(document: Any, photo: KeptFile) -> Scan:
    """The inverse of `scan_document`; raises EkoError."""
    require_object("scan", document, "the scan")
    errors = require_object("scan", document.get("pose_error"), "the error of the pose")
    cards = require_list("scan", document.get("cards"), "the cards")
    tiles = require_list("scan", document.get("tiles"), "the tiles")
    return Scan(
        camera=camera_from_document(document.get("camera")),
        cards=tuple(_card(entry) for entry in cards),
        pose_error=PoseError(
            *(number("scan", errors, n) for n in ("pixels", "millimetres", "focal", "residual"))
        ),
        tiles=tuple(_laid_tile(entry) for entry in tiles),
        photo=photo,
    )


def number(field: str, entry: dict[str, Any], name: str) -> float:
    """A finite number under a name; raises DocumentError."""
    value = entry.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise DocumentError(field, f"`{name}` must be a number, not {shown(value)}.")
    return float(value)


def _card(entry: Any) -> CardPlace:
    require_object("scan", entry, "each card")
    marker = require_integer("scan", entry.get("marker"), "a card's marker", 0, 49)
    return CardPlace(marker, *(number("scan", entry, name) for name in ("x", "y", "yaw")))


def _laid_tile(entry: Any) -> LaidTile:
    placement = placement_from_document(entry, "scan")
    return LaidTile(
        placement,
        x=number("scan", entry, "x"),
        y=number("scan", entry, "y"),
        rotation=number("scan", entry, "rotation"),
        confidence=number("scan", entry, "confidence"),
        confirmed=require_flag("scan", entry.get("confirmed"), "`confirmed`"),
    )
