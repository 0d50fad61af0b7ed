"""The form of a recording: a folder of photos with an index that tells when each was taken.

The index is `frames.jsonl`: a first line with the format and the source's name, then a line with
`file`, `at` (seconds) and `number` for each frame.
"""

from __future__ import annotations

import json
import logging
import math
from dataclasses import dataclass
from pathlib import Path

from eko_companion.rules.errors import reason
from eko_companion.sources.errors import CannotOpenError

log = logging.getLogger(__name__)

INDEX = "frames.jsonl"
FORMAT = "eko-frames/1"


@dataclass(frozen=True, slots=True)
class RecordedPhoto:
    """One line of the index."""

    file: str
    at: float


def read_index(folder: Path) -> list[RecordedPhoto]:
    """The photos of a recording; a line cut short by a power failure is left out."""
    try:
        lines = (folder / INDEX).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        why = reason(error)
        raise CannotOpenError(f"The recording {folder.name} could not be read: {why}.") from None
    head = _document(lines[0]) if lines else {}
    if head.get("format") != FORMAT:
        raise CannotOpenError(f"{folder.name} is not a recording of the format {FORMAT}.")
    photos = []
    for number, line in enumerate(lines[1:], start=2):
        photo = _photo(line)
        if photo is None:
            log.warning("line %d of %s is damaged and left out", number, folder / INDEX)
        else:
            photos.append(photo)
    return photos


def _document(line: str) -> dict[str, object]:
    try:
        document = json.loads(line)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _photo(line: str) -> RecordedPhoto | None:
    document = _document(line)
    file, at = document.get("file"), document.get("at")
    if not isinstance(file, str) or Path(file).name != file:
        return None
    if isinstance(at, bool) or not isinstance(at, int | float) or not math.isfinite(at):
        return None
    return RecordedPhoto(file, float(at))
