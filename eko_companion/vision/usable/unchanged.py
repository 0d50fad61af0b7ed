"""Has anything changed since the last look? Asked first, because it costs almost nothing."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from eko_companion.vision.reading.known_board import Image

_WIDTH: Final = 320
_BLOCK: Final = 4
_CHANGED: Final = 7.0
"""Levels by which a block must differ, beyond what the whole picture does."""


class ChangeWatch:
    """Remembers the last look that was read."""

    def __init__(self) -> None:
        self._last: np.ndarray[tuple[int, ...], np.dtype[np.float32]] | None = None

    def unchanged(self, photo: Image) -> bool:
        """Whether a photo shows the same as the one that was remembered."""
        return self._last is not None and not self._differs(_small(photo))

    def remember(self, photo: Image) -> None:
        """Compare later photos with this one."""
        self._last = _small(photo)

    def forget(self) -> None:
        """Treat the next photo as changed."""
        self._last = None

    def _differs(self, small: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bool:
        last = self._last
        if last is None or last.shape != small.shape:
            return True
        away = small - last
        # A lamp that flickers moves everything a little; a piece moves a few blocks a lot.
        away -= np.median(away)
        blocks = cv2.blur(away, (_BLOCK, _BLOCK))
        return bool(np.abs(blocks).max() > _CHANGED)


def _small(photo: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    height, width = photo.shape[:2]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)
