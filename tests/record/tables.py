"""Games for the tests of the record: quick starts, random play of every kind, failing disks."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.record import ClockSettings, Game, GameState, Ply, Result, Times
from eko_companion.record.chain import FIRST, open_seal, seal
from eko_companion.rules import (
    Action,
    March,
    Pass,
    Player,
    Position,
    Step,
    Swap,
    legal_actions,
    position_document,
    why_illegal,
)
from eko_companion.rules.setup import BASE_GAME, Variants, random_game_start

THOROUGH = bool(os.environ.get("EKO_THOROUGH"))
BLITZ = ClockSettings(initial=300_000, increment=5_000)


@cache
def start_of(players: int = 2, seed: int = 0, variants: Variants = BASE_GAME) -> Position:
    """The first position of a game."""
    return random_game_start(load_tile_set(HOUSE), players, random.Random(seed), variants)


class Watch(Times):
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        noon = datetime(2024, 5, 1, 12, tzinfo=UTC)
        super().__init__(lambda: self.now, lambda: noon + timedelta(seconds=self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


class Seen(NamedTuple):
    """All that players can see of a game."""

    position: Position
    line: tuple[Ply, ...]
    at: int
    result: Result | None
    clock: dict[Player, int] | None
    elapsed: int
    events: int


def seen(state: GameState) -> Seen:
    """What a state amounts to, to be compared with another time."""
    return Seen(
        state.position,
        tuple(state.line),
        state.at,
        state.result,
        state.clock_times,
        state.events[-1].elapsed,
        len(state.events),
    )


def any_action(position: Position, rng: random.Random) -> Action:
    """One legal action, each as likely as the other."""
    return rng.choice(legal_actions(position))


def play_on(game: Game, rng: random.Random, count: int = 1) -> None:
    """Play legal actions; a game that is over is taken back a little first."""
    for _ in range(count):
        if game.position.step is Step.OVER:
            game.undo(min(game.state.at, 5))
        game.play(any_action(game.position, rng))


def illegal_action(position: Position) -> Action:
    """Something that the rules refuse here."""
    for action in (Pass(), March(), Swap(position.stacks[0].cell)):
        if why_illegal(position, action):
            return action
    raise AssertionError("everything is legal here")


def by_hand(position: Position, rng: random.Random) -> Position:
    """A possible position a little different from this one: a warrior is put back."""
    stacks = [stack for stack in position.stacks if stack.warriors > 1]
    if not stacks or position.step is Step.OVER:
        return position
    stack = rng.choice(stacks)
    reserve = position.reserve_of(stack.owner)
    return position.restacked(
        stack._replace(warriors=stack.warriors - 1),
        reserves=position.with_reserve(
            stack.owner, reserve._replace(warriors=reserve.warriors + 1)
        ),
    )


def do_something(game: Game, rng: random.Random) -> None:
    """One event or two, of any kind that is possible now; mostly an action."""
    state = game.state
    possible: list[tuple[int, Callable[[], object]]] = [
        (1, lambda: game.note(f"Nöte {rng.random()} <b>\"'\\\n\u2028😀")),
        (1, lambda: game.answer(game.ask("Is this right?", ["yes", "no"]), "yes")),
        (1, lambda: game.keep_photo("photo-1.jpg", "ab" * 32)),
        (1, lambda: game.correct(by_hand(game.position, rng), "a disc fell down")),
    ]
    if game.position.step is Step.OVER:
        possible.append((5, lambda: game.undo(min(state.at, 1 + rng.randrange(5)))))
    else:
        possible.append((20, lambda: game.play(any_action(game.position, rng))))
        possible.append(
            (1, lambda: game.override(illegal_action(game.position), by_hand(game.position, rng)))
        )
        possible.append((1, lambda: game.finish(game.position.players[:1], "resigned")))
    if game.can_undo:
        possible.append((3, lambda: game.undo(1 + rng.randrange(min(3, state.at)))))
        possible.append((1, lambda: game.jump(rng.randint(0, len(state.line)))))
    if game.can_redo:
        possible.append((4, game.redo))
    if game.clock is not None:
        possible.append((2, game.start_clock))
        possible.append((1, game.pause))
        possible.append((1, game.mark_clock))
        times = {player: rng.randrange(10**6) for player in game.position.players}
        possible.append((1, lambda: game.set_clock(times)))
    weights, doings = zip(*possible, strict=True)
    rng.choices(doings, weights)[0]()


def random_game(path: Path, seed: int, count: int, *, clock: bool = True) -> bytes:
    """The bytes of a journal in which a bit of everything happened."""
    rng = random.Random(seed)
    watch = Watch()
    start = start_of(2 + seed % 3, seed % 5)
    names = dict(zip(start.players, ("Zoë", "Bob <b>", 'An"na', "😀"), strict=False))
    game = Game.new(path, start, names, clock=BLITZ if clock else None, times=watch)
    for _ in range(count):
        watch.wait(rng.random() * 20)
        do_something(game, rng)
    game.close()
    return path.read_bytes()


def digest(position: Position) -> str:
    """A position in a word that two processes can compare."""
    # Which of two equal tile sets a board has, installed or written out, is all the same here.
    return seal(position_document(position, tiles=position.board.tiles.document()), FIRST)[1]


def resealed(documents: list[dict[str, Any]]) -> bytes:
    """A journal whose seals are right, whatever stands in it."""
    lines, check = [], FIRST
    for document in documents:
        line, check = seal(document, check)
        lines.append(line)
    return b"".join(lines)


def opened(content: bytes) -> list[dict[str, Any]]:
    """The documents of a whole journal."""
    documents, check = [], FIRST
    for line in content.splitlines(keepends=True):
        document, check = open_seal(line, check)
        documents.append(document)
    return documents


def kept_copies(path: Path) -> list[bytes]:
    """The damaged files that were set aside for a game."""
    return [kept.read_bytes() for kept in sorted(path.parent.glob(f"{path.stem}.damaged-*.jsonl"))]


class Disk:
    """What the disk still does for one file; the defaults are a disk that works."""

    def __init__(self) -> None:
        self.room: int | None = None
        """The bytes that still fit."""
        self.most: int | None = None
        """The bytes that one write takes at most."""
        self.error = errno.ENOSPC
        self.confirms: list[bool] = []
        """Whether the next writes are confirmed; after these, all are."""
        self.truncates = True


@contextmanager
def disk_of(path: Path) -> Iterator[Disk]:
    """A disk that fails for one file, the way the test says."""
    disk = Disk()
    real = os.write, os.fsync, os.ftruncate

    def is_mine(descriptor: int) -> bool:
        try:
            return path.exists() and os.path.samestat(os.fstat(descriptor), path.stat())
        except OSError:
            return False

    def write(descriptor: int, data: bytes) -> int:
        if is_mine(descriptor):
            if disk.most is not None:
                data = data[: disk.most]
            if disk.room is not None:
                if disk.room <= 0:
                    raise OSError(disk.error, os.strerror(disk.error))
                data = data[: disk.room]
                disk.room -= len(data)
        return real[0](descriptor, data)

    def fsync(descriptor: int) -> None:
        if disk.confirms and is_mine(descriptor) and not disk.confirms.pop(0):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real[1](descriptor)

    def ftruncate(descriptor: int, length: int) -> None:
        if not disk.truncates and is_mine(descriptor):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real[2](descriptor, length)

    os.write, os.fsync, os.ftruncate = write, fsync, ftruncate  # type: ignore[assignment]
    try:
        yield disk
    finally:
        os.write, os.fsync, os.ftruncate = real
