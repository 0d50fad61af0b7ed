"""Marker cards are found in photos, exactly, and nothing else is taken for one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.corner_refining import linear_light
from eko_companion.vision.cards.detecting import card_white, detect_cards, find_card_near
from tests.vision.sample_table import MARKERS, dimmed, photo

SIDE = 300


def _drawn(marker: int, corners: np.ndarray, size: tuple[int, int] = (640, 480)) -> Image:
    """A card drawn into a picture, each pixel the mean of many points."""
    fine = 4
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    inner = cv2.aruco.generateImageMarker(dictionary, marker, SIDE)
    card = cv2.copyMakeBorder(inner, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    edge = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) + 59.5
    large = ((corners + 0.5) * fine - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(edge, large)
    canvas = np.full((size[1] * fine, size[0] * fine), 120, np.uint8)
    cv2.warpPerspective(card, matrix, canvas.shape[::-1], canvas, borderMode=cv2.BORDER_TRANSPARENT)
    # Light adds up in linear light, and cameras write it down along a curve.
    light = linear_light(canvas).reshape(size[1], fine, size[0], fine).mean((1, 3))
    grey = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.repeat((grey * 255).round().astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("marker", [0, 17, 42])
@pytest.mark.parametrize("side", [36, 120])
def test_corners_are_found_to_a_small_part_of_a_pixel(marker: int, side: int) -> None:
    square = np.array([[0, 0], [1, 0.08], [0.9, 0.72], [-0.12, 0.6]])
    corners = square * side + np.array([251.3, 190.8])
    (card,) = detect_cards(_drawn(marker, corners))
    assert card.marker == marker
    assert np.abs(card.corners - corners).max() < 0.12
    assert card.sigma < 0.3


def test_all_cards_of_a_photo_are_found() -> None:
    assert {card.marker for card in detect_cards(photo("empty.jpg"))} == MARKERS


def test_cards_are_found_in_little_light_and_small() -> None:
    small = cv2.resize(photo("empty.jpg"), (640, 360), interpolation=cv2.INTER_AREA)
    dark = dimmed(small, 0.12, noise=1.5)
    assert {card.marker for card in detect_cards(dark)} == MARKERS


def test_noise_and_a_photo_of_something_else_hold_no_card() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert detect_cards(noise) == ()
    board = photo("empty.jpg")[180:420, 420:900]
    assert detect_cards(np.ascontiguousarray(board)) == ()


def test_a_known_card_is_found_at_its_place_and_nowhere_else() -> None:
    image = photo("empty.jpg")
    light = linear_light(image)
    for card in detect_cards(image):
        again = find_card_near(light, card.marker, card.corners + 1.0)
        assert again is not None
        assert np.abs(again.corners - card.corners).max() < 0.2
        assert find_card_near(light, card.marker, card.corners + 40.0) is None
        assert find_card_near(light, (card.marker + 1) % 50, card.corners) is None


def test_the_white_of_a_card_is_its_margin() -> None:
    for card in detect_cards(photo("empty.jpg")):
        assert card_white(photo("empty.jpg"), card).min() > 200
