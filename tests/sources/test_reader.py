"""A camera that is unplugged, freezes, sends garbage, changes size or hangs."""

from __future__ import annotations

import dataclasses
import threading
import time

import numpy as np
import pytest

from eko_companion.sources import CannotOpenError, Happening, reader
from eko_companion.sources.reader import Manner, Reader
from tests.sources.faulty import (
    QUICK,
    FaultyCamera,
    FaultyCapture,
    kinds_until,
    new_frame,
    noise,
    wait_for,
)

LOST, BACK = Happening.LOST, Happening.BACK


@pytest.fixture
def camera():
    camera = FaultyCamera()
    yield camera
    camera.freed.set()


@pytest.fixture
def source(camera):
    source = camera.source()
    source.open()
    assert [event.kind for event in source.events()] == [Happening.OPENED]
    yield source
    camera.freed.set()
    source.close()


def break_and_mend(camera, source, **fault):
    """The events from a fault to the camera's return; a while passes in between."""
    before = {name: getattr(camera, name) for name in fault}
    for name, value in fault.items():
        setattr(camera, name, value)
    seen = kinds_until(source, LOST)
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        source.next_frame(0.01)
        seen += [event.kind for event in source.events()]
    assert seen == [LOST]
    for name, value in before.items():
        setattr(camera, name, value)
    camera.freed.set()
    seen += kinds_until(source, BACK)
    assert new_frame(source).number > 0
    return seen


class TestFaults:
    @pytest.mark.parametrize(
        "fault",
        [
            {"plugged": False},
            {"hangs_on_read": True},
            {"raises": RuntimeError("ioctl")},
            {"gives": lambda _: noise(1)},
            {"gives": lambda _: None},
            {"gives": lambda _: np.zeros((0, 0, 3), np.uint8)},
            {"gives": lambda _: np.zeros((48, 64, 3), np.float32)},
            {"gives": lambda _: np.zeros((48, 64, 2), np.uint8)},
            {"gives": lambda _: np.zeros(100, np.uint8)},
            {"gives": lambda _: "nonsense"},
            {"gives": lambda count: noise(count, (65 + count % 7, 48))},
        ],
        ids=[
            "unplugged",
            "hangs",
            "driver fails",
            "stands still",
            "nothing",
            "empty",
            "wrong numbers",
            "two colours",
            "a row",
            "no picture",
            "a new size each time",
        ],
    )
    def test_it_is_told_once_and_frames_come_again(self, camera, source, fault):
        seen = break_and_mend(camera, source, **fault)
        assert seen == [LOST, BACK]

    def test_every_loss_is_told(self, camera, source):
        for _ in range(3):
            seen = break_and_mend(camera, source, plugged=False)
            assert seen == [LOST, BACK]

    def test_the_sentence_says_what_is_wrong(self, camera, source):
        camera.gives = lambda _: noise(1)
        wait_for(lambda: bool(told := source.events()) and "stands still" in told[0].text)

    def test_a_slip_is_not_worth_an_event(self, camera, source):
        camera.gives = lambda count: None if count % 2 else noise(count)
        for _ in range(20):
            new_frame(source)
        assert source.events() == ()

    def test_a_hanging_camera_is_not_opened_without_end(self, camera, monkeypatch):
        monkeypatch.setattr(reader, "_LAST_WAIT", 0.01)
        source = camera.source(dataclasses.replace(QUICK, silent_after=0.1))
        source.open(1)
        camera.hangs_on_read = camera.hangs_on_open = True
        kinds_until(source, LOST)
        opened = camera.opened
        time.sleep(4.0)
        assert camera.opened - opened <= 2
        assert source.events() == ()
        camera.hangs_on_read = camera.hangs_on_open = False
        camera.freed.set()
        assert kinds_until(source, BACK) == [BACK]
        source.close()


class TestSize:
    def test_a_new_size_is_told_once(self, camera, source):
        camera.gives = lambda count: noise(count, (80, 60))
        assert kinds_until(source, Happening.CHANGED_SIZE) == [Happening.CHANGED_SIZE]
        for _ in range(10):
            assert new_frame(source).size == (80, 60)
        assert source.events() == ()

    def test_one_picture_of_another_size_is_passed_over(self, camera, source):
        camera.gives = lambda count: noise(count, (80, 60) if count % 5 == 0 else (64, 48))
        assert {new_frame(source).size for _ in range(20)} == {(64, 48)}
        assert source.events() == ()

    @pytest.mark.parametrize("shape", [(48, 64), (48, 64, 1), (48, 64, 4)])
    def test_grey_and_transparent_pictures_are_used(self, camera, shape):
        rng = np.random.default_rng(1)
        camera.gives = lambda _: rng.integers(0, 256, shape, dtype=np.uint8)
        source = camera.source()
        source.open()
        assert new_frame(source).image.shape == (48, 64, 3)
        source.close()


class TestOpening:
    def test_a_hanging_open_does_not_hang_the_caller(self, camera):
        camera.hangs_on_open = True
        source = camera.source()
        start = time.monotonic()
        with pytest.raises(CannotOpenError, match=r"^The camera gave no picture within 0\.2 sec"):
            source.open(0.2)
        assert time.monotonic() - start < 5
        # Once it answers, it is let go of.
        camera.freed.set()
        wait_for(lambda: camera.closed == 1)

    def test_a_camera_without_pictures_is_not_open(self, camera):
        camera.gives = lambda _: None
        with pytest.raises(CannotOpenError):
            camera.source().open(0.2)

    def test_a_missing_camera_is_told_at_once(self, camera):
        camera.plugged = False
        start = time.monotonic()
        with pytest.raises(CannotOpenError, match=r"^The camera is not there\.$"):
            camera.source().open(60)
        assert time.monotonic() - start < 5

    def test_after_a_failure_it_can_be_opened_again(self, camera):
        camera.plugged = False
        source = camera.source()
        with pytest.raises(CannotOpenError):
            source.open()
        camera.plugged = True
        source.open()
        assert new_frame(source).number == 0
        source.close()

    def test_closing_lets_go_of_the_camera(self, camera, source):
        source.close()
        source.close()
        assert source.ended or source.next_frame() is not None
        assert camera.closed == camera.opened == 1
        assert not [thread for thread in threading.enumerate() if "The camera" in thread.name]

    def test_it_can_be_closed_while_lost(self, camera, source):
        camera.plugged = False
        kinds_until(source, LOST)
        start = time.monotonic()
        source.close()
        assert time.monotonic() - start < 2

    def test_closing_wakes_who_waits(self, camera, source):
        camera.hangs_on_read = True
        source.next_frame(0.1)
        source.next_frame(0.1)
        threading.Timer(0.1, source.close).start()
        start = time.monotonic()
        assert source.next_frame(30) is None
        assert time.monotonic() - start < 10


class TestFrames:
    def test_only_the_newest_is_kept(self, camera, source):
        first = new_frame(source)
        before = camera.count
        wait_for(lambda: camera.count > before + 20)
        second = new_frame(source)
        assert second.number >= first.number + 15
        assert second.at > first.at

    def test_no_frame_is_given_twice(self, source):
        numbers = [new_frame(source).number for _ in range(20)]
        assert numbers == sorted(set(numbers))

    def test_the_newest_can_be_looked_at_without_fetching(self, source):
        assert source.newest() is not None
        assert source.newest() is not None
        assert new_frame(source).size == (64, 48)

    def test_nobody_can_draw_into_a_frame(self, source):
        with pytest.raises(ValueError, match="read-only"):
            new_frame(source).image[0, 0, 0] = 1

    def test_the_pauses_grow(self, camera):
        source = camera.source(Manner(first_pause=0.05, longest_pause=10))
        source.open()
        camera.plugged = False
        kinds_until(source, LOST)
        time.sleep(1.0)
        # 0.05 + 0.1 + 0.2 + 0.4 + 0.8: five tries, not twenty.
        assert 2 <= camera.opened - 1 <= 5
        source.close()


class TestClock:
    def test_time_comes_from_outside(self, camera):
        now = [1000.0]
        source = Reader("The camera", lambda: FaultyCapture(camera), Manner(), clock=lambda: now[0])
        source.open()
        assert new_frame(source).at == 1000.0
        camera.gives = lambda _: noise(5)
        wait_for(lambda: bool(np.array_equal(new_frame(source).image, noise(5))))
        now[0] += 60
        assert kinds_until(source, LOST)[-1] is LOST
        source.close()
