"""Looks that cannot be used, and looks that can."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.rules import Cell
from eko_companion.vision.usable.exposure import exposure_fault
from eko_companion.vision.usable.sharpness import blur_fault, detail_left
from eko_companion.vision.usable.unchanged import ChangeWatch
from tests.vision.known_tables import TABLES, known_table


@pytest.mark.parametrize("name", TABLES)
def test_good_photos_are_neither_dark_nor_blurred(name):
    table = known_table(name)
    for file in ["start.jpg", *table.usable_files()]:
        camera = table.camera(file) if file != "start.jpg" else table.board.camera
        board = table.board.seen_from(camera)
        photo = table.photo(file)
        assert exposure_fault(board, photo) is None
        assert blur_fault(board, photo) is None


def test_a_photo_smeared_by_motion_is_found():
    table = known_table("three_players")
    board = table.board.seen_from(table.moved_camera)
    assert "blurred" in (blur_fault(board, table.photo("011.jpg")) or "")


@pytest.mark.parametrize("share", [0.05, 0.15])
def test_a_dark_photo_is_found(share):
    table = known_table("two_players")
    photo = (table.photo("start.jpg") * share).astype(np.uint8)
    assert "dark" in (exposure_fault(table.board, photo) or "")


def test_a_lamp_that_is_turned_down_a_little_does_not_matter():
    table = known_table("two_players")
    photo = (table.photo("start.jpg") * 0.7).astype(np.uint8)
    assert exposure_fault(table.board, photo) is None
    assert blur_fault(table.board, photo) is None


def test_a_washed_out_photo_is_found():
    table = known_table("two_players")
    photo = np.clip(table.photo("start.jpg").astype(float) * 3 + 60, 0, 255).astype(np.uint8)
    assert "bright" in (exposure_fault(table.board, photo) or "")


def test_a_covered_card_does_not_pass_for_blur():
    table = known_table("two_players")
    photo = table.photo("start.jpg").copy()
    corners = table.board.cards[0]
    pixels = table.board.camera.project(np.column_stack([corners, np.zeros(4)]))
    cv2.fillConvexPoly(photo, np.round(pixels).astype(np.int32), (90, 120, 180))
    left = detail_left(table.board, photo)
    assert left is not None
    assert left > 0.8


def test_the_same_frame_with_other_noise_is_unchanged():
    photo = known_table("two_players").photo("start.jpg")
    noise = np.random.default_rng(3).normal(0, 4, photo.shape)
    watch = ChangeWatch()
    assert not watch.unchanged(photo)
    watch.remember(photo)
    assert watch.unchanged(np.clip(photo + noise, 0, 255).astype(np.uint8))
    assert watch.unchanged(np.clip(photo.astype(int) + 5, 0, 255).astype(np.uint8))


def test_one_disc_that_was_taken_away_is_a_change():
    table = known_table("two_players")
    photo, empty = table.photo("start.jpg"), table.board.empty
    watch = ChangeWatch()
    watch.remember(photo)
    q, r, *_ = table.document["start"][0]
    place = table.board.cells[Cell(q, r)]
    x, y = table.board.camera.project(np.array([place.x, place.y, 6.0])).astype(int)
    gone = photo.copy()
    gone[y - 40 : y + 40, x - 40 : x + 40] = empty[y - 40 : y + 40, x - 40 : x + 40]
    assert not watch.unchanged(gone)
    watch.forget()
    assert not watch.unchanged(photo)
