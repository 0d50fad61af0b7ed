"""The end of the game: points, the last on the board, draws. Rulings 13 to 17, 25 and 30."""

import pytest

from eko_companion.rules import Code, March, Pass, Step, legal_actions, points
from tests.rules.table import (
    after,
    build,
    building_on,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    move,
    position,
    reinforced,
    turn,
)

LAND = """
    o o o o o o
     x r x x k x
      x x x x x x
       m v v v r r k
        m v v v r r k
"""
NINE = {(0, 3): "castle", (1, 3): "tower", (2, 3): "tower", (6, 3): "tower"}
"""Nine points with a capital; the six cells of the fourth row are far from every stack."""
ELEVEN = {**NINE, (4, 3): "camp", (5, 3): "camp"}
TEN = {**NINE, (4, 3): "camp"}
NO_CAPITAL = {
    (0, 3): "castle",
    (1, 3): "tower",
    (2, 3): "tower",
    (3, 3): "tower",
    (4, 3): "camp",
    (5, 3): "camp",
}
"""Eleven points without a capital."""


def game(stacks, **more):
    return position(drawn(LAND), stacks, **more)


def ended(where, *winners):
    """Whether the game is over with exactly these winners."""
    return where.step is Step.OVER and where.winners == winners


# --- 13: when the end is checked ---------------------------------------------------------------


@pytest.mark.ruling("13")
def test_twelve_points_and_a_capital_win_at_once():
    where = game({"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}}, buildings={"cyan": ELEVEN})
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert ended(then, "cyan")
    assert points(then)["cyan"].total == 12
    assert then.to_move == "cyan"
    assert in_reserve(then, "cyan") == "1"


@pytest.mark.ruling("13")
def test_the_win_comes_before_the_reinforcement_and_the_march():
    where = game(
        {"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}},
        buildings={"cyan": ELEVEN},
        reserve={"cyan": "3"},
    )
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert list(legal_actions(then)) == []
    assert codes(then, March())[0] == Code.GAME_OVER
    assert codes(then, reinforced({(1, 0): "1"}))[0] == Code.GAME_OVER


@pytest.mark.ruling("13")
def test_an_extra_action_can_win_too():
    where = game(
        {"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}},
        buildings={"cyan": ELEVEN},
        reserve={"cyan": "3"},
        step="reinforce",
    )
    then = after(where, March(), build((1, 0), (1, 1), "camp"))
    assert ended(then, "cyan")
    assert then.march_used


@pytest.mark.ruling("13")
def test_eleven_points_do_not_win():
    where = game({"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}}, buildings={"cyan": TEN})
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert points(then)["cyan"].total == 11
    assert turn(then) == "cyan reinforce"
    assert then.winners is None


@pytest.mark.ruling("13")
def test_twelve_points_without_a_capital_do_not_win():
    where = game({"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}}, buildings={"cyan": NO_CAPITAL})
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert points(then)["cyan"].total == 12
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("13")
def test_a_capital_taken_later_wins_with_the_points_one_has():
    where = game({"cyan": {(4, 0): "2E"}, "violet": {(0, 0): "1E"}}, buildings={"cyan": NO_CAPITAL})
    assert ended(after(where, build((4, 0), (4, 1), "camp")), "cyan")


@pytest.mark.ruling("13")
def test_another_players_building_on_the_capital_does_not_count():
    where = game(
        {"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}},
        buildings={"cyan": NO_CAPITAL, "violet": {(6, 3): "camp"}},
    )
    assert turn(after(where, build((1, 0), (1, 1), "camp"))) == "cyan reinforce"


@pytest.mark.ruling("13")
def test_the_last_on_the_board_wins_at_once_whatever_the_others_hold():
    where = game({"cyan": {(0, 0): "2E"}, "violet": {(2, 0): "2"}}, reserve={"violet": "9E"})
    then = after(where, move((0, 0), (2, 0)))
    assert ended(then, "cyan")
    assert in_reserve(then, "violet") == "11E"


@pytest.mark.ruling("13")
def test_the_game_goes_on_while_two_players_have_discs():
    where = game({"cyan": {(0, 0): "2E"}, "violet": {(2, 0): "2"}, "navy": {(5, 0): "E"}})
    then = after(where, move((0, 0), (2, 0)))
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("13")
def test_the_player_whose_turn_it_is_not_wins_when_the_last_rival_disc_is_spent():
    where = game({"cyan": {(1, 0): "1"}, "violet": {(5, 0): "1E"}}, reserve={"cyan": "5E"})
    assert ended(after(where, build((1, 0), (1, 1), "camp")), "violet")


@pytest.mark.ruling("13")
def test_a_building_that_is_replaced_takes_its_capital_along():
    where = game(
        {"cyan": {(4, 0): "3E"}, "violet": {(0, 0): "1E"}},
        buildings={"cyan": {(0, 3): "castle"}, "violet": {(4, 1): "camp"}},
    )
    then = after(where, build((4, 0), (4, 1), "camp"))
    assert building_on(then, 4, 1) == "cyan camp"
    assert not points(then)["violet"].capital
    assert points(then)["cyan"].capital


@pytest.mark.ruling("13")
@pytest.mark.ruling("4")
def test_captured_emperors_count_three_points_each():
    where = game(
        {"cyan": {(0, 0): "4"}, "violet": {(2, 0): "1E", (5, 0): "1"}, "navy": {(4, 0): "1"}},
        captives={"cyan": ["navy"]},
        buildings={"cyan": {(6, 3): "camp"}},
    )
    then = after(where, move((0, 0), (2, 0)))
    assert then.captives_of("cyan") == ("navy", "violet")
    assert points(then)["cyan"].total == 7


@pytest.mark.ruling("13")
def test_after_the_end_nothing_is_legal():
    where = game({"cyan": {(0, 0): "2E"}, "violet": {(2, 0): "2"}})
    then = after(where, move((0, 0), (2, 0)))
    for action in (move((2, 0), (3, 0)), Pass(), build((2, 0), (1, 1), "camp")):
        assert codes(then, action)[0] == Code.GAME_OVER


# --- 14: captures are counted before exchanges ---------------------------------------------------


@pytest.mark.ruling("14")
def test_a_captured_emperor_wins_before_he_would_be_exchanged():
    where = game(
        {"cyan": {(0, 0): "3"}, "violet": {(2, 0): "1E", (5, 0): "1"}},
        buildings={"cyan": NINE},
        captives={"violet": ["cyan"]},
    )
    then = after(where, move((0, 0), (2, 0)))
    assert ended(then, "cyan")
    assert then.captives_of("cyan") == ("violet",)
    assert then.captives_of("violet") == ("cyan",)


@pytest.mark.ruling("14")
def test_short_of_twelve_the_exchange_takes_the_captive_again():
    fewer = {at: kind for at, kind in NINE.items() if at != (1, 3)}
    where = game(
        {"cyan": {(0, 0): "3"}, "violet": {(2, 0): "1E", (5, 0): "1"}},
        buildings={"cyan": fewer},
        captives={"violet": ["cyan"]},
    )
    then = after(where, move((0, 0), (2, 0)))
    assert turn(then) == "cyan reinforce"
    assert then.captives == ((), ())
    assert points(then)["cyan"].total == 7


# --- 15a and 16: nobody left on the board --------------------------------------------------------


@pytest.mark.ruling("15a")
@pytest.mark.parametrize("last", ["1", "E"])
def test_a_last_disc_kamikaze_that_empties_the_board_makes_everybody_lose(last):
    where = game({"cyan": {(0, 0): last}, "violet": {(2, 0): "4"}}, reserve={"violet": "5E"})
    then = after(where, move((0, 0), (2, 0)))
    assert ended(then)
    assert then.stacks == ()


@pytest.mark.ruling("15a")
def test_everybody_loses_also_where_a_third_player_was_out_already():
    where = game({"cyan": {(0, 0): "1"}, "violet": {(2, 0): "4"}, "navy": {}})
    assert ended(after(where, move((0, 0), (2, 0))))


@pytest.mark.ruling("15a")
def test_everybody_loses_also_with_points_that_do_not_reach_twelve():
    eight = {at: kind for at, kind in TEN.items() if at != (1, 3)}
    where = game({"cyan": {(0, 0): "1"}, "violet": {(2, 0): "3E"}}, buildings={"cyan": eight})
    then = after(where, move((0, 0), (2, 0)))
    assert points(then)["cyan"].total == 11
    assert ended(then)


@pytest.mark.ruling("15a")
def test_everybody_loses_also_with_twelve_points_and_no_capital():
    nine = {at: kind for at, kind in NO_CAPITAL.items() if at != (3, 3)}
    where = game({"cyan": {(0, 0): "1"}, "violet": {(2, 0): "3E"}}, buildings={"cyan": nine})
    then = after(where, move((0, 0), (2, 0)))
    assert points(then)["cyan"].total == 12
    assert ended(then)


def emptying_capture(rulings):
    where = game(
        {"cyan": {(0, 0): "1"}, "violet": {(2, 0): "3E"}},
        buildings={"cyan": NINE},
        rulings=rulings,
    )
    return after(where, move((0, 0), (2, 0)))


@pytest.mark.ruling("16")
def test_a_capture_that_empties_the_board_and_makes_twelve_points_wins():
    assert ended(emptying_capture({}), "cyan")
    assert ended(emptying_capture({16: "points"}), "cyan")


@pytest.mark.ruling("16")
def test_a_table_may_rule_that_it_loses_all_the_same():
    assert ended(emptying_capture({16: "lose"}))


@pytest.mark.ruling("16")
def test_that_table_ruling_leaves_other_wins_on_points_alone():
    where = game(
        {"cyan": {(1, 0): "2E"}, "violet": {(5, 0): "1E"}},
        buildings={"cyan": ELEVEN},
        rulings={16: "lose"},
    )
    assert ended(after(where, build((1, 0), (1, 1), "camp")), "cyan")


# --- 15b and 17: the last disc of one, and one opponent left -------------------------------------


def last_kamikaze(rulings, navy=None):
    """Cyan's last disc captures violet's emperor for 12 points; violet has one more stack."""
    where = game(
        {"cyan": {(0, 0): "1"}, "violet": {(2, 0): "3E", (5, 0): "1"}, "navy": navy or {}},
        buildings={"cyan": NINE},
        rulings=rulings,
    )
    return after(where, move((0, 0), (2, 0)))


@pytest.mark.ruling("15b")
@pytest.mark.parametrize("rulings", [{}, {17: "opponent"}, {16: "lose"}, {25: "active"}])
def test_a_last_disc_kamikaze_for_twelve_points_shares_the_win_with_the_one_left(rulings):
    assert ended(last_kamikaze(rulings), "cyan", "violet")


@pytest.mark.ruling("15b")
def test_with_two_opponents_left_the_points_win_alone():
    assert ended(last_kamikaze({}, navy={(4, 0): "1"}), "cyan")


@pytest.mark.ruling("15b")
def test_the_one_left_may_be_a_player_who_was_not_attacked():
    where = game(
        {"cyan": {(0, 0): "1"}, "violet": {(2, 0): "3E"}, "navy": {(4, 0): "1"}},
        buildings={"cyan": NINE},
    )
    assert ended(after(where, move((0, 0), (2, 0))), "cyan", "navy")


@pytest.mark.ruling("15b")
def test_a_last_disc_kamikaze_without_twelve_points_leaves_the_win_to_the_one_left():
    where = game({"cyan": {(0, 0): "1"}, "violet": {(2, 0): "3E", (5, 0): "1"}})
    assert ended(after(where, move((0, 0), (2, 0))), "violet")


@pytest.mark.ruling("15b")
@pytest.mark.ruling("20")
@pytest.mark.parametrize("left", [True, False], ids=["one left", "nobody left"])
@pytest.mark.parametrize("rulings", [{}, {16: "lose"}, {17: "opponent"}])
def test_a_last_stack_that_a_storm_made_a_kamikaze_counts_as_one(rulings, left):
    violet = {(2, 0): "3E", (5, 0): "1"} if left else {(2, 0): "3E"}
    where = position(
        drawn(LAND.replace("o o o", "o s o", 1)),
        {"cyan": {(0, 0): "2"}, "violet": violet},
        buildings={"cyan": NINE},
        rulings=rulings,
    )
    then = after(where, move((0, 0), (2, 0), lost=1))
    if left:
        assert ended(then, "cyan", "violet")
    elif rulings == {16: "lose"}:
        assert ended(then)
    else:
        assert ended(then, "cyan")


def last_build(rulings, navy=None):
    """Cyan's last disc pays for the camp that makes 12 points."""
    where = game(
        {"cyan": {(1, 0): "1"}, "violet": {(5, 0): "1E"}, "navy": navy or {}},
        buildings={"cyan": ELEVEN},
        rulings=rulings,
    )
    return after(where, build((1, 0), (1, 1), "camp"))


@pytest.mark.ruling("17")
@pytest.mark.parametrize("rulings", [{}, {17: "both"}, {25: "active"}, {16: "lose"}])
def test_a_last_disc_build_for_twelve_points_shares_the_win_with_the_one_left(rulings):
    assert ended(last_build(rulings), "cyan", "violet")


@pytest.mark.ruling("17")
def test_a_table_may_give_the_win_to_the_one_left_alone():
    assert ended(last_build({17: "opponent"}), "violet")


@pytest.mark.ruling("17")
def test_that_table_ruling_does_not_matter_with_two_opponents_left():
    assert ended(last_build({17: "opponent"}, navy={(4, 0): "1"}), "cyan")


@pytest.mark.ruling("17")
def test_that_table_ruling_does_not_matter_while_the_builder_has_discs():
    where = game(
        {"cyan": {(1, 0): "2"}, "violet": {(5, 0): "1E"}},
        buildings={"cyan": ELEVEN},
        rulings={17: "opponent"},
    )
    assert ended(after(where, build((1, 0), (1, 1), "camp")), "cyan")


# --- 25: several at the same instant -------------------------------------------------------------

PYRAMID_LAND = """
    o o s s o o
     o x s x x x
      x x x x x x
       m v v v r r k
        m v v v r r k
"""
PYRAMID = [[(2, 0), (3, 0), (2, 1)]]
TEN_BELOW = {(at[0], 4): kind for at, kind in TEN.items()}


def leaving(rulings):
    """Cyan captures navy's emperor for 12 points and leaves the pyramid to violet, who gets 12."""
    board = drawn(PYRAMID_LAND, pyramids=PYRAMID)
    where = position(
        board,
        {"cyan": {(2, 0): "4"}, "violet": {(3, 0): "1E"}, "navy": {(0, 0): "1E"}},
        buildings={"cyan": NINE, "violet": TEN_BELOW},
        rulings=rulings,
    )
    return after(where, move((2, 0), (0, 0), lost=1))


@pytest.mark.ruling("25")
@pytest.mark.parametrize("rulings", [{}, {25: "share"}])
def test_players_who_meet_the_condition_at_the_same_instant_share_the_win(rulings):
    then = leaving(rulings)
    assert points(then)["cyan"].total == points(then)["violet"].total == 12
    assert ended(then, "cyan", "violet")


@pytest.mark.ruling("25")
def test_a_table_may_give_it_to_the_player_whose_turn_it_is_alone():
    assert ended(leaving({25: "active"}), "cyan")


TWO_PYRAMIDS = """
    o o s s s s o o
     x x s x s x x x
      x x x x x x x x
       m v v v r r k k
        m v v v r r k k
"""


def giving_to_both(rulings):
    """Cyan leaves one pyramid to violet and frees the other for navy; both get 12 points."""
    board = drawn(TWO_PYRAMIDS, pyramids=[[(2, 0), (3, 0), (2, 1)], [(4, 0), (5, 0), (4, 1)]])
    where = position(
        board,
        {
            "cyan": {(3, 0): "2", (0, 0): "E"},
            "violet": {(2, 1): "1E"},
            "navy": {(5, 0): "1E"},
            "white": {(4, 0): "4", (7, 0): "E"},
        },
        buildings={"violet": TEN, "navy": TEN_BELOW},
        rulings=rulings,
    )
    return after(where, move((3, 0), (4, 0), lost=1))


@pytest.mark.ruling("25")
@pytest.mark.parametrize("rulings", [{}, {25: "active"}])
def test_where_the_active_player_is_not_among_them_the_others_share_either_way(rulings):
    then = giving_to_both(rulings)
    assert points(then)["violet"].total == points(then)["navy"].total == 12
    assert ended(then, "violet", "navy")


@pytest.mark.ruling("25")
def test_one_alone_wins_in_the_turn_of_another_even_where_the_active_player_goes_first():
    board = drawn(PYRAMID_LAND, pyramids=PYRAMID)
    where = position(
        board,
        {"cyan": {(2, 0): "3E"}, "violet": {(3, 0): "1E"}},
        buildings={"violet": TEN_BELOW},
        rulings={25: "active"},
    )
    assert ended(after(where, move((2, 0), (0, 0), lost=1)), "violet")


# --- 30: players who are out ---------------------------------------------------------------------


@pytest.mark.ruling("30")
def test_a_player_without_a_disc_on_the_board_is_skipped():
    where = game(
        {"cyan": {(0, 0): "1E"}, "violet": {}, "navy": {(5, 0): "1E"}},
        step="reinforce",
        reserve={"violet": "5E"},
    )
    assert turn(after(where, Pass())) == "navy action"


@pytest.mark.ruling("30")
def test_several_players_in_a_row_are_skipped():
    where = game(
        {"cyan": {(0, 0): "1E"}, "violet": {}, "navy": {}, "white": {(5, 0): "1E"}},
        step="reinforce",
    )
    assert turn(after(where, Pass())) == "white action"


@pytest.mark.ruling("30")
def test_the_turn_in_which_he_spent_his_last_disc_runs_on_to_its_end():
    where = game(
        {"cyan": {(1, 0): "1"}, "violet": {(4, 0): "1E"}, "navy": {(5, 0): "1E"}},
        reserve={"cyan": "2E"},
    )
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert turn(then) == "cyan reinforce"
    assert in_reserve(then, "cyan") == "3E"
    assert list(legal_actions(then)) == [Pass()]
    assert turn(after(then, Pass())) == "violet action"


@pytest.mark.ruling("30")
def test_his_buildings_stay_and_block_reinforcement():
    where = game(
        {"cyan": {(1, 0): "1E"}, "violet": {}, "navy": {(5, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": "2"},
        buildings={"violet": {(1, 1): "camp"}},
    )
    assert codes(where, reinforced({(1, 0): "1"}))[0] == Code.REINFORCE_NEAR_ENEMY
    assert building_on(after(where, Pass()), 1, 1) == "violet camp"


@pytest.mark.ruling("30")
def test_his_buildings_still_cost_one_more_to_replace():
    where = game(
        {"cyan": {(1, 0): "2", (2, 0): "1E"}, "violet": {}, "navy": {(5, 0): "1E"}},
        buildings={"violet": {(1, 1): "camp"}},
    )
    then = after(where, build((1, 0), (1, 1), "camp"))
    assert discs_at(then, 1, 0) is None
    assert in_reserve(then, "cyan") == "2"
    poorer = game(
        {"cyan": {(1, 0): "1", (0, 0): "1E"}, "violet": {}, "navy": {(5, 0): "1E"}},
        buildings={"violet": {(1, 1): "camp"}},
    )
    assert codes(poorer, build((1, 0), (1, 1), "camp"))[0] == Code.NOT_ENOUGH_DISCS


@pytest.mark.ruling("30")
def test_his_captives_can_still_be_exchanged():
    where = game(
        {"cyan": {(0, 0): "3"}, "violet": {}, "navy": {(2, 0): "1E", (5, 0): "1"}},
        captives={"violet": ["cyan"]},
    )
    then = after(where, move((0, 0), (2, 0)))
    assert then.captives == ((), ("navy",), ())
    assert in_reserve(then, "cyan") == "E"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("30")
def test_a_player_with_stacks_that_cannot_move_is_not_out():
    where = position(
        drawn("o o o o o"),
        {"cyan": {(2, 0): "4", (4, 0): "E"}, "violet": {(0, 0): "1"}, "navy": {(1, 0): "3E"}},
        step="reinforce",
    )
    then = after(where, Pass())
    assert turn(then) == "violet action"


@pytest.mark.ruling("30")
def test_a_player_with_points_may_win_without_a_disc_if_two_others_remain():
    """The winners are all with 12 points and a capital, on the board or not."""
    assert ended(last_build({}, navy={(4, 0): "1"}), "cyan")


@pytest.mark.ruling("30")
def test_a_move_beside_an_out_players_building_is_as_free_as_ever():
    where = game(
        {"cyan": {(0, 0): "1E"}, "violet": {}, "navy": {(5, 0): "1E"}},
        buildings={"violet": {(1, 1): "camp"}},
    )
    assert is_legal(where, move((0, 0), (1, 0)))
