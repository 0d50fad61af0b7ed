"""Triangles to samples: a small depth-buffer rasteriser in numpy.

It knows grids and triangles only; what a camera sees of a hand is in `render`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Integers = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Samples:
    """Which triangle each point of a grid shows (-1: none), and how near it is (0: nothing)."""

    triangle: Integers
    nearness: Singles


def rasterise(corners: Floats, nearness: Floats, size: tuple[int, int]) -> Samples:
    """The nearest triangle at each whole point of a grid of `size` (width, height).

    `corners` (n, 3, 2) are in grid units; `nearness` (n, 3) is positive and greater where nearer,
    the inverse of a depth for instance.
    """
    width, height = size
    triangle = np.full(width * height, -1, np.int32)
    nearest = np.zeros(width * height, np.float32)
    owner, y, left, right = _spans(corners, size)
    first = np.ceil(left)
    counts = (np.floor(right) - first + 1).astype(np.int32)
    some = counts > 0
    owner, y, first, counts = owner[some], y[some], first[some], counts[some]
    # Nearness along a row is a line: its value at the row's first point and its slope.
    slopes = gradients(corners, nearness[..., None])[:, :, 0]
    at = corners[owner, 0]
    start = nearness[owner, 0] + slopes[owner, 0] * (first - at[:, 0])
    start += slopes[owner, 1] * (y - at[:, 1])
    row, along = _spread(counts)
    value = slopes[:, 0].astype(np.float32)[owner][row]
    value *= along
    value += start.astype(np.float32)[row]
    place = (y * width + first).astype(np.int32)[row]
    place += along
    np.maximum.at(nearest, place, value)
    wins = value >= nearest[place]
    triangle[place[wins]] = owner[row[wins]]
    return Samples(triangle.reshape(height, width), nearest.reshape(height, width))


def bounds(corners: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest coordinates of each triangle."""
    # Far faster than a reduction over an axis of three.
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    return np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)


def gradients(corners: Floats, values: Floats | Singles) -> Floats:
    """How values (n, 3, channels) at the corners change along x and y: (n, 2, channels)."""
    ab, ac = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    area = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]
    inverse = 1 / np.where(np.abs(area) < 1e-6, np.inf, area)
    first = (values[:, 1] - values[:, 0]) * inverse[:, None]
    second = (values[:, 2] - values[:, 0]) * inverse[:, None]
    along_x = first * ac[:, 1:] - second * ab[:, 1:]
    along_y = second * ab[:, :1] - first * ac[:, :1]
    return np.stack([along_x, along_y], 1)


def _spread(counts: Integers) -> tuple[Integers, Integers]:
    """For counts (2, 3): owners 0 0 1 1 1 and steps 0 1 0 1 2."""
    owner = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    starts = (np.cumsum(counts) - counts).astype(np.int32)
    steps = np.arange(len(owner), dtype=np.int32)
    steps -= np.repeat(starts, counts)
    return owner, steps


def _spans(corners: Floats, size: tuple[int, int]) -> tuple[Integers, Floats, Floats, Floats]:
    """All rows of all triangles: owner, y, and from where to where in x, inside the grid."""
    # Sorted by y, the long edge bounds a row on one side and the two short ones on the other.
    order = np.argsort(corners[:, :, 1], axis=1)
    sides = np.take_along_axis(corners, order[:, :, None], axis=1)
    top, middle, bottom = (sides[:, k] for k in range(3))
    begin = np.maximum(np.ceil(top[:, 1]), 0)
    end = np.minimum(np.floor(bottom[:, 1]), size[1] - 1)
    owner, step = _spread(np.maximum(end - begin + 1, 0).astype(np.int32))
    y: Floats = begin[owner] + step

    def slope(a: Floats, b: Floats) -> Floats:
        rise = b[:, 1] - a[:, 1]
        return np.asarray((b[:, 0] - a[:, 0]) / np.where(rise < 1e-12, np.inf, rise))

    long = top[owner, 0] + slope(top, bottom)[owner] * (y - top[owner, 1])
    upper = y < middle[owner, 1]
    knee = np.where(upper, slope(top, middle)[owner], slope(middle, bottom)[owner])
    short = middle[owner, 0] + knee * (y - middle[owner, 1])
    slack = 1e-6
    left = np.maximum(np.minimum(long, short) - slack, 0)
    right = np.minimum(np.maximum(long, short) + slack, size[0] - 1)
    return owner, y, left, right
