"""Turns any capture into a frame source: own thread, newest frame only, back after a loss.

A capture that hangs is left to itself and a new one is tried, after pauses that grow.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from eko_companion.sources.capturing import Capturing
from eko_companion.sources.checking import SizeWatch, StandstillWatch, checked_image
from eko_companion.sources.errors import (
    BadPictureError,
    CannotOpenError,
    EndedError,
    SourceError,
)
from eko_companion.sources.protocol import (
    OPEN_LIMIT,
    Capture,
    Frame,
    Happening,
    Image,
    Picture,
    SourceEvent,
)

log = logging.getLogger(__name__)

_MOST_STUCK = 3
"""Hanging captures of one camera; more are not started until one of them gives up."""
_LAST_WAIT = 1.0
"""Seconds that closing waits for the device to be let go."""
_MOST_EVENTS = 1000


@dataclass(frozen=True, slots=True)
class Manner:
    """How a capture is read."""

    live: bool = True
    """A camera: it is awaited when it goes. Otherwise it has an end."""
    speed: float | None = 1.0
    """Of what is not live: 1 is real time, None gives each frame when it is fetched."""
    silent_after: float = 3.0
    """Seconds without a usable picture until a camera counts as lost."""
    still_after: float | None = 10.0
    """Seconds of the very same picture until a camera counts as lost; None: it may stand still."""
    first_pause: float = 0.5
    longest_pause: float = 10.0
    size_holds: int = 3
    """Pictures in a row that must have a new size."""

    @property
    def each(self) -> bool:
        """True where no frame may be left out."""
        return not self.live and self.speed is None


class Reader:
    """A frame source that reads captures, each made anew by `make`."""

    def __init__(
        self,
        name: str,
        make: Callable[[], Capture],
        manner: Manner | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._make = make
        self._manner = manner or Manner()
        self._clock = clock
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._stuck: list[Capturing] = []
        self._events: deque[SourceEvent] = deque(maxlen=_MOST_EVENTS)
        self._forget()

    def _forget(self) -> None:
        self._limit = OPEN_LIMIT
        self._waiting: Frame | None = None
        self._newest: Frame | None = None
        self._count = 0
        self._lost = False
        self._over: str | None = None
        self._started: tuple[float, float] | None = None
        self._sizes = SizeWatch(self._manner.size_holds if self._manner.live else 1)
        self._still = StandstillWatch(self._manner.still_after if self._manner.live else None)

    # --- what the consumer calls -------------------------------------------------------------

    @property
    def name(self) -> str:
        """What to call the source in front of players."""
        return self._name

    @property
    def ended(self) -> bool:
        """True when no further frame will come, and the last one has been fetched."""
        with self._changed:
            return self._over is not None and self._waiting is None

    def open(self, limit: float = OPEN_LIMIT) -> None:
        """Start, and return when the first frame is there; raises `CannotOpenError`."""
        self.close()
        with self._changed:
            self._forget()
            self._limit = limit
            self._stop = threading.Event()
            self._thread = threading.Thread(
                target=self._run, args=(self._stop,), name=f"source {self._name}", daemon=True
            )
            self._thread.start()
            self._changed.wait_for(lambda: self._newest or self._over is not None, limit)
            opened, why = self._newest is not None, self._over
        if not opened:
            self.close()
            late = f"{self._name} gave no picture within {limit:g} seconds."
            raise CannotOpenError(why or late)

    def close(self) -> None:
        """Stop and let go of the camera. Harmless when closed already."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
            self._over = self._over or f"{self._name} is closed."
            thread, self._thread = self._thread, None
        if thread and thread is not threading.current_thread():
            thread.join(2 * _LAST_WAIT)

    def next_frame(self, limit: float = 0.0) -> Frame | None:
        """A frame that was not fetched yet, waiting for it up to `limit` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._over is not None, limit)
            frame, self._waiting = self._waiting, None
            self._changed.notify_all()
            return frame

    def newest(self) -> Frame | None:
        """The last frame that came, fetched or not."""
        with self._changed:
            return self._newest

    def events(self) -> tuple[SourceEvent, ...]:
        """What happened since the last call, oldest first."""
        with self._changed:
            told = tuple(self._events)
            self._events.clear()
            return told

    # --- what the thread does ----------------------------------------------------------------

    def _run(self, stop: threading.Event) -> None:
        pause = self._manner.first_pause
        while not stop.is_set():
            before = self._count
            error = self._read_until_trouble(stop)
            if stop.is_set():
                return
            if not self._manner.live or self._newest is None:
                self._finish(error)
                return
            if not self._lost:
                self._lost = True
                self._tell(Happening.LOST, str(error))
            if self._count > before:
                pause = self._manner.first_pause
            stop.wait(pause)
            pause = min(2 * pause, self._manner.longest_pause)

    def _finish(self, error: SourceError) -> None:
        if self._newest is not None:
            self._tell(Happening.ENDED, str(error))
        with self._changed:
            self._over = str(error)
            self._changed.notify_all()

    def _read_until_trouble(self, stop: threading.Event) -> SourceError:
        self._stuck = [capturing for capturing in self._stuck if capturing.running]
        if len(self._stuck) >= _MOST_STUCK:
            return SourceError(f"{self._name} hangs.")
        capturing = Capturing(self._make())
        try:
            return self._take_all(capturing, stop)
        finally:
            # Before a new try, or a new owner, the device should be free again.
            capturing.leave(_LAST_WAIT)
            if capturing.running:
                self._stuck.append(capturing)

    def _take_all(self, capturing: Capturing, stop: threading.Event) -> SourceError:
        manner = self._manner
        good_at, allowed, garbage = self._clock(), self._limit, False
        while not stop.is_set():
            thing = capturing.next()
            now = self._clock()
            if isinstance(thing, BadPictureError):
                self._tell(Happening.PASSED_OVER, str(thing))
            elif isinstance(thing, SourceError):
                return thing
            elif thing is not None:
                image = checked_image(thing.image)
                if image is not None and self._still.stands_still(image, now):
                    return SourceError(
                        f"{self._name} stands still: it gives the same picture all the time."
                    )
                if image is not None and self._sizes.accepts(image):
                    self._take(image, thing, stop)
                    good_at, allowed, garbage = self._clock(), manner.silent_after, False
                    continue
                garbage = True
            if (manner.live or self._newest is None) and now - good_at >= allowed:
                return SourceError(self._silence(garbage))
        return EndedError(f"{self._name} is closed.")

    def _silence(self, garbage: bool) -> str:
        if garbage:
            return f"{self._name} sends no usable pictures."
        return f"{self._name} sends no pictures any more."

    def _take(self, image: Image, picture: Picture, stop: threading.Event) -> None:
        at = self._await_its_time(picture, stop)
        before = self._newest
        frame = Frame(image, at, self._count, picture.name)
        with self._changed:
            if self._manner.each:
                self._changed.wait_for(lambda: self._waiting is None or stop.is_set())
            if stop.is_set():
                return
            self._count += 1
            self._waiting = self._newest = frame
            self._tell_of(before, frame)
            self._changed.notify_all()

    def _await_its_time(self, picture: Picture, stop: threading.Event) -> float:
        """Wait until a picture of a film is due, and give its time."""
        now = self._clock()
        if picture.at is None:
            return now
        if self._manner.speed is not None:
            self._started = self._started or (now, picture.at)
            clock, film = self._started
            stop.wait(max(0.0, clock + (picture.at - film) / self._manner.speed - now))
        return picture.at

    def _tell_of(self, before: Frame | None, frame: Frame) -> None:
        width, height = frame.size
        if before is None:
            self._tell(Happening.OPENED, f"{self._name} is open: {width}×{height} pixels.")
            return
        if self._lost:
            self._lost = False
            self._tell(Happening.BACK, f"{self._name} is back.")
        if before.size != frame.size:
            was = f"{before.size[0]}×{before.size[1]}"
            self._tell(
                Happening.CHANGED_SIZE,
                f"{self._name} now gives {width}×{height} pixels instead of {was}.",
            )

    def _tell(self, kind: Happening, text: str) -> None:
        log.info("%s: %s", kind.value, text)
        with self._changed:
            self._events.append(SourceEvent(kind, text, self._clock()))
