"""Walking: which cells a stack can reach, at which price in discs, through storms and portals.

Sets of walkable cells are integers with a bit for each cell (see `board`). Whether a stack may
end on an occupied cell is not decided here but in `fighting` and `moving`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from eko_companion.rules.actions import Move
from eko_companion.rules.board import Board
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.landmarks import holds_lighthouse
from eko_companion.rules.position import Position
from eko_companion.rules.readymade import Area, Pick

StackAt = tuple[int, int, bool]
"""A stack as `Occupancy.mine` has it: the number of its cell, warriors, emperor."""


class Ways:
    """The walks that stacks of the player to move can take in one position."""

    def __init__(self, position: Position) -> None:
        board = position.board
        self.board = board
        self.occupied = position.occupancy.occupied
        self.empty = position.occupancy.empty
        # A storm costs nothing to the holder of the lighthouse [24].
        self.stormy = bool(board.zones) and not holds_lighthouse(position, position.to_move)
        self.calm_areas = self._calm_areas(position.occupancy.mine)
        """The areas that cost nothing to walk; storms are among them for who ignores storms."""
        self._ruinous = position.rulings.deadly_storm == "allow"
        self._areas: list[Area] | None = None
        self._numbers: dict[int, list[int]] = {}
        self._reached: dict[tuple[int, int], tuple[int, int]] = {}
        self._paid_start = -1
        self._paid_zones = 0
        paid = position.storm_paid
        if paid is not None and self.stormy:
            self._paid_start = board.number[paid.cell]
            self._paid_zones = sum(1 << board.zones.index(zone) for zone in paid.zones)

    def targets(self, start: int, most: int) -> list[int]:
        """For each price from 0 to `most` the cells on which a walk of that price can end.

        Occupied cells are among them where a walk can end there; none is walked across. A walk
        may take in zones that it could avoid: every price is the owner's choice [18].
        """
        away = ~(1 << start)
        if not self.stormy:
            reached, edge = self._reach(start, 0)
            return [(reached | edge & self.occupied) & away]
        board = self.board
        paid = self._paid(start)
        targets = [0] * (most + 1)
        for zones, reached, edge in self._walks(start, most):
            price = zones.bit_count()
            ends = edge & self.occupied & away
            dearer = ends & board.storm_mask
            if dearer:
                dearer &= ~self._cells_of(zones | paid)
                if price < most:
                    targets[price + 1] |= dearer
            targets[price] |= reached | ends ^ dearer
        return targets

    def zones_of_cheapest(self, start: int, to: int, price: int) -> tuple[Cell, ...]:
        """The zones paid on a walk of that price: of all such walks the smallest sorted list."""
        if not price or not self.stormy:
            return ()
        end = 1 << to
        entered = self.board.zone_bit[to] & ~self._paid(start)
        best: tuple[Cell, ...] = ()
        for zones, reached, edge in self._walks(start, price):
            if end & edge & self.occupied:
                zones |= entered  # noqa: PLW2901 (an attack or a regroup enters the last zone)
            elif not end & reached:
                continue
            if zones.bit_count() == price:
                named = tuple(name for bit, name in enumerate(self.board.zones) if zones >> bit & 1)
                best = min(best or named, named)
        return best

    def ruin(self, start: int, discs: int) -> int:
        """The cells on which a walk can end that touches at least as many zones as `discs`."""
        if not self.stormy:
            return 0
        everywhere = (1 << len(self.board.zones)) - 1
        reached, edge = self._reach(start, everywhere)
        paid = self._paid(start)
        touched = self._zones_in(reached | 1 << start) & ~paid
        ends = edge & self.occupied & ~(1 << start)
        if touched.bit_count() >= discs:
            return reached | ends
        if touched.bit_count() == discs - 1:
            # The last zone is entered by the attack or regroup itself.
            return ends & self.board.storm_mask & ~self._cells_of(touched | paid)
        return 0

    def reach_ignoring_portal_walls(self, start: int) -> int:
        """What could be reached if portals stood open on all sides and always worked [22]."""
        number = self.board.number
        hall = 0
        for portal in self.board.portals:
            for cell in self.board.neighbours[portal.cell]:
                if cell in number:
                    hall |= 1 << number[cell]
        seen = 1 << start
        frontier = seen
        ends = 0
        while frontier:
            low = frontier & -frontier
            frontier ^= low
            steps = self.board.steps[low.bit_length() - 1]
            if low & hall:
                steps |= hall
            ends |= steps
            new = steps & self.empty & ~seen
            seen |= new
            frontier |= new
        return (ends | seen) & ~(1 << start)

    def may_pay(self, stack: StackAt) -> bool:
        """Whether a stack can lose a disc to storms, or has paid already."""
        start, warriors, emperor = stack
        return warriors + emperor > 1 or self._ruinous or start == self._paid_start

    def must_avoid_storms(self, stack: StackAt) -> bool:
        """Whether a stack can walk, but only around storms."""
        return not self.may_pay(stack) and not self.board.zone_bit[stack[0]]

    def numbers(self, cells: int) -> list[int]:
        """The numbers of the cells in a set, ascending."""
        known = self._numbers.get(cells)
        if known is None:
            known = self._numbers[cells] = _numbers_of(cells)
        return known

    def reaches_portal(self, start: int) -> bool:
        """Whether a walk can come to stand before a portal that works."""
        if self.board.link is None:
            return False
        zones = (1 << len(self.board.zones)) - 1
        reached = self._reach(start, zones)[0] | 1 << start
        return any(reached >> self.board.number[front] & 1 for front in self.board.link)

    def _calm_areas(self, mine: list[StackAt]) -> list[Area]:
        if self.stormy:
            cells = self.empty & self.board.calm_mask
            return _areas_within(self.board, cells, cells, 0)
        # Without storms nobody crosses from one area into another: only those beside own stacks
        # are of any use.
        beside = 0
        for start, _, _ in mine:
            beside |= self.board.steps[start]
        return _areas_within(self.board, self.empty, self.empty & beside, 0)

    def _all_areas(self) -> list[Area]:
        if self._areas is None:
            self._areas = list(self.calm_areas)
            if self.stormy:
                for bit, cells in enumerate(self.board.zone_masks):
                    empty = self.empty & cells
                    if empty == cells:
                        self._areas.append(_whole_zone(self.board, bit))
                    else:
                        self._areas += _areas_within(self.board, empty, empty, 1 << bit)
        return self._areas

    def _reach(self, start: int, zones: int) -> tuple[int, int]:
        """The empty cells reached without other zones than these, and all that touches them."""
        edge = self.board.steps[start]
        key = (edge & self.empty, zones)
        known = self._reached.get(key)
        if known is None:
            known = self._reached[key] = self._grow(key[0], zones)
        # Stacks beside the same areas share them; what touches the start itself is its own.
        return known[0], known[1] | edge

    def _grow(self, edge: int, zones: int) -> tuple[int, int]:
        reached = 0
        waiting = self._all_areas()
        growing = True
        while growing:
            growing = False
            apart = []
            for area in waiting:
                if not area[0] & edge:
                    apart.append(area)
                elif not area[2] or area[2] & zones:
                    reached |= area[0]
                    edge |= area[1]
                    growing = True
            waiting = apart
        return reached, edge

    def _paid(self, start: int) -> int:
        return self._paid_zones if start == self._paid_start else 0

    def _zones_in(self, cells: int) -> int:
        found = 0
        for bit, mask in enumerate(self.board.zone_masks):
            if mask & cells:
                found |= 1 << bit
        return found

    def _cells_of(self, zones: int) -> int:
        found = 0
        for bit, mask in enumerate(self.board.zone_masks):
            if zones >> bit & 1:
                found |= mask
        return found

    def _walks(self, start: int, most: int) -> list[tuple[int, int, int]]:
        """Every set of unpaid zones that some walk touches exactly, with what it reaches.

        A walk touches its zones one after the other and may go back over its own way, so every
        such set is found by adding to a smaller one a zone on its edge.
        """
        paid = self._paid(start)
        first = self.board.zone_bit[start] & ~paid
        if first.bit_count() > most:
            return []
        gates = self.empty & self.board.storm_mask
        found = []
        level = {first}
        for price in range(first.bit_count(), most + 1):
            further: set[int] = set()
            for zones in level:
                reached, edge = self._reach(start, zones | paid)
                found.append((zones, reached, edge))
                fresh = edge & gates & ~reached if price < most else 0
                if fresh:
                    for bit, cells in enumerate(self.board.zone_masks):
                        if cells & fresh:
                            further.add(zones | 1 << bit)
            level = further
        return found


class _PickOne:
    """Like an itemgetter of several places, for one place."""

    __slots__ = ("_place",)

    def __init__(self, place: int) -> None:
        self._place = place

    def __call__(self, row: Sequence[Move]) -> tuple[Move, ...]:
        return (row[self._place],)


def _areas_within(board: Board, cells: int, seeds: int, zone: int) -> list[Area]:
    """The areas among some cells that hold at least one of the seeds."""
    steps = board.steps
    areas: list[Area] = []
    while seeds:
        before = cells
        frontier = seeds & -seeds
        cells ^= frontier
        edge = 0
        numbers = []
        while frontier:
            place = frontier.bit_length() - 1
            numbers.append(place)
            onward = steps[place]
            edge |= onward
            onward &= cells
            cells ^= onward
            frontier ^= 1 << place | onward
        # A getter of a single place would give the bare move.
        pick: Pick = itemgetter(*numbers) if len(numbers) > 1 else _PickOne(place)
        areas.append((before ^ cells, edge, zone, pick))
        seeds &= cells
    return areas


def _whole_zone(board: Board, bit: int) -> Area:
    """The area of a storm zone in which nothing stands."""
    known = board.ready_made.whole_zones.get(bit)
    if known is None:
        cells = board.zone_masks[bit]
        (known,) = _areas_within(board, cells, cells, 1 << bit)
        board.ready_made.whole_zones[bit] = known
    return known


@lru_cache(maxsize=64)
def _numbers_by_byte(place: int) -> tuple[tuple[int, ...], ...]:
    """For each value of one byte of a set the numbers that it stands for."""
    return tuple(
        tuple(8 * place + bit for bit in range(8) if value >> bit & 1) for value in range(256)
    )


def _numbers_of(cells: int) -> list[int]:
    """The numbers in a set, a byte at a time: much faster than bit by bit for large sets."""
    numbers: list[int] = []
    for place, value in enumerate(cells.to_bytes((cells.bit_length() + 7) // 8, "little")):
        if value:
            numbers += _numbers_by_byte(place)[value]
    return numbers
