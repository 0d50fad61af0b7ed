"""What hands carry for an action: from which cell to which, and what lies there in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eko_companion.rules.actions import Action, Build, Moon, Move, Reinforce, Sand, Swap
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.position import Position
from eko_companion.simulator.scene import Disc, Thing

Contents = dict[Cell, tuple[Thing, ...]]
"""What lies on each cell, from the bottom up."""


@dataclass(frozen=True, slots=True)
class Haul:
    """One thing that a hand does: lift something, carry it, put it down.

    Without a cell to lift from, the pieces come from beside the board; without one to put them
    down on, they go there.
    """

    lift: Cell | None
    left: tuple[Thing, ...]
    """What stays on the cell when the hand lifts."""
    carried: tuple[Thing, ...]
    """As they lie before they are lifted, or as they will lie when they come from beside."""
    drop: Cell | None
    dropped: tuple[Thing, ...]
    """What lies on the cell when the hand is gone."""


def hauls_for(action: Action, position: Position, before: Contents, after: Contents) -> list[Haul]:
    """The hauls of one action, in the order in which a person does them."""
    return list(_hauls(action, position, before, after))


def _hauls(action: Action, position: Position, before: Contents, after: Contents) -> Iterator[Haul]:
    match action:
        case Move():
            yield from _move(action, before, after)
        case Build(start=start, at=at):
            left = after.get(start, ())
            yield Haul(start, left, _taken(before.get(start, ()), left), None, ())
            if before.get(at):
                yield Haul(at, (), before[at], None, ())
            yield Haul(None, (), after.get(at, ()), at, after.get(at, ()))
        case Reinforce(placements):
            for placement in placements:
                yield _brought(placement.cell, before, after)
        case Moon(cell=cell):
            yield _brought(cell, before, after)
        case Sand(target=target):
            left = after.get(target, ())
            yield Haul(target, left, _taken(before[target], left), None, ())
        case Swap(partner=partner):
            emperor = _emperor_of(position)
            if emperor is not None and emperor != partner:
                yield Haul(emperor, (), before[emperor], None, ())
                yield Haul(partner, (), before[partner], emperor, after[emperor])
                yield Haul(None, (), after[partner], partner, after[partner])


def _move(move: Move, before: Contents, after: Contents) -> Iterator[Haul]:
    moving, there, arrived = before[move.start], before.get(move.to, ()), after.get(move.to, ())
    if move.lost:
        kept = moving[: len(moving) - move.lost]
        yield Haul(move.start, kept, moving[len(kept) :], None, ())
        moving = kept
    if there and there[0].owner != before[move.start][0].owner:
        yield Haul(move.to, (), there, None, ())
    if moving:
        target = move.to if arrived else None
        yield Haul(move.start, (), moving, target, arrived)


def _brought(cell: Cell, before: Contents, after: Contents) -> Haul:
    there = after.get(cell, ())
    return Haul(None, (), there[len(before.get(cell, ())) :] or there, cell, there)


def _taken(before: tuple[Thing, ...], left: tuple[Thing, ...]) -> tuple[Thing, ...]:
    return tuple(thing for thing in before if thing not in left)


def _emperor_of(position: Position) -> Cell | None:
    for stack in position.stacks:
        if stack.owner == position.to_move and stack.emperor:
            return stack.cell
    return None


def undone(hauls: list[Haul], before: Contents) -> list[Haul]:
    """The hauls that put everything back as it was."""
    back = []
    for haul in reversed(hauls):
        if haul.lift is None:
            back.append(Haul(haul.drop, before.get(haul.drop, ()), haul.carried, None, ()))  # type: ignore[arg-type]
        else:
            left = before.get(haul.drop, ()) if haul.drop is not None else ()
            # What was taken off the cell in between is brought back by an earlier haul.
            left = left if _owner(left) == _owner(haul.dropped) else ()
            home = (*haul.left, *haul.carried)
            lifted = _taken(haul.dropped, left) if haul.drop is not None else haul.carried
            back.append(Haul(haul.drop, left, lifted, haul.lift, home))
    return back


def _owner(things: tuple[Thing, ...]) -> str | None:
    return things[0].owner if things and isinstance(things[0], Disc) else None
