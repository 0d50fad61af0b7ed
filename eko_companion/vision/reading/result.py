"""A reading: what one look at the table saw, with a probability for everything it could be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from eko_companion.geometry import Floats
from eko_companion.rules import Cell
from eko_companion.vision.reading.hypotheses import Holding

FORMAT: Final = "eko-reading/1"
_MOST: Final = 0.9999
"""Nothing seen through a camera is more certain than this."""


@dataclass(frozen=True, eq=False)
class CellReading:
    """What a cell may hold."""

    cell: Cell
    holdings: tuple[Holding, ...]
    probabilities: Floats
    """Of the holdings, in their order; they add up to 1."""

    @cached_property
    def _best(self) -> int:
        return int(self.probabilities.argmax())

    @property
    def holding(self) -> Holding:
        """The most probable."""
        return self.holdings[self._best]

    @property
    def confidence(self) -> float:
        """Its probability."""
        return min(float(self.probabilities[self._best]), _MOST)

    def probability(self, holding: Holding) -> float:
        """How probable it is that the cell holds this; 0 for what it cannot hold."""
        if holding not in self.holdings:
            return 0.0
        return float(self.probabilities[self.holdings.index(holding)])

    def likeliest(self, count: int = 3) -> list[tuple[Holding, float]]:
        """The most probable holdings, best first."""
        order = np.argsort(-self.probabilities)[:count]
        return [(self.holdings[i], float(self.probabilities[i])) for i in order]

    def document(self) -> dict[str, Any]:
        """The cell as the fixed format has it."""
        confidence = round(self.confidence, 4)
        return {"cell": list(self.cell), **self.holding.document(), "confidence": confidence}


@dataclass(frozen=True, eq=False)
class Reading:
    """One look of the camera."""

    usable: bool
    why: str | None
    """A sentence, where the look is not usable."""
    cells: Mapping[Cell, CellReading]
    """Every cell that could be read, sorted."""
    covered: tuple[Cell, ...] = ()
    """Cells over which something is that does not belong to the game."""

    def holding(self, cell: Cell) -> Holding:
        """What a cell most probably holds."""
        return self.cells[cell].holding

    def uncertain(self, below: float = 0.95) -> list[CellReading]:
        """The cells whose reading is less certain than that, the least certain first."""
        doubtful = [cell for cell in self.cells.values() if cell.confidence < below]
        return sorted(doubtful, key=lambda cell: cell.confidence)

    def document(self) -> dict[str, Any]:
        """The reading as an `eko-reading/1` document."""
        return {
            "format": FORMAT,
            "usable": self.usable,
            "why": self.why,
            "cells": [self.cells[cell].document() for cell in sorted(self.cells)],
        }
