"""The errors of the record, each with a sentence for players."""

from __future__ import annotations

from eko_companion.rules import EkoError


class RecordError(EkoError):
    """A game that cannot be written, read or found."""


class GameInUseError(RecordError):
    """Another program has this game open."""


class CannotWriteError(RecordError):
    """The disk did not take an event; nothing of it counts as having happened."""


class DamagedGameError(RecordError):
    """A journal of which not even the beginning can be read."""


class CannotUndoError(RecordError):
    """There is nothing to take back, or nothing to play again."""
