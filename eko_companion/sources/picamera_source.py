"""The Raspberry Pi's own cameras through picamera2, which is only there on a Raspberry Pi."""

from __future__ import annotations

import importlib
from typing import Any

from eko_companion.sources.errors import CannotOpenError
from eko_companion.sources.opencv_source import WANTED_SIZE
from eko_companion.sources.protocol import FrameSource, Picture
from eko_companion.sources.reader import Reader


class PicameraCapture:
    """One camera on the ribbon cable, by its number."""

    def __init__(self, number: int = 0, size: tuple[int, int] = WANTED_SIZE) -> None:
        self._number = number
        self._size = size
        self._camera: Any = None

    def open(self) -> None:
        """Start the camera."""
        maker = _maker()
        if self._number >= len(maker.global_camera_info()):
            raise CannotOpenError(
                f"{picamera_name(self._number)} is not there; is its cable in place?"
            )
        try:
            self._camera = maker(self._number)
            # libcamera names the order of bytes the other way round: this is blue, green, red.
            main = {"size": self._size, "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main=main))
            self._camera.start()
        except (RuntimeError, OSError) as error:
            raise CannotOpenError(
                f"{picamera_name(self._number)} could not be started; another program may be "
                f"using it ({error})."
            ) from None

    def read(self) -> Picture:
        """The next picture."""
        return Picture(self._camera.capture_array("main"))

    def close(self) -> None:
        """Let go of the camera."""
        if self._camera is not None:
            self._camera.close()


def picamera_source(number: int = 0, size: tuple[int, int] = WANTED_SIZE) -> FrameSource:
    """A camera on the Raspberry Pi's ribbon cable."""
    return Reader(picamera_name(number), lambda: PicameraCapture(number, size))


def picamera_name(number: int) -> str:
    """A camera on the ribbon cable, in front of players."""
    return f"Pi camera {number}"


def _maker() -> Any:
    try:
        return importlib.import_module("picamera2").Picamera2
    except (ImportError, AttributeError):
        raise CannotOpenError(
            "The Raspberry Pi's camera needs picamera2: install the system package "
            "python3-picamera2 and make the program's environment with --system-site-packages."
        ) from None
