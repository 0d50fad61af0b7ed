"""The wind, moon and sand temples: what they cost and give. Rulings 26 to 29."""

import pytest

from eko_companion.rules import Code, March, Moon, Pass, Reinforce, Sand, Step, legal_actions
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
    sand,
    turn,
)

LAND = """
    o o o o o s o o
     W M S r x x r
"""


def temple(at, stacks, reserve, violet=None, *, by="cyan", **more):
    """Cyan's reinforcement with a camp on one temple, and violet far to the right."""
    buildings = more.pop("buildings", {})
    buildings = {**buildings, by: {**buildings.get(by, {}), at: "camp"}}
    more.setdefault("step", "reinforce")
    return position(
        drawn(LAND),
        {"cyan": stacks, "violet": {(7, 0): "1E"} if violet is None else violet},
        reserve={"cyan": reserve},
        buildings=buildings,
        **more,
    )


def reinforcements(where):
    return {action for action in legal_actions(where) if isinstance(action, Reinforce)}


# --- 26: wind ------------------------------------------------------------------------------------

WIND = (0, 1)


@pytest.mark.ruling("26")
def test_with_the_wind_temple_reinforcements_are_spread_over_several_stacks():
    where = temple(WIND, {(0, 0): "1E", (2, 0): "2"}, "2")
    then = after(where, reinforced({(0, 0): "1", (2, 0): "1"}))
    assert discs_at(then, 0, 0) == "cyan 2E"
    assert discs_at(then, 2, 0) == "cyan 3"
    assert in_reserve(then, "cyan") == "0"
    assert turn(then) == "violet action"


@pytest.mark.ruling("26")
def test_the_total_may_pass_three():
    where = temple(WIND, {(0, 0): "E", (2, 0): "1", (4, 0): "1"}, "9")
    then = after(where, reinforced({(0, 0): "3", (2, 0): "3", (4, 0): "3"}))
    assert [discs_at(then, q, 0) for q in (0, 2, 4)] == ["cyan 3E", "cyan 4", "cyan 4"]
    assert in_reserve(then, "cyan") == "0"


@pytest.mark.ruling("26")
def test_every_spread_is_listed():
    where = temple(WIND, {(0, 0): "1E", (2, 0): "2"}, "2")
    assert reinforcements(where) == {
        reinforced({(0, 0): "1"}),
        reinforced({(0, 0): "2"}),
        reinforced({(2, 0): "1"}),
        reinforced({(2, 0): "2"}),
        reinforced({(0, 0): "1", (2, 0): "1"}),
    }


@pytest.mark.ruling("26")
def test_one_single_stack_is_still_enough():
    where = temple(WIND, {(0, 0): "1E", (2, 0): "2"}, "2")
    assert is_legal(where, reinforced({(2, 0): "1"}))
    assert codes(where, Pass())[0] == Code.REINFORCE_REQUIRED


@pytest.mark.ruling("26")
def test_without_the_temple_or_with_a_rival_on_it_one_stack_is_all():
    none = temple((3, 1), {(0, 0): "1E", (1, 0): "2"}, "2")
    assert Code.REINFORCE_SEVERAL_STACKS in codes(none, reinforced({(0, 0): "1", (1, 0): "1"}))
    rival = temple(WIND, {(2, 0): "1E", (4, 0): "2"}, "2", by="violet")
    assert codes(rival, reinforced({(2, 0): "1", (4, 0): "1"}))[0] == (
        Code.REINFORCE_SEVERAL_STACKS
    )


@pytest.mark.ruling("26")
def test_each_stack_of_the_spread_keeps_the_usual_rules():
    where = temple(
        WIND,
        {(0, 0): "1E", (2, 0): "4", (4, 0): "1", (5, 0): "1"},
        "4",
        buildings={"violet": {(3, 1): "camp"}},
    )
    assert Code.REINFORCE_NEAR_ENEMY in codes(where, reinforced({(0, 0): "1", (4, 0): "1"}))
    assert Code.REINFORCE_ON_STORM in codes(where, reinforced({(0, 0): "1", (5, 0): "1"}))
    assert Code.STACK_TOO_HIGH in codes(where, reinforced({(0, 0): "1", (2, 0): "1"}))
    assert Code.REINFORCE_EMPTY_CELL in codes(where, reinforced({(0, 0): "1", (1, 0): "1"}))


@pytest.mark.ruling("26")
def test_the_spread_does_not_pass_the_reserve():
    where = temple(WIND, {(0, 0): "1E", (2, 0): "2"}, "2")
    too_many = reinforced({(0, 0): "1", (2, 0): "2"})
    assert codes(where, too_many)[0] == Code.REINFORCE_RESERVE_SHORT


@pytest.mark.ruling("26")
@pytest.mark.ruling("12")
def test_the_emperor_is_somewhere_in_the_spread():
    where = temple(WIND, {(0, 0): "1", (2, 0): "2"}, "2E")
    assert codes(where, reinforced({(0, 0): "1", (2, 0): "1"}))[0] == Code.EMPEROR_FIRST
    then = after(where, reinforced({(0, 0): "E", (2, 0): "2"}))
    assert discs_at(then, 0, 0) == "cyan 1E"
    assert discs_at(then, 2, 0) == "cyan 4"
    assert not is_legal(where, reinforced({(0, 0): "E", (2, 0): "E"}))


@pytest.mark.ruling("26")
@pytest.mark.ruling("11")
def test_the_emperors_exception_stays_one_disc_on_one_stack():
    where = temple(
        WIND,
        {(3, 0): "1", (4, 0): "1"},
        "3E",
        buildings={"violet": {(3, 1): "camp"}},
        march_used=True,
    )
    assert tuple(legal_actions(where)) == (reinforced({(3, 0): "E"}), reinforced({(4, 0): "E"}))
    assert Code.REINFORCE_NEAR_ENEMY in codes(where, reinforced({(3, 0): "E", (4, 0): "1"}))


@pytest.mark.ruling("26")
@pytest.mark.ruling("11")
def test_a_warrior_on_another_stack_leaves_the_emperor_of_the_exception_not_alone():
    where = temple(
        WIND,
        {(3, 0): "1", (4, 0): "1"},
        "3E",
        buildings={"violet": {(3, 1): "camp"}},
    )
    assert Code.EMPEROR_ALONE in codes(where, reinforced({(3, 0): "E", (4, 0): "1"}))


@pytest.mark.ruling("26")
def test_a_temple_taken_with_this_turns_action_works_at_once():
    where = position(
        drawn(LAND),
        {"cyan": {(0, 0): "2E", (2, 0): "1"}, "violet": {(7, 0): "1E"}},
        reserve={"cyan": "1"},
    )
    then = after(where, build((0, 0), WIND, "camp"))
    assert is_legal(then, reinforced({(0, 0): "1", (2, 0): "1"}))


# --- 27 and 28: moon -----------------------------------------------------------------------------

MOON = (1, 1)


@pytest.mark.ruling("27")
def test_two_warriors_are_boxed_and_one_disc_is_placed_on_an_empty_cell():
    where = temple(MOON, {(0, 0): "1E"}, "4")
    then = after(where, moon((3, 0)))
    assert discs_at(then, 3, 0) == "cyan 1"
    assert in_reserve(then, "cyan") == "1"
    assert then.box_of("cyan") == where.box_of("cyan") + 2
    assert turn(then) == "violet action"


@pytest.mark.ruling("27")
def test_the_disc_may_join_an_own_stack_below_four():
    where = temple(MOON, {(0, 0): "1E", (2, 0): "3", (4, 0): "4"}, "3")
    assert discs_at(after(where, moon((2, 0))), 2, 0) == "cyan 4"
    assert codes(where, moon((4, 0)))[0] == Code.STACK_TOO_HIGH


@pytest.mark.ruling("27")
def test_storm_cells_and_cells_beside_enemy_buildings_are_open_to_it():
    where = temple(MOON, {(0, 0): "1E"}, "3", buildings={"violet": {(3, 1): "camp"}})
    assert is_legal(where, moon((5, 0)))
    assert is_legal(where, moon((4, 0)))


@pytest.mark.ruling("27")
def test_cells_with_an_enemy_or_that_cannot_be_walked_on_are_not():
    where = temple(MOON, {(0, 0): "1E"}, "3")
    assert codes(where, moon((7, 0)))[0] == Code.NOT_YOUR_STACK
    assert codes(where, moon((3, 1)))[0] == Code.NOT_WALKABLE


@pytest.mark.ruling("27")
@pytest.mark.parametrize("reserve", ["0", "1", "2"])
def test_two_to_box_and_one_to_place_must_be_there(reserve):
    where = temple(MOON, {(0, 0): "1E"}, reserve)
    assert codes(where, moon((3, 0)))[0] == Code.TEMPLE_CANNOT_PAY


@pytest.mark.ruling("27")
def test_the_moon_serves_only_the_owner_of_a_building_on_it():
    none = temple((3, 1), {(0, 0): "1E"}, "3")
    assert codes(none, moon((1, 0)))[0] == Code.TEMPLE_NOT_OWNED
    rival = temple(MOON, {(4, 0): "1E"}, "3", by="violet")
    assert codes(rival, moon((3, 0)))[0] == Code.TEMPLE_NOT_OWNED


@pytest.mark.ruling("27")
def test_the_moon_works_in_the_reinforcement_phase_only():
    assert codes(temple(MOON, {(0, 0): "1E"}, "3", step="action"), moon((3, 0)))[0] == (
        Code.WRONG_STEP
    )
    extra = temple(MOON, {(0, 0): "1E"}, "3", step="extra", march_used=True)
    assert codes(extra, moon((3, 0)))[0] == Code.WRONG_STEP


@pytest.mark.ruling("27")
def test_it_stands_in_the_place_of_the_usual_reinforcement_and_is_no_duty():
    usual = temple(MOON, {(0, 0): "1E"}, "3")
    assert is_legal(usual, reinforced({(0, 0): "1"}))
    assert codes(usual, Pass())[0] == Code.REINFORCE_REQUIRED
    full = temple(MOON, {(0, 0): "3E"}, "3")
    assert is_legal(full, Pass())
    assert is_legal(full, moon((3, 0)))


@pytest.mark.ruling("27")
def test_a_march_may_come_before_the_moon():
    where = temple(MOON, {(0, 0): "1E"}, "6")
    then = after(where, March(), move((0, 0), (1, 0)), moon((5, 0)))
    assert discs_at(then, 5, 0) == "cyan 1"
    assert in_reserve(then, "cyan") == "0"
    assert turn(then) == "violet action"


@pytest.mark.ruling("28")
def test_an_emperor_in_the_reserve_is_the_disc_placed():
    where = temple(MOON, {(0, 0): "1"}, "4E")
    assert codes(where, moon((3, 0)))[0] == Code.EMPEROR_FIRST
    then = after(where, moon((3, 0), emperor=True))
    assert discs_at(then, 3, 0) == "cyan E"
    assert in_reserve(then, "cyan") == "2"
    assert then.box_of("cyan") == where.box_of("cyan") + 2


@pytest.mark.ruling("28")
def test_with_the_emperor_two_warriors_are_enough():
    where = temple(MOON, {(0, 0): "1"}, "2E")
    assert in_reserve(after(where, moon((3, 0), emperor=True)), "cyan") == "0"
    poorer = temple(MOON, {(0, 0): "1"}, "1E")
    assert codes(poorer, moon((3, 0), emperor=True))[0] == Code.TEMPLE_CANNOT_PAY


@pytest.mark.ruling("28")
def test_a_table_may_let_the_player_choose_the_disc():
    where = temple(MOON, {(0, 0): "1"}, "4E", rulings={28: "any"})
    assert discs_at(after(where, moon((3, 0))), 3, 0) == "cyan 1"
    assert in_reserve(after(where, moon((3, 0))), "cyan") == "1E"
    assert discs_at(after(where, moon((3, 0), emperor=True)), 3, 0) == "cyan E"


@pytest.mark.ruling("28")
def test_with_that_choice_a_warrior_still_needs_a_third_one_in_the_reserve():
    where = temple(MOON, {(0, 0): "1"}, "2E", rulings={28: "any"})
    short = {Code.TEMPLE_CANNOT_PAY, Code.REINFORCE_RESERVE_SHORT}
    assert codes(where, moon((3, 0)))[0] in short
    assert is_legal(where, moon((3, 0), emperor=True))


@pytest.mark.ruling("28")
@pytest.mark.parametrize("rulings", [{}, {28: "any"}])
def test_an_emperor_who_is_not_in_the_reserve_is_not_placed(rulings):
    where = temple(MOON, {(0, 0): "1E"}, "4", rulings=rulings)
    assert not is_legal(where, moon((3, 0), emperor=True))


@pytest.mark.ruling("27")
def test_the_moon_brings_a_player_back_who_has_no_disc_on_the_board():
    where = position(
        drawn(LAND),
        {"cyan": {}, "violet": {(7, 0): "1E"}, "navy": {(4, 0): "1E"}},
        to_move="navy",
        step="reinforce",
        reserve={"cyan": "5E"},
        buildings={"cyan": {MOON: "camp"}},
    )
    his = after(where, Pass())
    assert turn(his) == "cyan reinforce"
    assert {type(action) for action in legal_actions(his)} == {Moon, Pass}
    back = after(his, moon((0, 0), emperor=True))
    assert discs_at(back, 0, 0) == "cyan E"
    assert turn(back) == "violet action"
    assert turn(after(his, Pass())) == "violet action"


@pytest.mark.ruling("27")
@pytest.mark.ruling("30")
@pytest.mark.parametrize(("reserve", "owner"), [("1E", "cyan"), ("5E", "navy")])
def test_a_player_whom_the_moon_cannot_bring_back_is_skipped(reserve, owner):
    where = position(
        drawn(LAND),
        {"cyan": {}, "violet": {(7, 0): "1E"}, "navy": {(4, 0): "1E"}},
        to_move="navy",
        step="reinforce",
        reserve={"cyan": reserve},
        buildings={owner: {MOON: "camp"}},
    )
    assert turn(after(where, Pass())) == "violet action"


@pytest.mark.ruling("27")
def test_the_moon_brings_nobody_back_while_only_one_rival_has_discs():
    where = position(
        drawn(LAND),
        {"cyan": {(7, 0): "1"}, "violet": {(5, 0): "2E"}},
        to_move="violet",
        reserve={"cyan": "9E"},
        buildings={"cyan": {MOON: "camp"}},
    )
    then = after(where, move((5, 0), (7, 0), lost=1))
    assert (then.step, then.winners) == (Step.OVER, ("violet",))


@pytest.mark.ruling("27")
@pytest.mark.ruling("30")
def test_the_moon_helps_also_in_the_turn_in_which_the_last_disc_was_spent():
    where = position(
        drawn(LAND),
        {"cyan": {(3, 0): "1"}, "violet": {(7, 0): "1E"}, "navy": {(6, 0): "1E"}},
        reserve={"cyan": "2E"},
        buildings={"cyan": {MOON: "camp"}},
    )
    spent = after(where, build((3, 0), (3, 1), "camp"))
    assert turn(spent) == "cyan reinforce"
    then = after(spent, moon((0, 0), emperor=True))
    assert discs_at(then, 0, 0) == "cyan E"
    assert in_reserve(then, "cyan") == "1"


@pytest.mark.ruling("27")
@pytest.mark.ruling("13")
def test_a_disc_placed_on_a_pyramid_by_the_moon_may_win():
    board = drawn(
        """
        o o s s o
         x M s x
          x x x x x x
           m v v x r x k
    """,
        pyramids=[[(2, 0), (3, 0), (2, 1)]],
    )
    where = position(
        board,
        {"cyan": {(0, 0): "1E"}, "violet": {(4, 0): "1E"}},
        step="reinforce",
        reserve={"cyan": "3"},
        buildings={
            "cyan": {
                MOON: "camp",
                (0, 3): "castle",
                (1, 3): "tower",
                (2, 3): "tower",
                (6, 3): "tower",
            }
        },
    )
    then = after(where, moon((2, 0)))
    assert (then.step, then.winners) == (Step.OVER, ("cyan",))


# --- 29: sand ------------------------------------------------------------------------------------

SAND = (2, 1)


def before_the_action(reserve="2", violet=None, **more):
    more.setdefault("step", "action")
    stacks = {(3, 0): "1", (0, 0): "1E"}
    return temple(SAND, stacks, reserve, violet or {(7, 0): "2E", (6, 0): "1"}, **more)


@pytest.mark.ruling("29")
def test_two_warriors_are_boxed_to_send_one_enemy_warrior_home():
    where = before_the_action("3")
    then = after(where, sand((7, 0)))
    assert discs_at(then, 7, 0) == "violet 1E"
    assert in_reserve(then, "violet") == "1"
    assert in_reserve(then, "cyan") == "1"
    assert then.box_of("cyan") == where.box_of("cyan") + 2
    assert then.sand_used
    assert turn(then) == "cyan action"


@pytest.mark.ruling("29")
def test_the_last_warrior_of_a_stack_may_be_the_one():
    then = after(before_the_action(), sand((6, 0)))
    assert discs_at(then, 6, 0) is None
    assert in_reserve(then, "violet") == "1"


@pytest.mark.ruling("29")
def test_an_emperor_is_never_sent_home():
    lone = before_the_action(violet={(7, 0): "E", (6, 0): "1"})
    assert codes(lone, sand((7, 0)))[0] == Code.EMPEROR_PROTECTED


@pytest.mark.ruling("29")
def test_only_once_a_turn():
    where = after(before_the_action("5"), sand((7, 0)))
    assert codes(where, sand((7, 0)))[0] == Code.TEMPLE_ALREADY_USED


@pytest.mark.ruling("29")
def test_it_works_again_in_the_next_turn():
    where = after(before_the_action("2"), sand((7, 0)), move((0, 0), (1, 0)), Pass())
    assert turn(where) == "violet action"
    assert not where.sand_used


@pytest.mark.ruling("29")
@pytest.mark.parametrize("reserve", ["0", "1"])
def test_two_warriors_must_be_in_the_reserve(reserve):
    assert codes(before_the_action(reserve), sand((7, 0)))[0] == Code.TEMPLE_CANNOT_PAY


@pytest.mark.ruling("29")
def test_the_emperor_does_not_pay_for_it():
    where = temple(SAND, {(0, 0): "1"}, "1E", {(7, 0): "2E"}, step="action")
    assert codes(where, sand((7, 0)))[0] == Code.TEMPLE_CANNOT_PAY


@pytest.mark.ruling("29")
def test_the_sand_serves_only_the_owner_of_a_building_on_it():
    rival = temple(SAND, {(0, 0): "1E"}, "2", by="violet", step="action")
    assert codes(rival, sand((7, 0)))[0] == Code.TEMPLE_NOT_OWNED
    none = temple((3, 1), {(0, 0): "1E"}, "2", step="action")
    assert codes(none, sand((7, 0)))[0] == Code.TEMPLE_NOT_OWNED


@pytest.mark.ruling("29")
def test_it_comes_before_the_action():
    assert codes(before_the_action(step="reinforce"), sand((7, 0)))[0] == Code.WRONG_STEP
    extra = before_the_action(step="extra", march_used=True)
    assert codes(extra, sand((7, 0)))[0] == Code.WRONG_STEP


@pytest.mark.ruling("29")
def test_there_must_be_an_enemy_stack():
    where = before_the_action()
    assert codes(where, sand((1, 0)))[0] == Code.NO_SUCH_STACK
    assert not is_legal(where, sand((3, 0)))
    targets = {action.target for action in legal_actions(where) if isinstance(action, Sand)}
    assert targets == {(6, 0), (7, 0)}


@pytest.mark.ruling("29")
def test_the_action_is_still_a_duty_afterwards():
    where = after(before_the_action(), sand((7, 0)))
    assert codes(where, Pass())[0] == Code.ACTION_REQUIRED


@pytest.mark.ruling("29")
def test_it_may_open_the_way_for_an_attack():
    where = position(
        drawn(LAND),
        {"cyan": {(3, 0): "2"}, "violet": {(4, 0): "2", (7, 0): "E"}},
        reserve={"cyan": "2"},
        buildings={"cyan": {SAND: "camp"}},
    )
    assert codes(where, move((3, 0), (4, 0)))[0] == Code.ATTACK_TOO_WEAK
    assert is_legal(after(where, sand((4, 0))), move((3, 0), (4, 0)))


@pytest.mark.ruling("29")
def test_it_may_be_used_where_no_move_and_no_build_is_possible():
    where = position(
        drawn("""
        o o o o
         x S x
    """),
        {"cyan": {(0, 0): "1"}, "violet": {(1, 0): "3", (3, 0): "E"}},
        reserve={"cyan": "2E"},
        buildings={"cyan": {(1, 1): "camp"}},
    )
    assert set(legal_actions(where)) == {Pass(), sand((1, 0))}


@pytest.mark.ruling("29")
@pytest.mark.ruling("13")
def test_the_last_enemy_warrior_sent_home_ends_the_game():
    where = before_the_action(violet={(7, 0): "1"})
    then = after(where, sand((7, 0)))
    assert (then.step, then.winners) == (Step.OVER, ("cyan",))


@pytest.mark.ruling("29")
@pytest.mark.ruling("30")
def test_a_player_whose_last_warrior_is_sent_home_is_out_while_others_play_on():
    where = position(
        drawn(LAND),
        {"cyan": {(0, 0): "1E"}, "violet": {(7, 0): "1"}, "navy": {(6, 0): "1E"}},
        reserve={"cyan": "2"},
        buildings={"cyan": {SAND: "camp"}},
    )
    then = after(where, sand((7, 0)))
    assert turn(then) == "cyan action"
    assert in_reserve(then, "violet") == "1E"
    assert turn(after(then, move((0, 0), (1, 0)), Pass())) == "navy action"


@pytest.mark.ruling("29")
@pytest.mark.ruling("23")
def test_a_warrior_sent_home_from_a_pyramid_may_end_the_game_for_another():
    board = drawn(
        """
        o o s s o
         x S s x
          x x x x x x
           m v v x r x k
    """,
        pyramids=[[(2, 0), (3, 0), (2, 1)]],
    )
    where = position(
        board,
        {"cyan": {(0, 0): "1E"}, "violet": {(2, 0): "1", (4, 0): "E"}, "navy": {(3, 0): "1E"}},
        reserve={"cyan": "2"},
        buildings={
            "cyan": {(1, 1): "camp"},
            "navy": {
                (0, 3): "castle",
                (1, 3): "tower",
                (2, 3): "tower",
                (6, 3): "tower",
                (4, 3): "camp",
            },
        },
    )
    then = after(where, sand((2, 0)))
    assert (then.step, then.winners) == (Step.OVER, ("navy",))
