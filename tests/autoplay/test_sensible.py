"""The sensible random player plays legal, repeatable games that end, and wins when it can."""

from __future__ import annotations

import random

import pytest

from eko_companion.autoplay import choose_action, mistake, play_game
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import Step, legal_actions, play, why_illegal
from eko_companion.rules.setup import BASE_GAME, random_game_start, random_variants
from tests.rules.table import drawn, position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_legal_and_end(players: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        variants = random_variants(rng, players) if seed % 2 else BASE_GAME
        start = random_game_start(load_tile_set(HOUSE), players, rng, variants)
        last = start
        for count, played in enumerate(play_game(start, rng)):
            assert play(played.before, played.action) == played.after
            assert count < 2000
            last = played.after
        assert last.step is Step.OVER


def test_the_same_seed_plays_the_same_game() -> None:
    def actions(seed: int) -> list:
        rng = random.Random(seed)
        start = random_game_start(load_tile_set(HOUSE), 3, rng)
        return [played.action for played in play_game(start, rng)]

    assert actions(7) == actions(7)
    assert actions(7) != actions(8)


def test_it_takes_a_win() -> None:
    board = drawn("""
        o o o o o o o
         m v v v r k r
    """)
    where = position(
        board,
        {"cyan": {(0, 0): "2E", (6, 0): "1"}, "violet": {(2, 0): "1E"}},
        buildings={
            "cyan": {
                (0, 1): "castle",
                (1, 1): "tower",
                (2, 1): "tower",
                (3, 1): "tower",
                (4, 1): "camp",
                (5, 1): "camp",
            }
        },
    )
    for seed in range(20):
        assert play(where, choose_action(where, random.Random(seed))).winners == ("cyan",)


def test_its_mistakes_are_against_the_rules() -> None:
    rng = random.Random(3)
    start = random_game_start(load_tile_set(HOUSE), 2, rng)
    found = 0
    for played in play_game(start, rng):
        wrong = mistake(played.before, rng)
        if wrong is not None:
            assert why_illegal(played.before, wrong)
            assert wrong not in legal_actions(played.before)
            found += 1
    assert found > 10
