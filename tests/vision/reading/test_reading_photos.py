"""Whole photos, read from pixels to pieces."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from eko_companion.rules import EkoError
from eko_companion.vision.reading import shapes
from eko_companion.vision.reading.hypotheses import NOTHING
from eko_companion.vision.reading.reader import CellReader
from eko_companion.vision.reading.shapes import ShapeNetworks
from tests.vision.known_tables import TABLES, known_table, seen_start


@cache
def _reader(name):
    return CellReader(known_table(name).board, seen_start(name).looks)


@pytest.mark.parametrize("name", TABLES)
def test_photos_of_games_are_read_without_a_mistake(name):
    table = known_table(name)
    for file in table.usable_files():
        read = _reader(name).read(table.photo(file), table.camera(file))
        truth = table.truth(file)
        wrong = {
            cell: (truth.get(cell, NOTHING), found.holding)
            for cell, found in read.cells.items()
            if found.holding != truth.get(cell, NOTHING)
        }
        assert not wrong, file


@pytest.mark.parametrize("name", TABLES)
def test_the_empty_board_holds_nothing(name):
    table = known_table(name)
    read = _reader(name).read(table.board.empty)
    assert {found.holding for found in read.cells.values()} == {NOTHING}


def test_a_light_that_has_changed_since_the_start_does_not_matter():
    table = known_table("two_players")
    file = table.usable_files()[0]
    photo = np.clip(table.photo(file) * np.array([0.7, 0.8, 0.9]), 0, 255).astype(np.uint8)
    read = _reader("two_players").read(photo)
    truth = table.truth(file)
    right = [found.holding == truth.get(cell, NOTHING) for cell, found in read.cells.items()]
    assert np.mean(right) > 0.97


def test_every_cell_that_can_hold_something_has_a_whole_distribution():
    table = known_table("three_players")
    read = _reader("three_players").read(table.photo("start.jpg"))
    assert list(read.cells) == table.board.readable()
    for found in read.cells.values():
        assert len(found.probabilities) == len(found.holdings)
        assert np.isclose(found.probabilities.sum(), 1)


def test_missing_weights_are_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(shapes, "weights_path", lambda name: tmp_path / f"{name}.onnx")
    with pytest.raises(EkoError, match="install again"):
        ShapeNetworks()
