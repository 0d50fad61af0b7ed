"""Between colours as a screen shows them and linear light, in which lights add up."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]


def to_linear(shown: Any) -> Singles:
    """Linear light of colours from 0 to 1."""
    values = np.asarray(shown, np.float32)
    low = values / np.float32(12.92)
    high = ((values + np.float32(0.055)) / np.float32(1.055)) ** np.float32(2.4)
    return np.where(values <= 0.04045, low, high).astype(np.float32)


def bgr(colour: tuple[float, float, float]) -> Singles:
    """A colour given as red, green, blue, as linear light in OpenCV's order."""
    return to_linear(colour[::-1])


_BYTES: Final = to_linear(np.arange(256) / 255)


def bytes_to_linear(image: NDArray[np.uint8]) -> Singles:
    """Linear light of a picture of bytes."""
    return _BYTES[image]
