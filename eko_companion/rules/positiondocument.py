"""Positions as `eko-position/1` documents, read and written.

Reading checks the shape here and asks `status` whether the position is possible; finding an
installed tile set by its name is the caller's, as the rules read no files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from eko_companion.rules.board import Board, board_of
from eko_companion.rules.checks import (
    TABLE,
    require,
    require_cell,
    require_choice,
    require_fields,
    require_flag,
    require_integer,
    require_list,
    require_object,
    require_text,
    shown,
)
from eko_companion.rules.errors import DocumentError, EkoError, ImpossibleLayoutError
from eko_companion.rules.layout import Placement
from eko_companion.rules.pieces import Building, BuildingKind, Player, Reserve, Stack
from eko_companion.rules.position import Position, Step, StormPaid, Then
from eko_companion.rules.rulings import rulings_from_document
from eko_companion.rules.status import PLAYER_COUNTS, status
from eko_companion.rules.tiles import TileSet, tiles_from_document

POSITION_FORMAT: Final = "eko-position/1"

FIELDS: Final = (
    "tiles",
    "layout",
    "players",
    "to_move",
    "step",
    "stacks",
    "buildings",
    "reserve",
    "box",
    "captives",
    "march_used",
    "sand_used",
    "storm_paid",
    "rulings",
    "winners",
)

TileSets = Callable[[str], TileSet]
"""Finds an installed tile set by its name; raises EkoError where there is none."""


def no_tile_sets(name: str) -> TileSet:
    """The finder of a caller that has no installed tile sets."""
    raise EkoError(f"the tile set {name} is not installed.")


class BoardReader:
    """Reads the fields `tiles` and `layout`, and remembers the last boards.

    A stream of positions of one game names the same board again and again; reading and checking
    it anew would cost more than the rest.
    """

    def __init__(self, tile_sets: TileSets = no_tile_sets, remember: int = 4) -> None:
        self._tile_sets = tile_sets
        self._remember = remember
        self._known: dict[str, Board] = {}

    def board(self, tiles: object, layout: object) -> Board:
        """The board of two fields of a document; raises DocumentError."""
        try:
            # As text, true and 1 differ, which they do not as keys.
            key = repr((tiles, layout))
        except RecursionError:
            raise DocumentError("tiles", "they are nested too deeply.") from None
        board = self._known.pop(key, None)
        if board is None:
            board = _board(self._tile_set(tiles), layout)
            while len(self._known) >= self._remember:
                self._known.pop(next(iter(self._known)))
        self._known[key] = board
        return board

    def know(self, tiles: object, layout: object, board: Board) -> None:
        """Take a board as the one of two fields, so that it is not read anew."""
        self._known[repr((tiles, layout))] = board

    def _tile_set(self, tiles: object) -> TileSet:
        if isinstance(tiles, str):
            try:
                return self._tile_sets(tiles)
            except DocumentError as error:
                raise DocumentError(
                    "tiles", f"the set {shown(tiles)} is damaged: {error}"
                ) from None
            except EkoError as error:
                raise DocumentError("tiles", str(error)) from None
        if not isinstance(tiles, dict):
            raise DocumentError("tiles", "must be the name of a tile set or a whole one.")
        try:
            return tiles_from_document(tiles)
        except DocumentError as error:
            sentence = error.sentence if error.field == "tiles" else str(error)
            raise DocumentError("tiles", sentence) from None


def _board(tiles: TileSet, document: object) -> Board:
    placements = []
    for item in require_list("layout", document, "the layout"):
        entry = require_object("layout", item, "each tile of the layout")
        require_fields("layout", entry, ("tile", "at", "turn"))
        letter = require_text("layout", entry["tile"], "`tile`")
        at = require_cell("layout", entry["at"], f"the place of tile {shown(letter)}", TABLE)
        turn = require_integer("layout", entry["turn"], f"the turn of tile {shown(letter)}", 0, 5)
        placements.append(Placement(letter, at, turn))
    require("layout", bool(placements), "no tile lies on the table.")
    try:
        return board_of(tiles, tuple(placements))
    except ImpossibleLayoutError as error:
        raise DocumentError("layout", error.faults[0]) from None


def position_from_document(document: object, boards: BoardReader | None = None) -> Position:
    """Read an `eko-position/1` document; raises DocumentError with the field concerned."""
    if not isinstance(document, dict):
        raise DocumentError("format", f"a position must be an object of format {POSITION_FORMAT}.")
    if document.get("format") != POSITION_FORMAT:
        raise DocumentError("format", f"a position must say {POSITION_FORMAT!r}.")
    require_fields("", document, FIELDS)
    board = (boards or BoardReader()).board(document["tiles"], document["layout"])
    players = tuple(
        require_text("players", name, "a player")
        for name in require_list("players", document["players"], "the players")
    )
    require("players", len(players) in PLAYER_COUNTS, f"a game has 2 to 4, not {len(players)}.")
    require("players", len(set(players)) == len(players), "somebody is listed twice.")
    reserve = _by_player("reserve", document["reserve"], players)
    box = _by_player("box", document["box"], players)
    captives = _by_player("captives", document["captives"], players)
    position = Position(
        board=board,
        players=players,
        to_move=require_text("to_move", document["to_move"], "the player to move"),
        step=_step("step", document["step"]),
        stacks=_stacks(document["stacks"]),
        buildings=_buildings(document["buildings"]),
        reserves=tuple(_reserve(player, reserve[player]) for player in players),
        boxes=tuple(
            require_integer("box", box[player], f"the box of {player}") for player in players
        ),
        captives=tuple(_captives(player, captives[player]) for player in players),
        march_used=require_flag("march_used", document["march_used"], "it"),
        sand_used=require_flag("sand_used", document["sand_used"], "it"),
        storm_paid=_storm_paid(document["storm_paid"]),
        rulings=rulings_from_document(document["rulings"]),
        winners=_winners(document["winners"], players),
        then=_then(document) if document["step"] == Step.EXCHANGE.value else None,
    )
    faults = status(position)
    if faults:
        raise DocumentError(faults[0].field, faults[0].text)
    return position


def position_document(
    position: Position, *, tiles: object = None, layout: object = None
) -> dict[str, Any]:
    """A position as an `eko-position/1` document; equal positions are equal text.

    `tiles` and `layout` may be given as they were read, to be echoed.
    """
    board = position.board
    if tiles is None:
        tiles = board.tiles.name if board.tiles.installed else board.tiles.document()
    if layout is None:
        layout = [
            {"tile": placement.tile, "at": list(placement.at), "turn": placement.turn}
            for placement in board.layout
        ]
    paid = position.storm_paid
    document: dict[str, Any] = {
        "format": POSITION_FORMAT,
        "tiles": tiles,
        "layout": layout,
        "players": list(position.players),
        "to_move": position.to_move,
        "step": position.step.value,
        "stacks": [
            {"cell": list(cell), "owner": owner, "warriors": warriors, "emperor": emperor}
            for cell, owner, warriors, emperor in position.stacks
        ],
        "buildings": [
            {"cell": list(cell), "owner": owner, "kind": kind.value}
            for cell, owner, kind in position.buildings
        ],
        "reserve": {
            player: {"warriors": reserve.warriors, "emperor": reserve.emperor}
            for player, reserve in zip(position.players, position.reserves, strict=True)
        },
        "box": dict(zip(position.players, position.boxes, strict=True)),
        "captives": {
            player: list(captives)
            for player, captives in zip(position.players, position.captives, strict=True)
        },
        "march_used": position.march_used,
        "sand_used": position.sand_used,
        "storm_paid": None
        if paid is None
        else {"cell": list(paid.cell), "zones": [list(zone) for zone in paid.zones]},
        "rulings": position.rulings.document(),
        "winners": None if position.winners is None else list(position.winners),
    }
    if position.then is not None:
        document["then"] = {"to_move": position.then.to_move, "step": position.then.step.value}
    return document


def _step(field: str, value: object) -> Step:
    return Step(require_choice(field, value, tuple(step.value for step in Step), "the step"))


def _by_player(field: str, value: object, players: tuple[Player, ...]) -> dict[str, Any]:
    entries = require_object(field, value, "it")
    for player in players:
        require(field, player in entries, f"{player} is missing.")
    for name in entries:
        require(field, name in players, f"{shown(name)} is not one of the players.")
    return entries


def _stacks(value: object) -> tuple[Stack, ...]:
    stacks = []
    for item in require_list("stacks", value, "the stacks"):
        entry = require_object("stacks", item, "a stack")
        require_fields("stacks", entry, ("cell", "owner", "warriors", "emperor"))
        stacks.append(
            Stack(
                require_cell("stacks", entry["cell"], "a stack's cell"),
                require_text("stacks", entry["owner"], "a stack's owner"),
                require_integer("stacks", entry["warriors"], "the number of warriors"),
                require_flag("stacks", entry["emperor"], "`emperor`"),
            )
        )
    return tuple(sorted(stacks))


def _buildings(value: object) -> tuple[Building, ...]:
    kinds = tuple(kind.value for kind in BuildingKind)
    buildings = []
    for item in require_list("buildings", value, "the buildings"):
        entry = require_object("buildings", item, "a building")
        require_fields("buildings", entry, ("cell", "owner", "kind"))
        buildings.append(
            Building(
                require_cell("buildings", entry["cell"], "a building's cell"),
                require_text("buildings", entry["owner"], "a building's owner"),
                BuildingKind(require_choice("buildings", entry["kind"], kinds, "the kind")),
            )
        )
    return tuple(sorted(buildings, key=lambda building: building.cell))


def _reserve(player: Player, value: object) -> Reserve:
    entry = require_object("reserve", value, f"the reserve of {player}")
    require_fields("reserve", entry, ("warriors", "emperor"))
    return Reserve(
        require_integer("reserve", entry["warriors"], f"the warriors of {player}"),
        require_flag("reserve", entry["emperor"], "`emperor`"),
    )


def _captives(player: Player, value: object) -> tuple[Player, ...]:
    names = require_list("captives", value, f"the captives of {player}")
    return tuple(sorted(require_text("captives", name, "a captive") for name in names))


def _storm_paid(value: object) -> StormPaid | None:
    if value is None:
        return None
    entry = require_object("storm_paid", value, "it")
    require_fields("storm_paid", entry, ("cell", "zones"))
    cell = require_cell("storm_paid", entry["cell"], "`cell`")
    zones = require_list("storm_paid", entry["zones"], "`zones`")
    listed = tuple(sorted(require_cell("storm_paid", zone, "a zone") for zone in zones))
    return StormPaid(cell, listed) if listed else None


def _winners(value: object, players: tuple[Player, ...]) -> tuple[Player, ...] | None:
    if value is None:
        return None
    names = [
        require_text("winners", name, "a winner")
        for name in require_list("winners", value, "the winners")
    ]
    order = {player: place for place, player in enumerate(players)}
    return tuple(sorted(names, key=lambda name: order.get(name, len(order))))


def _then(document: dict[str, Any]) -> Then:
    require_fields("", document, ("then",))
    entry = require_object("then", document["then"], "it")
    require_fields("then", entry, ("to_move", "step"))
    to_move = require_text("then", entry["to_move"], "`to_move`")
    return Then(to_move, _step("then", entry["step"]))
