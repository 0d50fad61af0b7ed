"""The board: a layout turned into cells, prepared once for fast questions.

A board never changes during a game. Walkable cells carry numbers, so that sets of them are plain
integers with a bit for each; `walking` lives on that. What stands on the board is in `position`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from eko_companion.rules.cellnames import CellNames
from eko_companion.rules.errors import ImpossibleLayoutError
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.layout import (
    LaidCell,
    Layout,
    Placement,
    laid_cells,
    layout_faults,
    portal_link,
)
from eko_companion.rules.lazy import lazy
from eko_companion.rules.readymade import ReadyMade
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import TileSet


class Portal(NamedTuple):
    """A portal cell and the cell in front of its open edge."""

    cell: Cell
    front: Cell


class Board:
    """All that is printed on the table. Build it with `board_of`."""

    def __init__(self, tiles: TileSet, layout: Layout) -> None:
        faults = layout_faults(tiles, layout)
        if faults:
            raise ImpossibleLayoutError([fault.text for fault in faults])
        self.tiles = tiles
        self.layout = layout
        laid_tiles = [(placement, laid_cells(tiles, placement)) for placement in layout]
        laid = [cell for _, cells in laid_tiles for cell in cells]
        self.terrain: Mapping[Cell, Terrain] = {
            cell.cell: cell.terrain for cell in sorted(laid, key=lambda cell: cell.cell)
        }
        self.cells = tuple(self.terrain)
        self.portals = tuple(Portal(c.cell, c.front) for c in laid if c.front is not None)
        self.neighbours: Mapping[Cell, tuple[Cell, ...]] = {
            cell: tuple(sorted(step for step in cell.neighbours() if step in self.terrain))
            for cell in self.cells
        }
        self.walkable = tuple(cell for cell in self.cells if self.terrain[cell].walkable)
        self.number: Mapping[Cell, int] = {cell: n for n, cell in enumerate(self.walkable)}
        self.building_cells = tuple(
            cell for cell in self.cells if self.terrain[cell].highest_building is not None
        )
        self.building_cells_beside: Mapping[Cell, tuple[Cell, ...]] = {
            cell: tuple(
                step
                for step in self.neighbours[cell]
                if self.terrain[step].highest_building is not None
            )
            for cell in self.walkable
        }
        self.walkable_mask = (1 << len(self.walkable)) - 1
        self.walkable_beside: Mapping[Cell, int] = {
            cell: self.mask(step for step in self.neighbours[cell] if step in self.number)
            for cell in self.building_cells
        }
        """For each building cell the walkable cells around it."""
        self._prepare_walking(laid)
        self._prepare_storms()
        self.pyramids = self._landmark_cells("pyramid", laid_tiles)
        self.lighthouses = self._landmark_cells("lighthouse", laid_tiles)
        self._hash = hash((tiles, layout))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return self.tiles == other.tiles and self.layout == other.layout

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Board {self.tiles.name}: {' '.join(p.tile for p in self.layout)}>"

    @lazy
    def ready_made(self) -> ReadyMade:
        """Actions on this board that were needed before."""
        return ReadyMade(self.walkable, self.building_cells_beside)

    @lazy
    def names(self) -> CellNames:
        """The short names of the cells."""
        return CellNames(self.cells)

    def name(self, cell: Cell) -> str:
        """The short name of a cell."""
        return self.names.name(cell)

    def highest_level(self, cell: Cell) -> int:
        """The level of the highest building that a cell carries, 0 for none."""
        highest = self.terrain[cell].highest_building
        return 0 if highest is None else highest.level

    def cells_of(self, terrain: Terrain) -> tuple[Cell, ...]:
        """All the cells of one terrain."""
        return self._by_terrain.get(terrain, ())

    @lazy
    def _by_terrain(self) -> Mapping[Terrain, tuple[Cell, ...]]:
        found: dict[Terrain, list[Cell]] = {}
        for cell, terrain in self.terrain.items():
            found.setdefault(terrain, []).append(cell)
        return {terrain: tuple(cells) for terrain, cells in found.items()}

    def mask(self, cells: Iterable[Cell]) -> int:
        """Walkable cells, none of them twice, as an integer with a bit for each."""
        return sum(1 << self.number[cell] for cell in cells)

    def _prepare_walking(self, laid: list[LaidCell]) -> None:
        steps = [0] * len(self.walkable)
        for number, cell in enumerate(self.walkable):
            for step in self.neighbours[cell]:
                if step in self.number:
                    steps[number] |= 1 << self.number[step]
        self.link = portal_link(laid, set(self.walkable))
        if self.link is not None and self.link[0] != self.link[1]:
            one, other = (self.number[cell] for cell in self.link)
            steps[one] |= 1 << other
            steps[other] |= 1 << one
        self.steps = tuple(steps)
        """For each numbered cell the cells that one step of a walk reaches, portals included."""

    def _prepare_storms(self) -> None:
        zones: dict[Cell, Cell] = {}
        storms = [cell for cell in self.walkable if self.terrain[cell] is Terrain.STORM]
        for first in storms:
            open_ends = [] if first in zones else [first]
            while open_ends:
                cell = open_ends.pop()
                zones[cell] = first
                open_ends += [
                    step
                    for step in self.neighbours[cell]
                    if self.terrain[step] is Terrain.STORM and step not in zones
                ]
        self.zone_of: Mapping[Cell, Cell] = zones
        """The storm zone of each storm cell, named by its smallest cell [18]."""
        self.zones = tuple(sorted(set(zones.values())))
        self.zone_masks = tuple(
            self.mask(cell for cell, zone in zones.items() if zone == name) for name in self.zones
        )
        self.zone_bit = [0] * len(self.walkable)
        """For each numbered cell the bit of its storm zone, 0 for a circle."""
        for cell, zone in zones.items():
            self.zone_bit[self.number[cell]] = 1 << self.zones.index(zone)
        self.storm_mask = sum(self.zone_masks)
        self.calm_mask = self.walkable_mask & ~self.storm_mask

    def _landmark_cells(
        self, landmark: str, laid_tiles: list[tuple[Placement, tuple[LaidCell, ...]]]
    ) -> tuple[tuple[Cell, ...], ...]:
        """For each such landmark the storm cells around it."""
        return tuple(
            tuple(sorted(c.cell for c in cells if c.terrain is Terrain.STORM))
            for placement, cells in laid_tiles
            if self.tiles.by_letter[placement.tile].landmark == landmark
        )


def board_of(tiles: TileSet, layout: Layout) -> Board:
    """The board of a layout; raises ImpossibleLayoutError with every fault."""
    # Equal sets share a board, but not one that is installed with one that is not: the one is
    # written by its name, the other as a whole.
    return _known_board(tiles, layout, tiles.installed)


@lru_cache(maxsize=8)
def _known_board(tiles: TileSet, layout: Layout, installed: bool) -> Board:
    return Board(tiles, layout)
