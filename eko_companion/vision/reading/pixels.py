"""Taking the pixels of a picture at any places."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from eko_companion.vision.reading.known_board import Image


def taken(picture: Image, places: Any) -> Image:
    """The colours at places (rows, columns, x and y), between pixels and beyond the border too."""
    maps = np.ascontiguousarray(places, np.float32)
    # OpenCV has no name for "no second map" in its types.
    no_second: Any = None
    cut = cv2.remap(picture, maps, no_second, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
