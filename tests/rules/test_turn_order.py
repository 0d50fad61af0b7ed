"""The steps of a turn, who follows whom, and where passing is legal. Ruling 30 among others."""

import pytest

from eko_companion.rules import Build, Code, March, Moon, Move, Pass, Reinforce, Sand, legal_actions
from tests.rules.table import (
    after,
    build,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    moon,
    move,
    position,
    reinforced,
    turn,
)

LAND = """
    o o o o o o o o
     r M S x x x r
"""


def four_players(**more):
    stacks = {
        "cyan": {(0, 0): "2E"},
        "violet": {(2, 0): "2E"},
        "navy": {(4, 0): "2E"},
        "white": {(6, 0): "2E"},
    }
    return position(drawn(LAND), stacks, **more)


def kinds(where):
    return {type(action) for action in legal_actions(where)}


def test_an_action_is_followed_by_the_reinforcement_and_that_by_the_next_player():
    where = after(four_players(), move((0, 0), (1, 0)))
    assert turn(where) == "cyan reinforce"
    assert turn(after(where, Pass())) == "violet action"


def test_the_turn_goes_round_the_table_in_order():
    where = four_players()
    seen = []
    for player, at in (("cyan", 0), ("violet", 2), ("navy", 4), ("white", 6)):
        seen.append(turn(where))
        where = after(where, move((at, 0), (at + 1, 0)), Pass())
        assert discs_at(where, at + 1, 0) == f"{player} 2E"
    assert seen == ["cyan action", "violet action", "navy action", "white action"]
    assert turn(where) == "cyan action"


def test_an_action_is_a_duty():
    assert codes(four_players(), Pass())[0] == Code.ACTION_REQUIRED


def test_a_march_leads_to_one_more_action_and_then_to_the_reinforcement():
    where = after(four_players(reserve={"cyan": "4"}), move((0, 0), (1, 0)), March())
    assert turn(where) == "cyan extra"
    where = after(where, move((1, 0), (0, 0)))
    assert turn(where) == "cyan reinforce"
    assert turn(after(where, reinforced({(0, 0): "1"}))) == "violet action"


def test_each_step_has_its_own_kinds_of_actions():
    everything = {
        "reserve": {"cyan": "6"},
        "buildings": {"cyan": {(1, 1): "camp", (2, 1): "camp"}},
    }
    assert kinds(four_players(**everything)) == {Move, Build, Sand}
    extra = four_players(step="extra", march_used=True, **everything)
    assert kinds(extra) == {Move, Build}
    assert kinds(four_players(step="reinforce", **everything)) == {Reinforce, Moon, March}


def test_actions_of_another_step_are_refused_as_such():
    action = four_players(reserve={"cyan": "6"})
    assert codes(action, reinforced({(0, 0): "1"}))[0] == Code.WRONG_STEP
    reinforce = four_players(reserve={"cyan": "6"}, step="reinforce")
    assert codes(reinforce, move((0, 0), (1, 0)))[0] == Code.WRONG_STEP
    assert codes(reinforce, build((0, 0), (0, 1), "camp"))[0] == Code.WRONG_STEP


def locked(**more):
    """Cyan's single disc is shut in by a bigger stack and has nothing to build on."""
    stacks = {"cyan": {(0, 0): "1"}, "violet": {(1, 0): "2E"}}
    return position(drawn("o o o"), stacks, **more)


def test_a_player_with_no_move_and_no_build_skips_his_action_and_still_reinforces():
    where = locked(reserve={"cyan": "2E"})
    assert tuple(legal_actions(where)) == (Pass(),)
    where = after(where, Pass())
    assert turn(where) == "cyan reinforce"
    where = after(where, reinforced({(0, 0): "2E"}))
    assert discs_at(where, 0, 0) == "cyan 3E"
    assert turn(where) == "violet action"


def test_a_player_who_skipped_his_action_cannot_march():
    where = after(locked(reserve={"cyan": "5E"}), Pass())
    assert codes(where, March())[0] == Code.MARCH_NEEDS_ACTION


def test_an_extra_step_in_which_nothing_can_be_done_is_passed():
    where = locked(reserve={"cyan": "2E"}, step="extra", march_used=True)
    assert tuple(legal_actions(where)) == (Pass(),)
    assert turn(after(where, Pass())) == "cyan reinforce"


def test_a_build_alone_makes_passing_illegal():
    board = drawn("""
        o o o
         x x
    """)
    shut_in = position(board, {"cyan": {(0, 0): "1"}, "violet": {(1, 0): "2E"}})
    assert is_legal(shut_in, Pass())
    board = drawn("""
        r . .
         o o o
    """)
    builder = position(board, {"cyan": {(0, 1): "1"}, "violet": {(1, 1): "2E"}})
    assert is_legal(builder, build((0, 1), (0, 0), "camp"))
    assert codes(builder, Pass())[0] == Code.ACTION_REQUIRED


def test_an_empty_reserve_leaves_only_the_pass():
    where = four_players(step="reinforce")
    assert tuple(legal_actions(where)) == (Pass(),)


def test_a_reserve_that_can_be_placed_must_be():
    where = four_players(step="reinforce", reserve={"cyan": "1"})
    assert codes(where, Pass())[0] == Code.REINFORCE_REQUIRED


def test_the_flags_of_a_turn_end_with_it():
    where = four_players(step="reinforce", march_used=True, sand_used=True)
    then = after(where, Pass())
    assert not then.march_used
    assert not then.sand_used
    assert then.storm_paid is None


@pytest.mark.ruling("30")
def test_players_without_discs_are_skipped_and_nobody_else():
    stacks = {"cyan": {(0, 0): "1E"}, "violet": {}, "navy": {(4, 0): "1E"}, "white": {}}
    where = position(drawn(LAND), stacks, step="reinforce", reserve={"violet": "7E"})
    where = after(where, Pass())
    assert turn(where) == "navy action"
    where = after(where, move((4, 0), (5, 0)), Pass())
    assert turn(where) == "cyan action"


@pytest.mark.ruling("30")
def test_a_player_who_was_beaten_off_the_board_is_skipped_from_his_next_turn_on():
    stacks = {"cyan": {(0, 0): "3E"}, "violet": {(1, 0): "1"}, "navy": {(7, 0): "1E"}}
    where = after(position(drawn(LAND), stacks), move((0, 0), (1, 0)))
    assert in_reserve(where, "violet") == "1E"
    assert turn(after(where, Pass())) == "navy action"


@pytest.mark.ruling("27")
@pytest.mark.ruling("30")
def test_the_moon_gives_a_player_without_discs_his_reinforcement_step_and_no_action():
    stacks = {"cyan": {(0, 0): "1E"}, "violet": {}, "navy": {(7, 0): "1E"}}
    where = position(
        drawn(LAND),
        stacks,
        step="reinforce",
        reserve={"violet": "3", "cyan": "0"},
        captives={"navy": ["violet"]},
        buildings={"violet": {(1, 1): "camp"}},
    )
    his = after(where, Pass())
    assert turn(his) == "violet reinforce"
    assert kinds(his) == {Moon, Pass}
    back = after(his, moon((4, 0)))
    assert discs_at(back, 4, 0) == "violet 1"
    assert turn(back) == "navy action"
    back = after(back, move((7, 0), (6, 0)), Pass(), move((0, 0), (1, 0)), Pass())
    assert turn(back) == "violet action"


@pytest.mark.ruling("27")
@pytest.mark.ruling("30")
def test_a_player_who_does_not_use_the_moon_gets_the_step_again_next_round():
    stacks = {"cyan": {(0, 0): "1E"}, "violet": {}, "navy": {(7, 0): "1E"}}
    where = position(
        drawn(LAND),
        stacks,
        step="reinforce",
        reserve={"violet": "3E"},
        buildings={"violet": {(1, 1): "camp"}},
    )
    where = after(where, Pass(), Pass())
    assert turn(where) == "navy action"
    where = after(where, move((7, 0), (6, 0)), Pass(), move((0, 0), (1, 0)), Pass())
    assert turn(where) == "violet reinforce"


@pytest.mark.ruling("27")
@pytest.mark.ruling("30")
def test_with_no_free_cell_for_the_moons_disc_the_player_is_skipped():
    board = drawn("""
        o o o
         x M
    """)
    where = position(
        board,
        {"cyan": {(0, 0): "1E", (1, 0): "1"}, "violet": {}, "navy": {(2, 0): "1E"}},
        step="reinforce",
        reserve={"violet": "3E"},
        buildings={"violet": {(1, 1): "camp"}},
    )
    assert turn(after(where, Pass())) == "navy action"
