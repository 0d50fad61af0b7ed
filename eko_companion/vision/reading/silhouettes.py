"""What the pieces that could stand on a cell would cover of its view.

Perspective is exact; the shapes are the plain solids of the measured pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats, Solid, Stance, building_solid, disc_solid
from eko_companion.geometry.solids import hull_points
from eko_companion.rules import Cell
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS
from eko_companion.vision.reading.known_board import KnownBoard
from eko_companion.vision.reading.views import ACROSS, FOOT, HEIGHT, UPWARD, WIDTH, screens

_TURNS: Final = range(0, 180, 15)
_FINER: Final = 3
"""Fractional bits of the polygons' corners."""

Masks = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """For each cell of the views what its pieces would cover: 0 to 255."""

    stacks: Masks
    """Cells, heights from one disc, rows, columns."""
    buildings: Masks
    """Cells, camp to castle, rows, columns: how often a pixel is covered over all turns."""

    def nested(self) -> Masks:
        """For each cell one picture of all heights: 255 where one disc would be seen, then less."""
        count = self.stacks.shape[1]
        steps = (self.stacks > 127).sum(1, dtype=np.uint16) * 255 // count
        return np.asarray(steps, np.uint8)


def silhouettes(board: KnownBoard, cells: list[Cell]) -> Silhouettes:
    """Draw the silhouettes for cells; needed once for every pose of the camera."""
    frames = ViewFrames(board, cells)
    stacks = np.zeros((len(cells), HEIGHTS, HEIGHT, WIDTH), np.uint8)
    for height in range(1, HEIGHTS + 1):
        corners = frames.seen(disc_solid(board.pieces, height))
        for number, points in enumerate(corners):
            fill(stacks[number, height - 1], points)
    buildings = np.zeros((len(cells), len(KINDS), HEIGHT, WIDTH), np.uint8)
    for index, kind in enumerate(KINDS):
        total = np.zeros((len(cells), HEIGHT, WIDTH), np.uint16)
        for turn in _TURNS:
            corners = frames.seen(building_solid(board.pieces, kind), turn)
            for number, points in enumerate(corners):
                one = np.zeros((HEIGHT, WIDTH), np.uint8)
                fill(one, points)
                total[number] += one
        buildings[:, index] = total // len(_TURNS)
    return Silhouettes(stacks, buildings)


class ViewFrames:
    """Projects solids that stand on cells into the views of these cells."""

    def __init__(self, board: KnownBoard, cells: list[Cell]) -> None:
        self._feet = board.feet(cells)
        self._origin = board.camera.origin
        self._right, self._up, self._sight = screens(board.camera, self._feet)
        self._depth: Floats = np.asarray(np.linalg.norm(self._feet - self._origin, axis=1), float)
        self._disc = board.pieces.disc_diameter

    def seen(self, solid: Solid, turn: float = 0.0) -> Floats:
        """For each cell the points of the solid in pixels (column, row) of its view."""
        points = hull_points(solid, Stance(0, 0, 0, turn))
        return self.seen_points(self._feet[:, None, :] + points)

    def seen_points(self, points: Floats) -> Floats:
        """Points (cells, points, xyz) of the board in pixels of each cell's view."""
        rays = points - self._origin
        along = np.einsum("npk,nk->np", rays, self._sight)
        hit = (
            rays * (self._depth[:, None] / along)[..., None] + (self._origin - self._feet)[:, None]
        )
        across = np.einsum("npk,nk->np", hit, self._right) / self._disc * ACROSS
        upward = np.einsum("npk,nk->np", hit, self._up) / self._disc * UPWARD
        return np.stack([FOOT[0] + across, FOOT[1] - upward], -1)

    def seen_by(self, number: int, points: Floats) -> Floats:
        """Points (x, y, z), one a row, in pixels of one cell's view."""
        rays = points - self._origin
        along = rays @ self._sight[number]
        hit = rays * (self._depth[number] / along)[:, None] + (self._origin - self._feet[number])
        across = hit @ self._right[number] / self._disc * ACROSS
        upward = hit @ self._up[number] / self._disc * UPWARD
        result: Floats = np.column_stack([FOOT[0] + across, FOOT[1] - upward])
        return result

    def beside(self) -> Floats:
        """For each cell (row) how far to the side every other one is seen, in millimetres."""
        off = self._feet[None] - self._feet[:, None]
        return np.asarray(np.abs(np.einsum("abk,ak->ab", off, self._right)), float)

    def nearness(self) -> Floats:
        """For each cell its distance from the camera."""
        return self._depth

    def on_ground(self, number: int, columns: float, rows: float) -> Floats:
        """How far on the board (x, y, 0) a foot is moved that is seen so many pixels off."""
        right = self._right[number]
        away = self._up[number] * [1, 1, 0]
        # Seen at an angle, a way along the ground is shortened by its sine.
        steepness = max(abs(float(self._sight[number, 2])), 0.1)
        away = away / max(float(np.linalg.norm(away)), 1e-9) / steepness
        result: Floats = right * (columns * self._disc / ACROSS) - away * (
            rows * self._disc / UPWARD
        )
        return result


def fill(mask: Masks, points: Floats) -> None:
    """Fill the convex hull of points (column, row)."""
    hull = cv2.convexHull(np.round(points * (1 << _FINER)).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, _FINER)
