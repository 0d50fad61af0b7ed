"""Figures over many tables: shares of tiles, cells, boards and looks that were right."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from eko_companion.measure.seeing.outcomes import CellOutcome, TableOutcome


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    right: int
    of: int

    @property
    def percent(self) -> float:
        """Nothing to count is no fault."""
        return 100.0 * self.right / self.of if self.of else 100.0

    def __str__(self) -> str:
        return f"{self.percent:.2f} % ({self.right} of {self.of})"


def share(items: Iterable[bool]) -> Share:
    """How many of some are true."""
    listed = list(items)
    return Share(sum(listed), len(listed))


CellJudge = Callable[[CellOutcome], bool]

KINDS: dict[str, tuple[CellJudge, CellJudge]] = {
    "empty cells": (lambda c: c.true.owner is None, lambda c: c.right),
    "owner": (lambda c: c.true.owner is not None, lambda c: c.read.owner == c.true.owner),
    "stack height": (lambda c: c.true.discs > 0, lambda c: c.read.discs == c.true.discs),
    "emperor": (lambda c: c.true.discs > 0, lambda c: c.read.emperor == c.true.emperor),
    "building kind and owner": (lambda c: c.true.kind is not None, lambda c: c.right),
}
"""For each kind of cell: which cells count, and when one is right."""


def figures(tables: Sequence[TableOutcome]) -> dict[str, Share]:
    """The figures of the issue's table, and those by kind of cell."""
    photos = [photo for table in tables for photo in table.judged]
    every = [photo for table in tables for photo in table.photos]
    cells = [cell for photo in photos for cell in photo.cells]
    found = {
        "tables without a failure": share(table.failure is None for table in tables),
        "tiles and turns": Share(
            sum(table.tiles_right for table in tables), sum(table.tiles for table in tables)
        ),
        "start": Share(
            sum(table.start_right for table in tables), sum(table.start_cells for table in tables)
        ),
        "cells fully right": share(cell.right for cell in cells),
        "boards without an error": share(not photo.wrong for photo in photos),
        "unusable looks found": share(not p.usable for p in every if not p.should_be_usable),
        "usable looks taken": share(p.usable for p in every if p.should_be_usable),
    }
    for name, (counts, right) in KINDS.items():
        found[name] = share(right(cell) for cell in cells if counts(cell))
    return found


def by_elevation(tables: Sequence[TableOutcome], step: float = 10.0) -> dict[str, Share]:
    """Cells fully right for each band of the camera's elevation."""
    bands: dict[float, list[TableOutcome]] = {}
    for table in tables:
        if table.elevation is not None:
            bands.setdefault(step * (table.elevation // step), []).append(table)
    return {
        f"{low:.0f}° to {low + step:.0f}°": figures(some)["cells fully right"]
        for low, some in sorted(bands.items())
    }


BOUNDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.01)


def calibration(tables: Sequence[TableOutcome]) -> list[tuple[str, float, Share]]:
    """For each band of confidence: its mean, and how often it was right."""
    cells = [c for table in tables for photo in table.judged for c in photo.cells]
    rows = []
    for low, high in itertools.pairwise(BOUNDS):
        band = [cell for cell in cells if low <= cell.confidence < high]
        if band:
            mean = sum(cell.confidence for cell in band) / len(band)
            rows.append((f"{low:g} to {min(high, 1):g}", mean, share(c.right for c in band)))
    return rows
