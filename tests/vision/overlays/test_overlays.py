"""Overlays draw on a copy, where they should, and nothing where there is nothing to say."""

from __future__ import annotations

import numpy as np
import pytest

from eko_companion.rules import BuildingKind
from eko_companion.vision.overlays import (
    draw_cards,
    draw_covered,
    draw_grid,
    draw_letters,
    draw_pieces,
    draw_reading,
    draw_status,
    draw_uncertain,
)
from eko_companion.vision.overlays.reading_layers import short_name
from eko_companion.vision.reading.hypotheses import NOTHING, Holding, stack_holdings
from eko_companion.vision.reading.result import CellReading, Reading
from tests.vision.known_tables import known_table


def _reading(holding, confidence, *, usable=True, why=None, covered=False):
    board = known_table("two_players").board
    cell = next(c for c in board.readable() if board.walkable(c))
    holdings = stack_holdings(("cyan", "violet"))
    chances = np.full(len(holdings), (1 - confidence) / (len(holdings) - 1))
    chances[holdings.index(holding)] = confidence
    found = {cell: CellReading(cell, holdings, chances)}
    return Reading(usable, why, found, (cell,) if covered else ()), board, cell


def _changed(before, after):
    return np.argwhere((before != after).any(-1))[:, ::-1]


@pytest.mark.parametrize("draw", [draw_pieces, draw_reading])
def test_a_piece_is_drawn_around_its_cell_and_nowhere_else(draw):
    reading, board, cell = _reading(Holding("cyan", 2), 0.999)
    image = board.empty
    before = image.copy()
    pixels = _changed(image, draw(image, board, reading))
    assert (image == before).all()
    place = board.cells[cell]
    at = board.camera.project(np.array([place.x, place.y, 10.0]))
    assert len(pixels) > 50
    assert np.abs(pixels - at).max() < 90


def test_an_empty_and_certain_cell_is_left_alone():
    reading, board, _ = _reading(NOTHING, 0.999)
    image = board.empty
    for draw in (draw_pieces, draw_reading, draw_uncertain, draw_covered):
        assert (draw(image, board, reading) == image).all()


def test_what_is_uncertain_or_covered_is_marked():
    reading, board, _ = _reading(Holding("violet", 1), 0.6, covered=True)
    image = board.empty
    assert len(_changed(image, draw_uncertain(image, board, reading))) > 200
    assert len(_changed(image, draw_covered(image, board, reading))) > 200


def test_an_unusable_look_says_why():
    reading, board, _ = _reading(NOTHING, 0.9, usable=False, why="It is too dark.")
    pixels = _changed(board.empty, draw_status(board.empty, reading))
    assert len(pixels) > 100
    assert pixels[:, 1].max() < 60
    good, _, _ = _reading(NOTHING, 0.9)
    assert (draw_status(board.empty, good) == board.empty).all()


def test_grid_and_cards_are_drawn_where_they_lie():
    board = known_table("two_players").board
    for draw in (draw_grid, draw_cards):
        assert len(_changed(board.empty, draw(board.empty, board))) > 500
    lettered = draw_letters(board.empty, board, [("F", 0.0, 0.0, True), ("A", 68.0, -59.0, False)])
    pixels = _changed(board.empty, lettered)
    at = board.camera.project(np.array([0.0, 0.0, 2.0]))
    assert np.abs(pixels - at).min(0).max() < 20


def test_short_names_say_owner_height_and_emperor():
    assert short_name(Holding("cyan", 3, True)) == "cy3E"
    assert short_name(Holding("navy", kind=BuildingKind.CASTLE)) == "na castle"
    assert short_name(NOTHING) == "-"
