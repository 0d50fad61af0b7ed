"""Too dark or too bright to be read: judged on the board itself, against its empty photo."""

from __future__ import annotations

from typing import Final

import numpy as np

from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.light import sampled, white_places

_DARK_SHARE: Final = 0.3
"""Of the level that the empty board had: below it the noise takes over."""
_DARK_LEVEL: Final = 45.0
_CLIPPED: Final = 250.0
_CLIPPED_SHARE: Final = 0.7


def exposure_fault(board: KnownBoard, photo: Image) -> str | None:
    """A sentence where a photo is too dark or too bright, otherwise None."""
    places = _places(board)
    now = sampled(photo, board.camera, places)
    before = sampled(board.empty, board.empty_camera, places)
    both = np.isfinite(now).all(1) & np.isfinite(before).all(1)
    if both.sum() < 8:
        return None
    now, before = now[both], before[both]
    # Bright places tell most about the light; pieces may be as dark as they like.
    level, usual = (float(np.quantile(c.max(1), 0.85)) for c in (now, before))
    if level < _DARK_LEVEL or level < _DARK_SHARE * usual:
        return "It is too dark: switch a light on."
    clipped = (now >= _CLIPPED).all(1)
    gained = clipped & ~(before >= _CLIPPED).all(1)
    if gained.mean() > _CLIPPED_SHARE:
        return "The picture is too bright: the board is washed out."
    return None


def _places(board: KnownBoard) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Points on the cards and on the middles and edges of cells."""
    z = board.pieces.tile_thickness
    half = board.pieces.pitch / 2
    middles = np.array([(p.x, p.y, z) for p in board.cells.values()])
    edges = middles + np.array([half, 0, 0])
    return np.vstack([white_places(board), middles, edges])
