"""Finds the board's grid without any learned picture, by what repeats from cell to cell.

Printed circles, the lines between cells and the tiles' outlines repeat with the known pitch. The
photo's edges are laid over each other cell by cell; at the right turn they add up to a clear
picture of one cell, and its middle is where that picture looks the same six ways.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.sources.protocol import Image
from eko_companion.vision.errors import ScanError
from eko_companion.vision.table_folder.table import turned_points
from eko_companion.vision.tiles.grid_finding import Grid
from eko_companion.vision.tiles.top_view import TopGrid, top_view

BARE_SCALE: Final = 0.7
"""Pixels a millimetre of the view that it looks at."""
_TURNS: Final = np.radians(np.arange(0, 60, 1.0))
_FINE_STEPS: Final = (
    np.radians(np.arange(-2.4, 2.41, 0.4)),
    np.radians(np.arange(-0.3, 0.31, 0.1)),
)
_TRIED: Final = 5
"""Turns that are looked at closely."""
_BOARD_BLOCKS: Final = 4
"""So many blocks surely show the board."""
_BINS: Final = 24
"""A cell's pattern is gathered in so many bins along each of its two directions."""
_BLOCK: Final = 170.0
"""Millimetres: the board is judged in blocks, since it fills only a part of the view."""


def find_bare_grid(
    photo: Image, camera: Camera, view: TopGrid, pieces: Pieces
) -> tuple[Grid, float]:
    """The grid in the camera's frame, and how clearly it stands out (1: not at all)."""
    image, seen = top_view(photo, camera, view, pieces.tile_thickness)
    places, values = _edge_places(image, seen, view)
    blocks, count = _blocks(places, view.scale)
    if not count:
        raise ScanError("Too little of the table is to be seen to find the board on it.")
    pitch = pieces.pitch
    clear = np.array([_clear_blocks(places, values, blocks, count, t, pitch) for t in _TURNS])
    scores = np.sort(clear, axis=1)[:, -3:].mean(1)
    best: tuple[float, Grid] | None = None
    for number in _highest(scores):
        own = np.isin(blocks, np.argsort(clear[number])[-_BOARD_BLOCKS:])
        grid, likeness = _fine(places[own], values[own], float(_TURNS[number]), pitch)
        if best is None or likeness > best[0]:
            best = likeness, grid
    assert best is not None
    return best[1], float(scores.max() / max(np.median(scores), 1e-9))


def _highest(scores: Floats) -> list[int]:
    """The turns that stand out, none beside a better one."""
    left = scores.copy()
    found = []
    for _ in range(_TRIED):
        best = int(left.argmax())
        found.append(best)
        for near in range(best - 3, best + 4):
            left[near % len(left)] = -1
    return found


def _fine(
    places: Floats, values: NDArray[np.float32], turn: float, pitch: float
) -> tuple[Grid, float]:
    """The exact turn and middle near a turn, and how much the cell looks the same six ways."""
    for steps in _FINE_STEPS:
        turns = turn + steps
        sharp = [float(_folded(places, values, t, pitch).var()) for t in turns]
        turn = float(turns[int(np.argmax(sharp))])
    shift, likeness = _middle(_folded(places, values, turn, pitch), pitch)
    corner = turned_points(shift[None], turn)[0]
    return Grid(float(corner[0]), float(corner[1]), turn), likeness


def _edge_places(
    image: Image, seen: NDArray[np.bool_], view: TopGrid
) -> tuple[Floats, NDArray[np.float32]]:
    """All places of the view in millimetres, and how much the picture changes there."""
    strength = _edges(image, seen)
    rows, columns = np.nonzero(seen)
    places = view.millimetres(np.column_stack([columns, rows]).astype(float))
    return places, strength[rows, columns]


def _edges(image: Image, seen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How much the picture changes at each pixel, evened out over bright and dark places."""
    lab: Any = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab = cv2.GaussianBlur(lab, (0, 0), 0.8)
    across: Any = cv2.Scharr(lab, cv2.CV_32F, 1, 0) / 32
    down: Any = cv2.Scharr(lab, cv2.CV_32F, 0, 1) / 32
    strength = np.sqrt((across**2 + down**2).sum(2))
    inner = cv2.erode(seen.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    strength = np.where(inner, strength, 0).astype(np.float32)
    mean: Any = cv2.GaussianBlur(strength, (0, 0), 15)
    result: NDArray[np.float32] = np.minimum(strength / (mean + 0.5), 3.0).astype(np.float32)
    return result


def _blocks(places: Floats, scale: float) -> tuple[NDArray[np.int64], int]:
    """The number of each place's block, -1 in blocks that are hardly seen; and their count."""
    across = np.floor((places - places.min(0)) / _BLOCK).astype(np.int64)
    _, numbers, sizes = np.unique(
        across[:, 0] * 64 + across[:, 1], return_inverse=True, return_counts=True
    )
    full = sizes > 0.6 * (_BLOCK * scale) ** 2
    renumbered = np.where(full, np.cumsum(full) - 1, -1)
    result: NDArray[np.int64] = renumbered[numbers]
    return result, int(full.sum())


def _bins(places: Floats, angle: float, pitch: float) -> NDArray[np.int64]:
    """Where in its cell each place lies, as a bin of the two lattice directions."""
    local = turned_points(places, -angle)
    r = local[:, 1] / (pitch * math.sqrt(3) / 2)
    q = local[:, 0] / pitch - r / 2
    first = np.floor((q % 1.0) * _BINS).astype(np.int64) % _BINS
    second = np.floor((r % 1.0) * _BINS).astype(np.int64) % _BINS
    result: NDArray[np.int64] = first * _BINS + second
    return result


def _folded(
    places: Floats, values: NDArray[np.float32], angle: float, pitch: float
) -> NDArray[np.float64]:
    """The mean picture of one cell."""
    bins = _bins(places, angle, pitch)
    total = np.bincount(bins, values, _BINS * _BINS)
    count = np.bincount(bins, minlength=_BINS * _BINS)
    result: NDArray[np.float64] = (total / np.maximum(count, 1)).reshape(_BINS, _BINS)
    return result


def _clear_blocks(
    places: Floats,
    values: NDArray[np.float32],
    blocks: NDArray[np.int64],
    count: int,
    angle: float,
    pitch: float,
) -> Floats:
    """How clear one cell's picture becomes at a turn, block by block."""
    own = blocks >= 0
    index = blocks[own] * _BINS * _BINS + _bins(places[own], angle, pitch)
    total = np.bincount(index, values[own], count * _BINS * _BINS)
    number = np.bincount(index, minlength=count * _BINS * _BINS)
    mean = (total / np.maximum(number, 1)).reshape(count, -1)
    result: Floats = mean.var(1)
    return result


def _middle(pattern: NDArray[np.float64], pitch: float) -> tuple[Floats, float]:
    """The point of the cell's picture about which it looks the same six ways, and how much so."""
    smooth = _smoothed(pattern)
    steps = (np.arange(_BINS) + 0.5) / _BINS
    best, place = -np.inf, np.zeros(2)
    rings = _ring_points(pitch)
    for a in range(_BINS):
        for b in range(_BINS):
            centre = np.array([steps[a] + steps[b] / 2, steps[b] * math.sqrt(3) / 2]) * pitch
            values = _looked_up(smooth, rings + centre, pitch)
            # Alike six ways: little change within each sixfold group, much between the groups.
            within = values.var(1).mean()
            between = values.mean(1).var()
            score = between - within
            if score > best:
                best, place = float(score), centre
    return place, best


def _ring_points(pitch: float) -> Floats:
    """Groups of six points about the origin: (groups, 6, 2)."""
    groups = []
    for radius in np.linspace(0.08, 0.56, 13) * pitch:
        for start in np.radians([0, 10, 20, 30, 40, 50]):
            turns = start + np.arange(6) * math.pi / 3
            groups.append(np.column_stack([radius * np.cos(turns), radius * np.sin(turns)]))
    return np.array(groups)


def _looked_up(pattern: NDArray[np.float64], points: Floats, pitch: float) -> NDArray[np.float64]:
    r = points[..., 1] / (pitch * math.sqrt(3) / 2)
    q = points[..., 0] / pitch - r / 2
    first = np.floor((q % 1.0) * _BINS).astype(int) % _BINS
    second = np.floor((r % 1.0) * _BINS).astype(int) % _BINS
    result: NDArray[np.float64] = pattern[first, second]
    return result


def _smoothed(pattern: NDArray[np.float64]) -> NDArray[np.float64]:
    """The picture with a little blur, going round at its borders."""
    wide = np.pad(pattern, 4, mode="wrap")
    return np.asarray(cv2.GaussianBlur(wide, (0, 0), 0.8), float)[4:-4, 4:-4]
