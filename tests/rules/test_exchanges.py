"""Captured emperors and their forced exchange. Ruling 32."""

import pytest

from eko_companion.rules import Code, Exchange, March, Pass, Step, Then, legal_actions, points
from tests.rules.table import (
    after,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    move,
    position,
    turn,
)

ROAD = "o o o o o o o o"


def capture(captives, *others, cyan="4", **more):
    """Cyan stands before violet's emperor; violet and the others have a stack each behind."""
    stacks = {"cyan": {(0, 0): cyan}, "violet": {(2, 0): "1E", (4, 0): "1"}}
    for number, player in enumerate(others):
        stacks[player] = {(5 + number, 0): "1"}
    for player in ("navy", "white"):
        if player in others and not any(player in held for held in captives.values()):
            stacks[player] = dict.fromkeys(stacks[player], "1E")
    return position(drawn(ROAD), stacks, captives=captives, **more)


CAPTURE = move((0, 0), (2, 0))


@pytest.mark.ruling("32")
def test_without_a_captive_to_give_nothing_is_exchanged():
    then = after(capture({}, cyan="3E"), CAPTURE)
    assert then.captives == (("violet",), ())
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("32")
def test_two_who_hold_each_others_emperor_get_them_back():
    then = after(capture({"violet": ["cyan"]}), CAPTURE)
    assert then.captives == ((), ())
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "1E"
    assert points(then)["cyan"].total == points(then)["violet"].total == 0
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("32")
def test_the_one_whose_emperor_was_just_captured_gives_a_captive_for_him():
    then = after(capture({"violet": ["navy"]}, "navy", cyan="3E"), CAPTURE)
    assert then.captives == (("navy",), (), ())
    assert in_reserve(then, "violet") == "1E"
    assert in_reserve(then, "navy") == "0"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("32")
def test_the_one_who_captures_gives_the_new_captive_to_the_holder_of_his_emperor():
    then = after(capture({"navy": ["cyan"]}, "navy"), CAPTURE)
    assert then.captives == ((), (), ("violet",))
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "1"


@pytest.mark.ruling("32")
def test_the_active_player_comes_first():
    """Were violet first, he could give navy's emperor; cyan's exchange ends the matter."""
    then = after(capture({"violet": ["cyan", "navy"]}, "navy"), CAPTURE)
    assert then.captives == ((), ("navy",), ())
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "1E"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("32")
def test_a_chain_goes_on_until_no_pair_is_left():
    """Cyan gives violet's emperor to white for his own; violet then gives navy's for his."""
    where = capture({"white": ["cyan"], "violet": ["navy"]}, "navy", "white")
    then = after(where, CAPTURE)
    assert then.captives == ((), (), (), ("navy",))
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "1E"
    assert in_reserve(then, "navy") == "0"
    assert in_reserve(then, "white") == "0"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("32")
def test_a_holder_keeps_what_is_not_his_own():
    where = capture({"white": ["cyan", "navy"]}, "navy", "white")
    then = after(where, CAPTURE)
    assert then.captives == ((), (), (), ("navy", "violet"))
    assert in_reserve(then, "cyan") == "E"


@pytest.mark.ruling("32")
def test_whoever_has_several_captives_chooses_which_one_he_gives():
    where = after(capture({"violet": ["navy", "white"]}, "navy", "white", cyan="3E"), CAPTURE)
    assert turn(where) == "violet exchange"
    assert where.then == Then("cyan", Step.REINFORCE)
    assert where.captives == (("violet",), ("navy", "white"), (), ())
    assert set(legal_actions(where)) == {Exchange("navy"), Exchange("white")}


@pytest.mark.ruling("32")
@pytest.mark.parametrize(("given", "kept"), [("navy", "white"), ("white", "navy")])
def test_the_captive_chosen_goes_to_the_holder_and_the_turn_goes_on(given, kept):
    where = after(capture({"violet": ["navy", "white"]}, "navy", "white", cyan="3E"), CAPTURE)
    then = after(where, Exchange(given))
    assert then.captives == ((given,), (kept,), (), ())
    assert in_reserve(then, "violet") == "1E"
    assert turn(then) == "cyan reinforce"
    assert then.then is None


@pytest.mark.ruling("32")
def test_nothing_else_is_done_before_the_choice_is_made():
    where = after(
        capture({"violet": ["navy", "white"]}, "navy", "white", cyan="3E", reserve={"cyan": "3"}),
        CAPTURE,
    )
    for action in (Pass(), March(), move((4, 0), (3, 0)), Exchange("cyan"), Exchange("violet")):
        assert Code.EXCHANGE_REQUIRED in codes(where, action)


@pytest.mark.ruling("32")
def test_nothing_is_exchanged_at_another_time():
    where = capture({"violet": ["navy", "white"]}, "navy", "white", cyan="3E")
    assert codes(where, Exchange("navy"))[0] == Code.WRONG_STEP


@pytest.mark.ruling("32")
def test_a_choice_in_an_extra_action_leads_on_to_the_reinforcement():
    where = capture(
        {"violet": ["navy", "white"]},
        "navy",
        "white",
        cyan="3E",
        step="extra",
        march_used=True,
    )
    chosen = after(where, CAPTURE)
    assert chosen.then == Then("cyan", Step.REINFORCE)
    assert chosen.march_used
    assert turn(after(chosen, Exchange("navy"))) == "cyan reinforce"


@pytest.mark.ruling("32")
def test_after_the_choice_the_march_is_still_open():
    where = capture(
        {"violet": ["navy", "white"]}, "navy", "white", cyan="3E", reserve={"cyan": "3"}
    )
    assert is_legal(after(where, CAPTURE, Exchange("navy")), March())


def chosen_in_navys_turn():
    """Violet holds two emperors, cyan holds violet's; it is navy's turn."""
    return position(
        drawn(ROAD),
        {"cyan": {(0, 0): "1"}, "violet": {(2, 0): "1"}, "navy": {(4, 0): "1"}},
        to_move="violet",
        step="exchange",
        captives={"cyan": ["violet"], "violet": ["cyan", "navy"]},
        then=("navy", "reinforce"),
    )


@pytest.mark.ruling("32")
def test_a_holder_who_gets_his_own_emperor_puts_him_into_his_reserve():
    then = after(chosen_in_navys_turn(), Exchange("cyan"))
    assert then.captives == ((), ("navy",), ())
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "E"
    assert turn(then) == "navy reinforce"


@pytest.mark.ruling("32")
def test_after_a_choice_the_chain_begins_again():
    """Cyan gets navy's emperor, and must give him on at once for his own."""
    then = after(chosen_in_navys_turn(), Exchange("navy"))
    assert then.captives == ((), ("navy",), ())
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "E"
    assert in_reserve(then, "navy") == "0"
    assert turn(then) == "navy reinforce"


@pytest.mark.ruling("32")
def test_a_kamikaze_can_start_an_exchange_too():
    where = position(
        drawn(ROAD),
        {"cyan": {(0, 0): "1", (7, 0): "1"}, "violet": {(2, 0): "3E", (4, 0): "1"}},
        captives={"violet": ["cyan"]},
    )
    then = after(where, CAPTURE)
    assert discs_at(then, 2, 0) is None
    assert then.captives == ((), ())
    assert in_reserve(then, "cyan") == "1E"
    assert in_reserve(then, "violet") == "3E"


@pytest.mark.ruling("32")
@pytest.mark.ruling("12")
def test_an_emperor_who_came_home_must_be_placed_in_the_same_turn():
    where = after(capture({"violet": ["cyan"]}, cyan="3"), CAPTURE)
    assert codes(where, Pass())[0] == Code.REINFORCE_REQUIRED
