"""What every source of frames offers, and the values that it hands out.

A `FrameSource` is what the rest of the program uses. A `Capture` is the plain, blocking thing
behind it, one for each maker of cameras; `reader` turns any capture into a source.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Rows, columns and the three colours blue, green, red."""

OPEN_LIMIT = 10.0
"""Seconds that a camera has to give its first frame, where nothing else is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. Its image is shared by all who look at it and cannot be written to."""

    image: Image
    at: float
    """Seconds on the source's own clock; only differences mean something."""
    number: int
    """Counts up from 0; frames that nobody fetched in time leave gaps."""
    name: str = ""
    """The photo's file name, where it has one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return size_of(self.image)


class Happening(Enum):
    """What can happen to a source."""

    OPENED = "opened"
    LOST = "lost"
    BACK = "back"
    CHANGED_SIZE = "changed size"
    PASSED_OVER = "passed over"
    ENDED = "ended"
    NOT_RECORDED = "not recorded"


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """Something that happened, told once, with a sentence for players."""

    kind: Happening
    text: str
    at: float


class FrameSource(Protocol):
    """Frames from anywhere. All of it may be called from any thread and never waits for long."""

    @property
    def name(self) -> str:
        """What to call the source in front of players."""

    @property
    def ended(self) -> bool:
        """True when no further frame will come, and the last one has been fetched."""

    def open(self, limit: float = OPEN_LIMIT) -> None:
        """Start, and return when the first frame is there; raises `CannotOpenError`."""

    def close(self) -> None:
        """Stop and let go of the camera. Harmless when closed already."""

    def next_frame(self, limit: float = 0.0) -> Frame | None:
        """A frame that was not fetched yet, waiting for it up to `limit` seconds.

        A camera gives its newest; a folder, or a film that is not played in real time, gives each.
        """

    def newest(self) -> Frame | None:
        """The last frame that came, fetched or not: for a preview."""

    def events(self) -> tuple[SourceEvent, ...]:
        """What happened since the last call, oldest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What a capture read, unchecked: a broken camera may give anything as image."""

    image: object
    at: float | None = None
    """Seconds since the start of a film or a recording; None: now."""
    name: str = ""


class Capture(Protocol):
    """A device, a film or a folder, read by one thread. Every method may hang or fail."""

    def open(self) -> None:
        """Get ready; raises `CannotOpenError`."""

    def read(self) -> Picture:
        """The next picture.

        Raises `EndedError`, `LostError`, or `BadPictureError` for one that is to be passed over.
        """

    def close(self) -> None:
        """Let go of the device. Called once, also after a failed `open`."""


def size_of(image: Image) -> tuple[int, int]:
    """Width and height in pixels."""
    return int(image.shape[1]), int(image.shape[0])
