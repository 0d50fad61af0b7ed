"""Walking: which cells a stack can reach, at which price in discs, through storms and portals.

Sets of walkable cells are integers with a bit for each cell (see `board`). Whether a stack may
end on an occupied cell is not decided here but in `fighting` and `moving`.
"""

from __future__ import annotations

from typing import NamedTuple

from eko_companion.rules.board import Board
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.landmarks import holds_lighthouse
from eko_companion.rules.position import Position


class _Area(NamedTuple):
    """Empty cells that hang together: all calm, or all of one storm zone."""

    cells: int
    edge: int
    """Every cell that one step from here reaches."""
    zone: int
    """The bit of the storm zone, 0 for a calm area."""


class Ways:
    """The walks that stacks of one player can take in one position."""

    def __init__(self, position: Position, player: str) -> None:
        board = position.board
        self.board = board
        number = board.number
        occupied = 0
        for stack in position.stacks:
            occupied |= 1 << number[stack[0]]
        self.occupied = occupied
        self.empty = board.walkable_mask & ~occupied
        # A storm costs nothing to the holder of the lighthouse [24].
        self.stormy = bool(board.zones) and not holds_lighthouse(position, player)
        self.paid_cell = -1
        self.paid_zones = 0
        self._areas = self._find_areas()
        self._reached: dict[tuple[int, int], tuple[int, int]] = {}
        if position.storm_paid is not None and self.stormy and player == position.active:
            self.paid_cell = number[position.storm_paid.cell]
            for zone in position.storm_paid.zones:
                self.paid_zones |= 1 << board.zones.index(zone)

    def targets(self, start: int, most: int) -> list[int]:
        """For each price from 0 to `most` the cells on which a walk of that price can end.

        Occupied cells are among them where a walk can end there; none is walked across. A walk
        may take in zones that it could avoid: every price is the owner's choice [18].
        """
        if not self.stormy:
            reached, edge = self._reach(start, 0)
            return [reached | edge & self.occupied & ~(1 << start)]
        return self._stormy_targets(start, most)

    def zones_of_cheapest(self, start: int, to: int, price: int) -> tuple[Cell, ...]:
        """The zones paid on a walk of that price: of all such walks the smallest sorted list."""
        if not price or not self.stormy:
            return ()
        paid = self._paid(start)
        ends = 1 << to
        own_zone = self._zone_bit(to) & ~paid
        best: tuple[Cell, ...] | None = None
        for zones, reached, edge in self._walks(start, price):
            whole = zones
            if ends & reached:
                pass
            elif ends & edge & self.occupied:
                whole |= own_zone
            else:
                continue
            if whole.bit_count() == price:
                named = tuple(name for bit, name in enumerate(self.board.zones) if whole >> bit & 1)
                best = named if best is None else min(best, named)
        return best or ()

    def ruin(self, start: int, discs: int) -> int:
        """The cells on which a walk can end that touches at least as many zones as `discs`."""
        if not self.stormy:
            return 0
        everywhere = (1 << len(self.board.zones)) - 1
        reached, edge = self._reach(start, everywhere)
        paid = self._paid(start)
        touched = self._zones_in(reached | 1 << start) & ~paid
        ends = 0
        if touched.bit_count() >= discs:
            ends = reached | edge & self.occupied
        elif touched.bit_count() == discs - 1:
            # The last zone is entered by the attack or regroup itself.
            for bit, cells in enumerate(self.board.zone_masks):
                if not (touched | paid) >> bit & 1:
                    ends |= edge & self.occupied & cells
        return ends & ~(1 << start)

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

    def _find_areas(self) -> list[_Area]:
        board = self.board
        if not self.stormy:
            return _areas_within(board, self.empty, 0)
        areas = _areas_within(board, self.empty & board.calm_mask, 0)
        for bit, cells in enumerate(board.zone_masks):
            areas += _areas_within(board, self.empty & cells, 1 << bit)
        return areas

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
        waiting = [area for area in self._areas if not area[2] or area[2] & zones]
        growing = True
        while growing:
            growing = False
            apart = []
            for area in waiting:
                if area[0] & edge:
                    reached |= area[0]
                    edge |= area[1]
                    growing = True
                else:
                    apart.append(area)
            waiting = apart
        return reached, edge

    def _paid(self, start: int) -> int:
        return self.paid_zones if start == self.paid_cell else 0

    def _zone_bit(self, cell: int) -> int:
        bit = 1 << cell
        for zone, cells in enumerate(self.board.zone_masks):
            if cells & bit:
                return 1 << zone
        return 0

    def _zones_in(self, cells: int) -> int:
        found = 0
        for bit, mask in enumerate(self.board.zone_masks):
            if mask & cells:
                found |= 1 << bit
        return found

    def _walks(self, start: int, most: int) -> list[tuple[int, int, int]]:
        """Every set of unpaid zones that some walk touches exactly, with what it reaches.

        A walk touches its zones one after the other and may go back over its own way, so every
        such set is found by adding to a smaller one a zone on its edge.
        """
        paid = self._paid(start)
        first = self._zone_bit(start) & ~paid
        if first.bit_count() > most:
            return []
        found = []
        level = {first}
        for price in range(first.bit_count(), most + 1):
            further: set[int] = set()
            for zones in level:
                reached, edge = self._reach(start, zones | paid)
                found.append((zones, reached, edge))
                if price < most:
                    entrances = edge & self.empty & self.board.storm_mask
                    fresh = self._zones_in(entrances) & ~(zones | paid)
                    while fresh:
                        low = fresh & -fresh
                        fresh ^= low
                        further.add(zones | low)
            level = further
        return found

    def _stormy_targets(self, start: int, most: int) -> list[int]:
        masks = self.board.zone_masks
        paid = self._paid(start)
        targets = [0] * (most + 1)
        away = ~(1 << start)
        for zones, reached, edge in self._walks(start, most):
            price = zones.bit_count()
            ends = edge & self.occupied & away
            open_ends = ends & self.board.calm_mask
            free = zones | paid
            for bit, cells in enumerate(masks):
                if free >> bit & 1:
                    open_ends |= ends & cells
            targets[price] |= reached & away | open_ends
            if price < most:
                targets[price + 1] |= ends & ~open_ends
        return targets


def _areas_within(board: Board, cells: int, zone: int) -> list[_Area]:
    steps = board.steps
    areas = []
    while cells:
        frontier = cells & -cells
        area = frontier
        cells ^= frontier
        edge = 0
        while frontier:
            low = frontier & -frontier
            frontier ^= low
            onward = steps[low.bit_length() - 1]
            edge |= onward
            onward &= cells
            cells ^= onward
            area |= onward
            frontier |= onward
        areas.append(_Area(area, edge, zone))
    return areas
