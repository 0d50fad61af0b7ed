"""Whole positions as one line of text, like the diagrams that chess players send each other.

Fields stand between bars: tile set, layout, players, whose turn, stacks, buildings, what lies
beside the board, and rarer things. Actions are in `notation`; the JSON form is in
`positiondocument`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from eko_companion.rules.board import Board, board_of
from eko_companion.rules.errors import DocumentError, EkoError, NotationError
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.layout import Placement
from eko_companion.rules.notation import discs_text, parse_discs, quoted, unquoted
from eko_companion.rules.pieces import Building, BuildingKind, Player, Reserve, Stack
from eko_companion.rules.position import Position, Step, StormPaid, Then
from eko_companion.rules.positiondocument import TileSets
from eko_companion.rules.rulings import Rulings, rulings_from_document
from eko_companion.rules.status import status

_PLACEMENT: Final = re.compile(r"(.+)@(-?[0-9]{1,5}),(-?[0-9]{1,5})/([0-5])")


def position_text(position: Position) -> str:
    """A position in one line; its tile set is named, not written out."""
    board = position.board
    name = board.name
    layout = " ".join(f"{quoted(p.tile)}@{p.at.q},{p.at.r}/{p.turn}" for p in board.layout)
    stacks = _grouped(
        position.players,
        ((s.owner, f"{name(s.cell)}={discs_text(s.warriors, s.emperor)}") for s in position.stacks),
    )
    buildings = _grouped(
        position.players,
        ((b.owner, f"{name(b.cell)}={b.kind.value}") for b in position.buildings),
    )
    beside = "; ".join(_beside_text(position, place) for place in range(len(position.players)))
    fields = [
        quoted(board.tiles.name),
        layout,
        " ".join(map(quoted, position.players)),
        f"{quoted(position.to_move)} {position.step.value}",
        stacks,
        buildings,
        beside,
        ", ".join(_extras(position)),
    ]
    return " | ".join(fields).rstrip()


def parse_position(text: str, tile_sets: TileSets) -> Position:
    """Read a position from one line; raises NotationError, also for an impossible position."""
    fields = [field.strip() for field in text.strip().split("|")]
    if len(fields) != 8:
        raise NotationError(f"A position has 8 fields between bars, and this has {len(fields)}.")
    try:
        return _parse_fields(fields, tile_sets)
    except NotationError:
        raise
    except EkoError as error:
        raise NotationError(str(error)) from None


def _parse_fields(fields: list[str], tile_sets: TileSets) -> Position:
    tiles = tile_sets(unquoted(fields[0]))
    board = board_of(tiles, tuple(_parse_placement(part) for part in fields[1].split()))
    players = tuple(map(unquoted, fields[2].split()))
    turn = fields[3].split()
    if len(turn) != 2:
        raise NotationError(f"{fields[3]!r} is not a player and a step.")
    stacks = [
        Stack(board.names.cell(cell), owner, *parse_discs(discs))
        for owner, cell, discs in _ungrouped(fields[4])
    ]
    buildings = [
        Building(board.names.cell(cell), owner, _kind(kind))
        for owner, cell, kind in _ungrouped(fields[5])
    ]
    reserves, boxes, captives = _parse_beside(fields[6], players)
    position = Position(
        board=board,
        players=players,
        to_move=unquoted(turn[0]),
        step=_step(turn[1]),
        stacks=tuple(sorted(stacks)),
        buildings=tuple(sorted(buildings, key=lambda building: building.cell)),
        reserves=reserves,
        boxes=boxes,
        captives=captives,
        **_parse_extras(board, fields[7]),
    )
    faults = status(position)
    if faults:
        raise DocumentError(faults[0].field, faults[0].text)
    return position


def _grouped(players: Iterable[Player], items: Iterable[tuple[Player, str]]) -> str:
    """`cyan d5=2E e6=1; violet f7=3`: what stands on cells, by owner."""
    by_owner: dict[Player, list[str]] = {player: [] for player in players}
    for owner, item in items:
        by_owner[owner].append(item)
    return "; ".join(
        f"{quoted(owner)} {' '.join(listed)}" for owner, listed in by_owner.items() if listed
    )


def _ungrouped(text: str) -> list[tuple[Player, str, str]]:
    found = []
    for group in filter(None, (part.strip() for part in text.split(";"))):
        owner, *items = group.split()
        for item in items:
            cell, sign, what = item.partition("=")
            if not sign:
                raise NotationError(f"{item!r} does not say what stands on a cell.")
            found.append((unquoted(owner), cell, what))
    return found


def _beside_text(position: Position, place: int) -> str:
    reserve, box = position.reserves[place], position.boxes[place]
    text = f"{quoted(position.players[place])} {discs_text(reserve.warriors, reserve.emperor)}"
    if box:
        text += f" box {box}"
    if position.captives[place]:
        text += " holds " + ",".join(map(quoted, position.captives[place]))
    return text


def _parse_beside(
    text: str, players: tuple[Player, ...]
) -> tuple[tuple[Reserve, ...], tuple[int, ...], tuple[tuple[Player, ...], ...]]:
    pattern = re.compile(r"(\S+) ([0-9]*E?)(?: box ([0-9]{1,3}))?(?: holds (\S+))?")
    found: dict[Player, tuple[Reserve, int, tuple[Player, ...]]] = {}
    for part in text.split(";"):
        match = pattern.fullmatch(part.strip())
        if match is None:
            raise NotationError(f"{part!r} does not say what lies beside the board.")
        held = tuple(sorted(map(unquoted, match[4].split(",")))) if match[4] else ()
        reserve = Reserve(*parse_discs(match[2]))
        found[unquoted(match[1])] = (reserve, int(match[3] or 0), held)
    if set(found) != set(players):
        raise NotationError("Each player needs one entry for what lies beside the board.")
    entries = [found[player] for player in players]
    return (
        tuple(entry[0] for entry in entries),
        tuple(entry[1] for entry in entries),
        tuple(entry[2] for entry in entries),
    )


def _extras(position: Position) -> list[str]:
    name = position.board.name
    extras = []
    if position.march_used:
        extras.append("march used")
    if position.sand_used:
        extras.append("sand used")
    if position.storm_paid is not None:
        zones = " ".join(name(zone) for zone in position.storm_paid.zones)
        extras.append(f"storm {name(position.storm_paid.cell)} {zones}")
    extras += [f"ruling {n} {value}" for n, value in position.rulings.document().items()]
    if position.winners is not None:
        extras.append(" ".join(["won", *map(quoted, position.winners)]))
    if position.then is not None:
        extras.append(f"then {quoted(position.then.to_move)} {position.then.step.value}")
    return extras


def _parse_extras(board: Board, text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match part.split():
            case ["march", "used"]:
                found["march_used"] = True
            case ["sand", "used"]:
                found["sand_used"] = True
            case ["storm", cell, *zones] if zones:
                paid: list[Cell] = sorted(map(board.names.cell, zones))
                found["storm_paid"] = StormPaid(board.names.cell(cell), tuple(paid))
            case ["ruling", number, value]:
                rulings[number] = value
            case ["won", *names]:
                found["winners"] = tuple(map(unquoted, names))
            case ["then", player, step]:
                found["then"] = Then(unquoted(player), _step(step))
            case _:
                raise NotationError(f"{part!r} is not known in a position.")
    found["rulings"] = rulings_from_document(rulings) if rulings else Rulings()
    return found


def _parse_placement(text: str) -> Placement:
    found = _PLACEMENT.fullmatch(text)
    if found is None:
        raise NotationError(f"{text!r} is not a placed tile such as A@0,0/2.")
    return Placement(unquoted(found[1]), Cell(int(found[2]), int(found[3])), int(found[4]))


def _kind(text: str) -> BuildingKind:
    try:
        return BuildingKind(text)
    except ValueError:
        raise NotationError(f"{text!r} is not a camp, a tower or a castle.") from None


def _step(text: str) -> Step:
    try:
        return Step(text)
    except ValueError:
        raise NotationError(f"{text!r} is not a step of a turn.") from None
