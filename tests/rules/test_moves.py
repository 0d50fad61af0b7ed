"""Moves: where a stack may walk, what stops it, and how stacks join. Rulings 1, 2 and 3."""

import pytest

from eko_companion.rules import Code, legal_actions
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

NOT_WALKABLE = ["x", "r", "v", "k", "m", "W", "M", "S"]


@pytest.mark.ruling("1")
@pytest.mark.parametrize("terrain", NOT_WALKABLE)
def test_no_stack_steps_onto_terrain_other_than_circles_and_storms(terrain):
    board = drawn(f"""
        o {terrain} o
         o o
    """)
    where = position(board, {"cyan": {(0, 0): "2"}, "violet": {(2, 0): "E"}})
    assert codes(where, move((0, 0), (1, 0)))[0] == Code.NOT_WALKABLE


@pytest.mark.ruling("1")
@pytest.mark.parametrize("terrain", [*NOT_WALKABLE, "0"])
def test_no_stack_walks_through_such_terrain(terrain):
    board = drawn(f"""
        o {terrain} o
         o o
    """)
    where = position(board, {"cyan": {(0, 0): "2", (1, 1): "3"}, "violet": {(2, 0): "E"}})
    assert moves_from(where, 0, 0) == [((0, 1), 0)]


@pytest.mark.ruling("1")
def test_a_building_cell_is_no_way_with_or_without_a_building():
    board = drawn("""
        o r o
         o o
    """)
    bare = position(board, {"cyan": {(0, 0): "2E"}, "violet": {(2, 0): "E"}})
    built = position(
        board,
        {"cyan": {(0, 0): "2E"}, "violet": {(2, 0): "E"}},
        buildings={"cyan": {(1, 0): "camp"}},
    )
    assert codes(bare, move((0, 0), (1, 0)))[0] == Code.NOT_WALKABLE
    assert codes(built, move((0, 0), (1, 0)))[0] == Code.NOT_WALKABLE


@pytest.mark.ruling("1")
def test_a_storm_cell_can_be_walked_on_at_a_price():
    where = position(drawn("o s o o"), {"cyan": {(0, 0): "2"}, "violet": {(3, 0): "E"}})
    assert is_legal(where, move((0, 0), (1, 0), lost=1))
    assert is_legal(where, move((0, 0), (2, 0), lost=1))


@pytest.mark.ruling("1")
def test_no_stack_leaves_the_board():
    where = position(drawn("o o o"), {"cyan": {(0, 0): "2"}, "violet": {(2, 0): "E"}})
    assert Code.NOT_WALKABLE in codes(where, move((0, 0), (0, 1)))


@pytest.mark.ruling("2")
def test_a_stack_walks_any_number_of_cells_and_turns_at_will():
    board = drawn("""
        o o o x
         x x o o
          o o o x
    """)
    where = position(board, {"cyan": {(0, 0): "2"}, "violet": {(0, 2): "E"}})
    assert [target for target, _ in moves_from(where, 0, 0)] == [
        (0, 2),
        (1, 0),
        (1, 2),
        (2, 0),
        (2, 1),
        (2, 2),
        (3, 1),
    ]


@pytest.mark.ruling("2")
def test_the_whole_stack_walks_and_leaves_its_cell_empty():
    where = position(drawn("o o o o"), {"cyan": {(0, 0): "2E"}, "violet": {(3, 0): "E"}})
    then = after(where, move((0, 0), (2, 0)))
    assert discs_at(then, 0, 0) is None
    assert discs_at(then, 2, 0) == "cyan 2E"
    assert in_reserve(then, "cyan") == "0"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("2")
def test_a_move_never_ends_where_it_began():
    where = position(drawn("o o o o"), {"cyan": {(0, 0): "2"}, "violet": {(3, 0): "E"}})
    assert codes(where, move((0, 0), (0, 0)))[0] == Code.SAME_CELL


@pytest.mark.ruling("2")
def test_a_round_trip_through_a_storm_is_no_move_either():
    where = position(drawn("o s o"), {"cyan": {(0, 0): "2"}, "violet": {(2, 0): "E"}})
    assert codes(where, move((0, 0), (0, 0), lost=1))[0] == Code.SAME_CELL


@pytest.mark.ruling("2")
@pytest.mark.parametrize("owner", ["cyan", "violet"])
def test_a_stack_in_the_way_blocks_the_path_whoever_owns_it(owner):
    stacks = {"cyan": {(0, 0): "2"}, "violet": {(4, 0): "E"}}
    stacks[owner][2, 0] = "1"
    where = position(drawn("o o o o o"), stacks)
    assert codes(where, move((0, 0), (3, 0)))[0] == Code.PATH_BLOCKED
    assert codes(where, move((0, 0), (4, 0)))[0] == Code.PATH_BLOCKED
    assert is_legal(where, move((0, 0), (2, 0)))


@pytest.mark.ruling("2")
def test_a_stack_walks_around_what_stands_in_the_way():
    board = drawn("""
        o o o o
         o o o
    """)
    where = position(board, {"cyan": {(0, 0): "2", (1, 0): "4"}, "violet": {(3, 0): "E"}})
    assert is_legal(where, move((0, 0), (2, 0)))


@pytest.mark.ruling("2")
def test_a_stack_may_pass_a_cell_again_so_it_may_fetch_a_storm_and_come_back():
    where = position(drawn("s o o o"), {"cyan": {(1, 0): "2"}, "violet": {(3, 0): "E"}})
    assert is_legal(where, move((1, 0), (2, 0)))
    assert is_legal(where, move((1, 0), (2, 0), lost=1))


@pytest.mark.ruling("2")
def test_only_an_own_stack_is_moved():
    where = position(drawn("o o o o"), {"cyan": {(0, 0): "2"}, "violet": {(3, 0): "E"}})
    assert codes(where, move((3, 0), (2, 0)))[0] == Code.NOT_YOUR_STACK
    assert codes(where, move((1, 0), (2, 0)))[0] == Code.NO_SUCH_STACK


@pytest.mark.ruling("3")
def test_stacks_join_up_to_four():
    where = position(
        drawn("o o o o"), {"cyan": {(0, 0): "2", (2, 0): "2"}, "violet": {(3, 0): "E"}}
    )
    then = after(where, move((0, 0), (2, 0)))
    assert discs_at(then, 0, 0) is None
    assert discs_at(then, 2, 0) == "cyan 4"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("3")
@pytest.mark.parametrize(("mover", "joined"), [("1", "4"), ("2", "3"), ("1E", "3"), ("4", "4")])
def test_a_fifth_disc_is_refused(mover, joined):
    where = position(
        drawn("o o o o"), {"cyan": {(0, 0): mover, (2, 0): joined}, "violet": {(3, 0): "E"}}
    )
    assert codes(where, move((0, 0), (2, 0)))[0] == Code.STACK_TOO_HIGH


@pytest.mark.ruling("3")
@pytest.mark.parametrize(("mover", "joined"), [("1E", "2"), ("2", "1E"), ("E", "3"), ("3", "E")])
def test_the_emperor_lies_on_top_whichever_stack_moved(mover, joined):
    where = position(
        drawn("o o o o"), {"cyan": {(0, 0): mover, (2, 0): joined}, "violet": {(3, 0): "E"}}
    )
    assert discs_at(after(where, move((0, 0), (2, 0))), 2, 0) == "cyan 3E"


@pytest.mark.ruling("3")
def test_an_own_stack_is_joined_and_never_attacked():
    where = position(
        drawn("o o o o"), {"cyan": {(0, 0): "1", (2, 0): "4"}, "violet": {(3, 0): "E"}}
    )
    assert Code.STACK_TOO_HIGH in codes(where, move((0, 0), (2, 0)))
    assert not any(getattr(action, "to", None) == (0, 0) for action in legal_actions(where))
