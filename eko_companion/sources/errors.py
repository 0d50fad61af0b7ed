"""The errors of frame sources, each with a sentence for players."""

from __future__ import annotations

from eko_companion.rules import EkoError


class SourceError(EkoError):
    """A source of frames that cannot be used, or not any more."""


class CannotOpenError(SourceError):
    """The source could not be opened, or gave no frame in time."""


class LostError(SourceError):
    """The camera is gone; it may come back."""


class EndedError(SourceError):
    """The film or folder has come to its end."""


class BadPictureError(SourceError):
    """One picture that cannot be used; the next one may be good."""


class CannotRecordError(SourceError):
    """A frame could not be saved."""
