"""Views of single cells: small pictures in which every cell's column looks alike.

Each view is cut on a plane through the middle of the cell's foot that faces the camera, upright and
scaled so that a disc is always as wide: what is left of the camera is its angle alone. The same
view of the empty board is cut where its pixels lie on the tiles, so the camera may have moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats
from eko_companion.rules import Cell
from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.pixels import taken

ACROSS: Final = 28
"""How wide a disc is in a view, in pixels."""
UPWARD: Final = 42
"""As many pixels as that length has upright: finer, because heights are what is hard to tell."""
WIDTH: Final = 48
HEIGHT: Final = 128
FOOT: Final = (WIDTH / 2 - 0.5, 75.5)
"""Where the middle of the foot is in a view: column and row."""

_FINEST: Final = 1.4
"""Photos with more pixels than this to one of a view are made smaller first."""

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ViewMaps:
    """Where the pixels of the views of some cells lie in the pictures."""

    cells: tuple[Cell, ...]
    photo: Floats32
    """For each cell, row and column of its view: x and y in a photo of the width below."""
    empty: Floats32
    photo_width: int
    empty_width: int
    elevations: Floats
    """For each cell the angle in radians at which the camera looks down on it."""

    def cut(self, photo: Image) -> Image:
        """The views of all cells in a photo: cells, rows, columns, colours."""
        return _cut(photo, self.photo, self.photo_width)

    def cut_one(self, plane: Floats32, number: int) -> Floats32:
        """One cell's view of anything else that lies over the photo, pixel by pixel."""
        scale = plane.shape[1] / self.photo_width
        places = np.ascontiguousarray((self.photo[number] + 0.5) * scale - 0.5, np.float32)
        no_second: Any = None
        cut = cv2.remap(plane, places, no_second, cv2.INTER_LINEAR)
        return np.asarray(cut, np.float32)

    def cut_empty(self, empty: Image) -> Image:
        """The same views of the empty board."""
        return _cut(empty, self.empty, self.empty_width)


def view_maps(board: KnownBoard, cells: list[Cell]) -> ViewMaps:
    """Prepare the views of cells; needed once for every pose of the camera."""
    feet = board.feet(cells)
    camera = board.camera
    right, up, sight = screens(camera, feet)
    disc = board.pieces.disc_diameter
    millimetres = disc / UPWARD
    columns = (np.arange(WIDTH) - FOOT[0]) * (disc / ACROSS)
    rows = (FOOT[1] - np.arange(HEIGHT)) * millimetres
    points = (
        feet[:, None, None, :]
        + columns[None, None, :, None] * right[:, None, None, :]
        + rows[None, :, None, None] * up[:, None, None, :]
    )
    size = _fitting_width(camera, feet, millimetres)
    photo = camera.resized(size).project(points).astype(np.float32)
    empty_size = _fitting_width(board.empty_camera, feet, millimetres)
    ground = _on_tiles(camera, points, board.pieces.tile_thickness)
    empty = board.empty_camera.resized(empty_size).project(ground).astype(np.float32)
    down = np.arcsin(np.clip(-sight[:, 2], 0, 1))
    return ViewMaps(tuple(cells), photo, empty, size, empty_size, down)


def screens(camera: Camera, feet: Floats) -> tuple[Floats, Floats, Floats]:
    """For each foot the camera's right and up there, and the direction of sight."""
    sight = feet - camera.origin
    sight = sight / np.linalg.norm(sight, axis=1, keepdims=True)
    upright = np.array([0.0, 0.0, 1.0])
    up = upright - sight[:, 2:] * sight
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    right = np.cross(sight, up)
    # The board's frame may be of either hand; right is where the picture says it is.
    pixels = camera.project(feet + right) - camera.project(feet)
    risen = camera.project(feet + up) - camera.project(feet)
    turned = risen[:, 0] * pixels[:, 1] - risen[:, 1] * pixels[:, 0]
    return right * np.sign(turned)[:, None], up, sight


def _on_tiles(camera: Camera, points: Floats, z: float) -> Floats:
    """Where the looks at points meet the top of the tiles."""
    origin = camera.origin
    rays = points - origin
    # Looks that rise above the horizon would meet nothing; none does at the angles of a table.
    down = np.minimum(rays[..., 2:], -1e-6)
    result: Floats = origin + rays * ((z - origin[2]) / down)
    return result


def _fitting_width(camera: Camera, feet: Floats, millimetres: float) -> int:
    """The width at which a photo's pixels are about as fine as those of the views."""
    depth = float(np.median(camera.in_camera(feet)[:, 2]))
    finer = camera.focal / depth * millimetres
    width = camera.size[0]
    return width if finer <= _FINEST else round(width * 1.2 / finer)


def _cut(picture: Image, places: Floats32, width: int) -> Image:
    if picture.shape[1] != width:
        height = round(picture.shape[0] * width / picture.shape[1])
        picture = np.asarray(
            cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
    count = len(places)
    flat = places.reshape(count * HEIGHT, WIDTH, 2)
    return taken(picture, flat).reshape(count, HEIGHT, WIDTH, 3)
