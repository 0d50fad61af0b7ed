"""The board's frame: which tile is in the middle, and which way is right.

The 7-cell tile nearest the mean of all cells is at [0, 0]; direction 0 points as near as it can
to the right of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from eko_companion.geometry import Camera, Floats
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.layout import Placement, laid_cells
from eko_companion.rules.tiles import TileSet
from eko_companion.vision.table_folder.table import CardPlace, LaidTile, turned_points

LARGE: Final = 7
"""Cells of the tiles that lie in the middle of boards."""


def camera_in_frame(camera: Camera, x: float, y: float, angle: float) -> Camera:
    """The camera in a frame whose origin is at (x, y) and that is turned by `angle` radians."""
    cosine, sine = math.cos(angle), math.sin(angle)
    turn = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1.0]])
    shift = camera.rotation @ np.array([x, y, 0.0])
    return replace(camera, rotation=camera.rotation @ turn, translation=camera.translation + shift)


def card_in_frame(card: CardPlace, x: float, y: float, angle: float) -> CardPlace:
    """A card in that frame."""
    place = turned_points(np.array([[card.x - x, card.y - y]]), -angle)[0]
    yaw = (card.yaw - math.degrees(angle)) % 360
    return CardPlace(card.marker, float(place[0]), float(place[1]), yaw)


def chosen_frame(
    camera: Camera, tiles: TileSet, layout: Sequence[Placement], pitch: float, z: float
) -> tuple[Cell, int]:
    """The cell that becomes [0, 0] and how many sixths of a turn the frame turns by."""
    cells = [laid.cell for placement in layout for laid in laid_cells(tiles, placement)]
    mean = np.mean([centre(cell, pitch) for cell in cells], axis=0)
    large = [p for p in layout if len(tiles.by_letter[p.tile].cells) == LARGE] or list(layout)
    # Of tiles equally near, the smallest place decides, so that a scan can be repeated.
    middle = min(large, key=lambda p: (round(_apart(p.at, mean, pitch), 6), p.at))
    return middle.at, nearest_right(camera, mean, z)


def _apart(cell: Cell, mean: Floats, pitch: float) -> float:
    return float(np.linalg.norm(np.array(centre(cell, pitch)) - mean))


def nearest_right(camera: Camera, mean: Floats, z: float) -> int:
    """The direction, 0 to 5, that points farthest to the right in the picture."""
    here = camera.project(np.array([*mean, z]))
    angles = []
    for direction in range(6):
        step = turned_points(np.array([[1.0, 0.0]]), direction * math.pi / 3)[0]
        there = camera.project(np.array([*(mean + step), z]))
        angles.append(abs(math.atan2(there[1] - here[1], there[0] - here[0])))
    return int(np.argmin(angles))


def placement_in_frame(placement: Placement, origin: Cell, sixths: int) -> Placement:
    """A placement in the frame whose [0, 0] is `origin` and that is turned by so many sixths."""
    at = Cell(placement.at.q - origin.q, placement.at.r - origin.r).turned(-sixths)
    return Placement(placement.tile, at, (placement.turn - sixths) % 6)


def grid_offset(tiles: Sequence[LaidTile], pitch: float) -> tuple[float, float, float]:
    """How far (x, y, radians) the tiles as a whole lie off the grid's places, by least squares."""
    ideal = np.array([centre(tile.placement.at, pitch) for tile in tiles])
    real = np.array([(tile.x, tile.y) for tile in tiles])
    around, moved = ideal - ideal.mean(0), real - real.mean(0)
    if len(tiles) < 2:
        angle = math.radians(tiles[0].rotation)
    else:
        # y points down, so a counter-clockwise turn takes (1, 0) to (1, -angle).
        cross = float((around[:, 1] * moved[:, 0] - around[:, 0] * moved[:, 1]).sum())
        angle = math.atan2(cross, float((around * moved).sum()))
    shift = real.mean(0) - turned_points(ideal.mean(0)[None], angle)[0]
    return float(shift[0]), float(shift[1]), angle


def tile_in_frame(tile: LaidTile, x: float, y: float, angle: float) -> LaidTile:
    """A laid tile in a frame moved to (x, y) and turned by a small angle or whole sixths."""
    place = turned_points(np.array([[tile.x - x, tile.y - y]]), -angle)[0]
    rotation = tile.rotation - math.degrees(angle)
    return replace(tile, x=float(place[0]), y=float(place[1]), rotation=rotation)
