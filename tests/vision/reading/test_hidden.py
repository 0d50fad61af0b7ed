"""Pieces behind nearer pieces."""

from __future__ import annotations

import numpy as np

from eko_companion.rules import Cell
from eko_companion.vision.reading.features import look, prepare
from eko_companion.vision.reading.hidden import with_hidden
from eko_companion.vision.reading.hypotheses import HEIGHTS, Holding
from eko_companion.vision.reading.light import light_change
from tests.vision.known_tables import known_table, seen_start

HIDDEN = Cell(0, 5)
"""A white stack of which a nearer navy one hides almost half."""


def _seen(file):
    table = known_table("three_players")
    board = table.board.seen_from(table.camera(file))
    photo = table.photo(file)
    ready = prepare(board, seen_start("three_players").looks.palette)
    return ready, look(ready, photo, light_change(board, photo))


def _certain(ready, truth):
    """Scores of somebody who knows what stands there."""
    owners = ready.palette.owners
    scores = np.full((len(ready.cells), 1 + len(owners) * HEIGHTS), -12.0)
    for number, cell in enumerate(ready.cells):
        holding = truth.get(cell, Holding())
        place = 0
        if holding.owner is not None and holding.kind is None:
            place = 1 + owners.index(holding.owner) * HEIGHTS + holding.discs - 1
        scores[number, place] = 0.0
    return scores - np.log(np.exp(scores).sum(1, keepdims=True))


def test_the_owner_of_a_hidden_stack_is_told_by_what_is_seen_of_it():
    ready, seen = _seen("002.jpg")
    truth = known_table("three_players").truth("002.jpg")
    scores = _certain(ready, truth)
    number = ready.cells.index(HIDDEN)
    owners = ready.palette.owners
    discs = truth[HIDDEN].discs
    # Violet is as likely as the white that stands there, as far as the cell alone can tell.
    for owner in ("white", "violet"):
        scores[number, 1 + owners.index(owner) * HEIGHTS + discs - 1] = np.log(0.5)
    after = with_hidden(ready, seen, scores)[number]
    white, violet = (
        after[1 + owners.index(owner) * HEIGHTS + discs - 1] for owner in ("white", "violet")
    )
    assert white - violet > 2


def test_cells_with_nothing_before_them_keep_their_scores():
    ready, seen = _seen("002.jpg")
    truth = known_table("three_players").truth("002.jpg")
    scores = _certain(ready, truth)
    after = with_hidden(ready, seen, scores)
    changed = np.abs(after - scores).max(1) > 1e-6
    assert changed[ready.cells.index(HIDDEN)]
    assert changed.mean() < 0.3


def test_an_empty_board_hides_nothing():
    ready, seen = _seen("002.jpg")
    scores = _certain(ready, {})
    assert np.allclose(with_hidden(ready, seen, scores), scores)
