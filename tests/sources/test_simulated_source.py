"""The simulated table as a source: each frame in turn, or in real time without the late ones."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from eko_companion.simulator.film import film as film_module
from eko_companion.simulator.film.film import Film, Wishes
from eko_companion.simulator.film.script import Habits
from eko_companion.sources import FrameSource, Happening
from eko_companion.sources.errors import CannotOpenError, EndedError
from eko_companion.sources.protocol import OPEN_LIMIT
from eko_companion.sources.simulated_source import FilmCapture, default_film, simulated_source
from tests.simulator.film.films import small_table
from tests.simulator.quick import draw_quickly
from tests.sources.faulty import new_frame

CALM = Wishes(quiet=(0.3, 0.5), most_actions=1, bumps=0, habits=Habits(0, 0, 0, 0))


@pytest.fixture
def film(monkeypatch) -> Film:
    draw_quickly(monkeypatch)
    return Film(small_table(9), CALM)


class QuickProjector:
    """Draws nothing, but takes its time for it."""

    takes = 0.0

    def __init__(self, film: object) -> None:
        self.film = film
        self.asked: list[float] = []

    def frame(self, at: float) -> SimpleNamespace:
        time.sleep(self.takes)
        self.asked.append(at)
        rng = np.random.default_rng(len(self.asked))
        return SimpleNamespace(image=rng.integers(0, 255, (48, 64, 3), dtype=np.uint8))


@dataclass
class Strip:
    """As much of a film as a capture asks for."""

    length: float


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(film_module, "Projector", QuickProjector)
    monkeypatch.setattr(QuickProjector, "takes", 0.0)


def frames_until_end(source: FrameSource, limit: float = 20.0) -> Iterator[tuple[float, float]]:
    """The time in the film and the real time of each frame."""
    end = time.monotonic() + limit
    while not source.ended:
        assert time.monotonic() < end
        frame = source.next_frame(0.2)
        if frame is not None:
            yield frame.at, time.monotonic()


def kinds(source: FrameSource) -> list[Happening]:
    return [event.kind for event in source.events()]


def test_each_frame_is_given_when_it_is_fetched(film):
    source = simulated_source(lambda: film, speed=None, frames_a_second=2)
    source.open(60)
    assert source.name == "The simulated table"
    frames = []
    while not source.ended:
        frame = source.next_frame(30)
        if frame is not None:
            frames.append(frame)
    assert [frame.at for frame in frames] == pytest.approx(
        [number / 2 for number in range(int(film.length * 2) + 1)]
    )
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert {frame.size for frame in frames} == {film.table.setting.camera.size}
    assert kinds(source) == [Happening.OPENED, Happening.ENDED]
    assert source.next_frame(0.1) is None
    source.close()


def test_slow_fetching_loses_nothing_where_each_frame_counts(quick):
    source = simulated_source(lambda: Strip(1.0), speed=None, frames_a_second=10)  # type: ignore[arg-type, return-value]
    source.open(5)
    seen = []
    while not source.ended:
        time.sleep(0.02)
        frame = source.next_frame(1)
        if frame is not None:
            seen.append(frame.at)
    assert seen == pytest.approx([number / 10 for number in range(11)])
    source.close()


def test_in_real_time_frames_come_at_their_times(quick):
    source = simulated_source(lambda: Strip(1.5), frames_a_second=10)  # type: ignore[arg-type, return-value]
    source.open(5)
    came = list(frames_until_end(source))
    times, moments = (np.array(part) for part in zip(*came, strict=True))
    assert (np.diff(times) > 0).all()
    assert 1.0 < moments[-1] - moments[0] < 4.0
    # None comes before it is due; the first frame may have waited to be fetched.
    assert ((moments - moments[0]) - (times - times[0]) > -0.12).all()
    assert kinds(source) == [Happening.OPENED, Happening.ENDED]
    source.close()


def test_a_film_can_run_faster(quick):
    source = simulated_source(lambda: Strip(20.0), speed=20.0, frames_a_second=10)  # type: ignore[arg-type, return-value]
    source.open(5)
    began = time.monotonic()
    times = [at for at, _ in frames_until_end(source)]
    assert time.monotonic() - began < 6
    assert times[-1] > 15
    source.close()


def test_frames_that_would_come_too_late_are_left_out(quick, monkeypatch):
    monkeypatch.setattr(QuickProjector, "takes", 0.25)
    source = simulated_source(lambda: Strip(2.0), frames_a_second=20)  # type: ignore[arg-type, return-value]
    source.open(5)
    began = time.monotonic()
    times = [at for at, _ in frames_until_end(source)]
    assert time.monotonic() - began < 6
    # Forty frames would have taken ten seconds.
    assert 3 <= len(times) <= 12
    assert max(np.diff(times)) > 0.15
    assert all(abs(20 * at - round(20 * at)) < 1e-6 for at in times)
    assert kinds(source) == [Happening.OPENED, Happening.ENDED]
    source.close()


def test_the_end_is_one_sentence(quick):
    source = simulated_source(lambda: Strip(0.2), speed=None)  # type: ignore[arg-type, return-value]
    source.open(5)
    list(frames_until_end(source))
    ended = [event for event in source.events() if event.kind is Happening.ENDED]
    assert [event.text for event in ended] == ["The simulated game is over."]
    source.close()


def test_it_can_be_watched_again_from_the_start(quick):
    source = simulated_source(lambda: Strip(0.3), speed=None)  # type: ignore[arg-type, return-value]
    for _ in range(2):
        source.open(5)
        assert new_frame(source).at == 0.0
        source.close()


def test_it_can_be_closed_in_the_middle(quick):
    source = simulated_source(lambda: Strip(1000.0))  # type: ignore[arg-type, return-value]
    source.open(5)
    new_frame(source)
    began = time.monotonic()
    source.close()
    assert time.monotonic() - began < 3
    assert source.next_frame(0.1) is None or source.ended


def test_it_has_more_time_to_open_than_a_camera(quick):
    source = simulated_source(lambda: Strip(1.0))  # type: ignore[arg-type, return-value]
    limit = inspect.signature(source.open).parameters["limit"].default
    assert limit >= 4 * OPEN_LIMIT
    source.open()
    assert new_frame(source).at == 0.0
    source.close()


def test_a_table_that_cannot_be_made_is_told():
    def make() -> Film:
        raise ValueError("no table")

    with pytest.raises(CannotOpenError):
        simulated_source(make).open(5)


def test_a_closed_capture_gives_nothing(quick):
    capture = FilmCapture(lambda: Strip(1.0), 10, None)  # type: ignore[arg-type, return-value]
    with pytest.raises(EndedError):
        capture.read()
    capture.open()
    assert capture.read().at == 0.0
    capture.close()
    with pytest.raises(EndedError):
        capture.read()


def test_the_clock_decides_what_is_due(quick):
    now = [100.0]
    capture = FilmCapture(lambda: Strip(10.0), 10, 1.0, clock=lambda: now[0])  # type: ignore[arg-type, return-value]
    capture.open()
    assert capture.read().at == pytest.approx(0.0)
    assert capture.read().at == pytest.approx(0.1)
    now[0] += 3.0
    # The last frame that is due, not the next one.
    assert capture.read().at == pytest.approx(3.0, abs=0.11)
    now[0] += 100.0
    with pytest.raises(EndedError):
        capture.read()


def test_there_is_a_game_to_show_where_nothing_is_asked():
    film = default_film()
    assert len(film.table.start.players) == 2
    assert film.length > 60
    assert film.table.setting.camera.size == (1280, 720)
