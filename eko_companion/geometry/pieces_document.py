"""The sizes of one copy of the game, read from and written to `eko-pieces/1`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from eko_companion.rules.checks import (
    require,
    require_choice,
    require_fields,
    require_object,
    shown,
)
from eko_companion.rules.errors import DocumentError
from eko_companion.rules.pieces import BuildingKind

PIECES_FORMAT: Final = "eko-pieces/1"
SHAPES: Final = ("tent", "box", "cylinder", "cone")
DICTIONARY: Final = "4X4_50"
TILE_THICKNESS: Final = 2.0
LARGEST: Final = 500.0
"""Millimetres: no piece of the game comes near it."""


@dataclass(frozen=True, slots=True)
class BuildingShape:
    """A building as a simple solid; its width is across and its depth along its own direction."""

    shape: str
    width: float
    depth: float
    height: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """Everything in millimetres."""

    pitch: float
    """From the middle of a cell to that of its neighbour."""
    disc_diameter: float
    disc_thickness: float
    buildings: Mapping[BuildingKind, BuildingShape]
    tile_thickness: float
    marker_side: float
    marker_dictionary: str = DICTIONARY

    def document(self) -> dict[str, Any]:
        """The sizes as an `eko-pieces/1` document."""
        return {
            "format": PIECES_FORMAT,
            "pitch": self.pitch,
            "disc": {"diameter": self.disc_diameter, "thickness": self.disc_thickness},
            "buildings": {
                kind.value: {
                    "shape": shape.shape,
                    "width": shape.width,
                    "depth": shape.depth,
                    "height": shape.height,
                }
                for kind, shape in self.buildings.items()
            },
            "tile": {"thickness": self.tile_thickness},
            "marker": {"dictionary": self.marker_dictionary, "side": self.marker_side},
        }


def pieces_from_document(document: object) -> Pieces:
    """Read an `eko-pieces/1` document; raises DocumentError with the field concerned."""
    if not isinstance(document, dict) or document.get("format") != PIECES_FORMAT:
        raise DocumentError("format", f"the sizes of the pieces must say {PIECES_FORMAT!r}.")
    require_fields("", document, ("pitch", "disc", "buildings", "marker"))
    pitch = _length("pitch", document["pitch"], "the pitch")
    disc = require_object("disc", document["disc"], "the disc")
    require_fields("disc", disc, ("diameter", "thickness"))
    diameter = _length("disc", disc["diameter"], "the disc's diameter")
    require("disc", diameter <= pitch, "a disc must not be wider than the pitch of the cells.")
    marker = require_object("marker", document["marker"], "the marker")
    require_fields("marker", marker, ("dictionary", "side"))
    require_choice("marker", marker["dictionary"], (DICTIONARY,), "the dictionary")
    tile = require_object("tile", document.get("tile", {"thickness": TILE_THICKNESS}), "the tile")
    require_fields("tile", tile, ("thickness",))
    return Pieces(
        pitch=pitch,
        disc_diameter=diameter,
        disc_thickness=_length("disc", disc["thickness"], "the disc's thickness"),
        buildings=_buildings(document["buildings"]),
        tile_thickness=_length("tile", tile["thickness"], "the tile's thickness", least=0.0),
        marker_side=_length("marker", marker["side"], "the marker's side"),
        marker_dictionary=DICTIONARY,
    )


def _buildings(value: object) -> dict[BuildingKind, BuildingShape]:
    buildings = require_object("buildings", value, "the buildings")
    require_fields("buildings", buildings, (kind.value for kind in BuildingKind))
    found = {}
    for kind in BuildingKind:
        entry = require_object("buildings", buildings[kind.value], f"the {kind.value}")
        require_fields("buildings", entry, ("shape", "width", "depth", "height"))
        shape = require_choice("buildings", entry["shape"], SHAPES, f"the {kind.value}'s shape")
        sizes = {
            name: _length("buildings", entry[name], f"the {kind.value}'s {name}")
            for name in ("width", "depth", "height")
        }
        found[kind] = BuildingShape(shape, **sizes)
    return found


def _length(field: str, value: object, what: str, least: float = 0.1) -> float:
    # Only what is not a number is unlike itself.
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise DocumentError(field, f"{what} must be a number of millimetres, not {shown(value)}.")
    # Compared before it is made a float: a whole number may be too large for that.
    if not least <= value <= LARGEST:
        bounds = f"from {least:g} to {LARGEST:g} mm"
        raise DocumentError(field, f"{what} must be {bounds}, not {shown(value)}.")
    return float(value)
