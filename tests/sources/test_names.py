"""Names of cameras from a system folder made for the test, and texts that mean a source."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest import mock

import pytest

from eko_companion.sources import CameraName, CannotOpenError, camera_names, source_from
from eko_companion.sources.picamera_source import picamera_source
from tests.sources.faulty import FaultyCamera, new_frame, noise


def device(folder: Path, number: int, name: str, index: str | None = "0") -> None:
    path = folder / f"video{number}"
    path.mkdir()
    (path / "name").write_text(f"{name}\n")
    if index is not None:
        (path / "index").write_text(f"{index}\n")


class TestNames:
    def test_cameras_have_names(self, tmp_path):
        device(tmp_path, 10, "Desk camera")
        device(tmp_path, 2, "HD Webcam: HD Webcam")
        device(tmp_path, 3, "HD Webcam: HD Webcam", "1")
        (tmp_path / "v4l-subdev0").mkdir()
        assert camera_names(tmp_path) == (
            CameraName("HD Webcam", "/dev/video2"),
            CameraName("Desk camera", "/dev/video10"),
        )

    def test_two_of_a_kind_are_told_apart(self, tmp_path):
        device(tmp_path, 0, "Cam", None)
        device(tmp_path, 2, "Cam", None)
        assert [camera.name for camera in camera_names(tmp_path)] == [
            "Cam (video0)",
            "Cam (video2)",
        ]

    @pytest.mark.parametrize(("there", "names"), [(True, ["Pi camera", "USB"]), (False, ["USB"])])
    def test_a_raspberry_pi(self, tmp_path, there, names):
        for number, name in enumerate(("unicam-image", "bcm2835-codec-decode", "bcm2835-isp")):
            device(tmp_path, number, name)
        device(tmp_path, 8, "USB")
        assert [camera.name for camera in camera_names(tmp_path, picamera=there)] == names

    def test_a_camera_that_goes_while_it_is_listed(self, tmp_path):
        (tmp_path / "video0").mkdir()
        assert camera_names(tmp_path) == (CameraName("video0", "/dev/video0"),)

    def test_a_system_without_a_list(self, tmp_path):
        assert camera_names(tmp_path / "none") == ()


class TestTexts:
    def test_each_kind(self, tmp_path):
        film = tmp_path / "film.mp4"
        film.touch()
        for text, name in (
            ("0", "Camera 0"),
            (" 12 ", "Camera 12"),
            ("/dev/video3", "Camera /dev/video3"),
            ("rtsp://me:pw@host/live", "The camera at rtsp://host/live"),
            ("picamera", "Pi camera 0"),
            ("picamera:1", "Pi camera 1"),
            (str(film), "The film film.mp4"),
            (str(tmp_path), f"The folder {tmp_path.name}"),
        ):
            assert source_from(text).name == name

    def test_known_names(self):
        source = FaultyCamera().source()
        assert source_from("Simulated", makers={"simulated": lambda: source}) is source

    def test_the_simulated_table_needs_nothing_but_its_name(self):
        assert source_from("simulated").name == "The simulated table"

    @pytest.mark.parametrize(
        "text", ["", "nothing", "²", "-1", "film.mp4", "x" * 5000, "~nobody-here/x"]
    )
    def test_nonsense_is_told(self, text, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(CannotOpenError, match=r"\.$"):
            source_from(text)


class FakePicamera2:
    """Stands for the camera of a Raspberry Pi."""

    @staticmethod
    def global_camera_info() -> list[object]:
        return [{}]

    def __init__(self, number: int) -> None:
        self.count = number

    def create_video_configuration(self, **given: object) -> object:
        return given

    def configure(self, configuration: object) -> None:
        assert configuration == {"main": {"size": (1280, 720), "format": "RGB888"}}

    def start(self) -> None:
        pass

    def capture_array(self, stream: str) -> object:
        assert stream == "main"
        self.count += 1
        return noise(self.count)

    def close(self) -> None:
        pass


class TestPicamera:
    def test_without_picamera2(self):
        with (
            mock.patch.dict(sys.modules, {"picamera2": None}),
            pytest.raises(CannotOpenError, match="python3-picamera2"),
        ):
            picamera_source().open()

    def test_with_picamera2(self):
        module = mock.Mock(Picamera2=FakePicamera2)
        with mock.patch.dict(sys.modules, {"picamera2": module}):
            source = picamera_source()
            source.open()
            assert new_frame(source).size == (64, 48)
            source.close()
            with pytest.raises(CannotOpenError, match="Pi camera 1 is not there"):
                picamera_source(1).open()
