"""What the shape network is shown of a cell: colours are gone, only likeness to paints is left.

The paints are ordered by how much is seen of them, so that one look decides between owners as well
as between shapes, whatever the palette.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.rules import Cell
from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.light import LightField
from eko_companion.vision.reading.likeness import likeness_of, plain_views
from eko_companion.vision.reading.palette import Palette
from eko_companion.vision.reading.silhouettes import Masks, Silhouettes, silhouettes
from eko_companion.vision.reading.views import HEIGHT, WIDTH, ViewMaps, view_maps

CANDIDATES: Final = 4
STACK_CHANNELS: Final = CANDIDATES + 5
BUILDING_CHANNELS: Final = CANDIDATES + 7
_DIFFERENT: Final = 60.0
"""A perceived difference that counts as wholly different."""

Tensor = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Prepared:
    """What does not change while the camera stands still."""

    board: KnownBoard
    palette: Palette
    cells: tuple[Cell, ...]
    walkable: NDArray[np.bool_]
    feet: Floats
    maps: ViewMaps
    shapes: Silhouettes
    nested: Masks
    empty_brightness: Tensor
    empty_perceived: Tensor
    empty_likeness: Tensor
    evidence: Floats
    """For each cell the weights with which likeness is summed up to choose candidates."""


@dataclass(frozen=True, eq=False)
class Seen:
    """One photo, cut up: for all cells."""

    likeness: Tensor
    """Cells, rows, columns, paints."""
    brightness: Tensor
    difference: Tensor
    candidates: NDArray[np.intp]
    """For each cell the numbers of the paints, the one of which most is seen first."""
    strength: Floats
    """For each cell and paint how much of it is seen where pieces stand."""


def prepare(board: KnownBoard, palette: Palette) -> Prepared:
    """Everything that is needed once for every pose of the camera."""
    cells = board.readable()
    maps = view_maps(board, cells)
    shapes = silhouettes(board, cells)
    feet = board.feet(cells)
    plain = plain_views(palette, None, feet, maps.cut_empty(board.empty))
    walkable = np.array([board.walkable(cell) for cell in cells])
    return Prepared(
        board=board,
        palette=palette,
        cells=tuple(cells),
        walkable=walkable,
        feet=feet,
        maps=maps,
        shapes=shapes,
        nested=shapes.nested(),
        empty_brightness=_brightness(plain, palette),
        empty_perceived=_perceived(plain),
        empty_likeness=likeness_of(palette, plain),
        evidence=_evidence(shapes, walkable),
    )


def look(ready: Prepared, photo: Image, change: LightField) -> Seen:
    """Cut a photo up."""
    plain = plain_views(ready.palette, change, ready.feet, ready.maps.cut(photo))
    alike = likeness_of(ready.palette, plain)
    away = cv2.absdiff(_perceived(plain), ready.empty_perceived).astype(np.float32)
    # OpenCV packs L into 0 to 255, twice and a half as wide as a and b.
    away[..., 0] *= 100 / 255
    difference = np.sqrt((away**2).sum(-1)) * (255 / _DIFFERENT)
    strength = _strength(ready, alike)
    return Seen(
        likeness=alike,
        brightness=_brightness(plain, ready.palette),
        difference=np.minimum(difference, 255).astype(np.uint8),
        candidates=np.argsort(-strength, axis=1),
        strength=strength,
    )


def tensor(ready: Prepared, seen: Seen, numbers: NDArray[np.intp], stacks: bool) -> Tensor:
    """The network's input for some cells: cells, channels, rows, columns."""
    channels = STACK_CHANNELS if stacks else BUILDING_CHANNELS
    out = np.zeros((len(numbers), channels, HEIGHT, WIDTH), np.uint8)
    for place, number in enumerate(numbers):
        order = seen.candidates[number]
        out[place, : len(order)] = np.moveaxis(seen.likeness[number][..., order], -1, 0)
        rest = out[place, CANDIDATES:]
        rest[0] = ready.empty_likeness[number][..., order[0]]
        rest[1] = seen.brightness[number]
        rest[2] = ready.empty_brightness[number]
        rest[3] = seen.difference[number]
        if stacks:
            rest[4] = ready.nested[number]
        else:
            rest[4:] = ready.shapes.buildings[number]
    return out


def _perceived(plain: Tensor) -> Tensor:
    flat = plain.reshape(-1, WIDTH, 3)
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.uint8)
    return np.asarray(lab.reshape(plain.shape), np.uint8)


def _brightness(plain: Tensor, palette: Palette) -> Tensor:
    """Grey, with the cards' white at the same level on every table."""
    flat = plain.reshape(-1, WIDTH, 3)
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.float32)
    white = float(np.clip(palette.white @ [0.114, 0.587, 0.299], 0.2, 1.0))
    scaled = np.minimum(grey * (0.9 / white), 255).astype(np.uint8)
    return np.asarray(scaled.reshape(plain.shape[:3]), np.uint8)


def _evidence(shapes: Silhouettes, walkable: NDArray[np.bool_]) -> Floats:
    """Weights over the places that the smaller pieces of a cell cover, for each size one."""
    masks = np.where(
        walkable[:, None, None, None], shapes.stacks[:, [0, 1, 3]], shapes.buildings
    ).astype(np.float32)
    total = masks.sum((2, 3), keepdims=True)
    return np.asarray(masks / np.maximum(total, 1), float).astype(np.float32)


def _strength(ready: Prepared, alike: Tensor) -> Floats:
    """How much of each paint is seen where pieces stand, more than the empty board shows."""
    gained = np.maximum(alike.astype(np.float32) - 0.6 * ready.empty_likeness, 0) / 255
    flat = gained.reshape(len(gained), HEIGHT * WIDTH, -1)
    weights = ready.evidence.reshape(len(gained), -1, HEIGHT * WIDTH)
    return np.asarray(np.matmul(weights, flat).max(1), float)
