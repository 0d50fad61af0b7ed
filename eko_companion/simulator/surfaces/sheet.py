"""The blank table top: its pixels in millimetres, noise on it, and lookups in baked textures.

Full-size arrays are millions of pixels, so everything here avoids needless passes over them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.tile_pictures.noise import Floats, floats, fractal_noise

Rgb = tuple[float, float, float]
"""Red, green, blue from 0 to 255, as people write colours."""


@dataclass(frozen=True)
class Sheet:
    """How many pixels there are, and how many to a millimetre."""

    rows: int
    columns: int
    px: float
    whole: int = 0
    """The rows of the table top that this is a band of; 0 where it is the table top itself."""
    top: int = 0
    """The row of the table top at which this band begins."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, as arrays have them."""
        return self.rows, self.columns

    @property
    def reach(self) -> float:
        """From corner to corner, in millimetres."""
        return math.hypot(self.rows, self.columns) / self.px

    def bands(self, rows: int = 64) -> Iterator[tuple[slice, Sheet]]:
        """The sheet in pieces that fit into a processor's cache: many times faster to paint."""
        for top in range(0, self.rows, rows):
            height = min(rows, self.rows - top)
            yield (
                slice(top, top + height),
                Sheet(height, self.columns, self.px, self.rows, top),
            )

    def turned(self, angle: float) -> tuple[Floats, Floats]:
        """For every pixel its place along and across a direction, in millimetres."""
        x = (np.arange(self.columns, dtype=np.float32) + 0.5 - self.columns / 2) / self.px
        rows = np.arange(self.top, self.top + self.rows, dtype=np.float32)
        y = (rows + 0.5 - (self.whole or self.rows) / 2) / self.px
        cos, sin = np.float32(math.cos(angle)), np.float32(math.sin(angle))
        along = floats(np.add.outer(y * sin, x * cos))
        across = floats(np.add.outer(y * cos, -x * sin))
        return along, across

    def clouds(
        self, wavelength: float, rng: np.random.Generator, octaves: int = 3, ridged: bool = False
    ) -> Floats:
        """Soft noise about in [-1, 1] with blobs of `wavelength` millimetres and finer."""
        finest = wavelength * self.px / 2 ** (octaves - 1)
        # What is smooth over several pixels is computed once for them and stretched.
        coarse = max(1, min(int(finest / 3), 64))
        small = (-(-self.rows // coarse) + 1, -(-self.columns // coarse) + 1)
        field = fractal_noise(small, self.px / coarse, 1 / wavelength, rng, octaves, ridged)
        if coarse > 1:
            field = floats(cv2.resize(field, (self.columns, self.rows)))
        return floats(field[: self.rows, : self.columns])

    def grain(self, rng: np.random.Generator, blur_mm: float = 0.0, side: int = 640) -> Floats:
        """Pixel noise of mean 0 and deviation 1, from a patch that is repeated over the sheet."""
        patch = floats(rng.standard_normal((side, side), dtype=np.float32))
        if blur_mm * self.px > 0.2:
            patch = wrapped_blur(patch, blur_mm * self.px, blur_mm * self.px)
        return self.tiled(patch)

    def tiled(self, patch: Floats) -> Floats:
        """A patch repeated until the sheet is covered."""
        down, across = (-(-n // m) for n, m in zip(self.shape, patch.shape[:2], strict=True))
        if down == 1 and across == 1:
            return floats(patch[: self.rows, : self.columns].copy())
        return floats(np.tile(patch, (down, across))[: self.rows, : self.columns])


def wrapped_blur(patch: Floats, across: float, down: float) -> Floats:
    """A blur that runs over the edges, so that the patch still repeats; deviation back to 1."""
    pad_x = min(int(4 * across) + 1, patch.shape[1])
    pad_y = min(int(4 * down) + 1, patch.shape[0])
    wide = cv2.copyMakeBorder(patch, pad_y, pad_y, pad_x, pad_x, cv2.BORDER_WRAP)
    soft = cv2.GaussianBlur(wide, (0, 0), sigmaX=max(across, 0.01), sigmaY=max(down, 0.01))
    soft = soft[pad_y:-pad_y, pad_x:-pad_x]
    return floats((soft - soft.mean()) / max(float(soft.std()), 1e-6))


def repeating(patch: Floats) -> Floats:
    """A patch made ready for `sampled`: one more row and column, equal to the first."""
    return floats(cv2.copyMakeBorder(patch, 0, 1, 0, 1, cv2.BORDER_WRAP))


def sampled(texture: Floats, across: Floats, down: Floats) -> Floats:
    """A repeating texture looked up at any places, given in its pixels."""
    # OpenCV's own way of wrapping is slow, so the places are brought inside first.
    x, y = (
        floats(place - np.floor(place * np.float32(1 / period)) * np.float32(period))
        for place, period in ((across, texture.shape[1] - 1), (down, texture.shape[0] - 1))
    )
    return floats(cv2.remap(texture, x, y, cv2.INTER_LINEAR))


def looked_up(table: Any, index: NDArray[np.intp]) -> Floats:
    """A number for each index; beyond its ends the table begins again."""
    return floats(np.take(np.asarray(table, np.float32), index, mode="wrap"))


def bgr(colour: Rgb) -> Floats:
    """A colour as blue, green, red from 0 to 1."""
    return floats([colour[2] / 255, colour[1] / 255, colour[0] / 255])


def ramped(tone: Floats, stops: Sequence[Rgb]) -> Floats:
    """Colours for tones from 0 to 1, through evenly spaced stops."""
    places = np.linspace(0, 1, len(stops))
    inks = np.array([bgr(stop) for stop in stops])
    steps = np.linspace(0, 1, 1024)
    table = floats(np.stack([np.interp(steps, places, inks[:, k]) for k in range(3)], axis=1))
    index = np.clip(tone * np.float32(1023), 0, 1023).astype(np.intp)
    return floats(np.take(table, index, axis=0))


def shifted(colour: Rgb, rng: np.random.Generator, amount: float = 1.0) -> Rgb:
    """A colour like this one: lighter or darker, and a little warmer or colder."""
    light = 1 + amount * rng.uniform(-0.14, 0.14)
    warmth = amount * rng.uniform(-0.05, 0.05)
    tint = amount * rng.uniform(-0.03, 0.03)
    gains = (light * (1 + warmth), light * (1 + tint), light * (1 - warmth))
    red, green, blue = (min(255.0, part * gain) for part, gain in zip(colour, gains, strict=True))
    return red, green, blue


def inked(colour: Floats, mask: NDArray[np.uint8], paint: Rgb) -> None:
    """Mix a colour in by a mask of bytes, in place; soft lines can only be drawn on bytes."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return
    box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    cover = floats(mask[box])[..., None] / np.float32(255)
    colour[box] += cover * (bgr(paint) - colour[box])


def scaled(colour: Floats, light: Floats) -> None:
    """Multiply a picture by a brightness a pixel, in place."""
    # Three equal planes multiply far faster than a broadcast over the last axis.
    np.multiply(colour, cv2.merge([light, light, light]), out=colour)
