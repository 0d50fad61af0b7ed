"""Actions of one board, made once and shared between all positions on it.

Actions are values, so one and the same can stand in thousands of lists; that makes listing fast.
They are made when they are first needed, as a large board has very many. What is legal is decided
elsewhere; this only keeps what was made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from eko_companion.rules.actions import Build, Move, Reinforce
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import BuildingKind

Pick = Callable[[Sequence[Move]], tuple[Move, ...]]

Area = tuple[int, int, int, Pick]
"""Empty cells that hang together, all calm or all of one storm zone (see `walking`).

The cells; every cell that one step from them reaches; the bit of the storm zone, 0 for a calm area;
and what picks the moves to these cells out of the moves to all cells.
"""


class ReadyMade:
    """What was made for one board so far; cells go by their numbers (see `board`)."""

    def __init__(
        self, walkable: tuple[Cell, ...], building_cells_beside: Mapping[Cell, tuple[Cell, ...]]
    ) -> None:
        self._walkable = walkable
        self.plain_rows: list[tuple[Move, ...] | None] = [None] * len(walkable)
        """What `plain_moves` has made."""
        self._rows: dict[tuple[int, int, bool], tuple[Move, ...]] = {}
        self.camps = tuple(
            tuple(
                (at, Build(cell, at, BuildingKind.CAMP), Build(cell, at, BuildingKind.CAMP, True))
                for at in building_cells_beside[cell]
            )
            for cell in walkable
        )
        """For each numbered cell the building cells beside it, with a camp without the emperor
        among the discs paid, and one with him."""
        self.replacements: dict[
            tuple[int, Cell, BuildingKind, bool, int, bool], tuple[Build, ...]
        ] = {}
        self.reinforcements: dict[tuple[Cell, int, int, bool], tuple[Reinforce, ...]] = {}
        self.whole_zones: dict[int, Area] = {}
        """The areas of storm zones in which nothing stands."""

    def plain_moves(self, start: int) -> tuple[Move, ...]:
        """The moves from a numbered cell to every numbered cell at which nothing is lost."""
        origin = self._walkable[start]
        row = self.plain_rows[start] = tuple(Move(origin, to) for to in self._walkable)
        return row

    def moves(self, start: int, lost: int, lost_emperor: bool) -> tuple[Move, ...]:
        """The moves from a numbered cell to every numbered cell, after losses to storms."""
        if not lost:
            return self.plain_rows[start] or self.plain_moves(start)
        key = (start, lost, lost_emperor)
        row = self._rows.get(key)
        if row is None:
            origin = self._walkable[start]
            row = tuple(Move(origin, cell, lost, lost_emperor) for cell in self._walkable)
            self._rows[key] = row
        return row
