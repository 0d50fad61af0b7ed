"""The exact place of a tile whose letter, turn and cell are known: tiles lie a millimetre off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.vision.tiles.likeness import Features, correlation
from eko_companion.vision.tiles.templates import Template
from eko_companion.vision.tiles.top_view import TopGrid

_FARTHEST: Final = 4.5
"""Millimetres from the place it was first seen at; beyond it, the first place is kept."""
_MOST_TURN: Final = math.radians(4.0)
_MARGIN: Final = 6.0
_STEPS: Final = 40
_STILL: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Refined:
    """A tile's exact place in the grid's millimetres, and its likeness there."""

    x: float
    y: float
    rotation: float
    """Radians counter-clockwise as seen, beyond the whole turns."""
    score: float


def refine_tile(
    scene: Features,
    seen: NDArray[np.bool_],
    view: TopGrid,
    template: Template,
    turn: int,
    start: tuple[float, float],
) -> Refined:
    """The place near a start where a tile is liked best; `view` lies along the grid."""
    turned = template.turned(turn * math.pi / 3)
    half = turned.values.shape[0] // 2 + int(_MARGIN * view.scale)
    left, top = np.round(view.pixels(np.array(start))).astype(int) - half
    window = _window(scene, left, top, 2 * half + 1)
    open_here = _window(seen.astype(np.float32)[:, :, None], left, top, 2 * half + 1)[:, :, 0]
    # From the template's pixels to the window's.
    begin = view.pixels(np.array(start)) - [left, top] - turned.values.shape[0] // 2
    warp = np.array([[1, 0, begin[0]], [0, 1, begin[1]]], np.float32)
    found = _aligned(turned, window, open_here, warp)
    if found is None or not _small(found, warp, turned, view.scale):
        found = warp
    size = turned.values.shape[1::-1]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    there = np.asarray(cv2.warpAffine(window, found, size, flags=flags), np.float32)
    shown = np.asarray(cv2.warpAffine(open_here, found, size, flags=flags)) > 0.5
    score = correlation(turned.values, there, (turned.mask > 0) & shown)
    middle = turned.values.shape[0] // 2
    x, y = found @ np.array([middle, middle, 1.0]) + [left, top]
    place = view.millimetres(np.array([x, y]))
    rotation = math.atan2(-float(found[1, 0]), float(found[0, 0]))
    return Refined(float(place[0]), float(place[1]), rotation, score)


def _aligned(
    template: Template, window: Features, seen: NDArray[np.float32], start: NDArray[np.float32]
) -> NDArray[np.float32] | None:
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _STILL)
    mask = cv2.warpAffine(template.mask, start, window.shape[1::-1], flags=cv2.INTER_NEAREST)
    stamp = ((np.asarray(mask) > 0) & (seen > 0.5)).astype(np.uint8)
    try:
        _, warp = cv2.findTransformECC(
            np.ascontiguousarray(template.values[:, :, 0]),
            np.ascontiguousarray(window[:, :, 0]),
            start.copy(),
            cv2.MOTION_EUCLIDEAN,
            criteria,
            stamp,
            3,
        )
    except cv2.error:
        # Nothing alike nearby.
        return None
    return np.asarray(warp, np.float32)


def _small(
    found: NDArray[np.float32], start: NDArray[np.float32], template: Template, scale: float
) -> bool:
    middle = np.array([template.values.shape[1] // 2, template.values.shape[0] // 2, 1.0])
    moved = float(np.linalg.norm(found @ middle - start @ middle)) / scale
    return moved < _FARTHEST and abs(math.atan2(found[1, 0], found[0, 0])) < _MOST_TURN


def _window(values: Features, left: int, top: int, side: int) -> Features:
    """A square part of a picture; what lies outside is 0."""
    height, width = values.shape[:2]
    window = np.zeros((side, side, values.shape[2]), np.float32)
    low_row, high_row = max(top, 0), min(top + side, height)
    low_column, high_column = max(left, 0), min(left + side, width)
    if low_row < high_row and low_column < high_column:
        window[low_row - top : high_row - top, low_column - left : high_column - left] = values[
            low_row:high_row, low_column:high_column
        ]
    return window
