"""Real films through OpenCV, cameras that are not there, and a loopback where there is one."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.sources import CannotOpenError, Happening
from eko_companion.sources.names import SYSTEM_FOLDER, camera_names
from eko_companion.sources.opencv_source import (
    CameraCapture,
    NetworkCapture,
    address_name,
    camera_source,
    film_source,
)
from eko_companion.sources.reader import Manner, Reader
from tests.sources.faulty import PATIENCE, new_frame, noise, wait_for

SIZE = (160, 120)
COUNT = 20
RATE = 20.0

LOOPBACKS = [
    path
    for path in SYSTEM_FOLDER.glob("video*")
    if "loopback" in (path / "name").read_text().lower() or "dummy" in (path / "name").read_text()
]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, SIZE)
    assert writer.isOpened()
    for number in range(COUNT):
        writer.write(np.full((SIZE[1], SIZE[0], 3), 10 * number, np.uint8))
    writer.release()
    return path


def all_frames(source):
    frames = []
    while not source.ended:
        frame = source.next_frame(PATIENCE)
        if frame:
            frames.append(frame)
    return frames


class TestFilm:
    def test_every_frame_comes_in_order_when_fetched(self, film):
        source = film_source(film, None)
        source.open()
        frames = all_frames(source)
        assert [frame.number for frame in frames] == list(range(COUNT))
        for number, frame in enumerate(frames):
            assert frame.size == SIZE
            assert abs(float(frame.image.mean()) - 10 * number) < 4
            assert frame.at - frames[0].at == pytest.approx(number / RATE, abs=0.002)
        assert [event.kind for event in source.events()] == [Happening.OPENED, Happening.ENDED]
        assert source.next_frame(30) is None
        source.close()

    def test_it_plays_in_real_time(self, film):
        source = film_source(film)
        start = time.monotonic()
        source.open()
        frames = all_frames(source)
        length = (COUNT - 1) / RATE
        assert length * 0.9 <= time.monotonic() - start <= length + 3
        assert len(frames) > COUNT / 2
        source.close()

    def test_it_plays_faster(self, film):
        source = film_source(film, 50)
        start = time.monotonic()
        source.open()
        all_frames(source)
        assert time.monotonic() - start < (COUNT - 1) / RATE
        source.close()

    def test_it_can_be_played_again(self, film):
        source = film_source(film, None)
        for _ in range(2):
            source.open()
            assert len(all_frames(source)) == COUNT
            source.close()

    def test_half_a_film_says_so(self, film):
        whole = film.read_bytes()
        film.write_bytes(whole[: len(whole) // 2])
        source = film_source(film, None)
        source.open()
        assert 0 < len(all_frames(source)) < COUNT
        end = source.events()[-1]
        assert end.kind is Happening.ENDED
        assert "is damaged: it stops after" in end.text
        source.close()

    def test_what_is_no_film_is_told(self, tmp_path):
        path = tmp_path / "letter.mp4"
        path.write_text("Dear reader")
        with pytest.raises(
            CannotOpenError, match=r"^letter\.mp4 is not a film that can be read\.$"
        ):
            film_source(path).open()

    def test_a_missing_film_is_told(self, tmp_path):
        with pytest.raises(CannotOpenError, match=r"^There is no film none\.mp4\.$"):
            film_source(tmp_path / "none.mp4").open()


class FakeVideoCapture:
    """Stands for `cv2.VideoCapture`."""

    works = True

    def __init__(self, *given: object) -> None:
        self.given = given
        self.released = False
        self.count = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.works

    def set(self, *_: object) -> bool:
        return True

    def read(self) -> tuple[bool, object]:
        self.count += 1
        return (True, noise(self.count)) if self.works else (False, None)

    def release(self) -> None:
        self.released = True


class TestCamera:
    def test_a_missing_camera_is_told(self):
        with pytest.raises(CannotOpenError, match=r"^Camera 97 is not there; is it plugged in\?$"):
            camera_source(97).open()

    def test_a_missing_device_is_told(self):
        with pytest.raises(CannotOpenError, match=r"^Camera /dev/none is not there"):
            camera_source("/dev/none").open()

    def test_a_camera_in_use_is_told(self, tmp_path):
        device = tmp_path / "video0"
        device.touch()
        made = type("Busy", (FakeVideoCapture,), {"works": False})
        source = Reader("Camera", lambda: CameraCapture(str(device), opener=made))
        with pytest.raises(CannotOpenError, match="another program may be using it"):
            source.open()

    def test_an_unplugged_camera_is_told_at_once(self, tmp_path):
        device = tmp_path / "video0"
        device.touch()
        made: list[FakeVideoCapture] = []

        def opener(*given: object) -> FakeVideoCapture:
            made.append(FakeVideoCapture(*given))
            return made[-1]

        manner = Manner(first_pause=0.01)
        source = Reader("Camera", lambda: CameraCapture(str(device), opener=opener), manner)
        source.open()
        device.unlink()
        made[0].works = False
        wait_for(lambda: any(event.kind is Happening.LOST for event in source.events()))
        assert made[0].released
        device.touch()
        wait_for(lambda: any(event.kind is Happening.BACK for event in source.events()))
        source.close()
        assert made[-1].released


class TestNetwork:
    def test_an_address_where_nobody_answers_is_told(self):
        source = Reader("The door", lambda: NetworkCapture("http://127.0.0.1:9/film"))
        with pytest.raises(CannotOpenError, match=r"127\.0\.0\.1:9/film does not answer"):
            source.open()

    def test_passwords_are_not_shown(self):
        shown = address_name("rtsp://me:secret@10.0.0.7:554/live?token=secret")
        assert shown == "The camera at rtsp://10.0.0.7:554/live"


@pytest.mark.skipif(not LOOPBACKS, reason="this machine has no v4l2 loopback")
def test_a_loopback_camera_gives_frames():
    camera = next(camera for camera in camera_names() if camera.text.endswith(LOOPBACKS[0].name))
    source = camera_source(camera.text)
    source.open()
    assert new_frame(source).size[0] > 0
    source.close()
