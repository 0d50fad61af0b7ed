"""The skin as a mesh: the field of `flesh` sampled on a grid that widens along the arm.

Only shape and the darkness between the fingers; colour is in `skin`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from eko_companion.simulator.hands.flesh import (
    ARM_LENGTH,
    ARM_PLACES,
    ARM_RISE,
    Flesh,
    Floats,
    Singles,
)
from eko_companion.simulator.hands.surface_nets import Integers, surface

_STEP: Final = 2.8
"""Millimetres between grid planes over the hand."""
_COARSE: Final = 4
_WIDEST: Final = 3.0
_LONGEST: Final = 16.0
_HAND_ENDS: Final = -22.0
"""Behind this place (y) the grid begins to widen."""


@dataclass(frozen=True, eq=False)
class SkinMesh:
    """A closed mesh in the arm's frame with its normals and openness (1: nothing near)."""

    vertices: Singles
    triangles: Integers
    normals: Singles
    openness: Singles


class _Grid:
    """Evenly counted planes; behind the wrist their distances grow and they follow the arm."""

    def __init__(self, flesh: Flesh) -> None:
        low, high = flesh.bounds()
        low, high = np.minimum(low, (-38.0, 0, -30.0)), np.maximum(high, (38.0, 0, 32.0))
        self._x = np.arange(low[0], high[0] + _STEP, _STEP)
        self._z = np.arange(low[2], high[2] + _STEP, _STEP)
        behind, step = [_HAND_ENDS], _STEP
        while behind[-1] > -ARM_LENGTH - 30:
            step = min(step * 1.14, _LONGEST)
            behind.append(behind[-1] - step)
        ahead = np.arange(_HAND_ENDS + _STEP, high[1] + _STEP, _STEP)
        self._y = np.concatenate([behind[::-1], ahead])

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self._x), len(self._y), len(self._z)

    def points(self, places: Floats) -> Singles:
        """Where places in grid units are."""
        axes = (self._x, self._y, self._z)
        x, y, z = (np.interp(places[:, k], np.arange(len(a)), a) for k, a in enumerate(axes))
        wide = np.interp(-y, (-_HAND_ENDS, 190.0), (1.0, _WIDEST))
        rise = np.interp(-y, ARM_PLACES, ARM_RISE)
        return np.stack([x * wide, y, z * wide + rise], -1).astype(np.float32)


def _sampled(flesh: Flesh, grid: _Grid) -> Singles:
    """The field on the grid: exact near the skin, of the right sign elsewhere."""
    rough_axes = [np.arange(0, n + _COARSE, _COARSE) for n in grid.shape]
    rough_places = np.stack(np.meshgrid(*rough_axes, indexing="ij"), -1)
    rough_points = grid.points(rough_places.reshape(-1, 3).astype(np.float64))
    rough = flesh.distance(rough_points).reshape(rough_places.shape[:3])
    stretch = np.interp(-rough_points[:, 1], (-_HAND_ENDS, 190.0), (1.0, _WIDEST * 2))
    sure = np.abs(rough) - np.float32(_STEP * _COARSE * 0.95) * stretch.reshape(rough.shape)
    nearest = [(np.arange(n) + _COARSE // 2) // _COARSE for n in grid.shape]
    field: Singles = rough[np.ix_(*nearest)]
    open_places = np.argwhere((sure < 0)[np.ix_(*nearest)])
    exact = flesh.distance(grid.points(open_places.astype(np.float64)))
    field[tuple(open_places.T)] = exact
    return field


def _openness(flesh: Flesh, vertices: Singles, normals: Singles) -> Singles:
    """How much of the half space over each vertex is free of flesh, roughly."""
    # A spiral of directions over the normal, the same at every vertex: smooth, no noise.
    rays, reaches = 9, (4.0, 9.0, 18.0)
    helper = np.where(np.abs(normals[:, :1]) < 0.8, [[1.0, 0, 0]], [[0, 1.0, 0]])
    across = np.cross(normals, helper).astype(np.float32)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    other = np.cross(normals, across)
    free = np.zeros(len(vertices), np.float32)
    for ray in range(rays):
        height = 1 - 0.75 * ray / (rays - 1)
        turn = 2.39996 * ray
        flat = np.sqrt(1 - height * height)
        way = height * normals + flat * (np.cos(turn) * across + np.sin(turn) * other)
        seen = np.ones(len(vertices), np.float32)
        for reach in reaches:
            distance = flesh.distance(vertices + np.float32(reach) * way.astype(np.float32))
            seen = np.minimum(seen, np.clip(distance / (0.45 * height * reach), 0, 1))
        free += seen
    result: Singles = (free / rays).astype(np.float32)
    return result


def mesh_flesh(flesh: Flesh) -> SkinMesh:
    """The mesh of a bent hand and its arm."""
    grid = _Grid(flesh)
    places, triangles = surface(_sampled(flesh, grid))
    vertices = grid.points(places)
    normals = flesh.normals(vertices)
    return SkinMesh(vertices, triangles, normals, _openness(flesh, vertices, normals))
