"""What always holds, over random games of every player count, mix of variants and rulings.

EKO_THOROUGH=1 makes the same tests look at far more (above 100,000 pairs of position and action).
"""

from __future__ import annotations

import os
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eko_companion.autoplay import altered, attempt, play_game
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import (
    SWITCHES,
    BoardReader,
    BuildingKind,
    Position,
    Rulings,
    Step,
    action_document,
    action_from_document,
    legal_actions,
    play,
    position_document,
    position_from_document,
    status,
    why_illegal,
)
from eko_companion.rules.notation import action_text, parse_action
from eko_companion.rules.positiontext import parse_position, position_text
from eko_companion.rules.setup import Variants, random_game_start
from eko_companion.rules.wording import describe
from tests.rules.puzzles import random_puzzle

THOROUGH = bool(os.environ.get("EKO_THOROUGH"))
GAMES = 80 if THOROUGH else 8
PUZZLES = 800 if THOROUGH else 60
HOUSE_BOARDS = BoardReader(load_tile_set)

any_variants = st.builds(
    Variants,
    storms=st.sampled_from((0, 1, 3, 6)),
    portals=st.booleans(),
    pyramids=st.integers(0, 2),
    lighthouse=st.booleans(),
    wind=st.booleans(),
    moon=st.booleans(),
    sand=st.booleans(),
)
any_rulings = st.tuples(*(st.sampled_from(values) for _, values in SWITCHES.values())).map(
    lambda values: Rulings(*values)
)
any_seed = st.integers(0, 10**6)

whole_games = settings(
    max_examples=GAMES, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
puzzles = settings(max_examples=PUZZLES, deadline=None)


def game(players: int, seed: int, variants: Variants, rulings: Rulings) -> list[Position]:
    """Every position of a random game, the last included."""
    rng = random.Random(seed)
    start = random_game_start(load_tile_set(HOUSE), players, rng, variants, rulings)
    return [start, *(played.after for played in play_game(start, rng))]


def check_what_always_holds(position: Position) -> None:
    assert status(position) == []
    for player in position.players:
        own = position.stacks_of(player)
        held = sum(player in names for names in position.captives)
        discs = sum(stack.discs for stack in own) + position.reserve_of(player).discs
        assert discs + held + position.box_of(player) == 16
        assert all(1 <= stack.discs <= 4 for stack in own)
        assert sum(stack.emperor for stack in own) <= 1
        for kind, owned in zip(BuildingKind, (5, 3, 1), strict=True):
            built = sum(b.owner == player and b.kind is kind for b in position.buildings)
            assert built + position.supply_of(player, kind) == owned
            assert position.supply_of(player, kind) >= 0
    assert (position.step is Step.OVER) == (position.winners is not None)
    assert (position.step is Step.EXCHANGE) == (position.then is not None)


def check_reasons(position: Position, rng: random.Random, pairs: int) -> None:
    """Reasons are empty exactly for what is listed, also for altered actions."""
    actions = legal_actions(position)
    listed = set(actions)
    assert len(listed) == len(actions)
    for action in rng.sample(actions, min(len(actions), pairs)):
        assert why_illegal(position, action) == []
    for number in range(pairs):
        action = attempt(position, rng)
        if actions and number % 2:
            action = altered(position, rng.choice(actions), rng)
        reasons = why_illegal(position, action)
        assert (action in listed) == (not reasons)
        for reason in reasons:
            assert reason.text.endswith(".")
            assert "{" not in reason.text
        assert action_from_document(action_document(action)) == action
        assert parse_action(position.board, action_text(position, action)) == action


@whole_games
@given(st.integers(2, 4), any_seed, any_variants, any_rulings)
def test_numbers_hold_and_reasons_agree_in_every_position_of_a_game(
    players: int, seed: int, variants: Variants, rulings: Rulings
) -> None:
    rng = random.Random(seed)
    for position in game(players, seed, variants, rulings):
        check_what_always_holds(position)
        check_reasons(position, rng, 6)


@puzzles
@given(any_seed)
def test_numbers_hold_and_reasons_agree_in_wild_positions(seed: int) -> None:
    rng = random.Random(seed)
    position = random_puzzle(rng)
    for _ in range(8):
        check_what_always_holds(position)
        check_reasons(position, rng, 6)
        if position.step is Step.OVER:
            break
        position = play(position, rng.choice(legal_actions(position)))


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 4), any_seed, any_variants, any_rulings)
def test_positions_survive_text_and_json(
    players: int, seed: int, variants: Variants, rulings: Rulings
) -> None:
    for position in game(players, seed, variants, rulings):
        again = position_from_document(position_document(position), HOUSE_BOARDS)
        assert again == position
        assert hash(again) == hash(position)
        # What is carried along in play must not differ from what is read afresh.
        assert legal_actions(again) == legal_actions(position)
        assert parse_position(position_text(position), load_tile_set) == position


@puzzles
@given(any_seed)
def test_wild_positions_survive_json_with_their_own_tiles(seed: int) -> None:
    position = random_puzzle(random.Random(seed))
    assert position_from_document(position_document(position)) == position
    tiles = {position.board.tiles.name: position.board.tiles}
    assert parse_position(position_text(position), tiles.__getitem__) == position


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 4), any_seed, any_variants)
def test_playing_never_changes_the_position_it_started_from(
    players: int, seed: int, variants: Variants
) -> None:
    rng = random.Random(seed)
    for position in game(players, seed, variants, Rulings())[:-1]:
        before = position_text(position)
        copy = parse_position(before, load_tile_set)
        for action in rng.sample(legal_actions(position), min(3, len(legal_actions(position)))):
            describe(position, action)
            play(position, action)
        assert position == copy
        assert position_text(position) == before


def test_a_position_cannot_be_changed() -> None:
    position = random_puzzle(random.Random(1))
    try:
        position.to_move = "nobody"  # type: ignore[misc]
    except AttributeError:
        return
    raise AssertionError("a position was changed")
