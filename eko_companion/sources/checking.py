"""Tells usable pictures from garbage, and a camera that stands still from one that works."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from eko_companion.sources.protocol import Image, size_of

SMALLEST = 16
"""Pixels a side; anything smaller is no picture of a table."""

_STEP = 16


def checked_image(thing: object) -> Image | None:
    """The picture with three colours, safe from being written to; None for garbage."""
    if not isinstance(thing, np.ndarray) or thing.dtype != np.uint8:
        return None
    if thing.ndim not in (2, 3) or min(thing.shape[:2]) < SMALLEST:
        return None
    colours = 1 if thing.ndim == 2 else thing.shape[2]
    image: Any  # the stubs of OpenCV do not know that the kind of number stays
    if colours == 1:
        image = cv2.cvtColor(thing, cv2.COLOR_GRAY2BGR)
    elif colours == 4:
        image = cv2.cvtColor(thing, cv2.COLOR_BGRA2BGR)
    elif colours == 3:
        # A view: whoever made the picture may still own and change the array itself.
        image = thing.view()
    else:
        return None
    image.flags.writeable = False
    checked: Image = image
    return checked


def same(first: Image, second: Image) -> bool:
    """True where two pictures agree in every byte; sensor noise alone makes real ones differ."""
    if first.shape != second.shape:
        return False
    # Nearly all pictures already differ in a few pixels.
    if not np.array_equal(first[::_STEP, ::_STEP], second[::_STEP, ::_STEP]):
        return False
    return np.array_equal(first, second)


class StandstillWatch:
    """Knows since when a camera has been giving the very same picture."""

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._last: Image | None = None
        self._since = 0.0

    def stands_still(self, image: Image, now: float) -> bool:
        """True for a picture that has been the same for too long."""
        if self._limit is None:
            return False
        if self._last is None or not same(self._last, image):
            self._last, self._since = image, now
        return now - self._since >= self._limit


class SizeWatch:
    """Accepts a new size of the pictures once it has come a few times in a row."""

    def __init__(self, times: int) -> None:
        self._times = times
        self._new: tuple[int, int] | None = None
        self._seen = 0
        self.size: tuple[int, int] | None = None

    def accepts(self, image: Image) -> bool:
        """False for a picture of a size that may only be a slip of the camera."""
        size = size_of(image)
        if self.size is None or size == self.size:
            self.size, self._new = size, None
            return True
        self._seen = self._seen + 1 if size == self._new else 1
        self._new = size
        if self._seen < self._times:
            return False
        self.size, self._new = size, None
        return True
