"""The journal of one game on disk: lines are appended and forced to disk, never changed.

Knows lines and seals, not what the events mean; that is in `events` and `game`. The format is
described in FORMAT.md.
"""

from __future__ import annotations

import fcntl
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eko_companion.record.chain import FIRST, BrokenSealError, open_seal, seal
from eko_companion.record.errors import CannotWriteError, GameInUseError, RecordError
from eko_companion.record.files import reason, replace_file, sync_folder

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JournalFault:
    """Where a journal stops being what was written."""

    line: int
    """The number of the first bad line, from 1."""
    offset: int
    """The byte at which it begins."""
    torn: bool
    """Whether it is only a last line that was cut off while it was being written."""
    lost_lines: int
    lost_bytes: int
    why: str

    @property
    def sentence(self) -> str:
        """The fault in words."""
        if self.torn:
            return (
                f"The last line (line {self.line}) was cut off while it was being written "
                f"and is left out; everything before it is there."
            )
        lost = "1 line is" if self.lost_lines == 1 else f"{self.lost_lines} lines are"
        return (
            f"Line {self.line} (byte {self.offset}) is damaged: {self.why}. Everything before it "
            f"is there; from it on {lost} lost ({self.lost_bytes} bytes)."
        )


@dataclass(frozen=True, slots=True)
class JournalContent:
    """What could be read of a journal."""

    documents: tuple[dict[str, Any], ...]
    fault: JournalFault | None
    check: str
    """The checksum of the last good line."""
    good_bytes: int


def read_journal(path: Path) -> JournalContent:
    """Read all good lines from the beginning; what follows a bad line does not count."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RecordError(f"The game {path.stem} cannot be read: {reason(error)}.") from None
    documents: list[dict[str, Any]] = []
    check = FIRST
    offset = 0
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        try:
            document, check = open_seal(line, check)
        except BrokenSealError as error:
            rest = content[offset:]
            torn = b"\n" not in rest
            lost = len(rest.splitlines())
            fault = JournalFault(number, offset, torn, lost, len(rest), str(error))
            return JournalContent(tuple(documents), fault, check, offset)
        documents.append(document)
        offset += len(line)
    return JournalContent(tuple(documents), None, check, offset)


class Journal:
    """A journal that is open for writing; one program at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _Lock(path.with_suffix(".lock"))
        try:
            self._open()
        except BaseException:
            self._lock.release()
            raise

    def _open(self) -> None:
        try:
            new = not self.path.exists()
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
            if new:
                sync_folder(self.path.parent)
        except OSError as error:
            name = self.path.stem
            raise CannotWriteError(f"The game {name} cannot be opened: {reason(error)}.") from None
        self.content = read_journal(self.path)
        if self.content.fault is not None:
            self._set_damaged_aside()
        self._check = self.content.check
        self._size = self.content.good_bytes
        self._broken = False

    def _set_damaged_aside(self) -> None:
        """Go on in a copy of the good lines; the damaged file is kept under another name."""
        good = self.path.read_bytes()[: self.content.good_bytes]
        kept = _free_name(self.path)
        try:
            os.link(self.path, kept)
        except OSError:
            # A file system without hard links, as on many memory cards.
            replace_file(kept, self.path.read_bytes())
        replace_file(self.path, good)
        os.close(self._descriptor)
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND)
        log.warning("%s was damaged and is kept as %s", self.path.name, kept.name)

    def append(self, document: dict[str, Any]) -> None:
        """Write one event; on return it is on disk. CannotWriteError: nothing was written."""
        if self._broken:
            raise CannotWriteError(f"The game {self.path.stem} must be opened again first.")
        line, check = seal(document, self._check)
        try:
            written = 0
            while written < len(line):
                written += os.write(self._descriptor, line[written:])
            os.fsync(self._descriptor)
        except OSError as error:
            self._take_back()
            raise CannotWriteError(
                f"The last event could not be saved and does not count: {reason(error)}."
            ) from None
        self._check = check
        self._size += len(line)

    def _take_back(self) -> None:
        """Cut off what a failed write left behind, so that the next event follows a whole line."""
        try:
            os.ftruncate(self._descriptor, self._size)
            os.fsync(self._descriptor)
        except OSError:
            # The torn line stays and is left out when the game is opened again.
            self._broken = True

    def close(self) -> None:
        """Let the game go; another program may open it now."""
        os.close(self._descriptor)
        self._lock.release()


class _Lock:
    """Held while a game is open; the system lets go of it when the program dies."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise CannotWriteError(
                f"The game {path.stem} cannot be opened: {reason(error)}."
            ) from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            raise GameInUseError(
                f"The game {path.stem} is open in another program; close it there first."
            ) from None

    def release(self) -> None:
        os.close(self._descriptor)


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}.jsonl")).exists():
        number += 1
    return kept
