"""What hands carry for an action: from which cell to which, and what lies there in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

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
        kept = _without(moving, move.lost - move.lost_emperor, move.lost_emperor)
        yield Haul(move.start, kept, _taken(moving, kept), None, ())
        moving = kept
    if there and there[0].owner != before[move.start][0].owner:
        yield Haul(move.to, (), there, None, ())
    if moving:
        target = move.to if arrived else None
        yield Haul(move.start, (), moving, target, arrived)


def _without(stack: tuple[Thing, ...], warriors: int, emperor: bool) -> tuple[Thing, ...]:
    """A stack less its upper warriors, and less its emperor where he goes too; he sinks else."""
    plain = [disc for disc in stack if not _is_emperor(disc)]
    kept = plain[: len(plain) - warriors] + [d for d in stack if _is_emperor(d) and not emperor]
    return tuple(
        replace(disc, stance=replace(disc.stance, z=place.stance.z))
        for disc, place in zip(kept, stack, strict=False)
    )


def _brought(cell: Cell, before: Contents, after: Contents) -> Haul:
    there = after.get(cell, ())
    return Haul(None, (), _taken(there, before.get(cell, ())), cell, there)


def _taken(things: tuple[Thing, ...], left: tuple[Thing, ...]) -> tuple[Thing, ...]:
    """The things without as many of each sort as are left; the upper ones are taken."""
    staying = Counter(_sort(thing) for thing in left)
    taken = []
    for thing in things:
        if staying[_sort(thing)]:
            staying[_sort(thing)] -= 1
        else:
            taken.append(thing)
    return tuple(taken)


def _sort(thing: Thing) -> tuple[str, object]:
    """What one piece has in common with all others that look like it."""
    return thing.owner, thing.emperor if isinstance(thing, Disc) else thing.kind


def _is_emperor(thing: Thing) -> bool:
    return isinstance(thing, Disc) and thing.emperor


def _emperor_of(position: Position) -> Cell | None:
    for stack in position.stacks:
        if stack.owner == position.to_move and stack.emperor:
            return stack.cell
    return None


def undone(hauls: list[Haul], before: Contents, home: Contents) -> list[Haul]:
    """The hauls that put everything back; `home` is how it lies then, `before` how it lay."""
    states = [before]
    for haul in hauls:
        states.append(dict(states[-1]))
        if haul.lift is not None:
            states[-1][haul.lift] = haul.left
        if haul.drop is not None:
            states[-1][haul.drop] = haul.dropped

    def again(cell: Cell | None, state: Contents) -> tuple[Thing, ...]:
        """A cell as it was; where nothing else has to come back to it, as it will stay."""
        if cell is None:
            return ()
        then = state.get(cell, ())
        first = before.get(cell, ())
        return home.get(cell, ()) if [*map(_sort, then)] == [*map(_sort, first)] else then

    back = []
    for haul, state in zip(reversed(hauls), reversed(states[:-1]), strict=True):
        left, dropped = again(haul.drop, state), again(haul.lift, state)
        if haul.drop is not None:
            carried = _taken(haul.dropped, left)
        else:
            carried = _taken(dropped, haul.left)
        back.append(Haul(haul.drop, left, carried, haul.lift, dropped))
    return back
