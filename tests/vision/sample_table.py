"""The small table of `photos`: seven tiles, four cards, and what is true about them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from eko_companion.geometry import Camera, Pieces, pieces_from_document
from eko_companion.rules import Cell, Placement, TileSet, tiles_from_document
from eko_companion.sources.protocol import Image
from eko_companion.vision.image_input import load_photo
from eko_companion.vision.table_folder.table import TilePicture
from eko_companion.vision.tiles.learning import learn_tiles

PHOTOS = Path(__file__).parent / "photos"
MARKERS = {3, 7, 12, 34}
FOCAL = 960.0
"""Pixels, of the camera that saw the empty board."""
ELEVATION = 60.0
LAYOUT = (
    Placement("F", Cell(0, 0), 1),
    Placement("C", Cell(2, 1), 2),
    Placement("D", Cell(-1, 3), 5),
    Placement("G", Cell(-3, 2), 4),
    Placement("B", Cell(-2, -1), 1),
    Placement("E", Cell(1, -3), 3),
    Placement("A", Cell(3, -2), 0),
)
"""In a frame of its own: compare up to a turn and a shift."""


def document(name: str) -> Any:
    """One of the table's documents."""
    return json.loads((PHOTOS / name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def tiles() -> TileSet:
    return tiles_from_document(document("tiles.json"))


@lru_cache(maxsize=1)
def pieces() -> Pieces:
    return pieces_from_document(document("pieces.json"))


@lru_cache(maxsize=4)
def photo(name: str) -> Image:
    return load_photo(PHOTOS / name)


@lru_cache(maxsize=1)
def learned() -> dict[str, TilePicture]:
    """The seven tiles' pictures, learned once a process."""
    photos = {letter: photo(f"tile_photos/{letter}.jpg") for letter in "ABCDEFG"}
    pictures, failures = learn_tiles(photos, tiles().by_letter, pieces())
    assert not failures
    return pictures


def same_layout(found: tuple[Placement, ...], wanted: tuple[Placement, ...]) -> bool:
    """Whether two layouts differ by a turn and a shift of the frame only."""
    for sixths in range(6):
        turned = [(p.tile, p.at.turned(sixths), (p.turn + sixths) % 6) for p in wanted]
        first = min(turned)
        for placement in found:
            shift = (placement.at.q - first[1].q, placement.at.r - first[1].r)
            moved = {(tile, at.shifted(shift), turn) for tile, at, turn in turned}
            if moved == {tuple(p) for p in found}:
                return True
    return False


def in_scan_frame() -> tuple[Placement, ...]:
    """The true layout in the frame that a scan of `empty.jpg` chooses: turned by four sixths."""
    return tuple(Placement(p.tile, p.at.turned(4), (p.turn + 4) % 6) for p in LAYOUT)


def dimmed(image: Any, factor: float, noise: float = 0.0) -> Image:
    """The photo in less light, with a camera's noise."""
    values = image.astype(np.float64) * factor
    values += np.random.default_rng(5).normal(0, noise, image.shape)
    return np.clip(values, 0, 255).astype(np.uint8)


def draw_over(image: Image, camera: Camera, x: float, y: float, radius: float) -> Image:
    """The photo with a grey thing lying on the table."""
    covered = image.copy()
    turns = np.linspace(0, 2 * np.pi, 40)
    points = np.column_stack([x + radius * np.cos(turns), y + radius * np.sin(turns), 0 * turns])
    cv2.fillPoly(covered, [np.round(camera.project(points)).astype(np.int32)], (90, 100, 110))
    return covered
