"""Whole files of the record, with failures as sentences for players.

Journals grow line by line instead; they are in `journal`.
"""

from __future__ import annotations

from pathlib import Path

from eko_companion.record.errors import CannotWriteError
from eko_companion.rules.errors import reason
from eko_companion.whole_files import sync_folder, write_whole


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in place as a whole; after a crash the old one or the new one is there."""
    if not path.name:
        raise CannotWriteError("A file to write needs a name.")
    try:
        write_whole(path, content)
    except OSError as error:
        raise CannotWriteError(f"{path.name} could not be written: {reason(error)}.") from None


__all__ = ["replace_file", "sync_folder"]
