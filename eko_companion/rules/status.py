"""The faults of a position: everything that makes it impossible, not only the first thing found.

Each fault names the field of the position's document that it concerns. Not checked: the number of
circles, and how the box was filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import DISCS, HIGHEST_STACK, WARRIORS, BuildingKind
from eko_companion.rules.position import Position, Step

T = TypeVar("T")


class Fault(NamedTuple):
    """One thing that is wrong with a position."""

    field: str
    text: str
    cells: tuple[Cell, ...] = ()


PLAYER_COUNTS = (2, 3, 4)


def status(position: Position) -> list[Fault]:
    """Every fault of a position; empty for a possible one."""
    return [
        *_player_faults(position),
        *_stack_faults(position),
        *_building_faults(position),
        *_captive_faults(position),
        *_disc_faults(position),
        *_supply_faults(position),
        *_course_faults(position),
        *_storm_faults(position),
    ]


def _player_faults(position: Position) -> Iterator[Fault]:
    if len(position.players) not in PLAYER_COUNTS:
        yield Fault("players", f"a game has 2 to 4 players, not {len(position.players)}.")
    for name in _repeated(position.players):
        yield Fault("players", f"{name} is listed twice.")
    if position.to_move not in position.players:
        yield Fault("to_move", f"{position.to_move} is not one of the players.")


def _stack_faults(position: Position) -> Iterator[Fault]:
    board = position.board
    for stack in position.stacks:
        cell = stack.cell
        name = board.name(cell)
        if cell not in board.terrain:
            yield Fault("stacks", f"{name} is not a cell of this board.", (cell,))
        elif cell not in board.number:
            terrain = board.terrain[cell].word
            yield Fault("stacks", f"no stack can stand on the {terrain} at {name}.", (cell,))
        if stack.owner not in position.players:
            yield Fault("stacks", f"{stack.owner} at {name} is not one of the players.", (cell,))
        if not 1 <= stack.discs <= HIGHEST_STACK:
            text = f"the stack at {name} has {stack.discs} discs, and a stack has 1 to 4."
            yield Fault("stacks", text, (cell,))
    for cell in _repeated(stack.cell for stack in position.stacks):
        yield Fault("stacks", f"two stacks stand at {board.name(cell)}.", (cell,))


def _building_faults(position: Position) -> Iterator[Fault]:
    board = position.board
    for cell, owner, kind in position.buildings:
        name = board.name(cell)
        terrain = board.terrain.get(cell)
        if terrain is None:
            yield Fault("buildings", f"{name} is not a cell of this board.", (cell,))
        elif terrain.highest_building is None:
            yield Fault("buildings", f"nothing is built on the {terrain.word} at {name}.", (cell,))
        elif kind.level > terrain.highest_building.level:
            text = f"a {kind.value} is too much for the {terrain.word} at {name}."
            yield Fault("buildings", text, (cell,))
        if owner not in position.players:
            yield Fault("buildings", f"{owner} at {name} is not one of the players.", (cell,))
    for cell in _repeated(building.cell for building in position.buildings):
        yield Fault("buildings", f"two buildings stand at {board.name(cell)}.", (cell,))


def _captive_faults(position: Position) -> Iterator[Fault]:
    held = [captive for captives in position.captives for captive in captives]
    for holder, captives in zip(position.players, position.captives, strict=True):
        for captive in captives:
            if captive not in position.players:
                yield Fault("captives", f"{captive} is not one of the players.")
            elif captive == holder:
                yield Fault("captives", f"{holder} cannot hold his own emperor.")
    for captive in _repeated(held):
        yield Fault("captives", f"the emperor of {captive} is in two prisons.")


def _disc_faults(position: Position) -> Iterator[Fault]:
    """Exactly 15 warriors and one emperor of each colour."""
    for player, reserve, box in zip(
        position.players, position.reserves, position.boxes, strict=True
    ):
        own = position.stacks_of(player)
        standing = sum(stack.warriors for stack in own)
        field = "stacks"
        if standing <= WARRIORS < standing + reserve.warriors:
            field = "reserve"
        elif standing + reserve.warriors <= WARRIORS < standing + reserve.warriors + box:
            field = "box"
        total = standing + reserve.warriors + box
        if total != WARRIORS:
            text = f"{player} has {total} warriors in all, and must have {WARRIORS}"
            yield Fault(field, f"{text} (and {DISCS} discs with the emperor).")
        crowned = [stack.cell for stack in own if stack.emperor]
        held = sum(captives.count(player) for captives in position.captives)
        emperors = len(crowned) + reserve.emperor + held
        if emperors != 1:
            field = "stacks"
            if len(crowned) == 1:
                field = "reserve" if reserve.emperor else "captives"
            elif not crowned and emperors:
                field = "captives"
            text = f"{player} has {emperors} emperors, and must have exactly one."
            yield Fault(field, text, tuple(crowned))


def _supply_faults(position: Position) -> Iterator[Fault]:
    for player in position.players:
        for kind in BuildingKind:
            built = kind.supply - position.supply_of(player, kind)
            if built > kind.supply:
                text = f"{player} has {built} {kind.value}s on the board, and owns {kind.supply}."
                yield Fault("buildings", text)


def _course_faults(position: Position) -> Iterator[Fault]:
    if position.step is Step.OVER:
        if position.winners is None:
            yield Fault("winners", "a game that is over lists its winners, or nobody.")
    elif position.winners is not None:
        yield Fault("winners", "a game that is not over has no winners yet.")
    for name in position.winners or ():
        if name not in position.players:
            yield Fault("winners", f"{name} is not one of the players.")
    for name in _repeated(position.winners or ()):
        yield Fault("winners", f"{name} is listed twice.")
    if position.step is not Step.EXCHANGE:
        if position.then is not None:
            yield Fault("then", "stands only at the step `exchange`.")
        return
    if position.then is None:
        yield Fault("then", "is needed at the step `exchange`.")
    elif position.then.to_move not in position.players:
        yield Fault("then", f"{position.then.to_move} is not one of the players.")
    elif position.then.step in (Step.EXCHANGE, Step.OVER):
        yield Fault("then", f"`step` cannot be {position.then.step.value} after an exchange.")
    if position.to_move in position.players and not (
        position.captives_of(position.to_move) and position.holder_of(position.to_move)
    ):
        yield Fault("step", f"{position.to_move} has nothing to exchange.")


def _storm_faults(position: Position) -> Iterator[Fault]:
    paid = position.storm_paid
    if paid is None:
        return
    stack = position.stack_at.get(paid.cell)
    name = position.board.name(paid.cell)
    if stack is None or stack.owner != position.active:
        text = f"no stack of {position.active} stands at {name}."
        yield Fault("storm_paid", text, (paid.cell,))
    for zone in paid.zones:
        if zone not in position.board.zones:
            text = f"{list(zone)} does not name a storm zone of this board."
            yield Fault("storm_paid", text, (zone,))
    for zone in _repeated(paid.zones):
        yield Fault("storm_paid", f"zone {list(zone)} is listed twice.", (zone,))


def _repeated(values: Iterable[T]) -> list[T]:
    return [value for value, count in Counter(values).items() if count > 1]
