"""Colours of the pieces: of every copy they can be told apart, and prints can be seen."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from eko_companion.rules.setup import RETAIL_COLOURS
from eko_companion.simulator.palettes import LEAST_APART, TYPICAL, difference, random_paints


@pytest.mark.parametrize("seed", range(25))
def test_no_two_players_look_alike(seed):
    paints = random_paints(RETAIL_COLOURS, np.random.default_rng(seed))
    assert set(paints) == set(RETAIL_COLOURS)
    for one, other in itertools.combinations(paints.values(), 2):
        assert difference(one.wood, other.wood) >= LEAST_APART
    for paint in paints.values():
        for colour in (paint.wood, paint.warrior_ink, paint.emperor_ink):
            assert all(0 <= part <= 1 for part in colour)
        assert difference(paint.wood, paint.warrior_ink) > 15
        assert difference(paint.wood, paint.emperor_ink) > 15


def test_a_colour_is_nearest_to_one_of_its_own_shades():
    for seed in range(25):
        paints = random_paints(RETAIL_COLOURS, np.random.default_rng(seed))
        for player, paint in paints.items():
            nearest = min(
                (difference(paint.wood, shade), name)
                for name, shades in TYPICAL.items()
                for shade in shades
            )
            assert nearest[1] == player


def test_there_are_shades_for_every_colour_of_the_game():
    assert set(TYPICAL) == set(RETAIL_COLOURS)


def test_copies_of_the_game_differ_and_seeds_repeat():
    copies = [random_paints(RETAIL_COLOURS, np.random.default_rng(seed)) for seed in range(10)]
    assert len({repr(copy) for copy in copies}) == 10
    assert random_paints(RETAIL_COLOURS, np.random.default_rng(4)) == copies[4]


def test_difference_is_that_of_the_eye():
    assert difference((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)) == 0
    assert difference((0, 0, 0), (1, 1, 1)) == pytest.approx(100, abs=0.5)
    assert difference((1, 0, 0), (0, 1, 0)) > difference((1, 0, 0), (0.9, 0, 0))
