"""A pen that inks and scrapes clean shapes on a disc of radius 1, x to the right and y down.

It draws several times larger than asked for and is reduced at the end, so that edges are soft.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.tile_pictures.noise import Floats, floats

OVERSAMPLING = 4
_SHIFT = 4

Point = tuple[float, float]


class Pen:
    """A blank disc and the ways to draw on it; `ink=False` scrapes ink away again."""

    def __init__(self, size_px: int) -> None:
        self._size = size_px
        self._large = size_px * OVERSAMPLING
        self._mask: NDArray[np.uint8] = np.zeros((self._large, self._large), np.uint8)

    def disc(self, radius: float, at: Point = (0, 0), ink: bool = True) -> None:
        """A filled circle."""
        middle = self._fixed([at])[0, 0]
        reach = round(radius * self._large / 2 * 2**_SHIFT)
        centre = (int(middle[0]), int(middle[1]))
        cv2.circle(self._mask, centre, reach, 255 * ink, -1, cv2.LINE_8, _SHIFT)

    def ring(self, radius: float, width: float, at: Point = (0, 0)) -> None:
        """A circle's line, `radius` to its middle; what is inside stays as it was."""
        turns = np.linspace(0, 2 * math.pi, 97)
        points = [(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in turns]
        self.line(points, width)

    def area(self, points: Iterable[Point], ink: bool = True) -> None:
        """A filled polygon."""
        cv2.fillPoly(self._mask, [self._fixed(points)], 255 * ink, cv2.LINE_8, _SHIFT)

    def line(self, points: Sequence[Point], width: float, ink: bool = True) -> None:
        """A line through points, with round ends."""
        thick = max(1, round(width * self._large / 2))
        fixed = self._fixed(points)
        cv2.polylines(self._mask, [fixed], False, 255 * ink, thick, cv2.LINE_8, _SHIFT)

    def reduced(self) -> Floats:
        """The mask in the size asked for, 0 to 1."""
        size = (self._size, self._size)
        return floats(cv2.resize(self._mask, size, interpolation=cv2.INTER_AREA)) / np.float32(255)

    def _fixed(self, points: Iterable[Point]) -> NDArray[np.int32]:
        """Points as fixed-point pixels; a pixel's middle has whole coordinates in OpenCV."""
        pixels = (np.array(list(points), np.float64) + 1) * (self._large / 2) - 0.5
        fixed: NDArray[np.int32] = np.rint(pixels * 2**_SHIFT).astype(np.int32)
        return fixed.reshape(-1, 1, 2)


def turned(points: Iterable[Point], angle: float) -> list[Point]:
    """Points turned about the middle, clockwise as seen."""
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]


def mirrored(half: Sequence[Point]) -> list[Point]:
    """A symmetric outline from its right half, which runs from the top to the bottom."""
    return [*half, *((-x, y) for x, y in reversed(half))]


def star_points(tips: int, outer: float, inner: float, turn: float = -math.pi / 2) -> list[Point]:
    """The outline of a star, a tip upwards."""
    return [
        ((outer, inner)[k % 2] * math.cos(a), (outer, inner)[k % 2] * math.sin(a))
        for k, a in ((k, turn + k * math.pi / tips) for k in range(2 * tips))
    ]
