"""What single cells look like, whichever way they are turned, and which terrain that suggests.

A few cells named by the players are examples; the terrain of the rest is proposed by likeness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.terrain import Terrain
from eko_companion.sources.protocol import Image
from eko_companion.vision.tiles.placing import places_in
from eko_companion.vision.tiles.top_view import TopGrid, top_view

_RINGS: Final = 6
_LIGHT_RANGE: Final = 12.0
"""Lab units by which cells of one terrain may well differ."""
_LEAST_LOOK: Final = 0.9
"""The share of a cell that must be in the photo."""
_WEIGHT_OF_COLOUR: Final = 1.5


@dataclass(frozen=True, eq=False)
class CellLooks:
    """Cells of a grid and a row of numbers for each, comparable by their distance."""

    cells: tuple[Cell, ...]
    rows: Floats
    outer: frozenset[Cell]
    """Cells at the rim of what is seen: surely table, since boards lie inside a photo."""

    def row(self, cell: Cell) -> Floats | None:
        """The numbers of one cell; None where it is not in the photo."""
        if cell not in self.cells:
            return None
        result: Floats = self.rows[self.cells.index(cell)]
        return result


def cell_looks(photo: Image, camera: Camera, view: TopGrid, pieces: Pieces) -> CellLooks:
    """The looks of all cells in a view that lies along the grid."""
    image, seen = top_view(photo, camera, view, pieces.tile_thickness)
    lab: Any = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    smooth: Any = cv2.GaussianBlur(lab, (0, 0), 0.6 * view.scale)
    across: Any = cv2.Scharr(smooth[:, :, 0], cv2.CV_32F, 1, 0) / 32
    down: Any = cv2.Scharr(smooth[:, :, 0], cv2.CV_32F, 0, 1) / 32
    slope = np.hypot(across, down) * view.scale
    layers = np.dstack([smooth, slope])
    cells, rows = [], []
    for cell in places_in(view, pieces.pitch):
        row = _row(layers, seen, view, cell, pieces.pitch)
        if row is not None:
            cells.append(cell)
            rows.append(row)
    known = set(cells)
    outer = frozenset(cell for cell in known if not known.issuperset(cell.neighbours()))
    return CellLooks(tuple(cells), np.array(rows).reshape(len(rows), -1), outer)


def terrain_likelihoods(
    looks: CellLooks, named: Mapping[Cell, Terrain | None]
) -> dict[Cell, dict[Terrain | None, float]]:
    """For every cell the probability of each terrain that an example was named for.

    None stands for bare table; the rim of the photo is taken as examples of it.
    """
    examples: dict[Terrain | None, list[Floats]] = {None: []}
    for cell in looks.outer - set(named):
        row = looks.row(cell)
        if row is not None:
            examples[None].append(row)
    for cell, terrain in named.items():
        row = looks.row(cell)
        if row is not None:
            examples.setdefault(terrain, []).append(row)
    kinds = [kind for kind, rows in examples.items() if rows]
    distances = np.stack([_nearest(looks.rows, np.array(examples[kind])) for kind in kinds], 1)
    # How far cells of one kind usually lie from each other tells what a distance means.
    spread = float(np.median(distances.min(1))) + 1e-6
    weights = np.exp(-0.5 * (distances**2 - distances.min(1, keepdims=True) ** 2) / spread**2)
    chances = 0.98 * weights / weights.sum(1, keepdims=True) + 0.02 / len(kinds)
    found = {}
    for cell, row in zip(looks.cells, chances, strict=True):
        found[cell] = dict(zip(kinds, (float(value) for value in row), strict=True))
        if cell in named:
            found[cell] = {kind: float(kind == named[cell]) for kind in kinds}
    return found


def _nearest(rows: Floats, examples: Floats) -> Floats:
    """The distance of each row to the nearest example."""
    gaps = np.linalg.norm(rows[:, None, :] - examples[None, :, :], axis=2)
    result: Floats = gaps.min(1)
    return result


def _row(
    layers: NDArray[np.float32], seen: NDArray[np.bool_], view: TopGrid, cell: Cell, pitch: float
) -> Floats | None:
    """Means and spreads of light, colour and edges, ring by ring around a cell's middle."""
    x, y = view.pixels(np.array(centre(cell, pitch)))
    half = int(np.ceil(pitch * view.scale / 2))
    left, top = round(float(x)) - half, round(float(y)) - half
    if left < 0 or top < 0:
        return None
    window = layers[top : top + 2 * half + 1, left : left + 2 * half + 1]
    if window.shape[:2] != (2 * half + 1, 2 * half + 1):
        return None
    down, across = np.ogrid[: 2 * half + 1, : 2 * half + 1]
    radius = np.hypot(across - (x - left), down - (y - top)) / (pitch * view.scale / 2)
    inside = radius < 1
    if seen[top : top + 2 * half + 1, left : left + 2 * half + 1][inside].mean() < _LEAST_LOOK:
        return None
    numbers: list[float] = []
    # Rings of equal area.
    for ring in range(_RINGS):
        own = (radius**2 >= ring / _RINGS) & (radius**2 < (ring + 1) / _RINGS)
        values = window[own]
        mean, spread = values.mean(0), values.std(0)
        numbers += [
            mean[0] / _LIGHT_RANGE,
            _WEIGHT_OF_COLOUR * mean[1] / _LIGHT_RANGE,
            _WEIGHT_OF_COLOUR * mean[2] / _LIGHT_RANGE,
            spread[0] / _LIGHT_RANGE,
            0.5 * mean[3] / _LIGHT_RANGE,
        ]
    return np.array(numbers, float)
