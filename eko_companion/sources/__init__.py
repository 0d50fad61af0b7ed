"""Frames from cameras, films and folders behind one small protocol; see `protocol`."""

from eko_companion.sources.errors import (
    CannotOpenError,
    CannotRecordError,
    SourceError,
)
from eko_companion.sources.names import CameraName, camera_names
from eko_companion.sources.open_source import source_from
from eko_companion.sources.protocol import (
    Frame,
    FrameSource,
    Happening,
    Image,
    SourceEvent,
)

__all__ = [
    "CameraName",
    "CannotOpenError",
    "CannotRecordError",
    "Frame",
    "FrameSource",
    "Happening",
    "Image",
    "SourceError",
    "SourceEvent",
    "camera_names",
    "source_from",
]
