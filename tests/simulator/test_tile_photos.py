"""Photos of one tile beside one card: both whole in the picture, and in line with each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.simulator import tile_photos
from eko_companion.simulator.places import cell_corners
from eko_companion.simulator.table_at_random import Wish, random_table
from eko_companion.simulator.tile_photos import SIZE, tile_photo
from eko_companion.simulator.truth import cell_polygons

LETTERS = ["A", "H", "R"]


@pytest.fixture(scope="module")
def table():
    return random_table(6, Wish(players=2, size=(640, 360)))


def detected(image: np.ndarray) -> dict[int, np.ndarray]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    if ids is None:
        return {}
    return {int(i): c.reshape(4, 2) for i, c in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.parametrize("letter", LETTERS)
def test_it_shows_the_tile_and_one_card(table, letter, monkeypatch):
    settings = []
    real = tile_photos.Renderer
    monkeypatch.setattr(tile_photos, "Renderer", lambda s: settings.append(s) or real(s))
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
    # The card is a square: its corners reach farther than its sides.
    assert np.hypot(corners[:, 0] - card.x, corners[:, 1] - card.y).min() > card.card / 2
    pixels = [setting.camera.project(np.column_stack([corners, np.zeros(len(corners))]))]
    reach = card.card * np.sqrt(0.5)
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach * np.sqrt(0.5)
    pixels.append(setting.camera.project(np.column_stack([around + [card.x, card.y], np.zeros(4)])))
    seen = np.vstack(pixels)
    assert seen.min() > 0
    assert (seen < SIZE).all()


def test_the_same_table_gives_the_same_photo(table):
    assert (tile_photo(table, "A") == tile_photo(table, "A")).all()
    assert (tile_photo(table, "A") != tile_photo(table, "H")).any()
