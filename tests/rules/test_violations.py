"""Refusals: every code that the rules can give, and reasons that a player understands."""

from collections.abc import Callable

import pytest

from eko_companion.rules import (
    RULINGS,
    Action,
    Cell,
    Code,
    Exchange,
    IllegalActionError,
    March,
    Pass,
    Position,
    Step,
    Swap,
    play,
    why_illegal,
)
from tests.rules.table import (
    build,
    codes,
    drawn,
    is_legal,
    moon,
    move,
    position,
    reinforced,
    sand,
)

ONLY_SEEN_BY_A_CAMERA = {
    Code.NOT_YOUR_TURN,
    Code.STACK_SPLIT,
    Code.ATTACK_OWN,
    Code.PIECES_DONT_ADD_UP,
}

LAND = """
    o o o s o o 3 . 0 o
     r m M S v x x . x
"""
VIOLET = {(9, 0): "1E"}


def at(step, cyan, violet=None, **more):
    return position(drawn(LAND), {"cyan": cyan, "violet": violet or VIOLET}, step=step, **more)


def over():
    where = at("action", {(0, 0): "2E"})
    return where.changed(step=Step.OVER, winners=("cyan",))


def chooser():
    stacks = {"cyan": {(0, 0): "1"}, "violet": {(2, 0): "1"}, "navy": {(5, 0): "1"}}
    return position(
        drawn(LAND),
        stacks,
        to_move="violet",
        step="exchange",
        captives={"cyan": ["violet"], "violet": ["cyan", "navy"]},
        then=("navy", "reinforce"),
    )


BESIDE = {"violet": {(0, 1): "camp"}}
CAMPS = """
    o o o o o o o
     r r r r r m x
"""
FIVE_CAMPS = {"cyan": {(q, 1): "camp" for q in range(5)}}
BOTH_TEMPLES = {"cyan": {(2, 1): "camp", (3, 1): "camp"}}

Case = Callable[[], tuple[Position, Action]]

REFUSALS: dict[Code, Case] = {
    Code.WRONG_STEP: lambda: (at("action", {(0, 0): "2E"}), March()),
    Code.NO_SUCH_STACK: lambda: (at("action", {(0, 0): "2E"}), move((1, 0), (2, 0))),
    Code.NOT_YOUR_STACK: lambda: (at("action", {(0, 0): "2E"}), move((9, 0), (5, 0))),
    Code.SAME_CELL: lambda: (at("action", {(0, 0): "2E"}), move((0, 0), (0, 0))),
    Code.NOT_WALKABLE: lambda: (at("action", {(0, 0): "2E"}), move((0, 0), (0, 1))),
    Code.PATH_BLOCKED: lambda: (
        at("action", {(0, 0): "2E", (1, 0): "4"}),
        move((0, 0), (2, 0)),
    ),
    Code.STACK_TOO_HIGH: lambda: (
        at("action", {(0, 0): "2E", (1, 0): "4"}),
        move((0, 0), (1, 0)),
    ),
    Code.ATTACK_TOO_WEAK: lambda: (
        at("action", {(0, 0): "1"}, {(1, 0): "2", **VIOLET}),
        move((0, 0), (1, 0)),
    ),
    Code.STORM_LOSS_WRONG: lambda: (at("action", {(2, 0): "2E"}), move((2, 0), (4, 0))),
    Code.STORM_WOULD_DESTROY: lambda: (
        at("action", {(2, 0): "1"}),
        move((2, 0), (4, 0), lost=1),
    ),
    Code.PORTAL_CLOSED: lambda: (at("action", {(5, 0): "2E"}), move((5, 0), (6, 0))),
    Code.NOT_ADJACENT: lambda: (at("action", {(5, 0): "2E"}), build((5, 0), (0, 1), "camp")),
    Code.TERRAIN_FORBIDS: lambda: (
        at("action", {(0, 0): "2E"}, buildings={"cyan": {(0, 1): "camp"}}),
        build((0, 0), (0, 1), "tower"),
    ),
    Code.MUST_START_WITH_CAMP: lambda: (
        at("action", {(1, 0): "3E"}),
        build((1, 0), (1, 1), "tower"),
    ),
    Code.MUST_BE_NEXT_KIND: lambda: (
        at("action", {(1, 0): "3E"}, buildings={"cyan": {(1, 1): "camp"}}),
        build((1, 0), (1, 1), "castle"),
    ),
    Code.KIND_NOT_ALLOWED: lambda: (
        at("action", {(1, 0): "3E"}, buildings={"violet": {(1, 1): "camp"}}),
        build((1, 0), (1, 1), "castle"),
    ),
    Code.NOT_IN_SUPPLY: lambda: (
        position(
            drawn(CAMPS), {"cyan": {(5, 0): "2E"}, "violet": {(6, 0): "E"}}, buildings=FIVE_CAMPS
        ),
        build((5, 0), (5, 1), "camp"),
    ),
    Code.NOT_ENOUGH_DISCS: lambda: (
        at("action", {(1, 0): "1"}, buildings={"violet": {(1, 1): "camp"}}),
        build((1, 0), (1, 1), "camp"),
    ),
    Code.WRONG_COST: lambda: (
        at("action", {(1, 0): "2"}),
        build((1, 0), (1, 1), "camp", emperor=True),
    ),
    Code.MARCH_ALREADY_USED: lambda: (
        at("reinforce", {(0, 0): "2E"}, reserve={"cyan": "5"}, march_used=True),
        March(),
    ),
    Code.MARCH_CANNOT_PAY: lambda: (
        at("reinforce", {(0, 0): "2E"}, reserve={"cyan": "2"}),
        March(),
    ),
    Code.MARCH_NEEDS_ACTION: lambda: (
        position(
            drawn("o o o"),
            {"cyan": {(0, 0): "1E"}, "violet": {(1, 0): "3E"}},
            step="reinforce",
            reserve={"cyan": "3"},
        ),
        March(),
    ),
    Code.REINFORCE_REQUIRED: lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "2"}),
        Pass(),
    ),
    Code.REINFORCE_EMPTY_CELL: lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "2"}),
        reinforced({(1, 0): "1"}),
    ),
    Code.REINFORCE_NEAR_ENEMY: lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "2"}, buildings=BESIDE),
        reinforced({(0, 0): "1"}),
    ),
    Code.REINFORCE_ON_STORM: lambda: (
        at("reinforce", {(3, 0): "1E"}, reserve={"cyan": "2"}),
        reinforced({(3, 0): "1"}),
    ),
    Code.REINFORCE_SEVERAL_STACKS: lambda: (
        at("reinforce", {(0, 0): "1E", (2, 0): "1"}, reserve={"cyan": "2"}),
        reinforced({(0, 0): "1", (2, 0): "1"}),
    ),
    Code.REINFORCE_RESERVE_SHORT: lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "1"}),
        reinforced({(0, 0): "2"}),
    ),
    Code.EMPEROR_FIRST: lambda: (
        at("reinforce", {(0, 0): "1"}, reserve={"cyan": "1E"}),
        reinforced({(0, 0): "1"}),
    ),
    Code.EMPEROR_ALONE: lambda: (
        at("reinforce", {(0, 0): "1"}, reserve={"cyan": "1E"}, buildings=BESIDE),
        reinforced({(0, 0): "1E"}),
    ),
    Code.TEMPLE_NOT_OWNED: lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "3"}),
        moon((1, 0)),
    ),
    Code.TEMPLE_ALREADY_USED: lambda: (
        at(
            "action",
            {(0, 0): "1E"},
            reserve={"cyan": "3"},
            buildings=BOTH_TEMPLES,
            sand_used=True,
        ),
        sand((9, 0)),
    ),
    Code.TEMPLE_CANNOT_PAY: lambda: (
        at("action", {(0, 0): "1E"}, reserve={"cyan": "1"}, buildings=BOTH_TEMPLES),
        sand((9, 0)),
    ),
    Code.EMPEROR_PROTECTED: lambda: (
        at("action", {(0, 0): "1E"}, {(9, 0): "E"}, reserve={"cyan": "2"}, buildings=BOTH_TEMPLES),
        sand((9, 0)),
    ),
    Code.EXCHANGE_REQUIRED: lambda: (chooser(), Pass()),
    Code.ACTION_REQUIRED: lambda: (at("action", {(0, 0): "2E"}), Pass()),
    Code.GAME_OVER: lambda: (over(), move((0, 0), (1, 0))),
}

MORE: dict[str, Case] = {
    "swap with an enemy": lambda: (
        at("swap", {(0, 0): "1", (1, 0): "E"}),
        Swap(Cell(9, 0)),
    ),
    "swap with nobody": lambda: (at("swap", {(0, 0): "1", (1, 0): "E"}), Swap(Cell(2, 0))),
    "an emperor not held": lambda: (chooser(), Exchange("violet")),
    "an exchange in the wrong step": lambda: (at("action", {(0, 0): "2E"}), Exchange("violet")),
    "a march before the action without pay": lambda: (at("action", {(0, 0): "E"}), March()),
    "moon onto a mountain": lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "3"}, buildings=BOTH_TEMPLES),
        moon((1, 1)),
    ),
    "moon onto an enemy": lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "3"}, buildings=BOTH_TEMPLES),
        moon((9, 0)),
    ),
    "sand onto an own stack": lambda: (
        at("action", {(0, 0): "1E"}, reserve={"cyan": "3"}, buildings=BOTH_TEMPLES),
        sand((0, 0)),
    ),
    "sand onto nobody": lambda: (
        at("action", {(0, 0): "1E"}, reserve={"cyan": "3"}, buildings=BOTH_TEMPLES),
        sand((1, 0)),
    ),
    "a loss below nothing": lambda: (at("action", {(0, 0): "2E"}), move((0, 0), (1, 0), lost=-1)),
    "everything at once": lambda: (
        at("reinforce", {(0, 0): "1", (3, 0): "4"}, reserve={"cyan": "1E"}, buildings=BESIDE),
        reinforced({(0, 0): "1", (3, 0): "3", (1, 0): "1"}),
    ),
}

OFF_THE_BOARD: dict[str, Case] = {
    "a move off the board": lambda: (at("action", {(0, 0): "2E"}), move((0, 0), (40, 40))),
    "a move from off the board": lambda: (at("action", {(0, 0): "2E"}), move((40, 40), (0, 0))),
    "a build off the board": lambda: (
        at("action", {(0, 0): "2E"}),
        build((0, 0), (40, 40), "camp"),
    ),
    "a reinforcement off the board": lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "2"}),
        reinforced({(40, 40): "1"}),
    ),
    "moon off the board": lambda: (
        at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "3"}, buildings=BOTH_TEMPLES),
        moon((40, 40)),
    ),
    "sand off the board": lambda: (
        at("action", {(0, 0): "1E"}, reserve={"cyan": "3"}, buildings=BOTH_TEMPLES),
        sand((40, 40)),
    ),
    "a swap off the board": lambda: (
        at("swap", {(0, 0): "1", (1, 0): "E"}),
        Swap(Cell(40, 40)),
    ),
}

EVERY_CASE: dict[str, Case] = {
    **{code.value: case for code, case in REFUSALS.items()},
    **MORE,
    **OFF_THE_BOARD,
}


@pytest.mark.parametrize("code", list(REFUSALS), ids=lambda code: code.value)
def test_each_refusal_is_given_its_name(code):
    where, action = REFUSALS[code]()
    assert codes(where, action)[0] == code


def test_every_code_that_the_rules_can_give_is_provoked():
    assert set(REFUSALS) == set(Code) - ONLY_SEEN_BY_A_CAMERA


def test_the_names_are_the_fixed_ones():
    fixed = """
        not_your_turn wrong_step no_such_stack not_your_stack same_cell not_walkable path_blocked
        stack_too_high attack_too_weak attack_own stack_split storm_loss_wrong storm_would_destroy
        portal_closed not_adjacent terrain_forbids must_start_with_camp must_be_next_kind
        kind_not_allowed not_in_supply not_enough_discs wrong_cost march_already_used
        march_cannot_pay march_needs_action reinforce_required reinforce_empty_cell
        reinforce_near_enemy reinforce_on_storm reinforce_several_stacks reinforce_reserve_short
        emperor_first emperor_alone temple_not_owned temple_already_used temple_cannot_pay
        emperor_protected exchange_required action_required pieces_dont_add_up game_over
    """
    assert set(fixed.split()) <= {code.value for code in Code}


@pytest.mark.parametrize("name", list(EVERY_CASE))
def test_each_reason_cites_a_ruling_or_none(name):
    where, action = EVERY_CASE[name]()
    for reason in why_illegal(where, action):
        assert reason.ruling is None or reason.ruling in RULINGS


@pytest.mark.parametrize("name", list(EVERY_CASE))
def test_each_reason_points_only_at_cells_of_the_board(name):
    where, action = EVERY_CASE[name]()
    for reason in why_illegal(where, action):
        assert set(reason.cells) <= set(where.board.cells)


@pytest.mark.parametrize("name", list(EVERY_CASE))
def test_each_reason_is_a_whole_sentence(name):
    where, action = EVERY_CASE[name]()
    for reason in why_illegal(where, action):
        assert not set("{}") & set(reason.text)
        assert reason.text.endswith(".")


@pytest.mark.parametrize("name", list(EVERY_CASE))
def test_no_reason_is_given_twice(name):
    where, action = EVERY_CASE[name]()
    found = codes(where, action)
    assert found
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", list(EVERY_CASE))
def test_a_refused_action_is_not_played(name):
    where, action = EVERY_CASE[name]()
    with pytest.raises(IllegalActionError) as refusal:
        play(where, action)
    assert list(refusal.value.violations) == list(why_illegal(where, action))


def test_a_legal_action_has_no_reason_against_it():
    where = at("action", {(0, 0): "2E"})
    assert is_legal(where, move((0, 0), (1, 0)))
    assert not why_illegal(where, move((0, 0), (1, 0)))


def test_every_reason_that_applies_is_given():
    where, action = MORE["everything at once"]()
    assert set(codes(where, action)) >= {
        Code.REINFORCE_SEVERAL_STACKS,
        Code.REINFORCE_EMPTY_CELL,
        Code.REINFORCE_NEAR_ENEMY,
        Code.REINFORCE_ON_STORM,
        Code.REINFORCE_RESERVE_SHORT,
        Code.STACK_TOO_HIGH,
        Code.EMPEROR_FIRST,
    }


def test_a_march_too_many_that_cannot_be_paid_has_both_reasons():
    where = at("reinforce", {(0, 0): "1E"}, reserve={"cyan": "1"}, march_used=True)
    assert set(codes(where, March())) >= {Code.MARCH_ALREADY_USED, Code.MARCH_CANNOT_PAY}


def test_a_build_that_is_wrong_in_several_ways_has_every_reason():
    where = at("action", {(5, 0): "1E"})
    assert set(codes(where, build((5, 0), (1, 1), "castle"))) >= {
        Code.NOT_ADJACENT,
        Code.MUST_START_WITH_CAMP,
        Code.NOT_ENOUGH_DISCS,
    }


def test_a_weak_attack_past_another_stack_has_both_reasons():
    where = at("action", {(0, 0): "1"}, {(1, 0): "1", (2, 0): "2", **VIOLET})
    found = codes(where, move((0, 0), (2, 0)))
    assert set(found) >= {Code.PATH_BLOCKED, Code.ATTACK_TOO_WEAK}
