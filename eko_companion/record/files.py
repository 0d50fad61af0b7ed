"""Whole files that are either there or not: written beside, forced to disk, put in place at once.

Journals grow line by line instead; they are in `journal`.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from eko_companion.record.errors import CannotWriteError
from eko_companion.rules.errors import reason


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in place as a whole; after a crash the old one or the new one is there."""
    if not path.name:
        raise CannotWriteError("A file to write needs a name.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with temporary.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise CannotWriteError(f"{path.name} could not be written: {reason(error)}.") from None


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to disk, so that a new file is still there after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
