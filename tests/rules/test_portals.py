"""Portals: from one front cell to the other, and what they do not do. Ruling 22."""

import pytest

from eko_companion.rules import Code, Pass
from tests.rules.table import (
    after,
    build,
    codes,
    discs_at,
    drawn,
    is_legal,
    move,
    moves_from,
    position,
    reinforced,
)

PAIR = "o o 3 . 0 o o"
"""Two islands: the portals' front cells are [1, 0] and [5, 0]."""


def islands(stacks, violet, board=PAIR, **more):
    return position(drawn(board), {"cyan": stacks, "violet": violet}, **more)


def targets(where, *at):
    return [target for target, _ in moves_from(where, *at)]


@pytest.mark.ruling("22")
def test_a_stack_goes_through_and_on_from_the_other_front_cell():
    where = islands({(0, 0): "2"}, {(6, 0): "3E"})
    assert targets(where, 0, 0) == [(1, 0), (5, 0)]
    farther = islands({(0, 0): "2"}, {(6, 0): "1"})
    assert targets(farther, 0, 0) == [(1, 0), (5, 0), (6, 0)]


@pytest.mark.ruling("22")
def test_portals_lead_both_ways():
    where = islands({(6, 0): "2"}, {(0, 0): "1"})
    then = after(where, move((6, 0), (1, 0)))
    assert discs_at(then, 1, 0) == "cyan 2"
    assert discs_at(then, 6, 0) is None


@pytest.mark.ruling("22")
def test_a_stack_on_the_front_cell_itself_goes_through():
    where = islands({(1, 0): "2"}, {(0, 0): "3E"})
    assert targets(where, 1, 0) == [(5, 0), (6, 0)]


@pytest.mark.ruling("22")
def test_no_stack_stops_on_a_portal():
    where = islands({(0, 0): "2"}, {(6, 0): "1E"})
    assert Code.PORTAL_CLOSED in codes(where, move((0, 0), (2, 0)))
    assert Code.PORTAL_CLOSED in codes(where, move((0, 0), (4, 0)))


@pytest.mark.ruling("22")
def test_an_enemy_at_the_exit_may_be_attacked_there():
    where = islands({(0, 0): "3"}, {(5, 0): "2", (6, 0): "E"})
    assert targets(where, 0, 0) == [(1, 0), (5, 0)]
    then = after(where, move((0, 0), (5, 0)))
    assert discs_at(then, 5, 0) == "cyan 3"


@pytest.mark.ruling("22")
def test_an_enemy_at_the_exit_who_is_too_strong_closes_the_way():
    where = islands({(0, 0): "2"}, {(5, 0): "2", (6, 0): "E"})
    assert targets(where, 0, 0) == [(1, 0)]
    assert codes(where, move((0, 0), (5, 0)))[0] == Code.ATTACK_TOO_WEAK
    assert Code.PATH_BLOCKED in codes(where, move((0, 0), (6, 0)))


@pytest.mark.ruling("22")
def test_a_kamikaze_may_come_out_of_a_portal():
    where = islands({(0, 0): "1", (1, 0): "E"}, {(5, 0): "4", (6, 0): "E"})
    assert Code.PATH_BLOCKED in codes(where, move((0, 0), (5, 0)))
    free = islands({(1, 0): "1", (0, 0): "E"}, {(5, 0): "4", (6, 0): "E"})
    then = after(free, move((1, 0), (5, 0)))
    assert discs_at(then, 5, 0) is None


@pytest.mark.ruling("22")
def test_an_own_stack_at_the_exit_may_be_joined_and_not_passed():
    where = islands({(0, 0): "2", (5, 0): "2"}, {(6, 0): "1E"})
    assert targets(where, 0, 0) == [(1, 0), (5, 0)]
    assert discs_at(after(where, move((0, 0), (5, 0))), 5, 0) == "cyan 4"
    fuller = islands({(0, 0): "2", (5, 0): "3"}, {(6, 0): "1E"})
    assert codes(fuller, move((0, 0), (5, 0)))[0] == Code.STACK_TOO_HIGH


@pytest.mark.ruling("22")
def test_a_stack_before_the_portal_blocks_it():
    where = islands({(0, 0): "2"}, {(1, 0): "3E"})
    assert targets(where, 0, 0) == []
    assert is_legal(where, Pass())


CORRIDOR = """
    o o 3 o o
     o o o x
"""
"""One portal with its open edge to the west; a way around it runs below."""


@pytest.mark.ruling("22")
def test_one_portal_alone_leads_nowhere():
    where = islands({(0, 0): "2"}, {(2, 1): "3E"}, board=CORRIDOR)
    assert targets(where, 0, 0) == [(0, 1), (1, 0), (1, 1)]
    assert set(codes(where, move((0, 0), (3, 0)))) & {Code.PORTAL_CLOSED, Code.PATH_BLOCKED}


@pytest.mark.ruling("22")
def test_three_portals_lead_nowhere():
    board = """
        o o 3 o o 3
         o o o 3 .
    """
    where = islands({(0, 0): "2"}, {(1, 1): "3E"}, board=board)
    assert targets(where, 0, 0) == [(0, 1), (1, 0)]
    assert Code.PORTAL_CLOSED in codes(where, move((0, 0), (2, 0)))


@pytest.mark.ruling("22")
def test_portals_do_not_work_where_a_front_cell_cannot_be_walked_on():
    board = """
        o o 3 o o
         o o o 3 x
    """
    working = islands({(0, 0): "2"}, {(1, 1): "3E"}, board=board)
    assert (2, 1) in targets(working, 0, 0)
    board = """
        o o 3 o o
         o o o x 3
    """
    broken = islands({(0, 0): "2"}, {(1, 1): "3E"}, board=board)
    assert targets(broken, 0, 0) == [(0, 1), (1, 0)]
    assert Code.PORTAL_CLOSED in codes(broken, move((0, 0), (2, 0)))


@pytest.mark.ruling("22")
def test_portals_do_not_work_where_a_front_cell_is_off_the_board():
    board = """
        o o 3 o o
         o o o 0
    """
    where = islands({(0, 0): "2"}, {(1, 1): "3E"}, board=board)
    assert targets(where, 0, 0) == [(0, 1), (1, 0)]


@pytest.mark.ruling("22")
def test_the_closed_edges_of_a_portal_let_nobody_in():
    """From [3, 0] the portal beside it shows its back; its front is [1, 0]."""
    board = """
        o o 3 o
         o o o x 0 o
    """
    where = islands({(3, 0): "2"}, {(2, 1): "4", (0, 0): "E"}, board=board)
    assert targets(where, 3, 0) == []
    assert Code.PORTAL_CLOSED in codes(where, move((3, 0), (5, 1)))
    assert Code.PORTAL_CLOSED in codes(where, move((3, 0), (2, 0)))


@pytest.mark.ruling("22")
def test_a_portal_makes_no_two_cells_adjacent_for_building():
    board = """
        o o 3 . 0 o o
         x x . . r x
    """
    where = islands({(1, 0): "2"}, {(6, 0): "1E"}, board=board)
    assert codes(where, build((1, 0), (4, 1), "camp"))[0] == Code.NOT_ADJACENT
    there = islands({(5, 0): "2"}, {(0, 0): "1E"}, board=board)
    assert is_legal(there, build((5, 0), (4, 1), "camp"))


@pytest.mark.ruling("22")
def test_a_portal_makes_no_two_cells_adjacent_for_reinforcing():
    board = """
        o o 3 . 0 o o
         x x . . r x
    """
    where = islands(
        {(1, 0): "1E"},
        {(6, 0): "1E"},
        board=board,
        step="reinforce",
        reserve={"cyan": "1"},
        buildings={"violet": {(4, 1): "camp"}},
    )
    assert is_legal(where, reinforced({(1, 0): "1"}))


@pytest.mark.ruling("22")
@pytest.mark.ruling("18")
def test_a_portal_joins_no_storm_zones():
    where = islands({(0, 0): "4"}, {(7, 0): "1E"}, board="o s 3 . 0 s o o")
    assert drawn("o s 3 . 0 s o o").zones == ((1, 0), (5, 0))
    prices = [price for target, price in moves_from(where, 0, 0) if target == (6, 0)]
    assert prices == [2]


@pytest.mark.ruling("22")
@pytest.mark.ruling("20")
def test_sizes_at_the_exit_are_compared_after_the_loss():
    where = islands({(0, 0): "2"}, {(5, 0): "4", (6, 0): "E"}, board="o s 3 . 0 o o")
    assert is_legal(where, move((0, 0), (5, 0), lost=1))


@pytest.mark.ruling("22")
def test_nothing_is_built_on_a_portal():
    where = islands({(1, 0): "2"}, {(6, 0): "1E"})
    assert codes(where, build((1, 0), (2, 0), "camp"))[0] == Code.TERRAIN_FORBIDS
