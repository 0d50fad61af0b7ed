"""What hands do on the table, allowed or not: the board afterwards, and whether it tells."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from eko_companion.autoplay.mistakes import attempt, mistake
from eko_companion.autoplay.sensible import choose_action
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import (
    Action,
    Build,
    BuildingKind,
    Moon,
    Move,
    Pass,
    Position,
    Reinforce,
    Reinforcement,
    Sand,
    Step,
    Swap,
    legal_actions,
    play_unchecked,
    why_illegal,
)
from eko_companion.rules.pieces import SUPPLY, Stack
from eko_companion.rules.setup import random_game_start
from eko_companion.simulator.physical import INVISIBLE, physically, shows_a_mistake
from eko_companion.simulator.session_script import past_swaps

CAMP, TOWER, CASTLE = BuildingKind
VISIBLE = (Move, Build, Reinforce, Sand, Moon)


def game(seed: int, players: int, actions: int) -> Position:
    dice = random.Random(seed)
    return past_swaps(random_game_start(load_tile_set(HOUSE), players, dice), dice, actions)


def positions(seed: int, players: int, count: int) -> list[Position]:
    dice = random.Random(seed)
    found = [game(seed, players, 5)]
    while len(found) < count and found[-1].step is not Step.OVER:
        found.append(play_unchecked(found[-1], choose_action(found[-1], dice)))
    return [position for position in found if position.step is not Step.OVER]


def pieces_in(position: Position) -> Counter[tuple[str, str]]:
    """All pieces, on the board and beside it."""
    found: Counter[tuple[str, str]] = Counter()
    for stack in position.stacks:
        found[stack.owner, "warrior"] += stack.warriors
        found[stack.owner, "emperor"] += stack.emperor
    for place, player in enumerate(position.players):
        found[player, "warrior"] += position.reserves[place].warriors + position.boxes[place]
        found[player, "emperor"] += position.reserves[place].emperor
        for captive in position.captives[place]:
            found[captive, "emperor"] += 1
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_a_legal_action_gives_the_board_of_the_rules(players):
    checked: Counter[type] = Counter()
    for position in positions(2, players, 60):
        for action in legal_actions(position)[:60]:
            if not isinstance(action, VISIBLE):
                continue
            stands = physically(position, action)
            after = play_unchecked(position, action)
            if stands is None:
                continue
            # A kamikaze goes down with the stack that it attacks; hands alone do not know that.
            if isinstance(action, Move) and action.to not in after.stack_at:
                continue
            assert (stands.stacks, stands.buildings) == (after.stacks, after.buildings)
            checked[type(action)] += 1
    assert checked[Move] > 100
    assert checked[Build] > 10
    assert checked[Reinforce] > 10


@pytest.mark.parametrize("seed", range(4))
def test_no_attempt_makes_or_loses_pieces(seed):
    dice = random.Random(seed)
    done = 0
    for position in positions(seed, 2 + seed % 3, 60):
        for _ in range(12):
            stands = physically(position, attempt(position, dice))
            if stands is None:
                continue
            done += 1
            assert pieces_in(stands) == pieces_in(position)
            for player in stands.players:
                for kind, most in SUPPLY.items():
                    built = [(b.owner, b.kind) for b in stands.buildings].count((player, kind))
                    assert built <= most
            assert stands.stacks == tuple(sorted(stands.stacks))
            assert all(stack.discs for stack in stands.stacks)
    assert done > 100


def test_a_stack_may_become_too_high():
    position = game(1, 2, 10)
    player = position.players[-1]
    cells = [stack.cell for stack in position.stacks if stack.owner == player][:2]
    for height in (3, 4):
        high = position.restacked(*(Stack(cell, player, height, False) for cell in cells))
        stands = physically(high, Move(cells[0], cells[1], 0, False))
        assert stands is not None
        assert stands.stack_at[cells[1]].discs == 2 * height
        assert cells[0] not in stands.stack_at


def test_an_enemy_is_sent_home_and_an_emperor_to_prison():
    position = game(1, 2, 10)
    mine, theirs = (
        next(stack for stack in position.stacks if stack.owner == player and stack.emperor)
        for player in position.players
    )
    stands = physically(position, Move(mine.cell, theirs.cell, 0, False))
    assert stands is not None
    assert stands.stack_at[theirs.cell].owner == mine.owner
    assert stands.captives[0] == (theirs.owner,)
    assert stands.reserves[1].warriors == position.reserves[1].warriors + theirs.warriors


def test_what_hands_cannot_do_is_not_done():
    position = game(1, 2, 10)
    stack = position.stacks[0]
    empty = next(
        cell
        for cell in position.board.cells
        if position.board.terrain[cell].walkable and cell not in position.stack_at
    )
    solid = next(cell for cell in position.board.cells if not position.board.terrain[cell].walkable)
    impossible: list[Action] = [
        Move(empty, stack.cell, 0, False),
        Move(stack.cell, stack.cell, 0, False),
        Move(stack.cell, solid, 0, False),
        Move(stack.cell, empty, stack.discs + 1, False),
        Build(empty, solid, CAMP, False),
        Build(stack.cell, empty, CAMP, False),
        Sand(empty),
        Reinforce((Reinforcement(empty, 0, False),)),
        Reinforce((Reinforcement(empty, 99, False),)),
        Reinforce((Reinforcement(solid, 1, False),)),
        Pass(),
        Swap(stack.cell),
    ]
    for action in impossible:
        assert physically(position, action) is None, action


def test_a_building_that_is_not_left_cannot_be_built():
    position = game(3, 2, 40)
    player = position.to_move
    places = [
        cell
        for cell in position.board.cells
        if position.board.terrain[cell].highest_building is not None
        and not position.board.terrain[cell].walkable
        and cell not in position.building_at
    ]
    stack = position.stacks_of(player)[0]
    now = position
    for at in places[: CAMP.supply]:
        built = physically(now, Build(stack.cell, at, CAMP, False))
        if built is None:
            break
        now = built.restacked(stack)
    assert now.supply_of(player, CAMP) == 0
    assert physically(now, Build(stack.cell, places[-1], CAMP, False)) is None


def test_the_board_before_and_all_legal_boards_show_no_mistake():
    for position in positions(5, 3, 30):
        assert not shows_a_mistake(position, position)
        for action in legal_actions(position)[:10]:
            assert not shows_a_mistake(position, play_unchecked(position, action))


def test_a_mistake_that_looks_like_a_legal_action_is_none():
    """Paying with warriors while naming the emperor gives the board of the plain build."""
    for position in positions(7, 2, 80):
        for action in legal_actions(position):
            if isinstance(action, Build) and not action.emperor:
                wrong = Build(action.start, action.at, action.kind, True)
                stands = physically(position, wrong)
                if why_illegal(position, wrong) and stands is not None:
                    assert not shows_a_mistake(position, stands)
                    return
    pytest.fail("no such build came by")


def test_a_far_jump_shows_a_mistake():
    shown = 0
    for position in positions(9, 2, 30):
        dice = random.Random(3)
        wrong = mistake(position, dice)
        if isinstance(wrong, Move):
            stands = physically(position, wrong)
            if stands is not None and shows_a_mistake(position, stands):
                after = [
                    play_unchecked(position, action)
                    for action in legal_actions(position)
                    if not isinstance(action, INVISIBLE)
                ]
                assert all(stands.stacks != legal.stacks for legal in after)
                shown += 1
    assert shown > 3


def test_a_stack_that_nobody_can_count_is_not_photographed():
    position = game(1, 2, 10)
    player = position.players[0]
    cell = position.stacks_of(player)[0].cell
    for discs, told in ((5, True), (6, False)):
        high = position.changed(
            stacks=tuple(
                Stack(cell, player, discs, False) if stack.cell == cell else stack
                for stack in position.stacks
            )
        )
        assert shows_a_mistake(position, high) is told
