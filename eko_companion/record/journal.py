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
from eko_companion.record.errors import (
    CannotWriteError,
    DamagedGameError,
    GameInUseError,
    RecordError,
)
from eko_companion.record.files import replace_file, sync_folder
from eko_companion.rules.errors import reason

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
    except ValueError:
        raise RecordError(f"{path.stem!r} cannot be the name of a file.") from None
    documents: list[dict[str, Any]] = []
    check = FIRST
    offset = 0
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        try:
            document, check = open_seal(line, check)
        except BrokenSealError as error:
            rest = content[offset:]
            torn = b"\n" not in rest and not _lacks_only_its_break(rest, check)
            lost = len(rest.splitlines())
            fault = JournalFault(number, offset, torn, lost, len(rest), str(error))
            return JournalContent(tuple(documents), fault, check, offset)
        documents.append(document)
        offset += len(line)
    return JournalContent(tuple(documents), None, check, offset)


def _lacks_only_its_break(rest: bytes, check: str) -> bool:
    """Whether a last line was whole once, and only its line break has become something else."""
    try:
        open_seal(rest[:-1] + b"\n", check)
    except BrokenSealError:
        return False
    return True


class Journal:
    """A journal that is open for writing; one program at a time."""

    def __init__(self, path: Path) -> None:
        # One lock for one file, by whatever name it was reached.
        self.path = path.resolve()
        self._lock = _Lock(self.path.with_suffix(".lock"))
        self._descriptor = -1
        self._broken = False
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        try:
            new = not self.path.exists()
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
            if new:
                sync_folder(self.path.parent)
            self.content = read_journal(self.path)
            fault = self.content.fault
            if fault is not None and not self.content.documents:
                # There is nothing to go on with, so the file stays where it is.
                raise DamagedGameError(f"Nothing of this game can be read. {fault.sentence}")
            if fault is not None:
                self._set_damaged_aside()
        except OSError as error:
            name = self.path.stem
            raise CannotWriteError(f"The game {name} cannot be opened: {reason(error)}.") from None
        self._check = self.content.check
        self._size = self.content.good_bytes

    def _set_damaged_aside(self) -> None:
        """Go on in a copy of the good lines; the damaged file is kept under another name."""
        good = self.path.read_bytes()[: self.content.good_bytes]
        kept = _free_name(self.path)
        try:
            os.link(self.path, kept)
        except OSError:
            # A file system without hard links, as on many memory cards.
            replace_file(kept, self.path.read_bytes())
        try:
            replace_file(self.path, good)
        except CannotWriteError:
            if self.path.read_bytes() != good:
                # The damaged file is still in its place: a second name for it helps nobody.
                kept.unlink()
            raise
        os.close(self._descriptor)
        self._descriptor = -1
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND)
        log.warning("%s was damaged and is kept as %s", self.path.name, kept.name)

    def append(self, document: dict[str, Any]) -> None:
        """Write one event; on return it is on disk. CannotWriteError: it does not count."""
        if self._broken or self._descriptor < 0:
            raise CannotWriteError(f"The game {self.path.stem} must be opened again first.")
        self._check_untouched()
        line, check = seal(document, self._check)
        # Whatever interrupts the write, nothing is ever put after half a line.
        self._broken = True
        try:
            written = 0
            while written < len(line):
                written += os.write(self._descriptor, line[written:])
            os.fsync(self._descriptor)
        except OSError as error:
            self._broken = not self._took_back()
            if self._broken:
                raise CannotWriteError(
                    f"It is not certain whether the last event was saved: {reason(error)}. "
                    "Open the game again to see."
                ) from None
            raise CannotWriteError(
                f"The last event could not be saved and does not count: {reason(error)}."
            ) from None
        self._check = check
        self._size += len(line)
        self._broken = False

    def _check_untouched(self) -> None:
        """An event in a file that was deleted, moved or written by others would be lost."""
        try:
            there, mine = self.path.stat(), os.fstat(self._descriptor)
        except OSError as error:
            raise CannotWriteError(
                f"The file of the game {self.path.stem} is not there any more: {reason(error)}."
            ) from None
        if not os.path.samestat(there, mine) or there.st_size != self._size:
            raise CannotWriteError(
                f"The file of the game {self.path.stem} was changed by another program; "
                "open the game again."
            )

    def _took_back(self) -> bool:
        """Cut off what a failed write left behind, so that the next event follows a whole line."""
        try:
            os.ftruncate(self._descriptor, self._size)
            os.fsync(self._descriptor)
        except OSError:
            # The line stays; if it is torn, it is left out when the game is opened again.
            return False
        return True

    def close(self) -> None:
        """Let the game go; another program may open it now."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)
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
        except OSError as error:
            self.release()
            if not isinstance(error, BlockingIOError):
                raise CannotWriteError(
                    f"The game {path.stem} cannot be locked: {reason(error)}."
                ) from None
            raise GameInUseError(
                f"The game {path.stem} is open in another program; close it there first."
            ) from None

    def release(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}.jsonl")).exists():
        number += 1
    return kept
