"""The focal length of a camera from photos that show one card each.

One small card says little about the lens; many photos of it together say enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from eko_companion.geometry import Floats, Pieces
from eko_companion.vision.cards.detecting import SeenCard
from eko_companion.vision.cards.pose_model import TYPICAL_FOCAL

_SHARES: Final = np.exp(np.linspace(np.log(0.4), np.log(3.0), 41))
_SPREAD: Final = 0.35
_CORNER_ERROR: Final = 0.2
"""Pixels: what a corner may be off for reasons other than the focal length."""


def common_focal(cards: Sequence[tuple[SeenCard, tuple[int, int]]], pieces: Pieces) -> float:
    """The likeliest focal length, as a share of the photos' longer side."""
    cost = 0.5 * (np.log(_SHARES / TYPICAL_FOCAL) / _SPREAD) ** 2
    for card, size in cards:
        errors = np.array([_error(card, size, pieces.marker_side, share) for share in _SHARES])
        sigma = np.hypot(card.sigma, _CORNER_ERROR)
        # A card that fits nowhere, bent or blurred, must not outvote the others.
        cost = cost + np.minimum(0.5 * errors / sigma**2, 0.5 * errors.min() / sigma**2 + 20)
    return float(_SHARES[int(np.argmin(cost))])


def _error(card: SeenCard, size: tuple[int, int], side: float, share: float) -> float:
    """The summed squared distance of the corners at the best pose."""
    half = side / 2
    square = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    focal = share * max(size)
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    none: Floats = np.zeros(4)
    done, turns, shifts, _ = cv2.solvePnPGeneric(
        square, card.corners, matrix, none, flags=cv2.SOLVEPNP_IPPE_SQUARE
    )
    best = np.inf
    for turn, shift in zip(turns[:done], shifts[:done], strict=True):
        pose = cv2.solvePnPRefineLM(square, card.corners, matrix, none, turn, shift)
        expected, _ = cv2.projectPoints(square, *pose, matrix, none)
        best = min(best, float(((expected.reshape(4, 2) - card.corners) ** 2).sum()))
    return best
