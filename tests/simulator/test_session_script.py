"""What happens in a session, photo by photo: legal actions, mistakes put back, unusable looks."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache

import pytest

from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import (
    BoardReader,
    Position,
    Step,
    play,
    position_document,
    position_from_document,
    why_illegal,
)
from eko_companion.rules.setup import random_game_start, random_variants
from eko_companion.simulator.physical import INVISIBLE, shows_a_mistake
from eko_companion.simulator.session_script import UNUSABLE, Look, past_swaps, session_script

GAMES = [(seed, players) for seed in range(5) for players in (2, 3, 4)]


def first_position(seed: int, players: int) -> tuple[Position, random.Random]:
    dice = random.Random(seed)
    variants = random_variants(dice, players)
    start = random_game_start(load_tile_set(HOUSE), players, dice, variants)
    return past_swaps(start, dice, 6 * seed), dice


@cache
def session(seed: int, players: int) -> tuple[Position, list[Look]]:
    position, dice = first_position(seed, players)
    return position, list(session_script(position, dice, 30))


@pytest.mark.parametrize(("seed", "players"), GAMES)
class TestEverySession:
    def test_the_actions_lead_from_photo_to_photo(self, seed, players):
        official, looks = session(seed, players)
        for look in looks:
            assert look.before == official
            for action in look.actions:
                official = play(official, action)
            assert look.after == official
            if look.violation is None:
                assert look.stands == official

    def test_a_mistake_breaks_the_rules_that_are_named(self, seed, players):
        _, looks = session(seed, players)
        for number, look in enumerate(looks):
            if look.violation is None:
                assert look.attempt is None
                continue
            assert look.attempt is not None
            assert not look.actions
            reasons = why_illegal(look.before, look.attempt)
            assert look.violation == tuple(reason.code.value for reason in reasons)
            assert look.violation
            assert shows_a_mistake(look.before, look.stands)
            # Unless the photos are over, everything is put back next.
            if number + 1 < len(looks):
                back = looks[number + 1]
                assert (back.stands, back.actions) == (look.before, ())
                assert back.note

    def test_an_unusable_photo_changes_nothing(self, seed, players):
        _, looks = session(seed, players)
        assert looks[0].unusable is None
        for look in looks:
            if look.unusable is not None:
                assert look.unusable in UNUSABLE
                assert look.stands == look.before == look.after
                assert not look.actions

    def test_every_other_photo_shows_something_new(self, seed, players):
        _, looks = session(seed, players)
        for look in looks:
            if look.actions and look.stands.step is not Step.OVER:
                assert any(not isinstance(action, INVISIBLE) for action in look.actions)

    def test_what_stands_is_a_position(self, seed, players):
        _, looks = session(seed, players)
        boards = BoardReader(load_tile_set)
        for look in looks:
            if look.violation is None:
                document = json.loads(json.dumps(position_document(look.stands)))
                assert position_from_document(document, boards) == look.stands


def test_everything_comes_by():
    looks = [look for seed, players in GAMES for look in session(seed, players)[1]]
    kinds = Counter(
        "violation" if look.violation else look.unusable or f"{min(len(look.actions), 2)}"
        for look in looks
    )
    assert kinds["violation"] > 20
    assert all(kinds[kind] > 5 for kind in UNUSABLE)
    assert kinds["1"] > kinds["2"] > 20
    codes = {code for look in looks for code in look.violation or ()}
    assert len(codes) > 6


def test_there_are_never_more_photos_than_asked_for():
    for count in (0, 1, 2, 7):
        position, dice = first_position(1, 2)
        assert len(list(session_script(position, dice, count))) == count


def test_a_session_ends_with_the_game():
    position, dice = first_position(2, 2)
    looks = list(session_script(position, dice, 900))
    assert len(looks) < 900
    assert looks[-1].after.step is Step.OVER


def test_skipping_never_ends_the_game():
    start = random_game_start(load_tile_set(HOUSE), 2, random.Random(3))
    position = past_swaps(start, random.Random(3), 5000)
    assert position.step not in (Step.OVER, Step.SWAP)
    assert list(session_script(position, random.Random(4), 3))
