"""Views, silhouettes and light."""

from __future__ import annotations

import numpy as np
import pytest

from eko_companion.geometry import Stance, disc_solid
from eko_companion.geometry.solids import outline
from eko_companion.vision.reading.fitting import best_fit, contrast
from eko_companion.vision.reading.light import light_change
from eko_companion.vision.reading.silhouettes import ViewFrames, silhouettes
from eko_companion.vision.reading.views import FOOT, view_maps
from tests.vision.known_tables import known_table


def test_a_view_has_the_cell_foot_at_its_fixed_place():
    board = known_table("two_players").board
    cells = board.readable()[:5]
    maps = view_maps(board, cells)
    foot = board.camera.resized(maps.photo_width).project(board.feet(cells))
    row, column = int(FOOT[1]), int(FOOT[0])
    corners = maps.photo[:, row : row + 2, column : column + 2].reshape(5, 4, 2)
    assert np.abs(corners.mean(1) - foot).max() < 0.05


def test_a_moved_camera_still_cuts_the_empty_board_at_the_same_places():
    table = known_table("three_players")
    cells = table.board.readable()[::7]
    still = view_maps(table.board, cells).cut_empty(table.board.empty)
    moved = view_maps(table.board.seen_from(table.moved_camera), cells)
    again = moved.cut_empty(table.board.empty)
    # The two cameras differ by a few degrees: the ground around the foot looks almost the same.
    part = (slice(None), slice(64, 88), slice(12, 36))
    difference = np.abs(still[part].astype(float) - again[part]).mean()
    shuffled = np.abs(still[part].astype(float) - again[part][::-1]).mean()
    assert difference < 0.5 * shuffled


def test_higher_stacks_cover_what_lower_ones_do_and_more():
    board = known_table("two_players").board
    shapes = silhouettes(board, board.readable()[:6])
    area = (shapes.stacks > 127).sum((2, 3))
    assert (np.diff(area, axis=1) > 0).all()
    assert ((shapes.stacks[:, 1:] > 127) | ~(shapes.stacks[:, :-1] > 127)).mean() > 0.995


def test_a_silhouette_in_a_view_agrees_with_the_outline_in_the_photo():
    board = known_table("two_players").board
    cells = board.readable()[:4]
    maps = view_maps(board, cells)
    shapes = silhouettes(board, cells)
    for number, cell in enumerate(cells):
        place = board.cells[cell]
        solid = disc_solid(board.pieces, 3)
        corners = outline(
            board.camera.resized(maps.photo_width),
            solid,
            Stance(place.x, place.y, board.pieces.tile_thickness),
        )
        inside = maps.photo[number][shapes.stacks[number, 2] > 127]
        assert np.abs(inside.min(0) - corners.min(0)).max() < 2
        assert np.abs(inside.max(0) - corners.max(0)).max() < 2


@pytest.mark.parametrize(("columns", "rows"), [(0, 0), (2, 3), (-3, -4)])
def test_a_piece_that_stands_off_is_found_where_it_is(columns, rows):
    board = known_table("two_players").board
    mask = silhouettes(board, board.readable()[:1]).stacks[0, 0]
    moved = np.roll(mask, (rows, columns), (0, 1)).astype(np.float32) / 255
    fit = best_fit(moved, contrast(mask))
    assert (fit.columns, fit.rows) == (columns, rows)
    assert fit.score > 0.9


def test_an_offset_on_the_ground_is_the_one_that_is_seen():
    board = known_table("three_players").board
    cells = board.readable()[:8]
    frames = ViewFrames(board, cells)
    feet = board.feet(cells)
    for number in range(len(cells)):
        off = frames.on_ground(number, 2.0, 3.0)
        moved = (feet + off)[:, None]
        seen = frames.seen_points(moved)[number, 0] - np.array(FOOT)
        assert np.abs(seen - [2.0, 3.0]).max() < 0.15
    assert abs(off[2]) < 1e-9


def test_a_darker_and_warmer_light_is_measured_as_it_is():
    board = known_table("two_players").board
    photo = (board.empty.astype(float) * [0.6, 0.7, 0.8]).astype(np.uint8)
    change = light_change(board, photo)
    places = np.array([(p.x, p.y) for p in board.cells.values()])
    gain = np.exp(change.at(places))
    assert np.abs(gain - [0.6, 0.7, 0.8]).max() < 0.06


def test_pieces_on_the_board_do_not_pass_for_a_change_of_light():
    table = known_table("two_players")
    change = light_change(table.board, table.photo("start.jpg"))
    places = np.array([(p.x, p.y) for p in table.board.cells.values()])
    assert np.abs(change.at(places)).max() < 0.1
