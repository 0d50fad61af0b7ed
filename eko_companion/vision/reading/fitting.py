"""Laying a silhouette over a view: where it fits best, because pieces stand a little off."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np

from eko_companion.vision.reading.palette import Floats32
from eko_companion.vision.reading.silhouettes import Masks

COLUMNS_OFF: Final = 4
ROWS_OFF: Final = 6
"""How far a silhouette is moved at most, in pixels of a view: about three millimetres."""
_BAND: Final = np.ones((9, 7), np.uint8)
_CENTRED: Final = 0.004
"""What each pixel off the middle costs, squared: pieces stand near it."""


class Fit(NamedTuple):
    """How well a silhouette fits."""

    score: float
    """Mean within, less the mean in a band around: 1 for a piece alone on the board."""
    columns: float
    rows: float


def contrast(mask: Masks) -> Floats32:
    """Weights that give the mean within a silhouette less the mean in a band around it."""
    inside = mask.astype(np.float32) / 255
    around = cv2.dilate(mask, _BAND).astype(np.float32) / 255 - inside
    return np.asarray(
        inside / max(float(inside.sum()), 1.0) - around / max(float(around.sum()), 1.0), np.float32
    )


def best_fit(likeness: Floats32, weights: Floats32) -> Fit:
    """Where weights find the most in a view that they may be moved over a little."""
    padded = cv2.copyMakeBorder(
        likeness, ROWS_OFF, ROWS_OFF, COLUMNS_OFF, COLUMNS_OFF, cv2.BORDER_REPLICATE
    )
    scores = np.asarray(cv2.matchTemplate(padded, weights, cv2.TM_CCORR), np.float32)
    rows = np.arange(-ROWS_OFF, ROWS_OFF + 1)
    columns = np.arange(-COLUMNS_OFF, COLUMNS_OFF + 1)
    judged = scores - _CENTRED * ((rows / 1.5)[:, None] ** 2 + columns**2)
    row, column = np.unravel_index(int(judged.argmax()), judged.shape)
    return Fit(float(scores[row, column]), float(columns[column]), float(rows[row]))
