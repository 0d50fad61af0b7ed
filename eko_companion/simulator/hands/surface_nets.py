"""A closed triangle mesh around the inside of a field of distances: naive surface nets.

One vertex in each grid cell that the surface crosses, at the mean of the crossings on its edges;
one quad around each crossed edge. It knows nothing of hands.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Integers = NDArray[np.int32]
Floats = NDArray[np.float64]


def surface(field: Singles) -> tuple[Floats, Integers]:
    """Vertices (n, 3) in grid units and triangles (m, 3) of where `field` is 0.

    The cross product of a triangle's edges points to the positive side. The surface is closed if
    the field is positive all over the border.
    """
    places, number = _vertices(field)
    triangles = np.concatenate([_quads(field, number, axis) for axis in range(3)])
    return places, triangles.astype(np.int32)


def _vertices(field: Singles) -> tuple[Floats, Integers]:
    """A vertex for each crossed cell, in grid units, and the cells' vertex numbers (-1: none)."""
    inside = field < 0
    cells = tuple(n - 1 for n in field.shape)
    corners = list(product((0, 1), repeat=3))

    def corner(values: NDArray[np.generic], at: tuple[int, ...]) -> NDArray[np.generic]:
        return values[tuple(slice(a, a + n) for a, n in zip(at, cells, strict=True))]

    count = np.zeros(cells, np.int8)
    for at in corners:
        count += corner(inside, at)
    crossed = np.nonzero((count > 0) & (count < 8))
    number = np.full(cells, -1, np.int32)
    number[crossed] = np.arange(len(crossed[0]))
    base = np.stack(crossed, -1)
    values = {at: field[tuple((base + at).T)].astype(np.float64) for at in corners}
    total = np.zeros((len(base), 3))
    weight = np.zeros(len(base))
    for at in corners:
        for axis in range(3):
            if at[axis]:
                continue
            end = tuple(1 if k == axis else a for k, a in enumerate(at))
            a, b = values[at], values[end]
            cut = (a < 0) != (b < 0)
            share = np.where(cut, a / np.where(cut, a - b, 1), 0.0)
            point = np.broadcast_to(np.array(at, float), total.shape).copy()
            point[:, axis] = share
            total += np.where(cut[:, None], point, 0)
            weight += cut
    return base + total / weight[:, None], number


def _quads(field: Singles, number: Integers, axis: int) -> Integers:
    """Two triangles around each crossed edge along an axis; all four cells around it exist."""
    inside = np.moveaxis(field, axis, 0) < 0
    cells = np.moveaxis(number, axis, 0)
    edges = (inside[:-1] != inside[1:])[:, 1:-1, 1:-1]
    i, j, k = np.nonzero(edges)
    around = [cells[i, j, k], cells[i, j + 1, k], cells[i, j + 1, k + 1], cells[i, j, k + 1]]
    # moveaxis keeps the order of the two others: for the middle axis that turns the winding.
    forward = inside[i, j + 1, k + 1] != (axis == 1)
    a, b, c, d = (
        np.where(forward, one, other)
        for one, other in zip(around, [around[0], *around[:0:-1]], strict=True)
    )
    return np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)])
