"""Tiles and cards lie where the truth says, in the picture as on the table."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.photographing import Photographer, Scene
from eko_companion.simulator.places import cell_centres, cell_corners
from eko_companion.simulator.rendering import renderer as drawing
from eko_companion.simulator.rendering.printing import tile_prints
from eko_companion.simulator.rendering.rays import FINE
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import LaidTile, Setting
from eko_companion.simulator.sensor import Sensor
from eko_companion.simulator.table_at_random import Wish, random_table
from eko_companion.simulator.truth import cell_polygons, setting_document
from tests.simulator.cards import detected, on_table, square_of
from tests.simulator.rendering.scenes import LAMP, PIECES, camera, samples_inside, setting
from tests.simulator.rendering.test_outlines import differ

ASKED = 1.5
HALF = 0.21
"""Half of white as bytes, in linear light."""
SHARP = Sensor(quality=92, noise=0.004)
CAMERAS = {
    "straight": camera(60, 0, distance=420, size=(640, 360)),
    "low and barrelled": camera(40, 40, distance=420, radial=(-0.1, 0.02), size=(640, 360)),
    "high and pincushioned": camera(
        74, 250, distance=420, radial=(0.06, 0.01), roll=3, size=(640, 360)
    ),
}


def laid_at(letter: str, cell: Cell, turn: int, off: tuple[float, float, float]) -> LaidTile:
    x, y = centre(cell, PIECES.pitch)
    return LaidTile(letter, cell, turn, x + off[0], y + off[1], off[2])


# Apart from each other: where tiles overlap, the upper one hides a strip of the lower one's cells.
TILES = (
    laid_at("A", Cell(0, 0), 2, (0.6, -0.5, 0.4)),
    laid_at("B", Cell(2, 1), 5, (10.7, 4.2, -0.5)),
    laid_at("C", Cell(-1, 3), 0, (-4.8, 9.6, 0.5)),
)


def laid(seen: Camera) -> Setting:
    return replace(setting(seen), tiles=TILES)


def colour_of(cell: Cell) -> int:
    """Blue, green or red, so that no two neighbours on a tile are alike."""
    return (cell.q - cell.r) % 3


def cell_colours(tile_set, letters, look, pitch):
    """Tiles whose cells are plain blue, green or red."""
    painted = {}
    real = tile_prints(tile_set, letters, look, pitch)
    for letter, (bgra, origin, scale) in real.items():
        rows, columns = bgra.shape[:2]
        x, y = np.meshgrid(np.arange(columns), np.arange(rows))
        cells = [cell.at for cell in tile_set.by_letter[letter].cells]
        away = [
            np.hypot(x - origin[0] - cx, y - origin[1] - cy)
            for cx, cy in (centre(cell, pitch * scale) for cell in cells)
        ]
        colours = np.array([colour_of(cell) for cell in cells])[np.argmin(away, axis=0)]
        plain = bgra.copy()
        for channel in range(3):
            plain[..., channel] = np.where(colours == channel, 255, 0)
        painted[letter] = (plain, origin, scale)
    return painted


@pytest.mark.parametrize("name", CAMERAS)
def test_cells_are_seen_where_the_truth_says(monkeypatch, name):
    monkeypatch.setattr(drawing, "tile_prints", cell_colours)
    black = np.zeros((8, 8, 3), np.uint8)
    monkeypatch.setattr(drawing, "surface_print", lambda kind, seed: black)
    where = laid(CAMERAS[name])
    where = replace(where, look=replace(where.look, card_edge=(0.0, 0.0, 0.0)))
    albedo = Renderer(where).ground.albedo
    polygons = cell_polygons(where)
    for tile in where.tiles:
        for colour in range(3):
            cells = [
                printed.at.turned(tile.turn).shifted(tile.at)
                for printed in where.tile_set.by_letter[tile.tile].cells
                if colour_of(printed.at) == colour
            ]
            expected = samples_inside([polygons[cell] for cell in cells], albedo.shape[:2])
            # Other tiles have cells of that colour, too.
            near = cv2.dilate(expected.astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool)
            assert differ((albedo[..., colour] > HALF) & near, expected) <= ASKED


@pytest.mark.parametrize("name", CAMERAS)
def test_the_tiles_stand_out_from_the_table_where_the_truth_says(name):
    where = laid(CAMERAS[name])
    ground = Renderer(where).ground
    expected = samples_inside(list(cell_polygons(where).values()), ground.z.shape)
    assert differ(ground.z > 1.0, expected) <= ASKED
    for polygon in cell_polygons(where).values():
        cell = samples_inside([polygon], ground.z.shape).astype(np.uint8)
        inner = cv2.erode(cell, np.ones((5, 5), np.uint8)).astype(bool)
        assert ground.z[inner] == pytest.approx(2.0, abs=0.02)


def test_each_pixel_knows_which_place_it_sees():
    where = laid(CAMERAS["low and barrelled"])
    ground = Renderer(where).ground
    rows, columns = np.mgrid[20:340:40, 20:620:40].reshape(2, -1)
    points = [ground.x[rows, columns], ground.y[rows, columns], ground.z[rows, columns]]
    pixels = where.camera.project(np.column_stack(points))
    assert pixels == pytest.approx(np.column_stack([columns, rows]), abs=0.1)


@pytest.mark.parametrize("seed", [1, 9])
def test_the_cards_of_an_empty_board_are_found_where_they_lie(seed):
    table = random_table(seed, Wish(players=2))
    # One tile is enough here, and quickly drawn.
    where = replace(table.setting, tiles=table.setting.tiles[:1])
    photographer = Photographer(Renderer(where), SHARP, np.random.default_rng(1))
    found = detected(photographer.take(Scene((), table.lighting)).image)
    assert sorted(found) == sorted(card.marker for card in table.setting.cards)
    for card in table.setting.cards:
        expected = table.setting.camera.project(on_table(square_of(card, card.side)))
        away = np.hypot(*(found[card.marker] - expected).T)
        assert away.max() < 0.7


def test_the_truth_of_a_setting_is_plain_json_with_every_cell():
    where = laid(CAMERAS["straight"])
    document = setting_document(where)
    assert len(document["cells"]) == 21
    assert document["camera"]["R"] == where.camera.rotation.tolist()
    assert [tile["tile"] for tile in document["tiles_as_laid"]] == ["A", "B", "C"]
    corners = cell_corners(where)[Cell(0, 0)]
    expected = where.camera.project(np.column_stack([corners, np.full(6, 2.0)]))
    assert document["cells"]["[0, 0]"] == pytest.approx(expected, abs=0.006)


def test_a_cell_lies_in_the_middle_of_its_corners():
    where = laid(CAMERAS["straight"])
    corners = cell_corners(where)
    for cell, middle in cell_centres(where).items():
        assert corners[cell].mean(0) == pytest.approx(middle)
        reach = np.hypot(*(corners[cell] - middle).T)
        assert reach == pytest.approx(np.full(6, PIECES.pitch / np.sqrt(3)))


def test_cells_are_off_by_as_much_as_their_tile():
    where = replace(laid(CAMERAS["straight"]), tiles=TILES[:1])
    away = {
        cell: np.hypot(*(np.array(middle) - centre(cell, PIECES.pitch)))
        for cell, middle in cell_centres(where).items()
    }
    assert away[Cell(0, 0)] == pytest.approx(np.hypot(0.6, 0.5))
    # At most the tile's shift, and its small turn at a cell's distance.
    assert max(away.values()) < np.hypot(0.6, 0.5) + np.radians(0.4) * PIECES.pitch + 1e-9
    assert len({round(float(value), 6) for value in away.values()}) > 1


def test_a_setting_with_other_pieces_has_other_cells():
    where = laid(CAMERAS["straight"])
    wide = replace(where, pieces=replace(PIECES, pitch=40.0))
    assert np.ptp(cell_corners(where)[Cell(0, 0)][:, 0]) == pytest.approx(34.0, abs=0.5)
    assert np.ptp(cell_corners(wide)[Cell(0, 0)][:, 0]) == pytest.approx(40.0, abs=0.5)


def test_a_moved_camera_sees_the_same_table():
    where = laid(CAMERAS["straight"])
    moved = Renderer(where).moved(CAMERAS["low and barrelled"])
    anew = Renderer(laid(CAMERAS["low and barrelled"]))
    assert (moved.ground.albedo == anew.ground.albedo).all()
    table = Tabletop(where, {}, np.random.default_rng(1))
    assert table.things() == ()
    assert (moved.draw((), LAMP).light == anew.draw((), LAMP).light).all()
    assert moved.rays.shape == (360 * FINE, 640 * FINE)
