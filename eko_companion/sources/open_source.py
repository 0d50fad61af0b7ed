"""From a text to a source: a number, a device, an address, a film, a folder, or a known name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from eko_companion.sources.errors import CannotOpenError
from eko_companion.sources.folder_source import folder_source
from eko_companion.sources.opencv_source import camera_source, film_source, network_source
from eko_companion.sources.picamera_source import picamera_source
from eko_companion.sources.protocol import FrameSource
from eko_companion.sources.simulated_source import simulated_source

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_PICAMERA = re.compile(r"picamera(?::([0-9]{1,2}))?", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)

SIMULATED = "simulated"
"""The source that needs nothing but the program."""

Makers = Mapping[str, Callable[[], FrameSource]]
"""Sources that have a name of their own, such as the simulated table."""


def source_from(
    text: str, *, film_speed: float | None = 1.0, makers: Makers | None = None
) -> FrameSource:
    """The source that a text means, not opened yet; raises `CannotOpenError`.

    `film_speed` is that of films and recordings: 1 is real time, None gives each frame when it is
    fetched.
    """
    text = text.strip()
    if makers and text.lower() in makers:
        return makers[text.lower()]()
    if _NUMBER.fullmatch(text):
        return camera_source(int(text))
    if match := _PICAMERA.fullmatch(text):
        return picamera_source(int(match[1] or 0))
    if _ADDRESS.match(text):
        return network_source(text)
    if not text:
        raise CannotOpenError("No camera is named.")
    if text.lower() == SIMULATED:
        return simulated_source(speed=film_speed)
    try:
        path = Path(text).expanduser()
        if path.is_dir():
            return folder_source(path, film_speed)
        if path.is_char_device() or text.startswith("/dev/"):
            return camera_source(text)
        if path.exists():
            return film_source(path, film_speed)
    except (OSError, RuntimeError, ValueError):
        # Too long for a path, or somebody's home that nobody has.
        text = text[:60]
    raise CannotOpenError(
        f"There is no camera, film or folder '{text}'. A camera is named by its number (0), its "
        "device (/dev/video0) or its address (rtsp://...)."
    )
