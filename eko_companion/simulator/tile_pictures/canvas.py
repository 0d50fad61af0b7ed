"""The sheet a tile is painted on: colour and height arrays, and windows of it around a point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

import cv2
import numpy as np

from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.simulator.tile_pictures.noise import Floats, floats, fractal_noise
from eko_companion.simulator.tile_pictures.styles import Rgb, Style

CORNER = 1 / math.sqrt(3)
"""From a cell's middle to its corners, in pitches."""
MARGIN = 2
"""Transparent pixels around the tile."""
SHIFT = 4
"""Binary digits of a pixel's fraction in drawing calls."""

Point = tuple[float, float]


def ink(colour: Rgb) -> Floats:
    """A colour as blue, green, red from 0 to 1."""
    return floats([colour[2] / 255, colour[1] / 255, colour[0] / 255])


def corners(middle: Point, size: float = CORNER) -> list[Point]:
    """The six corners of a pointy-top hex."""
    turns = [math.radians(60 * k + 30) for k in range(6)]
    return [(middle[0] + size * math.cos(t), middle[1] + size * math.sin(t)) for t in turns]


class Patch:
    """A window of a canvas; `x` and `y` run in pitches from its middle, `r`, `angle` are polar."""

    def __init__(self, canvas: Canvas, middle: Point, reach: float) -> None:
        px = canvas.px
        across, down = canvas.pixel(middle)
        rows, columns = canvas.height.shape
        left, right = (int(np.clip(across + s * reach * px, 0, columns)) for s in (-1, 1))
        top, bottom = (int(np.clip(down + s * reach * px, 0, rows)) for s in (-1, 1))
        self.px = px
        self.style = canvas.style
        self.middle = (across - left, down - top)
        self.colour: Floats = canvas.colour[top:bottom, left:right]
        self.height: Floats = canvas.height[top:bottom, left:right]
        self.shape = (bottom - top, right - left)
        self.x, self.y = (
            floats(grid)
            for grid in np.meshgrid(
                (np.arange(left, right) - across) / px, (np.arange(top, bottom) - down) / px
            )
        )

    @cached_property
    def r(self) -> Floats:
        """The distance from the middle."""
        return floats(np.hypot(self.x, self.y))

    @cached_property
    def angle(self) -> Floats:
        """The angle from the x axis towards the y axis, in radians."""
        return floats(np.arctan2(self.y, self.x))

    def noise(
        self, frequency: float, rng: np.random.Generator, octaves: int = 4, ridged: bool = False
    ) -> Floats:
        """A noise field of this window."""
        return fractal_noise(self.shape, self.px, frequency, rng, octaves, ridged)

    def hex_distance(self) -> Floats:
        """From 0 in the middle to 0.5 on the cell's edge, in hexagons."""
        slant = np.float32(math.sqrt(3) / 2) * self.y
        half = self.x / 2
        distance = np.maximum(np.abs(half + slant), np.abs(half - slant))
        return floats(np.maximum(np.abs(self.x), distance))

    def ngon(self, sides: int, turn: float = 0.0) -> Floats:
        """The distance from the middle in regular polygons: the apothem of the one passed."""
        part = 2 * math.pi / sides
        wedge = np.mod(self.angle - turn + part / 2, part) - part / 2
        return floats(self.r * np.cos(wedge))

    def inside(self, distance: Floats, limit: float) -> Floats:
        """An antialiased mask of `distance < limit`, both in pitches."""
        return floats(np.clip((limit - distance) * self.px + 0.5, 0, 1))

    def paint(self, mask: Floats, colour: Rgb | Floats, strength: float = 1.0) -> None:
        """Blend a colour, or a picture of this window's shape, in where the mask says."""
        cover = mask * np.float32(strength)
        # Three equal planes: arrays of one shape multiply far faster than a broadcast over 3.
        if isinstance(colour, tuple):
            wanted = cv2.merge([cover * part for part in ink(colour)])
        else:
            wanted = cv2.merge([cover] * 3) * colour
        self.colour *= cv2.merge([1 - cover] * 3)
        self.colour += wanted

    def fixed(self, points: Iterable[Point]) -> np.ndarray:
        """Points of this window in pitches as fixed-point pixels for drawing calls."""
        scale = 2**SHIFT
        pixels = [
            ((self.middle[0] + x * self.px) * scale, (self.middle[1] + y * self.px) * scale)
            for x, y in points
        ]
        return np.rint(np.array(pixels)).astype(np.int32).reshape(-1, 1, 2)

    def polygon(
        self, points: Sequence[Point], colour: Rgb, strength: float = 1.0, lift: float = 0.0
    ) -> None:
        """Fill a polygon with a colour and set it higher by `lift` pitches."""
        drawn = np.zeros(self.shape, np.uint8)
        cv2.fillPoly(drawn, [self.fixed(points)], 255, cv2.LINE_AA, SHIFT)
        self._stamp(drawn, colour, strength, lift)

    def line(
        self, points: Sequence[Point], colour: Rgb, width: float, strength: float = 1.0
    ) -> None:
        """Draw a line through points, `width` in pitches."""
        drawn = np.zeros(self.shape, np.uint8)
        thickness = max(1, round(width * self.px))
        # Lines finer than a pixel get fainter instead.
        strength *= min(1.0, width * self.px)
        cv2.polylines(drawn, [self.fixed(points)], False, 255, thickness, cv2.LINE_AA, SHIFT)
        self._stamp(drawn, colour, strength, 0.0)

    def _stamp(self, drawn: np.ndarray, colour: Rgb, strength: float, lift: float) -> None:
        left, top, width, height = cv2.boundingRect(drawn)
        if not width:
            return
        box = (slice(top, top + height), slice(left, left + width))
        cover = floats(drawn[box]) / np.float32(255)
        self.height[box] += cover * np.float32(lift)
        self.colour[box] += (cover * np.float32(strength))[..., None] * (
            ink(colour) - self.colour[box]
        )


class Canvas:
    """Colour (blue, green, red, 0 to 1) and height (in pitches) of a whole tile."""

    def __init__(self, cells: Sequence[Cell], style: Style, px: float) -> None:
        points = [point for cell in cells for point in corners(centre(cell))]
        xs, ys = [p[0] * px for p in points], [p[1] * px for p in points]
        self.px = px
        self.style = style
        # A whole pixel, so that the middle of [0, 0] falls on the middle of a pixel.
        self.origin = (MARGIN + math.ceil(-min(xs)), MARGIN + math.ceil(-min(ys)))
        columns = self.origin[0] + math.ceil(max(xs)) + MARGIN + 1
        rows = self.origin[1] + math.ceil(max(ys)) + MARGIN + 1
        self.colour: Floats = np.zeros((rows, columns, 3), np.float32)
        self.height: Floats = np.zeros((rows, columns), np.float32)

    def pixel(self, point: Point) -> Point:
        """Where a point in pitches from the middle of [0, 0] lies in the picture."""
        return self.origin[0] + point[0] * self.px, self.origin[1] + point[1] * self.px

    def around(self, middle: Point, reach: float = 0.6) -> Patch:
        """The window within `reach` pitches of a point."""
        return Patch(self, middle, reach)

    @cached_property
    def whole(self) -> Patch:
        """Everything, with its middle at [0, 0]."""
        return Patch(self, (0.0, 0.0), 1e6)
