"""What looks at the board say, as one log-probability for each thing that a cell can hold.

Readings come from the camera; what the rules make of them is in `explaining`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from eko_companion.rules import Cell, Position
from eko_companion.vision.reading.hypotheses import HEIGHTS, NOTHING, Holding
from eko_companion.vision.reading.result import Reading

DOUBT: Final = 2e-4
"""However sure a reading is, this much is left for everything else together."""
CHANGED: Final = 0.7
"""A cell counts as changed when something else is by this factor (as a logarithm) likelier."""


class Evidence:
    """The looks at one board, taken together."""

    def __init__(self, cells: Mapping[Cell, Mapping[Holding, float]]) -> None:
        """`cells` has natural logarithms of probabilities."""
        self._cells = cells
        self._best = {cell: max(known.values()) for cell, known in cells.items()}
        self._least = {cell: min(known.values()) for cell, known in cells.items()}

    def says(self, cell: Cell, holding: Holding) -> float:
        """The logarithm of how probable this is on a cell; 0 where the cell was not seen."""
        known = self._cells.get(cell)
        if known is None:
            return 0.0
        return known.get(holding, self._least[cell])

    def against(self, cell: Cell, holding: Holding) -> float:
        """How much likelier the likeliest thing is than this one, as a logarithm: 0 or more."""
        known = self._cells.get(cell)
        if known is None:
            return 0.0
        return self._best[cell] - known.get(holding, self._least[cell])

    def likeliest(self, cell: Cell) -> Holding:
        """What the cell most probably holds."""
        known = self._cells[cell]
        return max(known, key=known.__getitem__)

    @property
    def cells(self) -> Iterable[Cell]:
        """The cells that were seen."""
        return self._cells.keys()

    def total(self, board: Mapping[Cell, Holding]) -> float:
        """The logarithm of how probable a whole board is; unnamed cells hold nothing."""
        return sum(self.says(cell, board.get(cell, NOTHING)) for cell in self._cells)

    def changed(self, board: Mapping[Cell, Holding], by: float = CHANGED) -> set[Cell]:
        """The cells that look different from a board."""
        return {cell for cell in self._cells if self.against(cell, board.get(cell, NOTHING)) > by}


def evidence_of(readings: Sequence[Reading]) -> Evidence:
    """One or more looks at the same still board; a cell that one look missed is told by another.

    Looks at a still board err alike, so they are averaged and not multiplied.
    """
    found: dict[Cell, list[tuple[tuple[Holding, ...], np.ndarray]]] = {}
    for reading in readings:
        for cell, seen in reading.cells.items():
            found.setdefault(cell, []).append((seen.holdings, seen.probabilities))
    return Evidence({cell: _logarithms(looks) for cell, looks in found.items()})


def _logarithms(looks: list[tuple[tuple[Holding, ...], np.ndarray]]) -> dict[Holding, float]:
    holdings = looks[0][0]
    count = len(holdings)
    floor = DOUBT / count
    mean = np.zeros(count)
    for names, probabilities in looks:
        if names == holdings:
            mean += np.log((1 - DOUBT) * np.asarray(probabilities, float) + floor)
    mean /= len(looks)
    mean -= math.log(float(np.exp(mean).sum()))
    return dict(zip(holdings, mean.tolist(), strict=True))


def visible(position: Position) -> dict[Cell, Holding]:
    """What a camera would see of a position, cell by cell; empty cells are left out."""
    board = {
        stack.cell: Holding(stack.owner, min(stack.discs, HEIGHTS), stack.emperor)
        for stack in position.stacks
    }
    for building in position.buildings:
        board[building.cell] = Holding(building.owner, kind=building.kind)
    return board


def held(position: Position, cell: Cell) -> Holding:
    """What a camera would see on one cell."""
    stack = position.stack_at.get(cell)
    if stack is not None:
        return Holding(stack.owner, min(stack.discs, HEIGHTS), stack.emperor)
    building = position.building_at.get(cell)
    if building is not None:
        return Holding(building.owner, kind=building.kind)
    return NOTHING
