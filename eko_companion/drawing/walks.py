"""The way that a stack takes in a picture: one shortest walk that fits a move.

The rules only ask which cells a walk reaches and what it costs; a picture needs one way to show.
Nothing here decides whether a move is allowed: a move without a walk has none to show.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from eko_companion.rules import Cell, Move, Position

_State = tuple[Cell, frozenset[Cell]]


def walk_of(position: Position, move: Move) -> tuple[Cell, ...] | None:
    """The cells of a shortest walk that costs what the move says, from its start to its target.

    Where no walk has exactly that price (a lighthouse makes storms free) any walk will do; None
    if the way is blocked.
    """
    if move.start == move.to or move.start not in position.board.number:
        return None
    any_walk: tuple[Cell, ...] | None = None
    for zones, walk in _walks(position, move.start, move.to):
        if len(zones) == move.lost:
            return walk
        any_walk = any_walk or walk
    return any_walk


def legs_of(position: Position, walk: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """A walk cut where it goes through the portals, with the portal cells at the cut ends."""
    link = position.board.link
    doors = {portal.front: portal.cell for portal in position.board.portals}
    legs: list[tuple[Cell, ...]] = []
    leg = [walk[0]]
    for before, after in pairwise(walk):
        if link is not None and {before, after} == set(link) and after not in before.neighbours():
            legs.append((*leg, doors[before]))
            leg = [doors[after]]
        leg.append(after)
    return [*legs, tuple(leg)]


def _walks(
    position: Position, start: Cell, target: Cell
) -> Iterator[tuple[frozenset[Cell], tuple[Cell, ...]]]:
    """Walks to the target, the shortest first, one for each set of storm zones to be paid."""
    board = position.board
    paid: frozenset[Cell] = frozenset()
    if position.storm_paid is not None and position.storm_paid.cell == start:
        paid = frozenset(position.storm_paid.zones)
    first: _State = (start, _zones(position, start) - paid)
    came_from: dict[_State, _State | None] = {first: None}
    waiting = deque([first])
    while waiting:
        state = waiting.popleft()
        cell, zones = state
        if cell == target:
            yield zones, _traced(came_from, state)
            continue
        for number in _bits(board.steps[board.number[cell]]):
            step = board.walkable[number]
            onward = (step, zones | (_zones(position, step) - paid))
            free = step in (target, start) or step not in position.stack_at
            if free and onward not in came_from:
                came_from[onward] = state
                waiting.append(onward)


def _zones(position: Position, cell: Cell) -> frozenset[Cell]:
    zone = position.board.zone_of.get(cell)
    return frozenset() if zone is None else frozenset({zone})


def _traced(came_from: dict[_State, _State | None], end: _State) -> tuple[Cell, ...]:
    walk = []
    state: _State | None = end
    while state is not None:
        walk.append(state[0])
        state = came_from[state]
    return tuple(reversed(walk))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
