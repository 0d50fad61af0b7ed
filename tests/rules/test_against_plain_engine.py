"""The fast engine beside a plain and slow one that was written from the rules alone.

Both list and play the same positions of random games with every mix of variants and rulings; any
difference is a bug in one of them.
"""

from __future__ import annotations

import json
import random

import pytest

from eko_companion.autoplay import attempt, play_game
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import (
    SWITCHES,
    Position,
    Rulings,
    Step,
    action_document,
    legal_actions,
    play,
    points,
    position_document,
    why_illegal,
)
from eko_companion.rules.setup import random_game_start, random_variants
from tests.rules import plain_engine
from tests.rules.puzzles import random_puzzle


def random_rulings(rng: random.Random) -> Rulings:
    return Rulings(*(rng.choice(values) for _, values in SWITCHES.values()))


def inline(position: Position) -> dict:
    return position_document(position, tiles=position.board.tiles.document())


def canonical(document: object) -> str:
    return json.dumps(document, sort_keys=True)


def compare(position: Position, rng: random.Random, plays: int) -> None:
    document = inline(position)
    actions = legal_actions(position)
    ours = [canonical(action_document(action)) for action in actions]
    theirs = [canonical(action) for action in plain_engine.legal(document)]
    assert sorted(ours) == sorted(theirs)
    for action in rng.sample(actions, min(plays, len(actions))):
        played = plain_engine.play(document, action_document(action))
        assert json.dumps(inline(play(position, action))) == json.dumps(played)
    tried = attempt(position, rng)
    listed = canonical(action_document(tried)) in theirs
    assert listed == (not why_illegal(position, tried))
    score = points(position)
    assert plain_engine.score(document) == {
        "points": {player: own.total for player, own in score.items()},
        "capital": {player: own.capital for player, own in score.items()},
        "winners": None if position.winners is None else list(position.winners),
    }


@pytest.mark.parametrize("seed", range(12))
def test_both_engines_agree_on_every_position_of_a_game(seed: int) -> None:
    compare_game(seed, plays=2)


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_agree_on_wild_positions(seed: int) -> None:
    rng = random.Random(seed)
    position = random_puzzle(rng)
    for _ in range(10):
        compare(position, rng, plays=4)
        if position.step is Step.OVER:
            break
        position = play(position, rng.choice(legal_actions(position)))


def compare_game(seed: int, plays: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    variants = random_variants(rng, players)
    start = random_game_start(load_tile_set(HOUSE), players, rng, variants, random_rulings(rng))
    for played in play_game(start, rng):
        compare(played.before, rng, plays)
    compare(played.after, rng, plays)
