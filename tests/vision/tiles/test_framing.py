"""The board's frame, and things carried into it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import looking_at
from eko_companion.rules import Cell, Placement
from eko_companion.rules.hexgrid import centre
from eko_companion.vision.table_folder.table import CardPlace, LaidTile
from eko_companion.vision.tiles.framing import (
    camera_in_frame,
    card_in_frame,
    chosen_frame,
    grid_offset,
    placement_in_frame,
    tile_in_frame,
)
from tests.vision.sample_table import LAYOUT, tiles


def _camera(azimuth: float) -> Camera:
    rotation, translation = looking_at((0, 0, 0), distance=600, elevation=50, azimuth=azimuth)
    return Camera((1280, 720), 900.0, (639.5, 359.5), rotation, translation)


@pytest.mark.parametrize("azimuth", range(-170, 180, 35))
def test_direction_0_is_the_one_nearest_to_the_right_of_the_picture(azimuth: int) -> None:
    camera = _camera(azimuth)
    origin, sixths = chosen_frame(camera, tiles(), LAYOUT, 34.0, 2.0)
    assert origin == Cell(0, 0)
    turned = camera_in_frame(camera, 0, 0, sixths * math.pi / 3)
    here, there = turned.project(np.array([[0, 0, 2.0], [10, 0, 2.0]]))
    assert abs(math.degrees(math.atan2(*(there - here)[::-1]))) < 45
    assert chosen_frame(turned, tiles(), LAYOUT, 34.0, 2.0)[1] == 0


def test_camera_card_and_tile_move_together() -> None:
    camera, card = _camera(20), CardPlace(7, 120.0, -40.0, 30.0)
    tile = LaidTile(Placement("A", Cell(0, 0), 0), 55.0, 70.0, 1.0)
    frame = (31.0, -12.0, 0.7)
    moved, other = camera_in_frame(camera, *frame), card_in_frame(card, *frame)
    assert moved.project(other.corners(40)) == pytest.approx(camera.project(card.corners(40)))
    laid = tile_in_frame(tile, *frame)
    assert moved.project([laid.x, laid.y, 0]) == pytest.approx(camera.project([55.0, 70.0, 0]))


def test_a_placement_keeps_its_place_on_the_table() -> None:
    placement = Placement("A", Cell(3, -2), 4)
    found = placement_in_frame(placement, Cell(1, 1), 2)
    x, y = centre(Cell(2, -3), 34.0)
    angle = 2 * math.pi / 3
    # Seen from a frame turned counter-clockwise, things turn clockwise; y points down.
    turned = (
        x * math.cos(angle) - y * math.sin(angle),
        x * math.sin(angle) + y * math.cos(angle),
    )
    assert centre(found.at, 34.0) == pytest.approx(turned)
    assert found.turn == 2


def test_the_tiles_common_offset_is_found() -> None:
    ideal = [LaidTile(placement, *centre(placement.at, 34.0), rotation=0.0) for placement in LAYOUT]
    pushed = [tile_in_frame(tile, 1.5, -0.7, 0.01) for tile in ideal]
    x, y, angle = grid_offset(pushed, 34.0)
    back = [tile_in_frame(tile, x, y, angle) for tile in pushed]
    for tile in back:
        assert (tile.x, tile.y) == pytest.approx(centre(tile.placement.at, 34.0), abs=1e-6)
        assert tile.rotation == pytest.approx(0, abs=1e-6)
