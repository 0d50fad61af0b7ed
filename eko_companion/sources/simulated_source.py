"""The simulated table as a camera: a game that plays itself, in real time or faster."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from eko_companion.sources.errors import EndedError
from eko_companion.sources.protocol import FrameSource, Picture
from eko_companion.sources.reader import Manner, Reader

if TYPE_CHECKING:
    from eko_companion.simulator.film.film import Film, Projector

FRAMES_A_SECOND = 10.0
NAME = "The simulated table"
DRAWING_LIMIT = 60.0
"""Seconds to open: a whole table is drawn first, which takes a small computer long."""


class FilmCapture:
    """Draws the frames of a film, each when it is due; late ones are left out."""

    def __init__(
        self,
        make: Callable[[], Film],
        frames_a_second: float,
        speed: float | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._step = 1.0 / frames_a_second
        self._speed = speed
        self._clock = clock
        self._projector: Projector | None = None
        self._began: float | None = None
        self._at = -self._step

    def open(self) -> None:
        """Prepare the film; its first frame is drawn by `read`."""
        from eko_companion.simulator.film.film import Projector

        self._projector = Projector(self._make())

    def read(self) -> Picture:
        """The next frame that is due."""
        if self._projector is None:
            raise EndedError(f"{NAME} is closed.")
        self._at += self._step
        if self._speed is not None:
            now = self._clock()
            self._began = now if self._began is None else self._began
            due = (now - self._began) * self._speed
            while self._at + self._step < due:
                self._at += self._step
        if self._at > self._projector.film.length:
            raise EndedError("The simulated game is over.")
        return Picture(self._projector.frame(self._at).image, self._at)

    def close(self) -> None:
        """Let go of the pictures."""
        self._projector = None


class _FilmReader(Reader):
    """Waits longer for the first frame than for a camera's."""

    def open(self, limit: float = DRAWING_LIMIT) -> None:
        super().open(limit)


def simulated_source(
    make: Callable[[], Film] | None = None,
    *,
    speed: float | None = 1.0,
    frames_a_second: float = FRAMES_A_SECOND,
) -> FrameSource:
    """A film as a source: at its own speed (1), faster, or each frame when it is fetched (None)."""
    maker = make or default_film
    manner = Manner(live=False, speed=speed)
    return _FilmReader(NAME, lambda: FilmCapture(maker, frames_a_second, speed), manner)


def default_film(seed: int = 1, players: int = 2) -> Film:
    """The game that is shown where nothing else is asked."""
    from eko_companion.simulator.film.film import Film
    from eko_companion.simulator.table_at_random import Wish, random_table

    return Film(random_table(seed, Wish(players=players, variants=False)))
