"""Files of a table that are either there as a whole or not at all."""

from __future__ import annotations

import hashlib
from pathlib import Path

from eko_companion.rules.errors import reason
from eko_companion.vision.errors import TableFolderError
from eko_companion.whole_files import write_whole

_DIGITS = 16


def put_file(path: Path, content: bytes) -> None:
    """Put a file of a table in place as a whole."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise TableFolderError(f"{path.name} could not be written: {reason(error)}.") from None


def sealed_name(name: str, content: bytes) -> str:
    """A file's name with a sum of its content in it, so that damage shows and names never clash."""
    stem, dot, ending = name.rpartition(".")
    if not dot:
        stem, ending = name, "bin"
    return f"{stem}-{_sum(content)}.{ending}"


def read_sealed(folder: Path, name: str) -> bytes:
    """The content of a file with a sealed name."""
    if Path(name).name != name or name.startswith("."):
        raise TableFolderError(f"table.json names a file {name!r} that no table keeps.")
    try:
        content = (folder / name).read_bytes()
    except FileNotFoundError:
        raise TableFolderError(
            f"The file {name} of this table is missing; learn or scan it again."
        ) from None
    except OSError as error:
        raise TableFolderError(f"{name} could not be read: {reason(error)}.") from None
    if f"-{_sum(content)}." not in name:
        raise TableFolderError(f"The file {name} of this table is damaged; learn or scan it again.")
    return content


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
