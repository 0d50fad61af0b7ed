"""A camera that does whatever can go wrong, on command."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from eko_companion.sources.errors import CannotOpenError, LostError
from eko_companion.sources.protocol import Frame, FrameSource, Happening, Image, Picture
from eko_companion.sources.reader import Manner, Reader

QUICK = Manner(silent_after=0.5, still_after=0.7, first_pause=0.01, longest_pause=0.05)
PATIENCE = 10.0
"""Seconds after which a test gives up."""


def noise(seed: int, size: tuple[int, int] = (64, 48)) -> Image:
    """A picture that no other seed gives."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)


class FaultyCamera:
    """The device on the table; each capture of it sees the state in which it is just now."""

    def __init__(self) -> None:
        self.plugged = True
        self.hangs_on_open = False
        self.hangs_on_read = False
        self.gives: Callable[[int], object] = noise
        self.raises: Exception | None = None
        self.opened = 0
        self.closed = 0
        self.count = 0
        self.freed = threading.Event()

    def source(self, manner: Manner = QUICK) -> FrameSource:
        return Reader("The camera", lambda: FaultyCapture(self), manner)


class FaultyCapture:
    """One opening of the camera."""

    def __init__(self, camera: FaultyCamera) -> None:
        self._camera = camera

    def open(self) -> None:
        self._camera.opened += 1
        if self._camera.hangs_on_open:
            self._camera.freed.wait()
        if not self._camera.plugged:
            raise CannotOpenError("The camera is not there.")

    def read(self) -> Picture:
        time.sleep(0.005)
        if self._camera.hangs_on_read:
            self._camera.freed.wait()
        if self._camera.raises:
            raise self._camera.raises
        if not self._camera.plugged:
            raise LostError("The camera is unplugged.")
        self._camera.count += 1
        return Picture(self._camera.gives(self._camera.count))

    def close(self) -> None:
        self._camera.closed += 1


def kinds_until(source: FrameSource, last: Happening) -> list[Happening]:
    """The kinds of all events up to one of the given kind, fetching frames all the while."""
    seen: list[Happening] = []
    end = time.monotonic() + PATIENCE
    while last not in seen:
        assert time.monotonic() < end, f"{last} did not come after {seen}"
        source.next_frame(0.01)
        seen += [event.kind for event in source.events()]
    return seen


def new_frame(source: FrameSource) -> Frame:
    """A frame, or the test fails."""
    frame = source.next_frame(PATIENCE)
    assert frame is not None
    return frame


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)
