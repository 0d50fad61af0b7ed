"""The errors of seeing, each with one sentence that a player can act on."""

from __future__ import annotations

from eko_companion.rules.errors import EkoError


class VisionError(EkoError):
    """Something about a photo or a table that keeps the program from seeing."""


class PhotoError(VisionError):
    """A file that is no usable photo."""


class CardsError(VisionError):
    """The marker cards do not give the camera's pose."""


class LearnError(VisionError):
    """A tile's picture could not be learned from its photo."""


class ScanError(VisionError):
    """The layout could not be found on the photo of the empty board."""


class TableFolderError(VisionError):
    """A table's folder in which a file is missing or damaged, or that is not there."""
