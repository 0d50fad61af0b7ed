"""Whatever is handed over as a photo is a photo, or refused with one sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.vision.errors import PhotoError
from eko_companion.vision.image_input import header_size, load_photo
from tests.vision.sample_table import PHOTOS


def _png(width: int, height: int) -> bytes:
    return cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"these are words, and no photo", "is not a photo"),
        (b"\xff\xd8\xff\xe0 torn", "cut short"),
        (_png(1, 1), "is not a photo"),
        (_png(200, 100), "has only 200×100 pixels"),
    ],
)
def test_what_is_no_photo_is_refused_with_a_sentence(
    tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    with pytest.raises(PhotoError, match=words):
        load_photo(path)


def test_a_truncated_jpeg_is_refused(tmp_path: Path) -> None:
    whole = (PHOTOS / "empty.jpg").read_bytes()
    path = tmp_path / "half.jpg"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PhotoError, match=r"half\.jpg is cut short"):
        load_photo(path)


@pytest.mark.parametrize("ending", [".png", ".bmp", ".jpg"])
def test_a_hundred_megapixels_are_refused_by_their_header_alone(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = cv2.imencode(ending, np.zeros((300, 400, 3), np.uint8))[1].tobytes()
    path = tmp_path / f"large{ending}"
    path.write_bytes(_with_size(small, 12000, 9000))

    def unpack(*_: object) -> None:
        raise AssertionError("the photo was unpacked")

    monkeypatch.setattr(cv2, "imdecode", unpack)
    with pytest.raises(PhotoError, match="has 108 megapixels"):
        load_photo(path)


def test_a_missing_photo_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"There is no photo none\.jpg"):
        load_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        load_photo(tmp_path)


def test_photos_wider_than_needed_come_in_smaller_and_keep_their_shape(tmp_path: Path) -> None:
    path = tmp_path / "wide.png"
    path.write_bytes(_png(5000, 2500))
    assert load_photo(path).shape == (2048, 4096, 3)


@pytest.mark.parametrize("ending", [".png", ".bmp", ".jpg"])
def test_the_header_tells_the_size(ending: str) -> None:
    packed = cv2.imencode(ending, np.zeros((30, 40, 3), np.uint8))[1].tobytes()
    assert header_size(packed) == (40, 30)


def _with_size(packed: bytes, width: int, height: int) -> bytes:
    """The file with another size written into its header."""
    changed = bytearray(packed)
    if packed.startswith(b"\x89PNG"):
        changed[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    elif packed.startswith(b"BM"):
        changed[18:26] = width.to_bytes(4, "little") + height.to_bytes(4, "little")
    else:
        at = packed.index(b"\xff\xc0")
        changed[at + 5 : at + 9] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return bytes(changed)
