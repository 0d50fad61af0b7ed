"""Finds a tile of known shape that lies alone on a table, by its rim, in a top view.

A tile's rim runs in three directions only. Edges of the picture are looked at in each of them by
itself, and all three must be there: wood grain and seams of cloth have one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.sources.protocol import Image
from eko_companion.vision.tiles.likeness import peaks
from eko_companion.vision.tiles.outlines import OutlineEdge

_COARSE_TURNS: Final = np.radians(np.arange(-3.0, 3.01, 1.5))
_SMALLEST: Final = 1e-3
_APART: Final = 2.5
"""Millimetres between places that count as different."""


@dataclass(frozen=True, slots=True)
class FittedOutline:
    """Where a tile may lie in a top view."""

    x: float
    """The pixel of the middle of its own cell [0, 0]."""
    y: float
    turn: float
    """Radians counter-clockwise as seen, beyond direction 0 pointing right."""
    score: float
    """From 0 to 1: how much of the rim is there, in its weakest directions."""


def fit_outline(
    view: Image, usable: NDArray[np.bool_], edges: list[OutlineEdge], scale: float, count: int = 1
) -> list[FittedOutline]:
    """The best places of a tile's rim in a top view of `scale` pixels a millimetre."""
    found = []
    scores = []
    for turn in _COARSE_TURNS:
        response = _responses(view, usable, float(turn), 0.5 * scale + 0.5)
        scores.append(_search(response, edges, float(turn), scale))
    top = np.max(scores, axis=0)
    for score, row, column in peaks(top, count, max(int(_APART * scale), 1)):
        turn = _COARSE_TURNS[int(np.argmax([one[row, column] for one in scores]))]
        if score > _SMALLEST:
            found.append(FittedOutline(float(column), float(row), float(turn), score))
    return found


def _responses(
    view: Image, usable: NDArray[np.bool_], turn: float, blur: float
) -> list[NDArray[np.float32]]:
    """How strongly the picture changes across each of the rim's three directions, 0 to 1."""
    lab = cv2.cvtColor(view.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab = cv2.GaussianBlur(lab, (0, 0), blur)
    across: Any = cv2.Scharr(lab, cv2.CV_32F, 1, 0) / 32
    down: Any = cv2.Scharr(lab, cv2.CV_32F, 0, 1) / 32
    # Beside what is not to be seen or not to be looked at, edges mean nothing.
    inner = cv2.erode(usable.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    strength = np.sqrt((across**2 + down**2).sum(2))
    usual = float(np.median(strength[inner])) if inner.any() else 1.0
    found = []
    for direction in range(3):
        angle = math.radians(60 * direction) + turn
        slope = np.sqrt(((across * math.cos(angle) - down * math.sin(angle)) ** 2).sum(2))
        response = slope / (slope + 2.5 * usual + 0.5)
        response[~inner] = 0
        found.append(response.astype(np.float32))
    return found


def _search(
    responses: list[NDArray[np.float32]], edges: list[OutlineEdge], turn: float, scale: float
) -> NDArray[np.float32]:
    """The score of every place of the tile's own cell [0, 0]."""
    points = [_rim_points(edges, direction, turn, scale, 1.0) for direction in range(3)]
    far = max(float(np.abs(p).max()) for p in points if len(p)) + 2
    half = math.ceil(far)
    product: Any = 1.0
    for response, rim in zip(responses, points, strict=True):
        if not len(rim):
            continue
        kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        pixels = np.round(rim + half).astype(int)
        np.add.at(kernel, (pixels[:, 1], pixels[:, 0]), np.float32(1 / len(rim)))
        # The rim is thin: let a pixel beside count as well.
        spread = cv2.dilate(response, np.ones((3, 3), np.uint8))
        product = product * np.maximum(
            cv2.filter2D(spread, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), _SMALLEST
        )
    result: NDArray[np.float32] = np.cbrt(product)
    return result


def _rim_points(
    edges: list[OutlineEdge], direction: int, turn: float, scale: float, step: float
) -> Floats:
    """Points along the rim's sides of one direction and its opposite, around the origin."""
    points = []
    for edge in edges:
        if edge.direction % 3 != direction:
            continue
        count = max(int(np.linalg.norm(edge.end - edge.start) * scale / step), 2)
        along = (np.arange(count) + 0.5) / count
        # The very corners are often rounded.
        along = 0.06 + 0.88 * along
        points.append(edge.start + along[:, None] * (edge.end - edge.start))
    if not points:
        return np.zeros((0, 2))
    cosine, sine = math.cos(turn), math.sin(turn)
    result: Floats = np.concatenate(points) @ np.array([[cosine, -sine], [sine, cosine]]) * scale
    return result
