"""Writes photos of a simulated game with their truth, in the contract's session folder form."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from eko_companion.rules import action_document, position_document
from eko_companion.rules.errors import EkoError, reason
from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.cameras import nudged
from eko_companion.simulator.hands_at_random import random_hand
from eko_companion.simulator.lights_at_random import changed_lighting
from eko_companion.simulator.photographing import Bytes, Photo, Photographer, Scene
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Setting
from eko_companion.simulator.session_script import UNUSABLE, Look, past_swaps, session_script
from eko_companion.simulator.table_at_random import SimulatedTable
from eko_companion.simulator.tile_photos import tile_photo
from eko_companion.simulator.truth import setting_document

JPEG = [cv2.IMWRITE_JPEG_QUALITY, 93]
IN_THE_WAY = 4
"""Cells whose middles a hand must hide to make a look unusable."""
Progress = Callable[[int, int], None]
"""Told how many pictures of how many are done."""


@dataclass(frozen=True, slots=True)
class Session:
    """What to take."""

    photos: int = 14
    skip: int = 30
    """Actions played before the first photo."""
    light_changes: bool = True
    bump: bool = False
    """The camera is pushed half-way."""


def write_session(
    folder: Path, table: SimulatedTable, session: Session, progress: Progress | None = None
) -> None:
    """Take all photos of a session and write them with their truth; the truth comes last."""
    try:
        _write(folder, table, session, progress or (lambda done, of: None))
    except OSError as error:
        raise EkoError(f"{folder.name} could not be written: {reason(error)}.") from None


def write_basics(
    folder: Path,
    table: SimulatedTable,
    photographer: Photographer,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Tiles, pieces, photos of the tiles, of the empty and of the full board; the truth of them."""
    tell = progress or (lambda done, of: None)
    setting = table.setting
    (folder / "tile_photos").mkdir(parents=True, exist_ok=True)
    letters = _letters(table)
    write_json(folder / "tiles.json", setting.tile_set.document())
    write_json(folder / "pieces.json", setting.pieces.document())
    for number, letter in enumerate(letters):
        _write_photo(folder / "tile_photos" / f"{letter}.jpg", tile_photo(table, letter))
        tell(number + 1, len(letters) + 2)
    photographer.set_exposure(table.lighting)
    empty = photographer.take(Scene((), table.lighting))
    _write_photo(folder / "empty.jpg", empty.image)
    tabletop = Tabletop(setting, table.spots, np.random.default_rng([table.seed, 11]))
    tabletop.show(table.start)
    start = photographer.take(Scene(tabletop.things(), table.lighting))
    _write_photo(folder / "start.jpg", start.image)
    tell(len(letters) + 2, len(letters) + 2)
    return _head(table, start)


def _letters(table: SimulatedTable) -> list[str]:
    return sorted({tile.tile for tile in table.setting.tiles})


def _write(folder: Path, table: SimulatedTable, session: Session, progress: Progress) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    setting = table.setting
    done = len(_letters(table)) + 2
    total = done + session.photos
    rng = np.random.default_rng([table.seed, 12])
    photographer = Photographer(Renderer(setting), table.sensor, rng)
    truth = write_basics(folder, table, photographer, lambda now, _: progress(now, total))
    truth.update({**setting_document(setting), "photos": []})
    dice = random.Random(table.seed)
    tabletop = Tabletop(setting, table.spots, np.random.default_rng([table.seed, 11]))
    tabletop.show(table.start)
    first = past_swaps(table.start, dice, session.skip)
    truth["position_at_001_before"] = position_document(first)
    lighting = table.lighting
    tabletop.show(first)
    for number, look in enumerate(session_script(first, dice, session.photos), start=1):
        if session.light_changes and rng.random() < 0.15:
            lighting = changed_lighting(table.lighting, rng)
        if session.bump and number == max(session.photos // 2, 1):
            camera = nudged(setting.camera, rng)
            photographer.renderer = photographer.renderer.moved(camera)
        tabletop.show(look.stands)
        photo = _take(photographer, tabletop, look, lighting, rng)
        _write_photo(folder / f"{number:03d}.jpg", photo.image)
        truth["photos"].append(
            {
                **_photo_document(f"{number:03d}.jpg", look, photo),
                **_pose_document(photographer, setting),
            }
        )
        progress(done + number, total)
    write_json(folder / "truth.json", truth)


def _pose_document(photographer: Photographer, first: Setting) -> dict[str, Any]:
    """The camera of a photo, and where the cells are in it once the camera was pushed."""
    now = photographer.renderer.setting
    document = setting_document(now)
    found = {"camera": document["camera"]}
    if now.camera is not first.camera:
        found["cells"] = document["cells"]
    return found


def _take(
    photographer: Photographer,
    tabletop: Tabletop,
    look: Look,
    lighting: Any,
    rng: np.random.Generator,
) -> Photo:
    scene = Scene(tabletop.things(), lighting)
    sensor = photographer.sensor
    match look.unusable:
        case "hand":
            return _with_hand(photographer, tabletop, scene, rng)
        case "blur":
            angle, length = rng.uniform(0, np.pi), rng.uniform(14, 40)
            motion = (float(length * np.cos(angle)), float(length * np.sin(angle)))
            return photographer.take(scene, replace(sensor, motion=motion))
        case "dark":
            dark = replace(sensor, exposure=sensor.exposure * float(rng.uniform(0.01, 0.05)))
            return photographer.take(scene, dark)
    return photographer.take(scene)


def _with_hand(
    photographer: Photographer, tabletop: Tabletop, scene: Scene, rng: np.random.Generator
) -> Photo:
    """A hand that really is in the way: fingertips at the rim leave a look usable."""
    camera = photographer.renderer.setting.camera
    places = list(tabletop.centres.values())
    height = photographer.renderer.setting.pieces.tile_thickness
    feet = np.column_stack([np.array(places), np.full(len(places), height)])
    columns, rows = np.rint(camera.project(feet)).astype(int).T
    while True:
        at = places[int(rng.integers(len(places)))]
        photo = photographer.take(replace(scene, hand=random_hand(camera, at, rng)))
        if photo.covered is not None and (photo.covered[rows, columns] > 0.5).sum() >= IN_THE_WAY:
            return photo


def _head(table: SimulatedTable, start: Photo) -> dict[str, Any]:
    document = position_document(table.start)
    look = table.setting.look
    return {
        "session": f"simulated-{table.seed}",
        "copy": f"{look.tile_style.name}-{look.tile_seed}",
        "players": list(table.start.players),
        "layout": document["layout"],
        "start": document,
        "start_visible": start.visible,
        "notes": f"Simulated. table: {look.surface}; {len(table.setting.cards)} cards.",
    }


def _photo_document(file: str, look: Look, photo: Photo) -> dict[str, Any]:
    document: dict[str, Any] = {
        "file": file,
        "position": position_document(look.stands),
        "usable": look.unusable is None,
        "why": UNUSABLE.get(look.unusable or ""),
        "actions": [action_document(action) for action in look.actions],
        "violation": list(look.violation) if look.violation else None,
        "attempt": action_document(look.attempt) if look.attempt else None,
        "visible": photo.visible,
    }
    if look.note:
        document["note"] = look.note
    return document


def write_json(path: Path, document: Any) -> None:
    """Write a whole document, or none: half a truth would pass for all of it."""
    half = path.with_name(f".{path.name}")
    half.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    half.replace(path)


def _write_photo(path: Path, image: Bytes) -> None:
    done, data = cv2.imencode(path.suffix, image, JPEG)
    if not done:
        raise OSError(f"{path.name} could not be encoded")
    path.write_bytes(data.tobytes())
