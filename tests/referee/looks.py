"""Readings of positions, as a camera would give them: certain, or made worse on purpose."""

from __future__ import annotations

import numpy as np

from eko_companion.referee.evidence import visible
from eko_companion.rules import Cell, Position, Terrain
from eko_companion.vision.reading.hypotheses import (
    NOTHING,
    Holding,
    building_holdings,
    stack_holdings,
)
from eko_companion.vision.reading.result import CellReading, Reading

UNREAD = (Terrain.CHASM, Terrain.PORTAL)


def look_at(
    position: Position, rng: np.random.Generator | None = None, right: float = 1
) -> Reading:
    """A look in which each cell is read right with some probability."""
    board = visible(position)
    cells = {}
    for cell in position.board.cells:
        terrain = position.board.terrain[cell]
        if terrain not in UNREAD:
            names = (stack_holdings if terrain.walkable else building_holdings)(position.players)
            cells[cell] = _read(cell, names, board.get(cell, NOTHING), rng, right)
    return Reading(True, None, cells)


def _read(
    cell: Cell,
    names: tuple[Holding, ...],
    true: Holding,
    rng: np.random.Generator | None,
    right: float,
) -> CellReading:
    chances = np.full(len(names), 1e-4)
    place = names.index(true)
    if rng is None or rng.random() < right:
        chances[place] = 1.0
    else:
        other = int(rng.integers(len(names)))
        sure = rng.uniform(0.5, 0.95)
        chances[other], chances[place] = sure, 1 - sure
    return CellReading(cell, names, chances / chances.sum())
