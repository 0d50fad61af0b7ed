"""Reinforcement: where discs come back, and the emperor's duty. Rulings 10, 11 and 12."""

import pytest

from eko_companion.rules import Code, Pass, Reinforce, legal_actions
from tests.rules.table import (
    after,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    position,
    reinforced,
    turn,
)

PLAIN = """
    o o o o o o
     r r x x r
"""


def phase(stacks, reserve, board=PLAIN, violet=None, **more):
    """Cyan's reinforcement; the march is used up, so that only that is left."""
    board = drawn(board) if isinstance(board, str) else board
    return position(
        board,
        {"cyan": stacks, "violet": violet or {(5, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": reserve},
        march_used=True,
        **more,
    )


def placed(where):
    """Every legal reinforcement."""
    return {action for action in legal_actions(where) if isinstance(action, Reinforce)}


@pytest.mark.ruling("10")
def test_with_nothing_in_the_reserve_it_is_skipped():
    where = phase({(0, 0): "1E"}, "0")
    assert tuple(legal_actions(where)) == (Pass(),)
    assert codes(where, reinforced({(0, 0): "1"}))[0] == Code.REINFORCE_RESERVE_SHORT
    assert turn(after(where, Pass())) == "violet action"


@pytest.mark.ruling("10")
def test_at_least_one_disc_comes_back_on_one_stack_up_to_four():
    where = phase({(0, 0): "1", (1, 0): "3", (2, 0): "3E"}, "2")
    assert placed(where) == {
        reinforced({(0, 0): "1"}),
        reinforced({(0, 0): "2"}),
        reinforced({(1, 0): "1"}),
    }
    assert codes(where, Pass())[0] == Code.REINFORCE_REQUIRED


@pytest.mark.ruling("10")
def test_the_discs_leave_the_reserve_and_the_turn_ends():
    then = after(phase({(0, 0): "1E"}, "3"), reinforced({(0, 0): "2"}))
    assert discs_at(then, 0, 0) == "cyan 3E"
    assert in_reserve(then, "cyan") == "1"
    assert turn(then) == "violet action"


@pytest.mark.ruling("10")
def test_a_reinforcement_of_nothing_is_none():
    where = phase({(0, 0): "1E"}, "3")
    assert codes(where, reinforced({}))[0] == Code.REINFORCE_REQUIRED
    assert codes(where, reinforced({(0, 0): "0"}))[0] == Code.REINFORCE_REQUIRED


@pytest.mark.ruling("10")
def test_a_stack_is_never_reinforced_above_four():
    where = phase({(0, 0): "2E"}, "3")
    assert codes(where, reinforced({(0, 0): "2"}))[0] == Code.STACK_TOO_HIGH


@pytest.mark.ruling("10")
def test_no_more_discs_come_back_than_the_reserve_holds():
    where = phase({(0, 0): "E"}, "2")
    assert codes(where, reinforced({(0, 0): "3"}))[0] == Code.REINFORCE_RESERVE_SHORT


@pytest.mark.ruling("10")
def test_discs_never_come_back_on_an_empty_cell():
    where = phase({(0, 0): "1E"}, "2")
    assert codes(where, reinforced({(1, 0): "1"}))[0] == Code.REINFORCE_EMPTY_CELL


@pytest.mark.ruling("10")
def test_discs_never_join_an_enemy_stack():
    where = phase({(0, 0): "1E"}, "2")
    assert codes(where, reinforced({(5, 0): "1"}))[0] == Code.NOT_YOUR_STACK


@pytest.mark.ruling("10")
def test_two_stacks_are_not_reinforced_in_one_turn():
    where = phase({(0, 0): "1E", (2, 0): "1"}, "2")
    two = reinforced({(0, 0): "1", (2, 0): "1"})
    assert codes(where, two)[0] == Code.REINFORCE_SEVERAL_STACKS


@pytest.mark.ruling("10")
def test_a_stack_beside_an_enemy_building_gets_nothing():
    where = phase({(0, 0): "1", (3, 0): "1E"}, "2", buildings={"violet": {(0, 1): "camp"}})
    assert codes(where, reinforced({(0, 0): "1"}))[0] == Code.REINFORCE_NEAR_ENEMY
    assert is_legal(where, reinforced({(3, 0): "1"}))


@pytest.mark.ruling("10")
def test_an_own_building_beside_it_does_not_help():
    where = phase(
        {(1, 0): "1E"},
        "2",
        buildings={"violet": {(0, 1): "camp"}, "cyan": {(1, 1): "camp"}},
    )
    assert codes(where, reinforced({(1, 0): "1"}))[0] == Code.REINFORCE_NEAR_ENEMY
    assert is_legal(where, Pass())


@pytest.mark.ruling("10")
def test_an_own_building_beside_it_does_no_harm():
    where = phase({(0, 0): "1E"}, "2", buildings={"cyan": {(0, 1): "camp"}})
    assert is_legal(where, reinforced({(0, 0): "2"}))


@pytest.mark.ruling("10")
def test_an_enemy_building_two_cells_away_does_no_harm():
    where = phase({(3, 0): "1E"}, "2", buildings={"violet": {(1, 1): "camp", (4, 1): "camp"}})
    assert is_legal(where, reinforced({(3, 0): "2"}))


@pytest.mark.ruling("10")
def test_a_stack_on_a_storm_cell_gets_nothing():
    where = phase({(1, 0): "1E"}, "2", board="o s o o o o")
    assert codes(where, reinforced({(1, 0): "1"}))[0] == Code.REINFORCE_ON_STORM
    assert is_legal(where, Pass())


@pytest.mark.ruling("10")
def test_if_nothing_can_be_placed_it_is_skipped_and_the_reserve_waits():
    where = phase({(0, 0): "3E", (1, 0): "4"}, "2")
    then = after(where, Pass())
    assert in_reserve(then, "cyan") == "2"
    assert turn(then) == "violet action"


@pytest.mark.ruling("12")
def test_an_emperor_in_the_reserve_is_among_the_discs_placed():
    where = phase({(0, 0): "1", (2, 0): "3"}, "2E")
    assert placed(where) == {
        reinforced({(0, 0): "E"}),
        reinforced({(0, 0): "1E"}),
        reinforced({(0, 0): "2E"}),
        reinforced({(2, 0): "E"}),
    }
    assert codes(where, reinforced({(0, 0): "2"}))[0] == Code.EMPEROR_FIRST


@pytest.mark.ruling("12")
def test_the_emperor_comes_back_on_top_with_warriors():
    then = after(phase({(0, 0): "1"}, "2E"), reinforced({(0, 0): "2E"}))
    assert discs_at(then, 0, 0) == "cyan 3E"
    assert in_reserve(then, "cyan") == "0"


@pytest.mark.ruling("12")
def test_an_emperor_who_is_not_in_the_reserve_cannot_be_placed():
    where = phase({(0, 0): "1E"}, "2")
    assert codes(where, reinforced({(0, 0): "E"}))[0] == Code.REINFORCE_RESERVE_SHORT


@pytest.mark.ruling("12")
def test_an_emperor_in_a_prison_puts_no_duty_on_anyone():
    where = phase({(0, 0): "1"}, "2", captives={"violet": ["cyan"]})
    assert is_legal(where, reinforced({(0, 0): "1"}))


@pytest.mark.ruling("11")
def test_where_no_stack_is_allowed_the_emperor_alone_joins_one_beside_an_enemy_building():
    where = phase(
        {(0, 0): "1", (2, 0): "3"},
        "4E",
        buildings={"violet": {(0, 1): "camp", (1, 1): "camp"}},
    )
    assert tuple(legal_actions(where)) == (
        reinforced({(0, 0): "E"}),
        reinforced({(2, 0): "E"}),
    )
    then = after(where, reinforced({(2, 0): "E"}))
    assert discs_at(then, 2, 0) == "cyan 3E"
    assert in_reserve(then, "cyan") == "4"
    assert turn(then) == "violet action"


@pytest.mark.ruling("11")
def test_the_exception_is_a_duty_too():
    where = phase({(0, 0): "1"}, "E", buildings={"violet": {(0, 1): "camp"}})
    assert codes(where, Pass())[0] == Code.REINFORCE_REQUIRED


@pytest.mark.ruling("11")
def test_no_warrior_joins_the_emperor_beside_an_enemy_building():
    where = phase({(0, 0): "1"}, "2E", buildings={"violet": {(0, 1): "camp"}})
    assert codes(where, reinforced({(0, 0): "1E"}))[0] == Code.EMPEROR_ALONE


@pytest.mark.ruling("11")
def test_warriors_without_the_emperor_have_no_exception():
    where = phase({(0, 0): "1"}, "2E", buildings={"violet": {(0, 1): "camp"}})
    found = codes(where, reinforced({(0, 0): "1"}))
    assert {Code.EMPEROR_FIRST, Code.REINFORCE_NEAR_ENEMY} & set(found)
    no_emperor = phase({(0, 0): "1E"}, "2", buildings={"violet": {(0, 1): "camp"}})
    assert codes(no_emperor, reinforced({(0, 0): "1"}))[0] == Code.REINFORCE_NEAR_ENEMY
    assert is_legal(no_emperor, Pass())


@pytest.mark.ruling("11")
def test_no_exception_while_another_stack_is_allowed():
    where = phase({(0, 0): "1", (3, 0): "1"}, "2E", buildings={"violet": {(0, 1): "camp"}})
    assert codes(where, reinforced({(0, 0): "E"}))[0] == Code.REINFORCE_NEAR_ENEMY
    assert is_legal(where, reinforced({(3, 0): "2E"}))


@pytest.mark.ruling("11")
def test_a_full_stack_elsewhere_is_no_allowed_stack():
    where = phase({(0, 0): "1", (3, 0): "4"}, "2E", buildings={"violet": {(0, 1): "camp"}})
    assert tuple(legal_actions(where)) == (reinforced({(0, 0): "E"}),)


@pytest.mark.ruling("11")
def test_the_emperor_does_not_join_a_full_stack_beside_an_enemy_building():
    where = phase({(0, 0): "4"}, "2E", buildings={"violet": {(0, 1): "camp"}})
    assert Code.STACK_TOO_HIGH in codes(where, reinforced({(0, 0): "E"}))
    assert tuple(legal_actions(where)) == (Pass(),)


@pytest.mark.ruling("11")
def test_the_exception_is_never_for_an_empty_cell():
    where = phase({(0, 0): "1"}, "E", buildings={"violet": {(0, 1): "camp"}})
    assert codes(where, reinforced({(1, 0): "E"}))[0] == Code.REINFORCE_EMPTY_CELL


STORMY = """
    o s o o o o
     r x x x r
"""


@pytest.mark.ruling("11")
def test_the_exception_is_not_for_a_storm_cell():
    where = phase({(1, 0): "1"}, "E", board=STORMY, buildings={"violet": {(0, 1): "camp"}})
    assert Code.REINFORCE_ON_STORM in codes(where, reinforced({(1, 0): "E"}))
    assert tuple(legal_actions(where)) == (Pass(),)


@pytest.mark.ruling("11")
def test_a_stack_on_a_storm_cell_away_from_buildings_takes_no_emperor_either():
    where = phase({(1, 0): "1"}, "E", board=STORMY)
    assert codes(where, reinforced({(1, 0): "E"}))[0] == Code.REINFORCE_ON_STORM
    assert tuple(legal_actions(where)) == (Pass(),)


@pytest.mark.ruling("11")
def test_a_stack_on_a_storm_cell_does_not_stand_in_the_way_of_the_exception():
    where = phase(
        {(1, 0): "1", (4, 0): "1"}, "1E", board=STORMY, buildings={"violet": {(4, 1): "camp"}}
    )
    assert tuple(legal_actions(where)) == (reinforced({(4, 0): "E"}),)


LIGHT = """
    o s s o o o
     r s x x r
"""
LIGHT_CELLS = [[(1, 0), (2, 0), (1, 1)]]


@pytest.mark.ruling("11")
@pytest.mark.ruling("24")
def test_whoever_holds_the_lighthouse_may_use_the_exception_on_a_storm_cell():
    board = drawn(LIGHT, lighthouses=LIGHT_CELLS)
    where = phase({(1, 0): "1"}, "2E", board=board, buildings={"violet": {(0, 1): "camp"}})
    assert tuple(legal_actions(where)) == (reinforced({(1, 0): "E"}),)
    assert codes(where, reinforced({(1, 0): "1E"}))[0] == Code.EMPEROR_ALONE


@pytest.mark.ruling("11")
@pytest.mark.ruling("24")
def test_with_the_lighthouse_a_free_storm_stack_is_allowed_and_ends_the_exception():
    board = drawn(LIGHT, lighthouses=LIGHT_CELLS)
    where = phase(
        {(2, 0): "1", (4, 0): "1"}, "1E", board=board, buildings={"violet": {(4, 1): "camp"}}
    )
    assert codes(where, reinforced({(4, 0): "E"}))[0] == Code.REINFORCE_NEAR_ENEMY
    assert placed(where) == {reinforced({(2, 0): "E"}), reinforced({(2, 0): "1E"})}


@pytest.mark.ruling("11")
@pytest.mark.ruling("24")
def test_a_tie_at_the_lighthouse_leaves_the_storm_cell_closed_to_the_exception():
    board = drawn(LIGHT, lighthouses=LIGHT_CELLS)
    where = phase(
        {(1, 0): "1"},
        "1E",
        board=board,
        violet={(2, 0): "1E"},
        buildings={"violet": {(0, 1): "camp"}},
    )
    assert tuple(legal_actions(where)) == (Pass(),)
