"""Loads any photo that somebody hands over, or says in one sentence why it is none.

Photos larger than the program needs are made smaller on the way in, always in the same way, so
that a camera's pose fits every later photo of the same camera.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import cv2

from eko_companion.rules.errors import reason
from eko_companion.sources.errors import BadPictureError
from eko_companion.sources.photo import read_photo
from eko_companion.sources.protocol import Image
from eko_companion.vision.errors import PhotoError

LARGEST_MEGAPIXELS: Final = 50
LARGEST_FILE: Final = 100_000_000
"""Bytes: far beyond any photo of at most 50 megapixels."""
SMALLEST_SIDE: Final = 240
"""Pixels: on anything smaller a card's squares can no longer be told."""
LONGEST_SIDE: Final = 4096


def load_photo(path: Path) -> Image:
    """The photo as pixels, upright, at most 4096 pixels a side; raises PhotoError."""
    try:
        if path.is_dir():
            raise PhotoError(f"{path.name} is a folder, not a photo.")
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(1 << 20)
    except FileNotFoundError:
        raise PhotoError(f"There is no photo {path.name}.") from None
    except OSError as error:
        raise PhotoError(f"The photo {path.name} could not be read: {reason(error)}.") from None
    if size > LARGEST_FILE:
        raise PhotoError(f"{path.name} is too large for a photo: {size // 1_000_000} megabytes.")
    # Unpacking takes the memory: what is too large is refused by its first bytes.
    _refuse_large(path.name, header_size(head))
    try:
        image = read_photo(path)
    except BadPictureError as error:
        raise PhotoError(str(error)) from None
    return fitted(image, path.name)


def fitted(image: Image, name: str = "picture") -> Image:
    """A picture of a size the program works with; raises PhotoError where it cannot be made so."""
    height, width = image.shape[:2]
    _refuse_large(name, (width, height))
    if min(width, height) < SMALLEST_SIDE:
        raise PhotoError(
            f"The photo {name} has only {width}×{height} pixels; take one of at least 640×480."
        )
    if max(width, height) <= LONGEST_SIDE:
        return image
    scale = LONGEST_SIDE / max(width, height)
    size = (round(width * scale), round(height * scale))
    smaller: Any = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    result: Image = smaller
    return result


def header_size(head: bytes) -> tuple[int, int] | None:
    """Width and height that a photo's first bytes promise; None where they do not say."""
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head.startswith(b"BM") and len(head) >= 26:
        width = int.from_bytes(head[18:22], "little", signed=True)
        return abs(width), abs(int.from_bytes(head[22:26], "little", signed=True))
    if head.startswith(b"\xff\xd8"):
        return _jpeg_size(head)
    return None


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        # Every frame header but the ones that define tables.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height = int.from_bytes(head[at + 5 : at + 7], "big")
            return int.from_bytes(head[at + 7 : at + 9], "big"), height
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None


def _refuse_large(name: str, size: tuple[int, int] | None) -> None:
    if size is not None and size[0] * size[1] > LARGEST_MEGAPIXELS * 1_000_000:
        megapixels = size[0] * size[1] / 1_000_000
        raise PhotoError(
            f"The photo {name} has {megapixels:.0f} megapixels; at most {LARGEST_MEGAPIXELS} "
            f"can be read."
        )
