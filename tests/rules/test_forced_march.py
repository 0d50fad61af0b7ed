"""The forced march: three warriors into the box for one more action. Ruling 9."""

import pytest

from eko_companion.rules import Build, Code, March, Move, Pass, Reinforce, legal_actions
from tests.rules.table import (
    after,
    build,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    move,
    position,
    reinforced,
    sand,
    turn,
)

ROAD = """
    o o o o o o
     m r x x x
"""


def after_the_action(reserve="3", **more):
    """Cyan has acted and has a stack and his emperor on the road; violet is at its far end."""
    return position(
        drawn(ROAD),
        {"cyan": {(0, 0): "2", (2, 0): "1E"}, "violet": {(5, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": reserve},
        **more,
    )


@pytest.mark.ruling("9")
def test_three_warriors_go_into_the_box_for_one_more_action():
    where = after_the_action("5")
    then = after(where, March())
    assert in_reserve(then, "cyan") == "2"
    assert then.box_of("cyan") == where.box_of("cyan") + 3
    assert then.march_used
    assert turn(then) == "cyan extra"


@pytest.mark.ruling("9")
@pytest.mark.parametrize("reserve", ["0", "1", "2"])
def test_fewer_than_three_warriors_do_not_pay(reserve):
    assert codes(after_the_action(reserve), March())[0] == Code.MARCH_CANNOT_PAY


@pytest.mark.ruling("9")
def test_the_emperor_never_pays_for_a_march():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "2"}, "violet": {(5, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": "2E"},
    )
    assert codes(where, March())[0] == Code.MARCH_CANNOT_PAY


@pytest.mark.ruling("9")
def test_an_emperor_in_the_reserve_stays_there_when_warriors_pay():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "2"}, "violet": {(5, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": "3E"},
    )
    assert in_reserve(after(where, March()), "cyan") == "E"


@pytest.mark.ruling("9")
def test_discs_that_the_first_action_sent_to_the_reserve_may_pay():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "4", (2, 0): "E"}, "violet": {(5, 0): "1E"}},
        buildings={"cyan": {(0, 1): "tower"}},
    )
    then = after(where, build((0, 0), (0, 1), "castle"), March())
    assert in_reserve(then, "cyan") == "0"
    assert then.box_of("cyan") == 15 - 1
    assert discs_at(then, 0, 0) == "cyan 1"
    assert turn(then) == "cyan extra"


@pytest.mark.ruling("9")
def test_a_kamikaze_may_be_the_third_disc_that_pays():
    where = position(
        drawn("o o o o o"),
        {"cyan": {(0, 0): "1", (4, 0): "1E"}, "violet": {(2, 0): "4", (3, 0): "1E"}},
        reserve={"cyan": "2"},
    )
    then = after(where, move((0, 0), (2, 0)), March())
    assert in_reserve(then, "cyan") == "0"
    assert turn(then) == "cyan extra"


@pytest.mark.ruling("9")
def test_the_march_comes_after_the_action_not_before():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "2E"}, "violet": {(5, 0): "1E"}},
        reserve={"cyan": "3"},
    )
    assert codes(where, March())[0] == Code.WRONG_STEP


@pytest.mark.ruling("9")
def test_the_march_comes_before_reinforcement_not_after():
    then = after(after_the_action("4"), reinforced({(0, 0): "1"}))
    assert turn(then) == "violet action"
    assert Code.WRONG_STEP in codes(then, March())


@pytest.mark.ruling("9")
def test_only_one_march_a_turn():
    where = after(after_the_action("9"), March(), move((0, 0), (1, 0)))
    assert turn(where) == "cyan reinforce"
    assert codes(where, March())[0] == Code.MARCH_ALREADY_USED


@pytest.mark.ruling("9")
def test_a_march_is_possible_again_in_the_next_turn():
    where = after(after_the_action("3"), March(), move((0, 0), (1, 0)), Pass())
    assert turn(where) == "violet action"
    assert not where.march_used


@pytest.mark.ruling("9")
def test_the_same_stack_may_act_again():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "2E"}, "violet": {(5, 0): "1E"}},
        reserve={"cyan": "3"},
    )
    then = after(where, move((0, 0), (1, 0)), March(), move((1, 0), (0, 0)))
    assert discs_at(then, 0, 0) == "cyan 2E"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("9")
def test_another_stack_may_act_and_so_may_a_builder():
    where = after(after_the_action("3"), March())
    assert is_legal(where, move((2, 0), (3, 0)))
    assert is_legal(where, build((0, 0), (0, 1), "camp"))
    then = after(where, build((2, 0), (1, 1), "camp"))
    assert turn(then) == "cyan reinforce"
    assert in_reserve(then, "cyan") == "1"


@pytest.mark.ruling("9")
def test_the_extra_action_is_a_move_or_a_build_and_nothing_else():
    where = after(after_the_action("9"), March())
    kinds = {type(action) for action in legal_actions(where)}
    assert kinds == {Move, Build}
    assert Code.ACTION_REQUIRED in codes(where, Pass())
    assert Code.WRONG_STEP in codes(where, reinforced({(0, 0): "1"}))
    assert Code.WRONG_STEP in codes(where, sand((5, 0)))


@pytest.mark.ruling("9")
def test_a_march_needs_an_action_that_can_follow():
    where = position(
        drawn("o o o"),
        {"cyan": {(0, 0): "1E"}, "violet": {(1, 0): "2E"}},
        step="reinforce",
        reserve={"cyan": "3"},
    )
    assert codes(where, March())[0] == Code.MARCH_NEEDS_ACTION


@pytest.mark.ruling("9")
def test_whoever_spent_his_last_disc_has_nobody_to_march():
    where = position(
        drawn(ROAD),
        {"cyan": {(1, 0): "1"}, "violet": {(5, 0): "1E"}, "navy": {(4, 0): "1E"}},
        reserve={"cyan": "3E"},
    )
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert turn(then) == "cyan reinforce"
    assert codes(then, March())[0] == Code.MARCH_NEEDS_ACTION


@pytest.mark.ruling("9")
def test_the_march_is_optional():
    where = after_the_action("3")
    kinds = {type(action) for action in legal_actions(where)}
    assert kinds == {March, Reinforce}


@pytest.mark.ruling("9")
def test_a_march_may_be_paid_where_no_reinforcement_is_possible():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "3E"}, "violet": {(5, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": "3"},
    )
    assert set(legal_actions(where)) == {March(), Pass()}


@pytest.mark.ruling("9")
def test_after_the_extra_action_the_rest_of_the_reserve_still_has_to_come_back():
    where = after(after_the_action("4"), March(), move((0, 0), (1, 0)))
    assert codes(where, Pass())[0] == Code.REINFORCE_REQUIRED
    then = after(where, reinforced({(1, 0): "1"}))
    assert discs_at(then, 1, 0) == "cyan 3"
    assert turn(then) == "violet action"
