"""Saves what a source gave, in the form that `folder_source` plays back with its times."""

from __future__ import annotations

import contextlib
import json
import logging
from pathlib import Path

import cv2

from eko_companion.rules.errors import reason
from eko_companion.sources.errors import CannotRecordError
from eko_companion.sources.protocol import (
    OPEN_LIMIT,
    Frame,
    FrameSource,
    Happening,
    SourceEvent,
)
from eko_companion.sources.recording import FORMAT, INDEX

log = logging.getLogger(__name__)

_QUALITY = 92


class Recorder:
    """A recording that grows; the folder must not hold another one yet."""

    def __init__(self, folder: Path, source: str = "", *, lossless: bool = False) -> None:
        self._folder = folder
        self._ending = ".png" if lossless else ".jpg"
        self._count = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if next(folder.iterdir(), None) is not None:
                raise CannotRecordError(f"The folder {folder.name} is not empty.")
            self._index = (folder / INDEX).open("x", encoding="utf-8")
            self._note({"format": FORMAT, "source": source})
        except OSError as error:
            raise _refusal(folder, error) from None

    def save(self, frame: Frame) -> None:
        """Add a frame."""
        name = f"{self._count + 1:06d}{self._ending}"
        options = [] if self._ending == ".png" else [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
        done, data = cv2.imencode(self._ending, frame.image, options)
        if not done:
            raise CannotRecordError(f"Frame {frame.number} could not be turned into a photo.")
        try:
            (self._folder / name).write_bytes(data.tobytes())
            # Only now: the index names whole photos only, whenever the power goes.
            self._note({"file": name, "at": round(frame.at, 4), "number": frame.number})
        except OSError as error:
            raise _refusal(self._folder, error) from None
        self._count += 1

    def close(self) -> None:
        """Finish. Harmless when closed already."""
        try:
            self._index.close()
        except OSError as error:
            raise _refusal(self._folder, error) from None

    def _note(self, document: dict[str, object]) -> None:
        self._index.write(json.dumps(document, ensure_ascii=False) + "\n")
        self._index.flush()


class RecordedSource:
    """A source whose fetched frames are saved on their way; a full disk does not stop it."""

    def __init__(self, source: FrameSource, recorder: Recorder) -> None:
        self._source = source
        self._recorder: Recorder | None = recorder
        self._told: list[SourceEvent] = []

    @property
    def name(self) -> str:
        """What to call the source in front of players."""
        return self._source.name

    @property
    def ended(self) -> bool:
        """True when no further frame will come, and the last one has been fetched."""
        return self._source.ended

    def open(self, limit: float = OPEN_LIMIT) -> None:
        """Open the source."""
        self._source.open(limit)

    def close(self) -> None:
        """Close the source and finish the recording."""
        self._source.close()
        self._stop_recording()

    def next_frame(self, limit: float = 0.0) -> Frame | None:
        """A frame that was not fetched yet, saved."""
        frame = self._source.next_frame(limit)
        if frame and self._recorder:
            try:
                self._recorder.save(frame)
            except CannotRecordError as error:
                log.warning("the recording stops: %s", error)
                self._stop_recording()
                text = f"The recording stops here. {error}"
                self._told.append(SourceEvent(Happening.NOT_RECORDED, text, frame.at))
        return frame

    def newest(self) -> Frame | None:
        """The last frame that came."""
        return self._source.newest()

    def events(self) -> tuple[SourceEvent, ...]:
        """What happened since the last call."""
        told, self._told = self._told, []
        return (*self._source.events(), *told)

    def _stop_recording(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder:
            # Each line is on its way to the disk already; a failure here loses nothing more.
            with contextlib.suppress(CannotRecordError):
                recorder.close()


def _refusal(folder: Path, error: OSError) -> CannotRecordError:
    why = reason(error)
    return CannotRecordError(f"Nothing could be saved in the folder {folder.name}: {why}.")
