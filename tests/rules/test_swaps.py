"""Before the first turn each player may swap his emperor with another of his discs, once."""

import pytest

from eko_companion.rules import Cell, Code, March, Pass, Swap, legal_actions
from tests.rules.table import after, codes, discs_at, drawn, move, position, turn


def start(**more):
    """Three players with two or three single discs each, before the swaps."""
    stacks = {
        "cyan": {(0, 0): "1", (1, 0): "E", (2, 0): "1"},
        "violet": {(3, 0): "1", (4, 0): "E"},
        "navy": {(5, 0): "E", (6, 0): "1"},
    }
    return position(drawn("o o o o o o o o"), stacks, step="swap", **more)


def swap(*at):
    return Swap(Cell(*at))


def test_the_emperor_changes_places_with_another_own_disc():
    then = after(start(), swap(2, 0))
    assert discs_at(then, 1, 0) == "cyan 1"
    assert discs_at(then, 2, 0) == "cyan E"
    assert discs_at(then, 0, 0) == "cyan 1"


def test_every_own_disc_may_be_the_partner_and_nobody_has_to():
    assert set(legal_actions(start())) == {Pass(), swap(0, 0), swap(2, 0)}


def test_each_player_swaps_once_in_turn_order_and_then_the_first_begins():
    where = start()
    assert turn(where) == "cyan swap"
    where = after(where, swap(0, 0))
    assert turn(where) == "violet swap"
    where = after(where, Pass())
    assert turn(where) == "navy swap"
    where = after(where, swap(6, 0))
    assert turn(where) == "cyan action"
    assert discs_at(where, 0, 0) == "cyan E"
    assert discs_at(where, 4, 0) == "violet E"
    assert discs_at(where, 6, 0) == "navy E"


def test_declining_leaves_the_discs_where_they_are():
    where = start()
    then = after(where, Pass(), Pass(), Pass())
    assert then.stacks == where.stacks
    assert turn(then) == "cyan action"


def test_the_emperor_is_not_swapped_with_himself():
    assert codes(start(), swap(1, 0))[0] == Code.SAME_CELL


def test_the_emperor_is_not_swapped_with_an_enemy_disc_or_an_empty_cell():
    assert codes(start(), swap(3, 0))[0] == Code.NOT_YOUR_STACK
    assert codes(start(), swap(7, 0))[0] == Code.NO_SUCH_STACK


@pytest.mark.parametrize("action", [move((6, 0), (7, 0)), March()])
def test_nothing_else_is_done_before_the_game(action):
    assert Code.WRONG_STEP in codes(start(), action)


def test_nobody_swaps_once_the_game_has_begun():
    where = after(start(), Pass(), Pass(), Pass())
    assert codes(where, swap(0, 0))[0] == Code.WRONG_STEP
