"""Photos of a folder in the order of their names, or a recording with its times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from eko_companion.rules.errors import reason
from eko_companion.sources.errors import CannotOpenError, EndedError
from eko_companion.sources.photo import ENDINGS, read_photo
from eko_companion.sources.protocol import FrameSource, Picture
from eko_companion.sources.reader import Manner, Reader
from eko_companion.sources.recording import INDEX, RecordedPhoto, read_index

_GAME_FILES = ("tiles.json", "pieces.json", "truth.json")


class FolderCapture:
    """Reads photo after photo."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rest: Iterator[RecordedPhoto | Path] = iter(())
        self._count = 0
        self._good = 0

    def open(self) -> None:
        """Find the photos."""
        _check_folder(self._folder)
        found: list[RecordedPhoto] | list[Path]
        if (self._folder / INDEX).exists():
            found = read_index(self._folder)
        else:
            found = photos_in(self._folder)
        if not found:
            raise CannotOpenError(f"There are no photos in the folder {self._folder.name}.")
        self._rest, self._count = iter(found), len(found)

    def read(self) -> Picture:
        """The next photo."""
        photo = next(self._rest, None)
        if photo is None:
            raise EndedError(self._end())
        path = photo if isinstance(photo, Path) else self._folder / photo.file
        image = read_photo(path)
        self._good += 1
        return Picture(image, None if isinstance(photo, Path) else photo.at, path.name)

    def _end(self) -> str:
        if not self._good:
            return (
                f"None of the {self._count} photos in the folder {self._folder.name} can be read."
            )
        return f"There are no more photos in the folder {self._folder.name}."

    def close(self) -> None:
        """Nothing is kept open."""


def folder_source(folder: Path, speed: float | None = None) -> FrameSource:
    """Each photo when it is fetched (None), or a recording at its own speed (1) or faster."""
    recorded = (folder / INDEX).exists()
    # Photos without times have no speed at which they could be played.
    manner = Manner(live=False, speed=speed if recorded else None)
    return Reader(f"The folder {folder.name}", lambda: FolderCapture(folder), manner)


def photos_in(folder: Path) -> list[Path]:
    """The photos in the order of their names; of a game's folder only those with a number."""
    photos = [path for path in folder.iterdir() if _is_photo(path)]
    numbered = [path for path in photos if path.stem.isascii() and path.stem.isdigit()]
    if numbered and any((folder / name).exists() for name in _GAME_FILES):
        photos = numbered
    return sorted(photos, key=_order)


def _is_photo(path: Path) -> bool:
    return path.suffix.lower() in ENDINGS and not path.name.startswith(".") and path.is_file()


def _order(path: Path) -> tuple[list[tuple[int, str]], str]:
    """So that 9 comes before 10, as a person reads names."""
    parts = re.findall(r"[0-9]+|[^0-9]+", path.name.casefold())
    return [(int(part), "") if part[0] in "0123456789" else (-1, part) for part in parts], path.name


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        raise CannotOpenError(f"There is no folder {folder.name}.")
    if not folder.is_dir():
        raise CannotOpenError(f"{folder.name} is not a folder.")
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        why = reason(error)
        raise CannotOpenError(f"The folder {folder.name} could not be read: {why}.") from None
