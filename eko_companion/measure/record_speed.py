"""How fast a game is opened and an event is saved, and whether that depends on the game's length.

Opening is compared with playing the same actions through the rules. Saving is measured twice: the
program's own work, and the wait until the disk has it, which is the machine's own affair.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.table import Table

from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.record import Game, read_journal
from eko_companion.rules import (
    Action,
    BuildingKind,
    Position,
    Step,
    legal_actions,
    play,
    play_unchecked,
)
from eko_companion.rules.actions import Build
from eko_companion.rules.setup import random_game_start

ROUNDS = 11
TURNS = 500
LENGTHS = (100, 1_000, 10_000)
ACTIONS_A_ROUND = 20


class HasFileno(Protocol):
    """A file."""

    def fileno(self) -> int:
        """Its number."""


class LongGame(NamedTuple):
    """A game of many turns, and its actions."""

    start: Position
    actions: list[Action]


def quiet_action(position: Position, rng: random.Random) -> Action:
    """A random action of players who do not want to win: no castles, and nothing that ends it."""
    actions = legal_actions(position)
    calm = [a for a in actions if not (isinstance(a, Build) and a.kind is BuildingKind.CASTLE)]
    rng.shuffle(calm)
    for action in calm or actions:
        if play_unchecked(position, action).step is not Step.OVER:
            return action
    raise RuntimeError("the game cannot go on")


def long_game(turns: int, players: int = 3) -> LongGame:
    """The first random game that lasts so many turns."""
    for seed in range(1000):
        rng = random.Random(seed)
        position = start = random_game_start(load_tile_set(HOUSE), players, rng)
        actions: list[Action] = []
        taken = 0
        while taken < turns:
            try:
                action = quiet_action(position, rng)
            except RuntimeError:
                break
            after = play_unchecked(position, action)
            taken += after.active != position.active
            actions.append(action)
            position = after
        else:
            return LongGame(start, actions)
    raise RuntimeError(f"no game of {turns} turns was found")


class Saved(NamedTuple):
    """What saving one action took, in milliseconds."""

    work: float
    disk: float


@contextmanager
def no_waiting_for_the_disk() -> Iterator[None]:
    """Leave out what forces lines to the disk; everything else is done."""
    real = os.fsync
    os.fsync = lambda fd: None
    try:
        yield
    finally:
        os.fsync = real


def saved_game(path: Path, game: LongGame) -> None:
    """The journal of a game."""
    with no_waiting_for_the_disk():
        journal = Game.new(path, game.start)
        for action in game.actions:
            journal.play(action)
        journal.close()


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def replayed(game: LongGame) -> None:
    """Play all actions through the rules once, from a position that nothing was looked up in."""
    position = game.start.changed()
    for action in game.actions:
        position = play(position, action)


def opened(path: Path) -> None:
    """Open a game for play and let it go."""
    Game.open(path).close()


def opening(console: Console, folder: Path) -> None:
    """Opening a long game beside replaying it."""
    game = long_game(TURNS)
    path = folder / "long.jsonl"
    saved_game(path, game)
    cases: dict[str, Callable[[], object]] = {
        "replay through the rules, once": lambda: replayed(game),
        "open for play": lambda: opened(path),
        "look at": lambda: Game.look(path),
        "of it: read and check every line": lambda: read_journal(path),
    }
    found: dict[str, list[float]] = {name: [] for name in cases}
    for work in cases.values():
        work()
    gc.collect()
    gc.disable()
    for _ in range(ROUNDS):
        for name, work in cases.items():
            found[name].append(milliseconds(work))
    gc.enable()
    once = next(iter(found.values()))
    table = Table(title=f"A game of {TURNS} turns ({len(game.actions)} actions)")
    table.add_column("")
    table.add_column("ms", justify="right")
    table.add_column("against one replay (must be below 2)", justify="right")
    for name, own in found.items():
        ratio = statistics.median(a / b for a, b in zip(own, once, strict=True))
        table.add_row(name, f"{statistics.median(own):.1f}", f"{ratio:.2f}")
    console.print(table)


def saving(console: Console, folder: Path) -> None:
    """Saving one more action in games of different length, in turns."""
    game = long_game(TURNS)
    journals = {
        length: grown(folder / f"length-{length}.jsonl", game, length) for length in LENGTHS
    }
    saved: dict[int, list[Saved]] = {length: [] for length in LENGTHS}
    gc.collect()
    gc.disable()
    for _ in range(ROUNDS):
        for length, journal in journals.items():
            saved[length] += save_more(journal, game.actions[:ACTIONS_A_ROUND])
    gc.enable()
    for journal in journals.values():
        journal.close()
    table = Table(title="Saving one more action (medians)")
    first = saved[LENGTHS[0]]
    for heading in ("events before", "ms of work", "ms until the disk has it", "ms in all"):
        table.add_column(heading, justify="right")
    table.add_column(f"work against {LENGTHS[0]} events", justify="right")
    for length, own in saved.items():
        work = statistics.median(one.work for one in own)
        table.add_row(
            f"{length:,}",
            f"{work:.3f}",
            f"{statistics.median(one.disk for one in own):.3f}",
            f"{statistics.median(one.work + one.disk for one in own):.3f}",
            f"{work / statistics.median(one.work for one in first):.2f}",
        )
    console.print(table)


def grown(path: Path, game: LongGame, length: int) -> Game:
    """An open game with so many events: it is played, and gone through again and again."""
    with no_waiting_for_the_disk():
        journal = Game.new(path, game.start)
        while len(journal.state.events) < length:
            if journal.state.at < len(game.actions):
                journal.play(game.actions[journal.state.at])
            else:
                journal.jump(0)
    return journal


def save_more(journal: Game, actions: list[Action]) -> list[Saved]:
    """Save the same first actions of a game once more."""
    found = []
    real = os.fsync
    waited = 0.0

    def fsync(fd: int | HasFileno) -> None:
        nonlocal waited
        waited += milliseconds(lambda: real(fd))

    os.fsync = fsync
    try:
        journal.jump(0)
        for action in actions:
            waited = 0.0
            whole = milliseconds(lambda action=action: journal.play(action))  # type: ignore[misc]
            found.append(Saved(whole - waited, waited))
    finally:
        os.fsync = real
    return found


def main() -> None:
    """Measure and print tables."""
    console = Console(width=130)
    console.print("Record: opening games and saving events. Medians of", ROUNDS, "rounds.")
    with tempfile.TemporaryDirectory(prefix="eko-record-") as name:
        opening(console, Path(name))
        saving(console, Path(name))
