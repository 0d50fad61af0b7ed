"""Closed tubes around the arm, from a profile of gaps to the skin: sleeves, bands, bracelets.

Shape only: what a tube is made of is said where it is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.hands.flesh import Floats, Singles, arm_section

Integers = NDArray[np.int32]

# The arm below the wrist is round only in parts: a tube is never closer than this to its ellipse.
_LEAST_GAP: Final = 0.4


@dataclass(frozen=True, eq=False)
class Tube:
    """A mesh in the arm's frame; its rows of vertices run around the arm, seam doubled."""

    vertices: Singles
    triangles: Integers
    normals: Singles
    rows: int
    columns: int
    """Vertices a row, both ends of the seam counted."""


def tube(behind: Floats, gap: Floats, drop: float = 0.0) -> Tube:
    """A tube through rows at places behind the wrist; `gap` (rows, columns - 1) is off the skin.

    Rows may run forth and back, for a wall with two sides. The first and last row are closed with
    a fan. `drop` lowers it: cloth hangs.
    """
    rows, turns = gap.shape
    angle = np.linspace(0, 2 * np.pi, turns + 1)
    gap = np.maximum(np.concatenate([gap, gap[:, :1]], 1), _LEAST_GAP)
    width, thick, rise = (values[:, None] for values in arm_section(behind))
    # The seam is below the arm, where nobody looks.
    x = (width + gap) * np.sin(angle)
    z = rise - drop - (thick + gap) * np.cos(angle)
    y = np.broadcast_to(-behind[:, None], x.shape)
    grid = np.stack([x, y, z], -1)
    normals = _grid_normals(grid)
    ends = np.stack([grid[0, :-1].mean(0), grid[-1, :-1].mean(0)])
    end_normals = np.array([normals[0].mean(0), normals[-1].mean(0)])
    lengths = np.linalg.norm(end_normals, axis=1, keepdims=True)
    end_normals = end_normals / np.maximum(lengths, 1e-9)
    vertices = np.concatenate([grid.reshape(-1, 3), ends])
    return Tube(
        vertices.astype(np.float32),
        _triangles(rows, turns + 1),
        np.concatenate([normals.reshape(-1, 3), end_normals]).astype(np.float32),
        rows,
        turns + 1,
    )


def _grid_normals(grid: Floats) -> Floats:
    along = np.gradient(grid, axis=0)
    closed = np.concatenate([grid[:, -2:-1], grid, grid[:, 1:2]], 1)
    around = closed[:, 2:] - closed[:, :-2]
    normals = np.cross(around, along)
    result: Floats = normals / np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    return result


def _triangles(rows: int, columns: int) -> Integers:
    i, j = (v.ravel() for v in np.mgrid[: rows - 1, : columns - 1])
    a, b = i * columns + j, i * columns + j + 1
    c, d = a + columns, b + columns
    first, last = rows * columns, rows * columns + 1
    k = np.arange(columns - 1)
    end = (rows - 1) * columns + k
    fans = [
        np.stack([np.full_like(k, first), k + 1, k], -1),
        np.stack([np.full_like(k, last), end, end + 1], -1),
    ]
    walls = [np.stack([a, b, c], -1), np.stack([b, d, c], -1)]
    return np.concatenate([*walls, *fans]).astype(np.int32)
