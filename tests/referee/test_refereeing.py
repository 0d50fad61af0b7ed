"""The referee takes looks at whole games, and names the rule that an attempt breaks."""

from __future__ import annotations

import random

import numpy as np
import pytest

from eko_companion.autoplay.mistakes import mistake
from eko_companion.autoplay.sensible import choose_action
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.referee.deciding import Accept, Ask, Nothing, Unclear, Violate, decide
from eko_companion.referee.evidence import evidence_of
from eko_companion.referee.explaining import explanations
from eko_companion.referee.refereeing import Referee
from eko_companion.rules import (
    Action,
    Exchange,
    March,
    Moon,
    Pass,
    Position,
    Step,
    action_document,
    legal_actions,
    play_unchecked,
    why_illegal,
)
from eko_companion.rules.setup import random_game_start
from eko_companion.simulator.physical import physically
from tests.referee.looks import look_at

UNSEEN = (Pass, March, Exchange)


def game(seed: int, players: int = 2) -> Position:
    return random_game_start(load_tile_set(HOUSE), players, random.Random(seed))


def advanced(position: Position, dice: random.Random, actions: int) -> Position:
    for _ in range(actions):
        after = play_unchecked(position, choose_action(position, dice))
        if after.step is Step.OVER:
            break
        position = after
    return without_forced_passes(position)


def without_forced_passes(position: Position) -> Position:
    while position.step is not Step.OVER and legal_actions(position) == [Pass()]:
        position = play_unchecked(position, Pass())
    return position


def next_visible(position: Position, dice: random.Random) -> tuple[list[Action], Position]:
    actions: list[Action] = []
    while position.step is not Step.OVER:
        action = choose_action(position, dice)
        actions.append(action)
        position = play_unchecked(position, action)
        if not isinstance(action, UNSEEN):
            break
    return actions, without_forced_passes(position)


def test_a_still_board_is_nothing_new():
    position = advanced(game(1), random.Random(1), 20)
    assert isinstance(decide(position, evidence_of([look_at(position)])), Nothing)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_visible_action_of_a_game_is_taken_as_it_was_or_asked_about(players):
    dice = random.Random(players)
    position = without_forced_passes(game(players, players))
    taken = asked = 0
    for _ in range(40):
        actions, after = next_visible(position, dice)
        if after.step is Step.OVER:
            break
        decision = decide(position, evidence_of([look_at(after)]))
        if isinstance(decision, Accept) and not isinstance(actions[-1], Moon):
            assert without_forced_passes(decision.after) == after
            taken += 1
        else:
            # A choice of captives, or a forced march, cannot be seen.
            assert isinstance(decision, Ask | Accept)
            asked += 1
        position = after
    assert taken > 10 * asked


def test_rules_put_right_what_the_camera_gets_wrong():
    rng, dice = np.random.default_rng(2), random.Random(5)
    position = advanced(game(5), dice, 10)
    right = board_alone = count = 0
    for _ in range(25):
        _, after = next_visible(position, dice)
        if after.step is Step.OVER:
            break
        reading = look_at(after, rng, right=0.97)
        board_alone += all(
            seen.holding == look_at(after).cells[cell].holding
            for cell, seen in reading.cells.items()
        )
        best = explanations(position, evidence_of([reading]))[0]
        right += without_forced_passes(best.after) == after
        count += 1
        position = after
    assert right >= 0.85 * count
    assert board_alone < 0.7 * count


def test_attempts_against_the_rules_are_never_taken_as_legal():
    dice = random.Random(9)
    named = count = 0
    for seed in range(12):
        position = advanced(game(seed, 2 + seed % 3), dice, 15 + seed)
        attempt = mistake(position, dice)
        stands = None if attempt is None else physically(position, attempt)
        if attempt is None or stands is None or stands.stacks == position.stacks:
            continue
        if any(stack.discs > 5 for stack in stands.stacks):
            continue
        legal = explanations(position, evidence_of([look_at(stands)]))[0]
        if legal.left_over < 1:
            # Other, legal actions lead to the very same board.
            continue
        decision = decide(position, evidence_of([look_at(stands)]))
        assert isinstance(decision, Violate | Unclear | Ask), attempt
        count += 1
        codes = {reason.code for reason in why_illegal(position, attempt)}
        named += isinstance(decision, Violate) and bool(codes & set(decision.broken.codes))
    assert count >= 4
    assert named >= 0.75 * count


def test_events_follow_the_contract():
    dice = random.Random(3)
    start = game(3)
    referee = Referee(start)
    assert referee.opening()[0]["event"] in ("turn", "action")
    position = referee.position
    for _ in range(6):
        actions, position = next_visible(position, dice)
        events = referee.look(look_at(position), "001.jpg")
        told = [event["action"] for event in events if event["event"] == "action"]
        wanted = [action_document(action) for action in actions if not isinstance(action, Pass)]
        assert [action for action in told if action["do"] != "pass"] == wanted
        assert all(event["source"] == "001.jpg" for event in events if event["event"] == "action")
    assert without_forced_passes(referee.position) == position


def test_an_unusable_look_changes_nothing():
    position = game(4)
    referee = Referee(position)
    reading = look_at(advanced(position, random.Random(1), 12))
    unusable = type(reading)(False, "A hand.", reading.cells)
    assert referee.look(unusable, "x") == []
    assert referee.position == position
