"""One opened capture in a thread of its own, which may hang without anybody else hanging.

It is used once: when it fails or hangs it is left to itself, and closes its device when it can.
"""

from __future__ import annotations

import logging
import queue
import threading

from eko_companion.sources.errors import BadPictureError, SourceError
from eko_companion.sources.protocol import Capture, Picture

log = logging.getLogger(__name__)

_BREATH = 0.05
"""Seconds between two looks at whether to stop."""


class Capturing:
    """Opens a capture, reads it and hands over each thing that it gave."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture
        self._stop = threading.Event()
        self._given: queue.Queue[Picture | SourceError] = queue.Queue(maxsize=1)
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """True until the capture is closed, however long it hangs."""
        return self._thread.is_alive()

    def next(self) -> Picture | SourceError | None:
        """A picture, or what went wrong; None where nothing came for a moment."""
        try:
            return self._given.get(timeout=_BREATH)
        except queue.Empty:
            return None

    def leave(self, limit: float = 0.0) -> None:
        """Ask it to close, and wait up to `limit` seconds for that."""
        self._stop.set()
        self._thread.join(limit)

    def _run(self) -> None:
        try:
            self._capture.open()
            while not self._stop.is_set():
                self._read()
        except SourceError as error:
            self._give(error)
        except Exception as error:  # a driver may raise anything
            log.warning("a capture failed", exc_info=True)
            self._give(SourceError(f"The camera's driver failed: {error}."))
        finally:
            self._close()

    def _read(self) -> None:
        try:
            picture = self._capture.read()
        except BadPictureError as error:
            self._give(error)
            return
        self._give(picture)
        if picture.image is None:
            # A broken camera answers at once; asking again without a break would eat a core.
            self._stop.wait(_BREATH)

    def _give(self, thing: Picture | SourceError) -> None:
        while not self._stop.is_set():
            try:
                self._given.put(thing, timeout=_BREATH)
            except queue.Full:
                continue
            return

    def _close(self) -> None:
        try:
            self._capture.close()
        except Exception:  # a device that is gone may fail in any way
            log.warning("a capture could not be closed", exc_info=True)
