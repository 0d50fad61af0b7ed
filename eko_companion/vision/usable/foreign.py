"""Hands and other things over the board: which cells they cover."""

from __future__ import annotations

from typing import Final

import numpy as np

from eko_companion.rules import Cell
from eko_companion.vision.reading.reader import CellsRead

_CERTAIN: Final = 0.8
_TOGETHER: Final = 1.3
_MARKED: Final = 0.3


def covered_cells(read: CellsRead) -> tuple[Cell, ...]:
    """The cells before which something foreign is; none where the look is free."""
    covered = read.covered
    if covered.max(initial=0.0) < _CERTAIN and np.sum(covered[covered > 0.1]) < _TOGETHER:
        return ()
    marked = [cell for cell, c in zip(read.ready.cells, covered, strict=True) if c > _MARKED]
    return tuple(marked)
