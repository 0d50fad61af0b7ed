"""Names of the cameras at this computer, for a picker. No device is opened: that can freeze it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

SYSTEM_FOLDER = Path("/sys/class/video4linux")

_NO_CAMERAS = re.compile(r"codec|-isp|hevc|pispbe|image_fx|vbi|radio", re.IGNORECASE)
"""Devices that are listed among the cameras and turn pictures into other pictures."""
_RIBBON_CABLE = re.compile(r"unicam|rp1-cfe", re.IGNORECASE)
"""The Raspberry Pi's own cameras, which only picamera2 can use."""


@dataclass(frozen=True, slots=True)
class CameraName:
    """A camera to pick: what to show, and the text that opens it."""

    name: str
    text: str


def camera_names(
    folder: Path = SYSTEM_FOLDER, *, picamera: bool | None = None
) -> tuple[CameraName, ...]:
    """The cameras in the order of their numbers; none where the system does not list them."""
    if picamera is None:
        picamera = find_spec("picamera2") is not None
    found: list[CameraName] = []
    ribbon = False
    for device in _devices(folder):
        name = _text(device / "name")
        ribbon = ribbon or _RIBBON_CABLE.search(name) is not None
        if _NO_CAMERAS.search(name) or _RIBBON_CABLE.search(name):
            continue
        # A USB camera has further devices for what is not pictures; the first one is the camera.
        if _text(device / "index") not in ("", "0"):
            continue
        found.append(CameraName(_short(name) or device.name, f"/dev/{device.name}"))
    if ribbon and picamera:
        found.insert(0, CameraName("Pi camera", "picamera"))
    return _told_apart(found)


def _devices(folder: Path) -> list[Path]:
    try:
        devices = [path for path in folder.iterdir() if re.fullmatch(r"video[0-9]+", path.name)]
    except OSError:
        return []
    return sorted(devices, key=lambda path: int(path.name.removeprefix("video")))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        # Unplugged just now, or a system that does not tell this.
        return ""


def _short(name: str) -> str:
    """Many drivers give the name twice: 'HD Webcam: HD Webcam'."""
    first, _, second = name.partition(": ")
    # The system keeps 31 letters at most, so the second may be cut.
    return first if second and first.startswith(second) else name


def _told_apart(found: list[CameraName]) -> tuple[CameraName, ...]:
    often = Counter(camera.name for camera in found)
    return tuple(
        camera
        if often[camera.name] == 1
        else CameraName(f"{camera.name} ({camera.text.removeprefix('/dev/')})", camera.text)
        for camera in found
    )
