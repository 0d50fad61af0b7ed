"""The upper faces of stacks, flattened: rings and spokes around the middle of the disc.

A disc may lie turned by any angle, so faces are compared in the turn that suits them best.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.reading.known_board import Image
from eko_companion.vision.reading.pixels import taken

RINGS: Final = 12
SPOKES: Final = 48
_OUTERMOST: Final = 0.94
"""Of the disc's radius: beyond lies the rounded edge."""

_MOST_SHIFT: Final = 0.4
TRIES: Final = (
    np.array([[0, 0], *([x, y] for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)]) * 0.04
)
"""Places at which the middle of a face is tried, in diameters: the first is where it should be."""

RADII: Final = (np.arange(RINGS) + 0.5) / RINGS * _OUTERMOST

Faces = NDArray[np.float32]
"""Faces, rings, spokes, colours."""


def faces(photo: Image, camera: Camera, middles: Floats, diameter: float) -> Faces:
    """The colours of discs whose upper faces have their middles at (x, y, z), one a row."""
    turns = np.arange(SPOKES) * (2 * np.pi / SPOKES)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(SPOKES)], -1)
    points = middles[:, None, None, :] + RADII[:, None, None] * (diameter / 2) * ring
    pixels = camera.project(points).reshape(-1, SPOKES, 2)
    cut = taken(photo, pixels).astype(np.float32)
    return cut.reshape(len(middles), RINGS, SPOKES, 3)


def levelled(logs: Floats, paint: Floats) -> Floats:
    """Faces, as logarithms, in the light in which their own paint has its known colour.

    A gleam or a shade on one disc must not make its print look different. Most of a face that is
    near the paint is taken to be the paint.
    """
    pixels = logs.reshape(len(logs), -1, 3)
    shift = np.zeros((len(logs), 3))
    for reach in (1.2, 0.7, 0.5):
        away = np.abs(pixels - paint - shift[:, None]).sum(-1)
        bound = np.maximum(np.quantile(away, 0.25, axis=1), reach * 0.6)
        for number, near in enumerate(away <= bound[:, None]):
            shift[number] = np.median(pixels[number][near], axis=0) - paint
    shift = np.clip(shift, -_MOST_SHIFT, _MOST_SHIFT)
    result: Floats = logs - shift[:, None, None]
    return result


def unlikeness(one: Faces, others: Faces) -> Floats:
    """How different faces are (rings, spokes, channels), in the best turn: a row for each of one.

    The square root of the mean square difference, each part of the face counted by its area.
    """
    weight = (RADII / RADII.sum() / SPOKES)[:, None, None]
    root = np.sqrt(weight)
    first = np.fft.rfft(one * root, axis=2)
    second = np.fft.rfft(others * root, axis=2)
    crossed = np.einsum("arsc,brsc->abs", first, np.conj(second))
    correlation = np.fft.irfft(crossed, n=SPOKES, axis=2).max(-1)
    own = (one**2 * weight).sum((1, 2, 3))
    theirs = (others**2 * weight).sum((1, 2, 3))
    square = own[:, None] + theirs[None] - 2 * correlation
    return np.asarray(np.sqrt(np.maximum(square, 0)), float)


def agreement(one: Faces, others: Faces) -> Floats:
    """How well the prints of faces agree in the best turn, whatever their contrast: -1 to 1."""
    weight = (RADII / RADII.sum() / SPOKES)[:, None, None]
    first, second = (_centred(part, weight) for part in (one, others))
    crossed = np.einsum(
        "arsc,brsc->abs", np.fft.rfft(first, axis=2), np.conj(np.fft.rfft(second, axis=2))
    )
    return np.asarray(np.fft.irfft(crossed, n=SPOKES, axis=2).max(-1), float)


def _centred(part: Faces, weight: Floats) -> Floats:
    """Faces with a mean of 0 and a length of 1; hues are noisier than lightness and count less."""
    away = part - (part * weight).sum((1, 2), keepdims=True)
    away = away * np.sqrt(weight) * np.array([1.0, 0.6, 0.6])
    length = np.sqrt((away**2).sum((1, 2, 3), keepdims=True))
    result: Floats = away / np.maximum(length, 1e-6)
    return result
