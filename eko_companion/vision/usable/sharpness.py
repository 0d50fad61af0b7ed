"""Motion blur: how much of the fine detail that the empty board and the cards had is left."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.reading.known_board import Image, KnownBoard

_LEFT: Final = 0.3
"""The share of detail that must be left."""


def blur_fault(board: KnownBoard, photo: Image) -> str | None:
    """A sentence where a photo is smeared, otherwise None."""
    left = detail_left(board, photo)
    if left is None or left >= _LEFT:
        return None
    return "The picture is blurred: the camera or the table moved."


def detail_left(board: KnownBoard, photo: Image) -> float | None:
    """The share of detail in a photo against the empty board's; None where nothing can be said.

    Cards stay as they are, but can be covered: the sharper ones decide. Where fewer than two can be
    compared, the board helps, on which pieces come and go but only ever add detail.
    """
    shares = []
    for corners in board.cards:
        now = _card_detail(photo, board.camera, corners)
        before = _card_detail(board.empty, board.empty_camera, corners)
        if now is not None and before:
            shares.append(now / before)
    if len(shares) < 2:
        whole = _board_share(board, photo)
        shares += [] if whole is None else [whole]
    return float(np.quantile(shares, 0.75)) if shares else None


def _card_detail(photo: Image, camera: Camera, corners: Floats) -> float | None:
    """The steepness of the steps of brightness on a card, in parts of its contrast."""
    pixels = camera.project(np.column_stack([corners[:, :2], np.zeros(4)]))
    height, width = photo.shape[:2]
    low, high = pixels.min(0), pixels.max(0)
    if (low < 1).any() or high[0] > width - 2 or high[1] > height - 2:
        return None
    left, top = (int(v) for v in low - 1)
    right, bottom = (int(v) + 2 for v in high + 1)
    grey = np.asarray(cv2.cvtColor(photo[top:bottom, left:right], cv2.COLOR_BGR2GRAY), np.float32)
    return _steepness(grey)


def _steepness(grey: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steep = np.asarray(cv2.magnitude(across, down))
    contrast = float(np.quantile(grey, 0.97) - np.quantile(grey, 0.03))
    # Motion along one direction leaves edges along it sharp, so the mean counts, not the maximum.
    return float((steep**2).mean()) / max(contrast, 8.0) ** 2


def _board_share(board: KnownBoard, photo: Image) -> float | None:
    """The same for the board as a whole."""
    shares = []
    for picture, camera in ((photo, board.camera), (board.empty, board.empty_camera)):
        middles = camera.project(board.feet(sorted(board.cells)))
        height, width = picture.shape[:2]
        low = np.clip(middles.min(0), 0, [width - 2, height - 2]).astype(int)
        high = np.clip(middles.max(0), low + 1, [width, height]).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 16:
            return None
        shares.append(_steepness(np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32)))
    return shares[0] / max(shares[1], 1e-9)
