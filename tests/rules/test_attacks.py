"""Attacks: who may attack whom, and who stands where afterwards. Rulings 4, 5 and 6."""

import pytest

from eko_companion.rules import Code, points
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
    turn,
)

STACKS = ["1", "2", "3", "4", "E", "1E", "2E", "3E"]


def height(discs):
    return int(discs.removesuffix("E") or 0) + discs.endswith("E")


def duel(attacker, defender):
    """Cyan at the left end against violet in the middle; both have a disc elsewhere."""
    board = drawn("""
        o o o x o
         x x o o
    """)
    return position(
        board, {"cyan": {(0, 0): attacker, (3, 1): "1"}, "violet": {(2, 0): defender, (4, 0): "1"}}
    )


@pytest.mark.ruling("4")
@pytest.mark.ruling("5")
@pytest.mark.ruling("6")
@pytest.mark.parametrize("defender", STACKS)
@pytest.mark.parametrize("attacker", STACKS)
def test_more_discs_or_as_many_with_the_emperor_or_one_against_four(attacker, defender):
    where = duel(attacker, defender)
    ours, theirs = height(attacker), height(defender)
    allowed = (
        ours > theirs or (ours == theirs and attacker.endswith("E")) or (ours == 1 and theirs == 4)
    )
    attack = move((0, 0), (2, 0))
    if allowed:
        assert is_legal(where, attack)
    else:
        assert codes(where, attack)[0] == Code.ATTACK_TOO_WEAK


@pytest.mark.ruling("4")
def test_defeated_warriors_go_to_their_reserve_and_the_attacker_takes_the_cell():
    then = after(duel("3", "2"), move((0, 0), (2, 0)))
    assert discs_at(then, 0, 0) is None
    assert discs_at(then, 2, 0) == "cyan 3"
    assert in_reserve(then, "violet") == "2E"
    assert in_reserve(then, "cyan") == "E"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("4")
def test_an_attack_ends_the_move():
    where = position(
        drawn("o o o o"), {"cyan": {(0, 0): "4"}, "violet": {(1, 0): "1", (3, 0): "E"}}
    )
    assert moves_from(where, 0, 0) == [((1, 0), 0)]
    assert codes(where, move((0, 0), (2, 0)))[0] == Code.PATH_BLOCKED


@pytest.mark.ruling("4")
def test_a_defending_emperor_goes_to_the_attackers_prison():
    then = after(duel("4", "2E"), move((0, 0), (2, 0)))
    assert then.captives_of("cyan") == ("violet",)
    assert in_reserve(then, "violet") == "2"
    assert discs_at(then, 2, 0) == "cyan 4"
    assert points(then)["cyan"].total == 3
    assert points(then)["violet"].total == 0


@pytest.mark.ruling("4")
def test_nothing_goes_to_the_box_in_a_fight():
    where = duel("4", "2E")
    assert after(where, move((0, 0), (2, 0))).boxes == where.boxes


@pytest.mark.ruling("5")
def test_a_single_disc_destroys_a_stack_of_four_and_dies_with_it():
    then = after(duel("1", "4"), move((0, 0), (2, 0)))
    assert discs_at(then, 0, 0) is None
    assert discs_at(then, 2, 0) is None
    assert in_reserve(then, "cyan") == "1E"
    assert in_reserve(then, "violet") == "4E"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("5")
def test_a_kamikaze_captures_the_emperor_of_a_stack_of_four():
    then = after(duel("1", "3E"), move((0, 0), (2, 0)))
    assert discs_at(then, 2, 0) is None
    assert then.captives_of("cyan") == ("violet",)
    assert in_reserve(then, "violet") == "3"
    assert in_reserve(then, "cyan") == "1E"


@pytest.mark.ruling("5")
def test_a_lone_emperor_may_be_the_kamikaze_and_goes_to_his_own_reserve():
    then = after(duel("E", "4"), move((0, 0), (2, 0)))
    assert discs_at(then, 2, 0) is None
    assert in_reserve(then, "cyan") == "E"
    assert in_reserve(then, "violet") == "4E"
    assert then.captives == ((), ())


@pytest.mark.ruling("5")
@pytest.mark.parametrize("defender", ["2", "3", "1E", "2E"])
def test_a_single_disc_is_too_weak_for_two_or_three(defender):
    assert codes(duel("1", defender), move((0, 0), (2, 0)))[0] == Code.ATTACK_TOO_WEAK


@pytest.mark.ruling("5")
@pytest.mark.parametrize("attacker", ["2", "3", "1E", "2E"])
def test_two_or_three_discs_are_no_kamikaze(attacker):
    assert codes(duel(attacker, "4"), move((0, 0), (2, 0)))[0] == Code.ATTACK_TOO_WEAK


@pytest.mark.ruling("6")
def test_the_emperor_makes_the_difference_between_equals():
    then = after(duel("1E", "2"), move((0, 0), (2, 0)))
    assert discs_at(then, 2, 0) == "cyan 1E"
    assert in_reserve(then, "violet") == "2E"


@pytest.mark.ruling("6")
def test_the_emperor_of_the_defender_does_not_help_him():
    then = after(duel("1E", "1E"), move((0, 0), (2, 0)))
    assert discs_at(then, 2, 0) == "cyan 1E"
    assert then.captives_of("cyan") == ("violet",)
    assert in_reserve(then, "violet") == "1"


@pytest.mark.ruling("6")
def test_equals_without_an_emperor_in_the_attack_do_not_fight():
    assert codes(duel("2", "1E"), move((0, 0), (2, 0)))[0] == Code.ATTACK_TOO_WEAK


@pytest.mark.ruling("6")
def test_an_emperor_elsewhere_does_not_count():
    where = position(
        drawn("o o o o o"),
        {"cyan": {(0, 0): "E", (1, 0): "2"}, "violet": {(2, 0): "2", (4, 0): "E"}},
    )
    assert codes(where, move((1, 0), (2, 0)))[0] == Code.ATTACK_TOO_WEAK


@pytest.mark.ruling("6")
def test_four_with_the_emperor_beat_four_and_live():
    then = after(duel("3E", "4"), move((0, 0), (2, 0)))
    assert discs_at(then, 2, 0) == "cyan 3E"
    assert in_reserve(then, "violet") == "4E"
