"""One look after the other: usable or not, fresh or unchanged."""

from __future__ import annotations

from functools import cache

import numpy as np

from eko_companion.rules import EkoError
from eko_companion.vision.reading.shapes import ShapeNetworks
from eko_companion.vision.usable.looking import TableReader
from tests.vision.known_tables import known_table, seen_start


@cache
def _networks():
    return ShapeNetworks()


def _reader(name, registration=None):
    return TableReader(known_table(name).board, seen_start(name).looks, registration, _networks())


def test_a_hand_over_the_board_is_seen_and_the_free_cells_are_still_read():
    table = known_table("two_players")
    reading = _reader("two_players").read(table.photo("004.jpg"))
    assert not reading.usable
    assert "hand" in (reading.why or "")
    assert reading.covered
    assert not set(reading.covered) & set(reading.cells)
    assert len(reading.cells) > len(table.board.readable()) / 2


def test_a_settled_board_is_usable():
    table = known_table("two_players")
    reading = _reader("two_players").read(table.photo("005.jpg"))
    assert reading.usable
    assert reading.why is None


def test_a_frame_in_which_nothing_changed_gives_the_same_reading():
    table = known_table("two_players")
    reader = _reader("two_players")
    photo = table.photo("005.jpg")
    first = reader.look(photo)
    noise = np.random.default_rng(1).normal(0, 3, photo.shape)
    second = reader.look(np.clip(photo + noise, 0, 255).astype(np.uint8))
    third = reader.look(table.photo("start.jpg"))
    assert first.fresh
    assert not second.fresh
    assert second.reading is first.reading
    assert third.fresh


def test_a_moved_camera_is_read_with_the_pose_that_the_cards_give():
    table = known_table("three_players")
    reader = _reader("three_players", lambda photo: table.moved_camera)
    result = reader.look(table.photo("009.jpg"))
    assert result.reading.usable
    assert result.camera is table.moved_camera


def test_a_camera_that_moved_away_from_its_cards_is_told():
    def lost(photo):
        raise EkoError("The camera moved and too few cards are seen.")

    table = known_table("three_players")
    reading = _reader("three_players", lost).read(table.photo("002.jpg"))
    assert not reading.usable
    assert reading.why == "The camera moved and too few cards are seen."
    assert not reading.cells


def test_a_dark_look_is_not_usable():
    table = known_table("two_players")
    dark = (table.photo("005.jpg") * 0.08).astype(np.uint8)
    reading = _reader("two_players").read(dark)
    assert not reading.usable
    assert "dark" in (reading.why or "")
