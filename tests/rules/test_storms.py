"""Storms: what a walk through them costs, and what is counted after it. Rulings 18 to 21."""

import pytest

from eko_companion.rules import (
    Cell,
    Code,
    March,
    Move,
    Pass,
    Position,
    Step,
    StormPaid,
    legal_actions,
)
from tests.rules.table import (
    after,
    build,
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


def lane(picture, stacks, violet, **more):
    return position(drawn(picture), {"cyan": stacks, "violet": violet}, **more)


def paid(where: Position):
    """What `storm_paid` says, as plain tuples."""
    if where.storm_paid is None:
        return None
    return tuple(where.storm_paid.cell), [tuple(zone) for zone in where.storm_paid.zones]


def lost_from(where, *at):
    """Target, price and whether the emperor is lost, of every legal move of a stack."""
    return {
        (tuple(action.to), action.lost, action.lost_emperor)
        for action in legal_actions(where)
        if isinstance(action, Move) and action.start == at
    }


# --- 18: the price -------------------------------------------------------------------------------


@pytest.mark.ruling("18")
@pytest.mark.parametrize(
    ("start", "to"),
    [((0, 0), (1, 0)), ((0, 0), (3, 0)), ((1, 0), (2, 0)), ((1, 0), (3, 0)), ((2, 0), (0, 0))],
    ids=["into", "through", "inside", "out of", "out again"],
)
def test_a_stack_loses_one_disc_for_a_zone_that_it_touches(start, to):
    where = lane("o s s o o", {start: "2E"}, {(4, 0): "1E"})
    assert codes(where, move(start, to))[0] == Code.STORM_LOSS_WRONG
    assert codes(where, move(start, to, lost=2))[0] == Code.STORM_LOSS_WRONG
    then = after(where, move(start, to, lost=1))
    assert discs_at(then, *to) == "cyan 1E"
    assert in_reserve(then, "cyan") == "1"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("18")
def test_two_zones_cost_two_discs():
    where = lane("o s o s o o", {(0, 0): "3"}, {(5, 0): "1E"})
    assert codes(where, move((0, 0), (4, 0), lost=1))[0] == Code.STORM_LOSS_WRONG
    then = after(where, move((0, 0), (4, 0), lost=2))
    assert discs_at(then, 4, 0) == "cyan 1"
    assert in_reserve(then, "cyan") == "2E"


@pytest.mark.ruling("18")
def test_storm_cells_that_touch_by_an_edge_are_one_zone():
    board = """
        o s o o o
         s x x x
    """
    where = lane(board, {(0, 0): "3"}, {(4, 0): "1E"})
    assert drawn(board).zones == (Cell(0, 1),)
    assert is_legal(where, move((0, 0), (2, 0), lost=1))
    assert codes(where, move((0, 0), (2, 0), lost=2))[0] == Code.STORM_LOSS_WRONG


@pytest.mark.ruling("18")
def test_a_walk_without_a_storm_costs_nothing():
    where = lane("o o o o", {(0, 0): "3"}, {(3, 0): "1E"})
    assert codes(where, move((0, 0), (1, 0), lost=1))[0] == Code.STORM_LOSS_WRONG


@pytest.mark.ruling("18")
def test_the_owner_picks_which_disc_is_lost():
    where = lane("o s o o", {(0, 0): "1E"}, {(3, 0): "1E"})
    keeps = after(where, move((0, 0), (1, 0), lost=1))
    assert discs_at(keeps, 1, 0) == "cyan E"
    assert in_reserve(keeps, "cyan") == "1"
    gives = after(where, move((0, 0), (1, 0), lost=1, lost_emperor=True))
    assert discs_at(gives, 1, 0) == "cyan 1"
    assert in_reserve(gives, "cyan") == "E"


@pytest.mark.ruling("18")
def test_of_two_discs_lost_one_may_be_the_emperor():
    where = lane("o s o s o o", {(0, 0): "2E"}, {(5, 0): "1E"})
    gives = after(where, move((0, 0), (4, 0), lost=2, lost_emperor=True))
    assert (discs_at(gives, 4, 0), in_reserve(gives, "cyan")) == ("cyan 1", "1E")
    keeps = after(where, move((0, 0), (4, 0), lost=2))
    assert (discs_at(keeps, 4, 0), in_reserve(keeps, "cyan")) == ("cyan E", "2")


@pytest.mark.ruling("18")
def test_no_emperor_is_lost_where_none_stands_or_nothing_is_lost():
    where = lane("o s o o", {(0, 0): "3"}, {(3, 0): "1E"})
    assert Code.WRONG_COST in codes(where, move((0, 0), (1, 0), lost=1, lost_emperor=True))
    crowned = lane("o o s o", {(0, 0): "3E"}, {(3, 0): "1E"})
    assert Code.STORM_LOSS_WRONG in codes(crowned, move((0, 0), (1, 0), lost_emperor=True))


@pytest.mark.ruling("18")
def test_building_from_a_storm_cell_costs_nothing_more():
    board = """
        o s o o
         r x x
    """
    where = lane(board, {(1, 0): "2E"}, {(3, 0): "1E"})
    then = after(where, build((1, 0), (0, 1), "camp"))
    assert discs_at(then, 1, 0) == "cyan 1E"
    assert in_reserve(then, "cyan") == "1"
    assert paid(then) is None


@pytest.mark.ruling("18")
def test_standing_still_costs_nothing():
    where = lane("o s o o o", {(1, 0): "2", (3, 0): "1E"}, {(4, 0): "1"}, rulings={})
    then = after(where, move((3, 0), (2, 0)), Pass())
    assert discs_at(then, 1, 0) == "cyan 2"


SHORT_CUTS = """
    o s o s o o
     o o o o x
"""


@pytest.mark.ruling("18")
def test_every_price_of_some_walk_is_an_action_of_its_own():
    where = lane(SHORT_CUTS, {(0, 0): "4"}, {(5, 0): "1E"})
    prices = [price for target, price in moves_from(where, 0, 0) if target == (4, 0)]
    assert prices == [0, 1, 2]
    assert len(list(legal_actions(where))) == len(set(legal_actions(where)))


@pytest.mark.ruling("18")
def test_the_dearer_walk_costs_what_it_costs():
    where = lane(SHORT_CUTS, {(0, 0): "4"}, {(5, 0): "1E"})
    assert discs_at(after(where, move((0, 0), (4, 0))), 4, 0) == "cyan 4"
    assert discs_at(after(where, move((0, 0), (4, 0), lost=2)), 4, 0) == "cyan 2"


@pytest.mark.ruling("18")
def test_a_detour_into_a_storm_and_back_is_a_walk_too():
    where = lane("s o o o", {(1, 0): "3"}, {(3, 0): "3E"})
    assert moves_from(where, 1, 0) == [((0, 0), 1), ((2, 0), 0), ((2, 0), 1)]


@pytest.mark.ruling("18")
def test_where_the_calm_way_is_blocked_only_the_storm_is_left():
    where = lane(SHORT_CUTS, {(0, 0): "4", (1, 1): "2"}, {(5, 0): "1E"})
    prices = [price for target, price in moves_from(where, 0, 0) if target == (4, 0)]
    assert prices == [1, 2]


@pytest.mark.ruling("18")
def test_a_stack_that_leaves_one_zone_for_another_pays_for_both():
    where = lane("s o s o", {(0, 0): "3"}, {(3, 0): "1E"})
    assert moves_from(where, 0, 0) == [((1, 0), 1), ((1, 0), 2), ((2, 0), 2)]


# --- 19: once per zone and turn ------------------------------------------------------------------


@pytest.mark.ruling("19")
def test_what_was_paid_is_remembered_with_the_place_of_the_stack():
    where = lane("o s o s o o", {(0, 0): "4"}, {(5, 0): "1E"})
    assert paid(after(where, move((0, 0), (1, 0), lost=1))) == ((1, 0), [(1, 0)])
    assert paid(after(where, move((0, 0), (2, 0), lost=1))) == ((2, 0), [(1, 0)])
    assert paid(after(where, move((0, 0), (4, 0), lost=2))) == ((4, 0), [(1, 0), (3, 0)])


@pytest.mark.ruling("19")
def test_a_zone_is_named_by_its_smallest_cell():
    board = """
        o o s s o o
         x s x x x
    """
    where = lane(board, {(0, 0): "3"}, {(5, 0): "1E"})
    then = after(where, move((0, 0), (3, 0), lost=1))
    assert paid(then) == ((3, 0), [(1, 1)])


@pytest.mark.ruling("19")
def test_the_same_stack_pays_once_per_zone_even_in_a_forced_march():
    where = lane("o s o o o", {(0, 0): "3"}, {(4, 0): "1E"}, reserve={"cyan": "3"})
    march = after(where, move((0, 0), (1, 0), lost=1), March())
    assert turn(march) == "cyan extra"
    assert paid(march) == ((1, 0), [(1, 0)])
    assert moves_from(march, 1, 0) == [((0, 0), 0), ((2, 0), 0), ((3, 0), 0)]
    assert codes(march, move((1, 0), (2, 0), lost=1))[0] == Code.STORM_LOSS_WRONG
    then = after(march, move((1, 0), (2, 0)))
    assert discs_at(then, 2, 0) == "cyan 2"


@pytest.mark.ruling("19")
def test_a_zone_that_was_not_paid_for_costs_in_the_march():
    where = lane("o s o s o o", {(0, 0): "4"}, {(5, 0): "1E"}, reserve={"cyan": "3"})
    march = after(where, move((0, 0), (2, 0), lost=1), March())
    assert moves_from(march, 2, 0) == [
        ((0, 0), 0),
        ((0, 0), 1),
        ((1, 0), 0),
        ((1, 0), 1),
        ((3, 0), 1),
        ((4, 0), 1),
    ]


@pytest.mark.ruling("19")
def test_a_stack_that_was_joined_counts_as_having_paid():
    where = lane("o s o o o", {(0, 0): "2", (2, 0): "2"}, {(4, 0): "3E"}, reserve={"cyan": "3"})
    march = after(where, move((0, 0), (2, 0), lost=1), March())
    assert discs_at(march, 2, 0) == "cyan 3"
    assert paid(march) == ((2, 0), [(1, 0)])
    assert moves_from(march, 2, 0) == [((0, 0), 0), ((1, 0), 0), ((3, 0), 0)]


@pytest.mark.ruling("19")
def test_another_stack_pays_for_itself():
    where = lane("o o s o o", {(1, 0): "2", (0, 0): "2"}, {(4, 0): "1E"}, reserve={"cyan": "3"})
    march = after(where, move((1, 0), (3, 0), lost=1), March())
    assert codes(march, move((0, 0), (2, 0)))[0] == Code.STORM_LOSS_WRONG
    assert is_legal(march, move((0, 0), (2, 0), lost=1))


@pytest.mark.ruling("19")
def test_another_stack_pays_also_on_its_way_to_the_one_that_has_paid():
    where = lane("o o s o o", {(1, 0): "2", (0, 0): "2"}, {(4, 0): "1E"}, reserve={"cyan": "3"})
    march = after(where, move((1, 0), (3, 0), lost=1), March())
    assert codes(march, move((0, 0), (3, 0)))[0] == Code.STORM_LOSS_WRONG
    assert discs_at(after(march, move((0, 0), (3, 0), lost=1)), 3, 0) == "cyan 2"


@pytest.mark.ruling("19")
def test_a_stack_that_only_built_has_paid_for_nothing():
    board = """
        o s o o
         r x x
    """
    where = lane(board, {(1, 0): "2E"}, {(3, 0): "1E"}, reserve={"cyan": "3"})
    march = after(where, build((1, 0), (0, 1), "camp"), March())
    assert codes(march, move((1, 0), (2, 0)))[0] == Code.STORM_LOSS_WRONG
    assert is_legal(march, move((1, 0), (2, 0), lost=1))


@pytest.mark.ruling("19")
def test_passing_free_by_the_lighthouse_is_not_paying():
    board = drawn(
        """
        s s o o o
         s x x x
    """,
        lighthouses=[[(0, 0), (1, 0), (0, 1)]],
    )
    where = position(
        board, {"cyan": {(1, 0): "3"}, "violet": {(4, 0): "1E"}}, reserve={"cyan": "3"}
    )
    march = after(where, move((1, 0), (2, 0)), March())
    assert paid(march) is None
    assert codes(march, move((2, 0), (1, 0)))[0] == Code.STORM_LOSS_WRONG
    assert is_legal(march, move((2, 0), (1, 0), lost=1))


@pytest.mark.ruling("19")
def test_nothing_is_remembered_after_a_calm_walk():
    where = lane("s o o o o", {(1, 0): "3"}, {(4, 0): "1E"})
    assert paid(after(where, move((1, 0), (2, 0)))) is None


@pytest.mark.ruling("19")
def test_nothing_is_remembered_of_a_stack_that_is_gone():
    where = lane("o s o o", {(0, 0): "2", (3, 0): "1E"}, {(2, 0): "4"})
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert discs_at(then, 2, 0) is None
    assert paid(then) is None


@pytest.mark.ruling("19")
def test_nothing_is_remembered_once_the_extra_action_is_done():
    where = lane("o s o s o o", {(0, 0): "4"}, {(5, 0): "1E"}, reserve={"cyan": "3"})
    then = after(where, move((0, 0), (2, 0), lost=1), March(), move((2, 0), (4, 0), lost=1))
    assert turn(then) == "cyan reinforce"
    assert paid(then) is None


@pytest.mark.ruling("19")
def test_nothing_is_remembered_from_turn_to_turn():
    where = lane("o s o o o", {(0, 0): "2E"}, {(4, 0): "1E"})
    then = after(where, move((0, 0), (2, 0), lost=1), reinforced({(2, 0): "1"}))
    assert turn(then) == "violet action"
    assert paid(then) is None


@pytest.mark.ruling("19")
def test_what_was_paid_is_remembered_while_a_captive_is_chosen():
    board = drawn("o s o o o o o")
    where = position(
        board,
        {
            "cyan": {(0, 0): "3E"},
            "violet": {(2, 0): "1E", (6, 0): "1"},
            "navy": {(4, 0): "1"},
            "white": {(5, 0): "1"},
        },
        captives={"violet": ["navy", "white"]},
    )
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert turn(then) == "violet exchange"
    assert then.storm_paid == StormPaid(Cell(2, 0), (Cell(1, 0),))


RING = """
    . o s o o
     o x x o
      o s o x
"""
"""The zones are [2, 0] above and [1, 2] below; [1, 2] is the smaller name."""


@pytest.mark.ruling("19")
def test_of_two_walks_at_one_price_the_smallest_zones_count_as_paid():
    where = lane(RING, {(0, 1): "3"}, {(4, 0): "E"}, reserve={"cyan": "3"})
    march = after(where, move((0, 1), (3, 1), lost=1), March())
    assert paid(march) == ((3, 1), [(1, 2)])
    assert is_legal(march, move((3, 1), (1, 2)))
    assert codes(march, move((3, 1), (2, 0)))[0] == Code.STORM_LOSS_WRONG
    assert is_legal(march, move((3, 1), (2, 0), lost=1))


@pytest.mark.ruling("19")
def test_where_only_one_walk_is_open_its_zone_counts_as_paid():
    where = lane(RING, {(0, 1): "3"}, {(0, 2): "E"})
    assert paid(after(where, move((0, 1), (3, 1), lost=1))) == ((3, 1), [(2, 0)])


# --- 20: after the loss --------------------------------------------------------------------------


@pytest.mark.ruling("20")
def test_a_stack_of_two_that_loses_one_may_be_a_kamikaze():
    where = position(
        drawn("o s o o o"),
        {"cyan": {(0, 0): "2", (3, 0): "E"}, "violet": {(2, 0): "3E", (4, 0): "1"}},
    )
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert discs_at(then, 0, 0) is None
    assert discs_at(then, 2, 0) is None
    assert in_reserve(then, "cyan") == "2"
    assert in_reserve(then, "violet") == "3"
    assert then.captives_of("cyan") == ("violet",)


def storm_duel(attacker, defender):
    return position(
        drawn("o s o o o"),
        {"cyan": {(0, 0): attacker}, "violet": {(2, 0): defender, (4, 0): "1"}},
    )


@pytest.mark.ruling("20")
@pytest.mark.parametrize(
    ("attacker", "defender", "emperor_lost", "allowed"),
    [
        ("4", "3", False, False),
        ("4", "2", False, True),
        ("3E", "3", False, True),
        ("3E", "3", True, False),
        ("3", "4", False, False),
        ("2", "1", False, False),
        ("1E", "1", False, True),
        ("1E", "1", True, False),
        ("1E", "4", True, True),
        ("1E", "4", False, True),
    ],
)
def test_sizes_are_compared_after_the_loss(attacker, defender, emperor_lost, allowed):
    where = storm_duel(attacker, defender)
    attack = move((0, 0), (2, 0), lost=1, lost_emperor=emperor_lost)
    if allowed:
        assert is_legal(where, attack)
    else:
        assert codes(where, attack)[0] == Code.ATTACK_TOO_WEAK


@pytest.mark.ruling("20")
def test_the_attacker_takes_the_cell_with_what_is_left():
    then = after(storm_duel("4", "1E"), move((0, 0), (2, 0), lost=1))
    assert discs_at(then, 2, 0) == "cyan 3"
    assert in_reserve(then, "cyan") == "1E"
    assert in_reserve(then, "violet") == "1"
    assert then.captives_of("cyan") == ("violet",)


@pytest.mark.ruling("20")
def test_the_cap_of_four_counts_after_the_loss():
    where = lane("o s o o", {(0, 0): "4", (2, 0): "1"}, {(3, 0): "1E"})
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert discs_at(then, 2, 0) == "cyan 4"
    fuller = lane("o s o o", {(0, 0): "4", (2, 0): "2"}, {(3, 0): "1E"})
    assert codes(fuller, move((0, 0), (2, 0), lost=1))[0] == Code.STACK_TOO_HIGH


@pytest.mark.ruling("20")
def test_a_walk_through_the_storm_may_make_a_stack_small_enough():
    where = lane(SHORT_CUTS, {(0, 0): "4", (4, 0): "1"}, {(5, 0): "1E"})
    assert codes(where, move((0, 0), (4, 0)))[0] == Code.STACK_TOO_HIGH
    assert is_legal(where, move((0, 0), (4, 0), lost=1))
    assert is_legal(where, move((0, 0), (4, 0), lost=2))


@pytest.mark.ruling("20")
def test_a_walk_through_the_storm_may_make_a_kamikaze():
    board = """
        o s o o o
         o o x x
    """
    where = lane(board, {(0, 0): "2"}, {(2, 0): "4", (4, 0): "E"})
    assert codes(where, move((0, 0), (2, 0)))[0] == Code.ATTACK_TOO_WEAK
    assert is_legal(where, move((0, 0), (2, 0), lost=1))


# --- 21: the last disc ---------------------------------------------------------------------------


@pytest.mark.ruling("21")
def test_a_move_that_would_leave_no_disc_is_forbidden():
    where = lane("o s o o", {(0, 0): "1", (2, 0): "E"}, {(3, 0): "1E"})
    assert codes(where, move((0, 0), (1, 0), lost=1))[0] == Code.STORM_WOULD_DESTROY
    crowned = lane("o s o o", {(0, 0): "E"}, {(3, 0): "1E"})
    lost = move((0, 0), (1, 0), lost=1, lost_emperor=True)
    assert codes(crowned, lost)[0] == Code.STORM_WOULD_DESTROY


@pytest.mark.ruling("21")
def test_two_discs_do_not_get_through_two_zones():
    where = lane("o s o s o o", {(0, 0): "2"}, {(5, 0): "1E"})
    assert moves_from(where, 0, 0) == [((1, 0), 1), ((2, 0), 1)]
    assert codes(where, move((0, 0), (4, 0), lost=2))[0] == Code.STORM_WOULD_DESTROY


@pytest.mark.ruling("21")
def test_a_single_disc_in_a_storm_is_stuck_and_its_owner_passes():
    where = lane("o s o o", {(1, 0): "1"}, {(3, 0): "1E"})
    assert tuple(legal_actions(where)) == (Pass(),)


ALLOW = {21: "allow"}


@pytest.mark.ruling("21")
def test_a_table_may_allow_it_and_then_all_the_discs_go_to_the_reserve():
    where = lane("o s o o o", {(0, 0): "1", (3, 0): "E"}, {(4, 0): "1E"}, rulings=ALLOW)
    then = after(where, move((0, 0), (2, 0), lost=1))
    assert discs_at(then, 0, 0) is None
    assert discs_at(then, 2, 0) is None
    assert in_reserve(then, "cyan") == "1"
    assert paid(then) is None
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("21")
def test_the_target_is_then_any_empty_cell_that_it_could_have_walked_to():
    where = lane("o s o o o", {(0, 0): "1", (3, 0): "E"}, {(4, 0): "1E"}, rulings=ALLOW)
    assert moves_from(where, 0, 0) == [((1, 0), 1), ((2, 0), 1)]
    enemy = lane("o s o o", {(0, 0): "1", (3, 0): "E"}, {(2, 0): "4"}, rulings=ALLOW)
    assert moves_from(enemy, 0, 0) == [((1, 0), 1)]


@pytest.mark.ruling("21")
def test_lost_is_then_the_whole_stack_and_there_is_one_action_a_target():
    where = lane("o s o s o s o o", {(0, 0): "1E"}, {(7, 0): "1E"}, rulings=ALLOW)
    gone = {((q, 0), 2, True) for q in range(1, 7)}
    saved = {((q, 0), 1, crown) for q in (1, 2) for crown in (False, True)}
    assert lost_from(where, 0, 0) == gone | saved
    assert Code.STORM_LOSS_WRONG in codes(where, move((0, 0), (6, 0), lost=3))
    assert codes(where, move((0, 0), (6, 0), lost=2))


@pytest.mark.ruling("21")
def test_a_lone_emperor_lost_to_the_storm_goes_to_his_reserve():
    where = lane("o s o o o", {(0, 0): "E", (3, 0): "1"}, {(4, 0): "1E"}, rulings=ALLOW)
    then = after(where, move((0, 0), (1, 0), lost=1, lost_emperor=True))
    assert in_reserve(then, "cyan") == "E"
    assert then.captives == ((), ())


@pytest.mark.ruling("21")
def test_where_it_is_allowed_such_a_move_is_a_duty_like_any_other():
    where = lane("o s o o", {(1, 0): "1"}, {(3, 0): "1E"}, rulings=ALLOW)
    assert codes(where, Pass())[0] == Code.ACTION_REQUIRED


@pytest.mark.ruling("21")
def test_whoever_loses_his_last_stack_to_the_storm_leaves_the_win_to_the_one_left():
    where = lane("o s o o", {(0, 0): "1"}, {(3, 0): "1E"}, rulings=ALLOW)
    then = after(where, move((0, 0), (1, 0), lost=1))
    assert then.step is Step.OVER
    assert then.winners == ("violet",)


@pytest.mark.ruling("21")
def test_zones_that_were_paid_for_do_not_destroy():
    where = lane("o s o o o", {(0, 0): "2E"}, {(4, 0): "1E"}, reserve={"cyan": "3"})
    march = after(where, move((0, 0), (1, 0), lost=1), March())
    single = lane(
        "o s o o o",
        {(1, 0): "1"},
        {(4, 0): "1E"},
        step="extra",
        march_used=True,
        storm_paid=((1, 0), [(1, 0)]),
    )
    assert is_legal(march, move((1, 0), (2, 0)))
    assert is_legal(single, move((1, 0), (2, 0)))


@pytest.mark.ruling("21")
@pytest.mark.ruling("9")
def test_a_move_into_death_can_be_what_a_march_is_for_where_it_is_allowed():
    picture, stacks, violet = "o s o o", {(1, 0): "1"}, {(2, 0): "3E"}
    more = {"step": "reinforce", "reserve": {"cyan": "3E"}}
    forbidden = lane(picture, stacks, violet, **more)
    assert codes(forbidden, March())[0] == Code.MARCH_NEEDS_ACTION
    assert is_legal(lane(picture, stacks, violet, rulings=ALLOW, **more), March())


@pytest.mark.ruling("21")
@pytest.mark.ruling("30")
def test_a_last_stack_lost_to_the_storm_leaves_two_others_to_play_on():
    where = position(
        drawn("o s o o o"),
        {"cyan": {(0, 0): "2"}, "violet": {(3, 0): "1E"}, "navy": {(4, 0): "1E"}},
        rulings=ALLOW,
        step="extra",
        march_used=True,
    )
    then = after(where, move((0, 0), (1, 0), lost=1))
    assert discs_at(then, 1, 0) == "cyan 1"
    single = position(
        drawn("o s o o o"),
        {"cyan": {(0, 0): "1"}, "violet": {(3, 0): "1E"}, "navy": {(4, 0): "1E"}},
        rulings=ALLOW,
    )
    gone = after(single, move((0, 0), (2, 0), lost=1))
    assert turn(gone) == "cyan reinforce"
    assert in_reserve(gone, "cyan") == "1E"
    assert turn(after(gone, Pass())) == "violet action"


# --- fights and meetings in the storm ------------------------------------------------------------


@pytest.mark.ruling("18")
@pytest.mark.ruling("20")
def test_an_attack_on_a_stack_in_a_storm_goes_into_the_zone_and_costs_a_disc():
    where = lane("o s o", {(0, 0): "3"}, {(1, 0): "1", (2, 0): "E"})
    assert codes(where, move((0, 0), (1, 0)))[0] == Code.STORM_LOSS_WRONG
    then = after(where, move((0, 0), (1, 0), lost=1))
    assert discs_at(then, 1, 0) == "cyan 2"
    assert in_reserve(then, "cyan") == "1E"
    assert in_reserve(then, "violet") == "1"
    assert paid(then) == ((1, 0), [(1, 0)])


@pytest.mark.ruling("18")
def test_a_stack_that_joins_another_in_a_storm_pays_too():
    where = lane("o s o", {(0, 0): "3", (1, 0): "1E"}, {(2, 0): "E"})
    assert codes(where, move((0, 0), (1, 0)))[0] == Code.STORM_LOSS_WRONG
    assert discs_at(after(where, move((0, 0), (1, 0), lost=1)), 1, 0) == "cyan 3E"


@pytest.mark.ruling("18")
def test_a_storm_cell_on_which_somebody_stands_cannot_be_fetched_on_the_way():
    where = lane("s o o o", {(0, 0): "4", (1, 0): "3"}, {(3, 0): "3E"})
    assert moves_from(where, 1, 0) == [((2, 0), 0)]


@pytest.mark.ruling("20")
def test_an_attack_that_the_storm_makes_too_weak_leaves_nothing_but_to_pass():
    where = lane("o s o", {(0, 0): "2"}, {(1, 0): "2", (2, 0): "E"})
    assert codes(where, move((0, 0), (1, 0), lost=1))[0] == Code.ATTACK_TOO_WEAK
    assert tuple(legal_actions(where)) == (Pass(),)


@pytest.mark.ruling("20")
@pytest.mark.ruling("6")
def test_an_attack_that_only_the_emperor_makes_possible_is_a_duty():
    where = lane("o s o", {(0, 0): "2E"}, {(1, 0): "2", (2, 0): "E"})
    assert tuple(legal_actions(where)) == (move((0, 0), (1, 0), lost=1),)
    assert codes(where, Pass())[0] == Code.ACTION_REQUIRED


@pytest.mark.ruling("21")
@pytest.mark.parametrize("rulings", [{}, {21: "allow"}])
def test_a_single_disc_is_no_kamikaze_against_a_stack_in_a_storm(rulings):
    where = lane("o s o", {(0, 0): "1"}, {(1, 0): "4", (2, 0): "E"}, rulings=rulings)
    assert codes(where, move((0, 0), (1, 0), lost=1))
    assert tuple(legal_actions(where)) == (Pass(),)


@pytest.mark.ruling("21")
def test_that_the_storm_would_take_the_last_disc_is_said_of_an_attack_too():
    where = lane("o s o", {(0, 0): "1"}, {(1, 0): "4", (2, 0): "E"})
    assert Code.STORM_WOULD_DESTROY in codes(where, move((0, 0), (1, 0), lost=1))


@pytest.mark.ruling("19")
def test_the_zones_paid_on_an_attack_are_the_smallest_too():
    where = lane(RING, {(0, 1): "4"}, {(3, 1): "1", (4, 0): "E"})
    then = after(where, move((0, 1), (3, 1), lost=1))
    assert discs_at(then, 3, 1) == "cyan 3"
    assert paid(then) == ((3, 1), [(1, 2)])
