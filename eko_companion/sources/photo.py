"""Reads one photo from disk, and refuses half a photo, which OpenCV would fill up with grey."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from eko_companion.rules.errors import reason
from eko_companion.sources.checking import checked_image
from eko_companion.sources.errors import BadPictureError
from eko_companion.sources.protocol import Image

ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")

_JPEG_START = b"\xff\xd8"
_JPEG_END = b"\xff\xd9"
_PNG_START = b"\x89PNG\r\n\x1a\n"


def read_photo(path: Path) -> Image:
    """The photo, upright as its camera was held."""
    try:
        data = path.read_bytes()
    except OSError as error:
        why = reason(error)
        raise BadPictureError(f"The photo {path.name} could not be read: {why}.") from None
    if not data:
        raise BadPictureError(f"The photo {path.name} is empty.")
    if _cut_short(data):
        raise BadPictureError(f"The photo {path.name} is cut short.")
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        decoded = None
    image = checked_image(decoded)
    if image is None:
        raise BadPictureError(f"{path.name} is not a photo that can be read.")
    return image


def _cut_short(data: bytes) -> bool:
    if data.startswith(_JPEG_START):
        return _JPEG_END not in data[_start_of_scan(data) :]
    if data.startswith(_PNG_START):
        return b"IEND" not in data[-64:]
    return False


def _start_of_scan(data: bytes) -> int:
    """Where the picture itself begins; a small preview with an end of its own may come before."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at
