"""Sample games for tests: computer-played, with corrections, kept illegal moves and undos."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from eko_companion.autoplay import choose_action, mistake
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.record import ClockSettings, Game, Times
from eko_companion.rules import Move, Position, Step, legal_actions, play
from eko_companion.rules.setup import BASE_GAME, random_game_start, random_variants


class FakeTime:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.times = Times(
            lambda: 1000.0 + self.passed,
            lambda: datetime(2026, 5, 1, 18, 0, tzinfo=UTC) + timedelta(seconds=self.passed),
        )


def start_of(seed: int, players: int = 2, variants: bool = False) -> Position:
    rng = random.Random(seed)
    chosen = random_variants(rng, players) if variants else BASE_GAME
    return random_game_start(load_tile_set(HOUSE), players, rng, chosen)


def moves_until_over(game: Game, rng: random.Random) -> Iterator[None]:
    while game.position.step is not Step.OVER:
        game.play(choose_action(game.position, rng))
        yield


def eventful_game(path: Path, seed: int, players: int = 3, *, clock: bool = True) -> Game:
    """A whole game with everything in it that a journal knows, still open."""
    rng = random.Random(seed)
    time = FakeTime()
    names = {"cyan": 'Ania "the <b>bold</b>"', "violet": "Bo & 🐫", "navy": "=SUM(1)"}
    settings = ClockSettings(600_000, 5_000) if clock else None
    start = start_of(seed, players, variants=True)
    game = Game.new(path, start, names, clock=settings, title="Club final", times=time.times)
    game.start_clock()
    for number, _ in enumerate(moves_until_over(game, rng)):
        time.passed += rng.randrange(1, 40)
        if number % 11 == 5:
            game.undo(2)
            game.redo()
        if number % 13 == 7 and game.position.step is not Step.OVER:
            wrong = mistake(game.position, rng)
            if isinstance(wrong, Move):
                game.override(wrong, game.position)
        if number == 9:
            game.correct(play(game.position, legal_actions(game.position)[0]), "we forgot one")
            question = game.ask("From d4 or from e5?", ["d4", "e5"])
            game.answer(question, "d4")
            game.note("Tea.")
            game.keep_photo("photos/0001.jpg", "0" * 64)
    return game
