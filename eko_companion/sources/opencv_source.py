"""Cameras, network addresses and films through OpenCV."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2

from eko_companion.sources.errors import CannotOpenError, EndedError, LostError
from eko_companion.sources.protocol import FrameSource, Picture
from eko_companion.sources.reader import Manner, Reader

WANTED_SIZE = (1280, 720)

_NETWORK_TIMEOUT = 8000
"""Milliseconds that OpenCV itself waits for a network camera, so that no thread hangs for ever."""
_USUAL_RATE = 25.0
_HIGHEST_RATE = 1000.0
"""Frames a second; a film that claims more does not know."""

Opener = Callable[..., Any]
"""Makes a `cv2.VideoCapture`, or what a test puts in its place."""


class CameraCapture:
    """A camera at this computer, by number or device path."""

    def __init__(
        self, device: int | str, size: tuple[int, int] = WANTED_SIZE, opener: Opener | None = None
    ) -> None:
        self._device = device
        self._size = size
        self._opener = opener or cv2.VideoCapture
        self._camera: Any = None

    def open(self) -> None:
        """Open the device with a picture size near the wanted one."""
        linux = sys.platform.startswith("linux")
        if linux:
            _check_device(self._device)
        # Other back ends would be tried one after the other, and some of them hang.
        back_end = cv2.CAP_V4L2 if linux else cv2.CAP_ANY
        self._camera = self._opener(self._device, back_end)
        if not self._camera.isOpened():
            raise CannotOpenError(
                f"{device_name(self._device)} could not be opened; another program may be using it."
            )
        # Uncompressed pictures of this size are too much for USB 2 at a useful rate.
        self._camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._camera.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        self._camera.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        self._camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Picture:
        """The next picture; nothing in it where the camera failed to give one."""
        if not self._camera.isOpened():
            raise LostError(f"{device_name(self._device)} is gone.")
        good, image = self._camera.read()
        if (
            not good
            and sys.platform.startswith("linux")
            and not _device_path(self._device).exists()
        ):
            raise LostError(f"{device_name(self._device)} is unplugged.")
        return Picture(image if good else None)

    def close(self) -> None:
        """Let go of the device."""
        if self._camera is not None:
            self._camera.release()


class NetworkCapture:
    """A camera in the network, by its address."""

    def __init__(self, address: str, opener: Opener | None = None) -> None:
        self._address = address
        self._opener = opener or cv2.VideoCapture
        self._camera: Any = None

    def open(self) -> None:
        """Connect, and give up where nobody answers."""
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
        options = [number for limit in limits for number in (limit, _NETWORK_TIMEOUT)]
        self._camera = self._opener(self._address, cv2.CAP_FFMPEG, options)
        if not self._camera.isOpened():
            raise CannotOpenError(f"{address_name(self._address)} does not answer with a film.")

    def read(self) -> Picture:
        """The next picture."""
        good, image = self._camera.read()
        if not good:
            # A broken connection never comes back by itself.
            raise LostError(f"{address_name(self._address)} has stopped sending.")
        return Picture(image)

    def close(self) -> None:
        """Disconnect."""
        if self._camera is not None:
            self._camera.release()


class FilmCapture:
    """A video file, from its beginning to its end."""

    def __init__(self, path: Path, opener: Opener | None = None) -> None:
        self._path = path
        self._opener = opener or cv2.VideoCapture
        self._film: Any = None
        self._at = 0.0
        self._count = 0

    def open(self) -> None:
        """Open the file."""
        if not self._path.is_file():
            raise CannotOpenError(f"There is no film {self._path.name}.")
        if not os.access(self._path, os.R_OK):
            raise CannotOpenError(f"The film {self._path.name} may not be read by this user.")
        self._film = self._opener(str(self._path))
        if not self._film.isOpened():
            raise CannotOpenError(f"{self._path.name} is not a film that can be read.")
        rate = self._film.get(cv2.CAP_PROP_FPS)
        self._step = 1 / (rate if 0 < rate <= _HIGHEST_RATE else _USUAL_RATE)

    def read(self) -> Picture:
        """The next picture with its time in the film."""
        good, image = self._film.read()
        if not good:
            raise EndedError(self._end())
        told = self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if self._count == 0:
            self._at = max(0.0, told)
        else:
            # Films of telephones have no steady rate, and some containers tell no times at all.
            self._at = told if told > self._at else self._at + self._step
        self._count += 1
        return Picture(image, self._at)

    def close(self) -> None:
        """Close the file."""
        if self._film is not None:
            self._film.release()

    def _end(self) -> str:
        if not self._count:
            return f"There is no picture in the film {self._path.name} that can be read."
        expected = self._film.get(cv2.CAP_PROP_FRAME_COUNT)
        # The count in a file is an estimate in some containers, so a few are no reason to worry.
        if self._count < 0.95 * expected - 2:
            return (
                f"The film {self._path.name} is damaged: it stops after {self._count} of "
                f"{expected:.0f} pictures."
            )
        return f"The film {self._path.name} has ended."


def camera_source(device: int | str, size: tuple[int, int] = WANTED_SIZE) -> FrameSource:
    """A camera at this computer."""
    return Reader(device_name(device), lambda: CameraCapture(device, size))


def network_source(address: str) -> FrameSource:
    """A camera in the network."""
    # An encoder may send a still scene as the very same picture for as long as it likes.
    return Reader(address_name(address), lambda: NetworkCapture(address), Manner(still_after=None))


def film_source(path: Path, speed: float | None = 1.0) -> FrameSource:
    """A film in real time (1), faster, or (None) every frame of it as fast as it is fetched."""
    return Reader(
        f"The film {path.name}", lambda: FilmCapture(path), Manner(live=False, speed=speed)
    )


def device_name(device: int | str) -> str:
    """A camera at this computer, in front of players."""
    return f"Camera {device}"


def address_name(address: str) -> str:
    """An address without the password that may be in it."""
    parts = urlsplit(address)
    place = parts.netloc.rpartition("@")[2]
    return f"The camera at {parts.scheme}://{place}{parts.path}"


def _device_path(device: int | str) -> Path:
    return Path(f"/dev/video{device}") if isinstance(device, int) else Path(device)


def _check_device(device: int | str) -> None:
    """Find out without OpenCV what it would not tell."""
    path = _device_path(device)
    if not path.exists():
        raise CannotOpenError(f"{device_name(device)} is not there; is it plugged in?")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CannotOpenError(
            f"{device_name(device)} may not be used by this user, who must be in the group 'video'."
        )
