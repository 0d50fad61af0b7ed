"""Nobody has more pieces than the game gives him."""

from __future__ import annotations

import numpy as np

from eko_companion.vision.reading.counting import one_emperor, within_supply
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS


def _stack_scores(chances):
    """One owner; for each cell the chances of heights, the rest is nothing."""
    rows = np.full((len(chances), 1 + HEIGHTS), 1e-6)
    for number, heights in enumerate(chances):
        for discs, chance in heights.items():
            rows[number, discs] = chance
    rows /= rows.sum(1, keepdims=True)
    return np.log(rows)


def test_a_possible_board_is_left_as_it_is():
    scores = _stack_scores([{4: 0.9, 3: 0.1}] * 4)
    assert np.allclose(within_supply(scores, np.ones(4, bool), 1), scores)


def test_a_seventeenth_disc_is_taken_from_the_least_certain_stack():
    scores = _stack_scores([{4: 0.99, 3: 0.01}] * 4 + [{1: 0.6, 0: 0.4}])
    after = within_supply(scores, np.ones(5, bool), 1)
    assert after.argmax(1).tolist() == [4, 4, 4, 4, 0]
    assert np.allclose(np.exp(after).sum(1), 1)


def test_a_second_castle_is_read_as_what_is_next_most_likely():
    rows = np.full((2, 1 + HEIGHTS), -np.inf)
    rows[:, : 1 + len(KINDS)] = np.log([[0.01, 0.01, 0.01, 0.97], [0.01, 0.01, 0.38, 0.6]])
    after = within_supply(rows, np.zeros(2, bool), 1)
    assert after.argmax(1).tolist() == [3, 2]


def test_only_one_stack_carries_the_emperor():
    chances = one_emperor(np.array([4.0, 3.0, -5.0]))
    assert chances.sum() < 1
    assert chances[0] > chances[1] > chances[2]


def test_an_emperor_may_be_away():
    assert one_emperor(np.array([-6.0, -7.0])).max() < 0.05


def test_without_stacks_there_is_no_emperor():
    assert len(one_emperor(np.zeros(0))) == 0
