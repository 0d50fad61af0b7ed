"""Writes a film of a simulated game with its truth: the session folder's files and a video."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from eko_companion.rules import action_document, position_document
from eko_companion.rules.errors import EkoError, reason
from eko_companion.simulator.film.film import CLOUD, Film, Projector
from eko_companion.simulator.film.timeline import Happened
from eko_companion.simulator.session_folder import write_basics, write_json
from eko_companion.simulator.truth import setting_document

NAME = "film.mp4"
_CODEC = "mp4v"


def write_film(
    folder: Path,
    film: Film,
    frames_a_second: float = 10.0,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Draw all frames; the truth is written last, so a folder without it is not finished."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        projector = Projector(film)
        basics = write_basics(folder, film.table, projector.photographer)
        tell = progress or (lambda done, of: None)
        _write_video(folder / NAME, projector, frames_a_second, tell)
        document = {
            **basics,
            **setting_document(film.table.setting),
            "film": NAME,
            "frames_a_second": frames_a_second,
            "visits": [_visit_document(happened) for happened in film.happened],
            "lights": [{"at": change.at} for change in film.lights],
            "clouds": [
                {"start": cloud.at, "end": cloud.goes + CLOUD, "fade": CLOUD}
                for cloud in film.clouds
            ],
            "bumps": [{"at": bump.at, "camera": bump.camera.document()} for bump in film.bumps],
        }
        write_json(folder / "truth.json", document)
    except OSError as error:
        raise EkoError(f"{folder.name} could not be written: {reason(error)}.") from None


def _write_video(
    path: Path, projector: Projector, frames_a_second: float, progress: Callable[[int, int], None]
) -> None:
    film = projector.film
    code = cv2.VideoWriter.fourcc(*_CODEC)
    half = path.with_name(f".{path.name}")
    half = half.with_suffix(path.suffix)
    writer = cv2.VideoWriter(str(half), code, frames_a_second, film.table.setting.camera.size)
    if not writer.isOpened():
        raise EkoError(f"{path.name} could not be written: this system cannot make films.")
    count = int(film.length * frames_a_second)
    try:
        for number in range(count):
            writer.write(projector.frame(number / frames_a_second).image)
            progress(number + 1, count)
    finally:
        writer.release()
    # OpenCV does not say when a frame could not be written.
    if _frames_in(half) != count:
        half.unlink(missing_ok=True)
        raise EkoError(f"{path.name} could not be written whole; is the disk full?")
    half.replace(path)


def _frames_in(path: Path) -> int:
    reader = cv2.VideoCapture(str(path))
    try:
        return int(reader.get(cv2.CAP_PROP_FRAME_COUNT)) if reader.isOpened() else 0
    finally:
        reader.release()


def _visit_document(happened: Happened) -> dict[str, Any]:
    visit = happened.visit
    return {
        "start": round(happened.start, 3),
        "end": round(happened.end, 3),
        "actions": [action_document(action) for action in visit.actions],
        "violation": list(visit.violation) or None,
        "attempt": action_document(visit.attempt) if visit.attempt is not None else None,
        "puts_back": visit.puts_back,
        "position": position_document(visit.stands),
    }
