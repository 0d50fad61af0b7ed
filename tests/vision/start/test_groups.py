"""Sorting discs into equal groups."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from eko_companion.vision.start.groups import balanced_assignment, balanced_groups
from eko_companion.vision.start.names import named_groups, typical_shades


def test_clear_colours_are_sorted_without_a_mistake():
    rng = np.random.default_rng(1)
    middles = np.array([[60, -20, -20], [25, 8, -30], [40, 30, -30], [85, 0, 3]], float)
    right = rng.permutation(np.repeat(np.arange(4), 16))
    colours = middles[right] + rng.normal(0, 4, (64, 3))
    groups = balanced_groups(colours, 4, 16)
    assert len({(a, b) for a, b in zip(right, groups, strict=True)}) == 4


def test_groups_are_of_equal_size_even_where_colours_run_into_each_other():
    colours = np.random.default_rng(2).normal(0, 5, (48, 3))
    assert np.bincount(balanced_groups(colours, 3, 16)).tolist() == [16, 16, 16]


def test_a_full_group_sends_away_the_disc_that_costs_least():
    cost = np.array([[0.0, 9.0], [0.0, 2.0], [0.0, 5.0], [8.0, 0.0]])
    assert balanced_assignment(cost, 2).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("seed", range(12))
def test_the_assignment_is_the_cheapest_there_is(seed):
    cost = np.random.default_rng(seed).random((6, 3))
    best = min(
        sum(cost[row, column] for row, column in enumerate(choice))
        for choice in product(range(3), repeat=6)
        if all(choice.count(column) <= 2 for column in range(3))
    )
    chosen = balanced_assignment(cost, 2)
    assert np.isclose(cost[np.arange(6), chosen].sum(), best)


def test_more_rows_than_places_are_refused():
    with pytest.raises(ValueError, match="places"):
        balanced_assignment(np.zeros((5, 2)), 2)


def test_typical_shades_get_their_own_names_in_any_order():
    typical = typical_shades()
    for order in permutations(("cyan", "navy", "violet", "white")):
        shades = np.array([typical[name][0] for name in order])
        assert named_groups(shades, ("white", "cyan", "navy", "violet")) == order


def test_brown_goes_as_violet():
    shades = np.array([[62, -24, -24], [35, 14, 18]], float)
    assert named_groups(shades, ("violet", "cyan")) == ("cyan", "violet")


def test_an_unknown_name_takes_what_is_left_over():
    shades = np.array([[62, -24, -24], [60, 60, 40]], float)
    assert named_groups(shades, ("red", "cyan")) == ("cyan", "red")
