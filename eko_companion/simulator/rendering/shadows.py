"""Which points of the table a light reaches: shadows from heights seen from above.

Nothing on the table overhangs much, so a map of heights tells all: seen along a light's direction,
each place lies under a ceiling of shadow, and whatever is higher than that is lit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.lighting import Light, Lighting
from eko_companion.simulator.rendering.colour import Singles

_SHIFT: Final = 4
"""Binary digits of a pixel's fraction in drawing calls."""
_FIRST: Final = 0.9
"""Millimetres before something can stand in its own light."""
_WEAK: Final = 1.2
"""The sum of a weak light's colours; a bright one has 2 to 3."""
_RESCALE: Final = 1024
"""OpenCV's remap takes at most 32767 rows: long lists are folded to this width."""


@dataclass(frozen=True, eq=False)
class HeightMap:
    """How high the highest thing is above each point of the table, in millimetres."""

    left: float
    top: float
    scale: float
    """Samples a millimetre."""
    heights: Singles
    ground: Singles
    """The same with the pieces away: table and tiles."""

    def place(self, x: Singles, y: Singles) -> tuple[Singles, Singles]:
        """Column and row of points of the table."""
        scale = np.float32(self.scale)
        return (x - np.float32(self.left)) * scale, (y - np.float32(self.top)) * scale


def height_map(
    region: tuple[float, float, float, float],
    scale: float,
    tiles: Iterable[tuple[NDArray[np.float64], float]],
    tops: Iterable[tuple[NDArray[np.float64], float]],
) -> HeightMap:
    """Draw tiles and then things, each as a polygon (x, y) with its height.

    `region` is left, top, right, bottom in millimetres.
    """
    left, top, right, bottom = region
    shape = (math.ceil((bottom - top) * scale) + 1, math.ceil((right - left) * scale) + 1)
    heights = np.zeros(shape, np.float32)
    for polygon, height in tiles:
        _fill(heights, (polygon - [left, top]) * scale, height)
    ground = heights.copy()
    for polygon, height in sorted(tops, key=lambda entry: entry[1]):
        _fill(heights, (polygon - [left, top]) * scale, height)
    return HeightMap(left, top, scale, heights, ground)


def _fill(heights: Singles, polygon: NDArray[np.float64], height: float) -> None:
    points = np.rint(polygon * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(heights, [points], float(height), shift=_SHIFT)


class LightField:
    """All lights over one arrangement of things; tells how bright any point is."""

    def __init__(self, heights: HeightMap, lighting: Lighting) -> None:
        self.heights = heights
        self.lighting = lighting
        self.ceilings = [_ceilings(heights, light) for light in lighting.lights]
        scale = heights.scale
        near = cv2.GaussianBlur(heights.heights, (0, 0), 5.5 * scale)
        wide = cv2.GaussianBlur(heights.heights, (0, 0), 16.0 * scale)
        self.crowd = np.asarray(0.6 * near + 0.4 * wide, np.float32)

    def on_ground(self) -> Singles:
        """Light on the table and tiles as a top view with three colours."""
        heights = self.heights
        rise = self.crowd - heights.ground
        open_sky = 1 - np.clip(rise * np.float32(0.055), 0, 0.6)
        total = open_sky[..., None] * bgr_light(self.lighting.sky)
        for light, ceilings in zip(self.lighting.lights, self.ceilings, strict=True):
            lit = np.zeros_like(open_sky)
            for ceiling in ceilings:
                lit += _above(heights.ground, ceiling)
            softness = 0.25 + 0.09 * light.spread
            lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), softness * heights.scale), np.float32)
            strength = light.direction[2] / len(ceilings) * self._strength(light, *self._grid())
            total += (lit * strength)[..., None] * bgr_light(light.colour)
        return np.asarray(total, np.float32)

    def reach(self, index: int, x: Singles, y: Singles, z: Singles) -> Singles:
        """How much of one light reaches points, 0 to 1, times its strength there."""
        light, ceilings = self.lighting.lights[index], self.ceilings[index]
        columns, rows = self.heights.place(x, y)
        lit = np.zeros_like(x)
        for ceiling in ceilings:
            lit += _above(z, sample(ceiling, columns, rows))
        lit *= np.float32(1 / len(ceilings))
        if light.fall_off > 0.02:
            lit *= self._strength(light, x, y)
        return lit

    def openness(self, x: Singles, y: Singles, z: Singles) -> Singles:
        """How much of the sky points see, 0 to 1."""
        columns, rows = self.heights.place(x, y)
        rise = sample(self.crowd, columns, rows) - z
        return np.asarray(1 - np.clip(rise * np.float32(0.04), 0, 0.6), np.float32)

    def _grid(self) -> tuple[Singles, Singles]:
        rows, columns = self.heights.heights.shape
        x = np.arange(columns, dtype=np.float32)[None] / self.heights.scale + self.heights.left
        y = np.arange(rows, dtype=np.float32)[:, None] / self.heights.scale + self.heights.top
        return np.asarray(x, np.float32), np.asarray(y, np.float32)

    @staticmethod
    def _strength(light: Light, x: Singles, y: Singles) -> Singles:
        """Nearer to the light is brighter; the middle of the board has its full colour."""
        towards = light.direction
        flat = math.hypot(towards[0], towards[1]) or 1.0
        side = (x * np.float32(towards[0] / flat) + y * np.float32(towards[1] / flat)) / 400
        return np.asarray(1 + np.float32(light.fall_off) * np.clip(side, -1, 1), np.float32)


def bgr_light(colour: tuple[float, float, float]) -> Singles:
    """A light's colour, which is linear already, in OpenCV's order."""
    return np.asarray(colour[::-1], np.float32)


def sample(values: Singles, columns: Singles, rows: Singles) -> Singles:
    """Values of a map at places between its samples."""
    if columns.ndim == 2:
        found = cv2.remap(values, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, np.float32)
    count = len(columns)
    short = -count % _RESCALE
    across, down = (np.pad(part, (0, short)).reshape(-1, _RESCALE) for part in (columns, rows))
    found = cv2.remap(values, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32).reshape(-1)[:count]


def _above(z: Singles, ceiling: Singles) -> Singles:
    over = z - ceiling
    over *= np.float32(0.8)
    over += np.float32(1.0)
    return np.clip(over, 0, 1, out=over)


def _ceilings(heights: HeightMap, light: Light) -> list[Singles]:
    """The ceilings of shadow for a few points of a light, or for its middle alone."""
    spread = light.spread
    points = [(0.0, 0.0)]
    # The shadows of a weak light are faint: nobody sees how soft they are.
    if sum(light.colour) > _WEAK and spread > 1.5:
        flat = max(math.cos(math.radians(light.elevation)), 0.2)
        points = [(-0.75 * spread / flat, -0.3 * spread), (0.75 * spread / flat, -0.3 * spread)]
        points.append((0.0, 0.7 * spread))
    return [_ceiling(heights, light.turned(around, up)) for around, up in points]


def _ceiling(heights: HeightMap, towards: NDArray[np.float64]) -> Singles:
    """Each place takes the highest thing in the light's way, less what the light rises there."""
    flat = math.hypot(towards[0], towards[1]) or 1e-6
    rise = towards[2] / flat
    across, down = towards[0] / flat, towards[1] / flat
    highest = float(heights.heights.max())
    if highest <= 0:
        return np.full_like(heights.heights, -1e3)
    ceiling = _moved(heights, heights.heights, across, down, _FIRST) - np.float32(_FIRST * rise)
    step, reached = 1.0 / heights.scale, _FIRST
    while reached < highest / rise:
        moved = _moved(heights, ceiling, across, down, step)
        np.maximum(ceiling, moved - np.float32(step * rise), out=ceiling)
        reached += step
        step *= 2
    return ceiling


def _moved(heights: HeightMap, values: Singles, across: float, down: float, by: float) -> Singles:
    """The map as seen from points that lie `by` millimetres farther from the light."""
    scale = heights.scale
    matrix = np.array([[1, 0, across * by * scale], [0, 1, down * by * scale]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (values.shape[1], values.shape[0])
    moved = cv2.warpAffine(values, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)
