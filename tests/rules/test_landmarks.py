"""Pyramids and the lighthouse: who holds them, and what that gives. Rulings 23 and 24."""

import pytest

from eko_companion.rules import Code, March, Pass, Step, points
from tests.rules.table import (
    after,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    move,
    moves_from,
    position,
    reinforced,
    turn,
)

LAND = """
    o o s s o o
     o x s x x x
      x x x x x x
       m v v v r r k
        m v v v r r k
"""
AROUND = [(2, 0), (3, 0), (2, 1)]
TEN = {(0, 3): "castle", (1, 3): "tower", (2, 3): "tower", (6, 3): "tower", (4, 3): "camp"}


def at_the_pyramid(stacks, **more):
    return position(drawn(LAND, pyramids=[AROUND]), stacks, **more)


def pyramid_points(where):
    return {player: found.pyramids for player, found in points(where).items()}


@pytest.mark.ruling("23")
def test_stacks_on_more_of_the_three_cells_than_any_rival_give_two_points():
    one = at_the_pyramid({"cyan": {(2, 0): "1"}, "violet": {(0, 0): "1"}})
    assert pyramid_points(one) == {"cyan": 2, "violet": 0}
    two = at_the_pyramid({"cyan": {(2, 0): "1", (2, 1): "1"}, "violet": {(3, 0): "1"}})
    assert pyramid_points(two) == {"cyan": 2, "violet": 0}


@pytest.mark.ruling("23")
def test_a_tie_gives_nothing():
    two = at_the_pyramid({"cyan": {(2, 0): "1"}, "violet": {(3, 0): "1"}})
    assert pyramid_points(two) == {"cyan": 0, "violet": 0}
    three = at_the_pyramid({"cyan": {(2, 0): "1"}, "violet": {(3, 0): "1"}, "navy": {(2, 1): "1"}})
    assert set(pyramid_points(three).values()) == {0}


@pytest.mark.ruling("23")
def test_an_empty_pyramid_gives_nothing():
    where = at_the_pyramid({"cyan": {(0, 0): "1"}, "violet": {(4, 0): "1"}})
    assert pyramid_points(where) == {"cyan": 0, "violet": 0}


@pytest.mark.ruling("23")
def test_cells_count_and_not_discs():
    where = at_the_pyramid({"cyan": {(2, 0): "1", (2, 1): "1"}, "violet": {(3, 0): "3E"}})
    assert pyramid_points(where) == {"cyan": 2, "violet": 0}
    tie = at_the_pyramid({"cyan": {(2, 0): "1"}, "violet": {(3, 0): "3E"}})
    assert pyramid_points(tie) == {"cyan": 0, "violet": 0}


@pytest.mark.ruling("23")
def test_other_storm_cells_beside_it_do_not_count():
    board = drawn(
        """
        s s s s o o
         o x s x x x
    """,
        pyramids=[AROUND],
    )
    where = position(board, {"cyan": {(2, 0): "1"}, "violet": {(3, 0): "1", (1, 0): "1"}})
    assert pyramid_points(where) == {"cyan": 0, "violet": 0}


@pytest.mark.ruling("23")
def test_two_pyramids_give_two_points_each():
    board = drawn(
        """
        o o s s s s o o
         x x s x s x x x
    """,
        pyramids=[AROUND, [(4, 0), (5, 0), (4, 1)]],
    )
    both = position(board, {"cyan": {(2, 0): "1", (4, 0): "1"}, "violet": {(0, 0): "1"}})
    assert pyramid_points(both) == {"cyan": 4, "violet": 0}
    each = position(board, {"cyan": {(2, 0): "1"}, "violet": {(4, 0): "1"}})
    assert pyramid_points(each) == {"cyan": 2, "violet": 2}


@pytest.mark.ruling("23")
def test_these_points_come_and_go():
    where = at_the_pyramid({"cyan": {(0, 0): "2"}, "violet": {(4, 0): "1"}})
    onto = after(where, move((0, 0), (2, 0), lost=1))
    assert pyramid_points(onto) == {"cyan": 2, "violet": 0}
    away = at_the_pyramid({"cyan": {(2, 0): "2"}, "violet": {(4, 0): "1"}})
    assert pyramid_points(after(away, move((2, 0), (0, 0), lost=1)))["cyan"] == 0


@pytest.mark.ruling("23")
def test_walking_onto_the_pyramid_may_win():
    where = at_the_pyramid(
        {"cyan": {(0, 0): "2"}, "violet": {(5, 0): "1"}}, buildings={"cyan": TEN}
    )
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert (then.step, then.winners) == (Step.OVER, ("cyan",))


@pytest.mark.ruling("23")
def test_these_points_can_end_the_game_in_anothers_turn():
    where = at_the_pyramid(
        {"cyan": {(2, 0): "2"}, "violet": {(3, 0): "1"}}, buildings={"violet": TEN}
    )
    then = after(where, move((2, 0), (0, 0), lost=1))
    assert (then.step, then.winners) == (Step.OVER, ("violet",))
    assert then.to_move == "cyan"


@pytest.mark.ruling("23")
def test_a_fight_between_others_can_end_the_game_for_a_third():
    where = at_the_pyramid(
        {
            "cyan": {(0, 0): "2", (5, 0): "E"},
            "violet": {(2, 0): "4", (0, 1): "E"},
            "navy": {(3, 0): "1"},
        },
        buildings={"navy": TEN},
    )
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert discs_at(then, 2, 0) is None
    assert then.winners == ("navy",)


# --- the lighthouse ------------------------------------------------------------------------------

COAST = """
    o s o s s o o
     o x x s x x x
"""
LIGHT = [(3, 0), (4, 0), (3, 1)]
"""A lighthouse and a storm of another zone at [1, 0]."""


def at_the_lighthouse(stacks, **more):
    return position(drawn(COAST, lighthouses=[LIGHT]), stacks, **more)


@pytest.mark.ruling("24")
def test_whoever_holds_the_lighthouse_loses_nothing_in_any_storm():
    where = at_the_lighthouse({"cyan": {(3, 0): "1", (2, 0): "2"}, "violet": {(6, 0): "4"}})
    assert moves_from(where, 2, 0) == [((0, 0), 0), ((0, 1), 0), ((1, 0), 0), ((3, 0), 0)]
    assert codes(where, move((2, 0), (0, 0), lost=1))[0] == Code.STORM_LOSS_WRONG
    then = after(where, move((2, 0), (0, 0)))
    assert discs_at(then, 0, 0) == "cyan 2"
    assert in_reserve(then, "cyan") == "E"


@pytest.mark.ruling("24")
def test_a_tie_at_the_lighthouse_helps_nobody():
    where = at_the_lighthouse({"cyan": {(3, 0): "1", (2, 0): "2"}, "violet": {(4, 0): "1"}})
    assert codes(where, move((2, 0), (0, 0)))[0] == Code.STORM_LOSS_WRONG
    assert is_legal(where, move((2, 0), (0, 0), lost=1))


@pytest.mark.ruling("24")
def test_strictly_more_cells_than_any_rival_hold_it():
    where = at_the_lighthouse(
        {"cyan": {(3, 0): "1", (3, 1): "1", (2, 0): "2"}, "violet": {(4, 0): "4"}}
    )
    assert is_legal(where, move((2, 0), (0, 0)))
    rival = at_the_lighthouse(
        {"cyan": {(4, 0): "1", (2, 0): "2"}, "violet": {(3, 0): "1", (3, 1): "1"}}
    )
    assert codes(rival, move((2, 0), (0, 0)))[0] == Code.STORM_LOSS_WRONG


@pytest.mark.ruling("24")
def test_it_is_judged_at_the_start_of_the_action_so_the_holder_leaves_free():
    where = at_the_lighthouse({"cyan": {(3, 0): "1"}, "violet": {(6, 0): "4"}})
    then = after(where, move((3, 0), (0, 0)))
    assert discs_at(then, 0, 0) == "cyan 1"


@pytest.mark.ruling("24")
def test_it_is_judged_at_the_start_of_the_action_so_the_newcomer_pays():
    where = at_the_lighthouse({"cyan": {(2, 0): "2"}, "violet": {(6, 0): "4"}})
    assert codes(where, move((2, 0), (3, 0)))[0] == Code.STORM_LOSS_WRONG
    assert is_legal(where, move((2, 0), (3, 0), lost=1))


@pytest.mark.ruling("24")
def test_whoever_took_it_with_his_action_marches_free_of_storms():
    where = at_the_lighthouse(
        {"cyan": {(2, 0): "2", (0, 0): "2"}, "violet": {(6, 0): "4"}}, reserve={"cyan": "3"}
    )
    march = after(where, move((2, 0), (3, 0), lost=1), March())
    assert is_legal(march, move((0, 0), (1, 0)))
    assert codes(march, move((0, 0), (1, 0), lost=1))[0] == Code.STORM_LOSS_WRONG


@pytest.mark.ruling("24")
def test_a_single_disc_of_the_holder_is_safe_in_a_storm():
    where = at_the_lighthouse({"cyan": {(3, 0): "1", (0, 0): "1"}, "violet": {(6, 0): "4"}})
    assert is_legal(where, move((0, 0), (1, 0)))


@pytest.mark.ruling("24")
def test_the_holder_may_reinforce_on_storm_cells():
    where = at_the_lighthouse(
        {"cyan": {(3, 0): "1", (1, 0): "1E"}, "violet": {(6, 0): "4"}},
        step="reinforce",
        reserve={"cyan": "2"},
    )
    assert is_legal(where, reinforced({(3, 0): "2"}))
    then = after(where, reinforced({(1, 0): "2"}))
    assert discs_at(then, 1, 0) == "cyan 3E"
    assert turn(then) == "violet action"


@pytest.mark.ruling("24")
def test_for_reinforcing_it_is_judged_at_placement():
    where = at_the_lighthouse(
        {"cyan": {(3, 0): "1", (1, 0): "1E"}, "violet": {(6, 0): "4"}}, reserve={"cyan": "2"}
    )
    left = after(where, move((3, 0), (2, 0)))
    assert codes(left, reinforced({(1, 0): "1"}))[0] == Code.REINFORCE_ON_STORM
    assert is_legal(left, reinforced({(2, 0): "1"}))
    newcomer = at_the_lighthouse({"cyan": {(2, 0): "2E"}, "violet": {(6, 0): "4"}})
    taken = after(newcomer, move((2, 0), (3, 0), lost=1))
    assert is_legal(taken, reinforced({(3, 0): "1"}))


@pytest.mark.ruling("24")
def test_no_reinforcement_on_storm_cells_in_a_tie():
    where = at_the_lighthouse(
        {"cyan": {(3, 0): "1E"}, "violet": {(4, 0): "4"}}, step="reinforce", reserve={"cyan": "2"}
    )
    assert codes(where, reinforced({(3, 0): "1"}))[0] == Code.REINFORCE_ON_STORM
    assert is_legal(where, Pass())


@pytest.mark.ruling("24")
def test_the_holder_does_not_reinforce_beside_an_enemy_building_either():
    board = drawn(
        """
        o s o s s o o
         o x r s x x x
    """,
        lighthouses=[LIGHT],
    )
    where = position(
        board,
        {"cyan": {(3, 0): "1E"}, "violet": {(6, 0): "4"}},
        step="reinforce",
        reserve={"cyan": "2"},
        buildings={"violet": {(2, 1): "camp"}},
    )
    assert codes(where, reinforced({(3, 0): "1"}))[0] == Code.REINFORCE_NEAR_ENEMY


@pytest.mark.ruling("24")
def test_the_lighthouse_gives_no_points():
    where = at_the_lighthouse({"cyan": {(3, 0): "1"}, "violet": {(6, 0): "4"}})
    assert points(where)["cyan"].total == 0
