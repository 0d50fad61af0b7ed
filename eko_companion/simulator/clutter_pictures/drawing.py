"""A sheet to draw one flat thing on: colours and how much they cover, all lengths in millimetres.

It is drawn larger than it is handed out and reduced at the end, so that edges are soft.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.tile_pictures.noise import Floats, floats, fractal_noise

PX_PER_MM = 3
"""The resolution of what is handed out."""
_LARGE = 2
_SHIFT = 4
_FONT = cv2.FONT_HERSHEY_SIMPLEX

Point = tuple[float, float]
Rgb = tuple[float, float, float]


class Drawing:
    """What is drawn so far; it begins in one colour and covers nothing."""

    def __init__(self, width: float, depth: float, ground: Rgb) -> None:
        self.width, self.depth = width, depth
        self.px = PX_PER_MM * _LARGE
        # Whole pixels at both resolutions.
        self._size = (max(1, round(width * PX_PER_MM)), max(1, round(depth * PX_PER_MM)))
        shape = (self._size[1] * _LARGE, self._size[0] * _LARGE)
        self.colour: NDArray[np.uint8] = np.empty((*shape, 3), np.uint8)
        self.colour[:] = _bytes(ground)
        self.cover: NDArray[np.uint8] = np.zeros(shape, np.uint8)

    def area(self, points: Iterable[Point], colour: Rgb | None, cover: float | None = None) -> None:
        """Fill a polygon; with `cover` it also becomes part of the thing."""
        fixed = [self._fixed(points)]
        if colour is not None:
            cv2.fillPoly(self.colour, fixed, _bytes(colour), cv2.LINE_AA, _SHIFT)
        if cover is not None:
            cv2.fillPoly(self.cover, fixed, round(255 * cover), cv2.LINE_AA, _SHIFT)

    def line(
        self, points: Iterable[Point], width: float, colour: Rgb | None, cover: float | None = None
    ) -> None:
        """Draw a line with round ends; with `cover` it also becomes part of the thing."""
        fixed, thick = [self._fixed(points)], max(1, round(width * self.px))
        if colour is not None:
            cv2.polylines(self.colour, fixed, False, _bytes(colour), thick, cv2.LINE_AA, _SHIFT)
        if cover is not None:
            value = round(255 * cover)
            cv2.polylines(self.cover, fixed, False, value, thick, cv2.LINE_AA, _SHIFT)

    def disc(
        self, at: Point, radius: float, colour: Rgb | None, cover: float | None = None
    ) -> None:
        """Fill a circle."""
        self.area(ellipse(at, radius, radius), colour, cover)

    def text(self, at: Point, text: str, height: float, colour: Rgb, width: float = 0.25) -> None:
        """Write from a left lower corner, in letters of a height and lines of a width."""
        thick = max(1, round(width * self.px))
        place = (round(at[0] * self.px), round(at[1] * self.px))
        scale = self._scale(height)
        cv2.putText(self.colour, text, place, _FONT, scale, _bytes(colour), thick, cv2.LINE_AA)

    def length(self, text: str, height: float) -> float:
        """How long a text becomes."""
        return float(cv2.getTextSize(text, _FONT, self._scale(height), 1)[0][0] / self.px)

    def _scale(self, height: float) -> float:
        """The size that OpenCV wants for letters of a height; its fonts differ by version."""
        (_, high), _ = cv2.getTextSize("H", _FONT, 1.0, 1)
        return height * self.px / max(high, 1)

    def blend(self, mask: Floats, colour: Rgb) -> None:
        """Mix a colour in, by a mask of the sheet's shape from 0 to 1."""
        part = np.clip(mask, 0, 1)[..., None]
        mixed = self.colour + part * (np.array(_bytes(colour), np.float32) - self.colour)
        self.colour[:] = mixed.astype(np.uint8)

    def noise(self, wavelength: float, rng: np.random.Generator, octaves: int = 3) -> Floats:
        """Noise about in [-1, 1] over the sheet."""
        rows, columns = self._size[1], self._size[0]
        field = fractal_noise((rows, columns), PX_PER_MM, 1 / wavelength, rng, octaves)
        return floats(cv2.resize(field, (columns * _LARGE, rows * _LARGE)))

    def grid(self) -> tuple[Floats, Floats]:
        """Every pixel's place, in millimetres from the left upper corner."""
        rows, columns = self.cover.shape
        x = floats((np.arange(columns) + 0.5) / self.px)
        y = floats((np.arange(rows) + 0.5) / self.px)
        return np.broadcast_to(x[None], (rows, columns)), np.broadcast_to(
            y[:, None], (rows, columns)
        )

    def finished(self, rng: np.random.Generator, mottle: float = 0.012) -> Floats:
        """Blue, green, red and cover from 0 to 1 at the final resolution, slightly mottled."""
        both = np.dstack([self.colour, self.cover])
        small = floats(cv2.resize(both, self._size, interpolation=cv2.INTER_AREA)) / np.float32(255)
        rows, columns = small.shape[:2]
        light = 1 + fractal_noise((rows, columns), PX_PER_MM, 0.4, rng, 2) * np.float32(mottle)
        small[..., :3] *= light[..., None]
        return floats(np.clip(small, 0, 1))

    def _fixed(self, points: Iterable[Point]) -> NDArray[np.int32]:
        pixels = np.array(list(points), np.float64) * self.px - 0.5
        fixed: NDArray[np.int32] = np.rint(pixels * 2**_SHIFT).astype(np.int32)
        return fixed.reshape(-1, 1, 2)


def box(x: float, y: float, width: float, depth: float) -> list[Point]:
    """The corners of an upright rectangle."""
    return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]


def rounded(x: float, y: float, width: float, depth: float, radius: float) -> list[Point]:
    """A rectangle with round corners."""
    points = []
    middles = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + depth - radius, 0),
        (x + radius, y + depth - radius, 90),
        (x + radius, y + radius, 180),
    )
    for across, down, start in middles:
        for degrees in range(start, start + 91, 15):
            turn = math.radians(degrees)
            points.append((across + radius * math.cos(turn), down + radius * math.sin(turn)))
    return points


def ellipse(at: Point, across: float, down: float, count: int = 72) -> list[Point]:
    """The outline of an upright ellipse."""
    turns = np.linspace(0, 2 * math.pi, count, endpoint=False)
    return [(at[0] + across * math.cos(t), at[1] + down * math.sin(t)) for t in turns]


def closed(points: list[Point]) -> list[Point]:
    """An outline as a line that comes back to where it began."""
    return [*points, points[0]]


def turned(points: Iterable[Point], about: Point, angle: float) -> list[Point]:
    """Points turned about a place, clockwise as seen."""
    cos, sin = math.cos(angle), math.sin(angle)
    return [
        (
            about[0] + (x - about[0]) * cos - (y - about[1]) * sin,
            about[1] + (x - about[0]) * sin + (y - about[1]) * cos,
        )
        for x, y in points
    ]


def mixed(a: Rgb, b: Rgb, part: float) -> Rgb:
    """A colour between two, `part` of the way to the second."""
    red, green, blue = (x + part * (y - x) for x, y in zip(a, b, strict=True))
    return red, green, blue


def _bytes(colour: Rgb) -> tuple[float, float, float]:
    """Red, green, blue as OpenCV wants them."""
    red, green, blue = (float(min(255, max(0, part))) for part in colour)
    return blue, green, red
