"""Photos of one tile beside one card: both whole in the picture, and in line with each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.simulator import tile_photos
from eko_companion.simulator.places import cell_corners
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Setting
from eko_companion.simulator.table_at_random import Wish, random_table
from eko_companion.simulator.tile_photos import SIZE, tile_photo
from eko_companion.simulator.truth import cell_polygons
from tests.simulator.cards import detected, on_table, square_of

LETTERS = ["A", "H", "R"]


@pytest.fixture(scope="module")
def table():
    return random_table(6, Wish(players=2, size=(640, 360)))


@pytest.mark.parametrize("letter", LETTERS)
def test_it_shows_the_tile_and_one_card(table, letter, monkeypatch):
    settings: list[Setting] = []

    def watched(setting: Setting) -> Renderer:
        settings.append(setting)
        return Renderer(setting)

    monkeypatch.setattr(tile_photos, "Renderer", watched)
    image = tile_photo(table, letter)
    assert image.shape == (SIZE[1], SIZE[0], 3)
    (setting,) = settings
    (card,) = setting.cards
    assert list(detected(image)) == [card.marker]
    polygons = np.vstack(list(cell_polygons(setting).values()))
    assert polygons.min() > 0
    assert (polygons < SIZE).all()
    assert [tile.tile for tile in setting.tiles] == [letter]


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("seed", range(6))
def test_the_card_points_the_way_of_the_tile_and_lies_beside_it(letter, seed):
    table = random_table(seed, Wish(players=2, size=(640, 360)))
    rng = np.random.default_rng([seed, 21, ord(letter)])
    setting = tile_photos._one_tile(table.setting, letter, rng)
    (tile,), (card,) = setting.tiles, setting.cards
    # About parallel, as the contract asks: within two degrees or so.
    assert abs((tile.off - card.yaw + 180) % 360 - 180) < 3
    corners = np.vstack(list(cell_corners(setting).values()))
    square = square_of(card, card.card)
    contour = square.astype(np.float32).reshape(-1, 1, 2)
    for x, y in corners:
        assert cv2.pointPolygonTest(contour, (float(x), float(y)), False) < 0
    seen = setting.camera.project(on_table(np.vstack([corners, square])))
    assert seen.min() > 0
    assert (seen < SIZE).all()


def test_the_same_table_gives_the_same_photo(table):
    one, other = (tile_photo(table, "A") for _ in range(2))
    assert (one == other).all()
