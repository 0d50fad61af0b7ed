"""What runs without a command, until there is an app: a computer-played game in the terminal.

The players sometimes try what the rules forbid, and the referee says why not. With no terminal
attached it prints plain lines and ends by itself.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from eko_companion.autoplay import choose_action, mistake
from eko_companion.autoplay.playthrough import result_line
from eko_companion.cli.demo_view import Event, view
from eko_companion.cli.game_options import add_game_options, random_start_of
from eko_companion.cli.keys import Keys
from eko_companion.cli.terminal_board import board_text
from eko_companion.rules import Position, Step, play_unchecked, points, why_illegal
from eko_companion.rules.notation import action_text
from eko_companion.rules.wording import describe

_MISTAKES = 0.08
_PAUSE = 0.8
_REMEMBERED = 50


def add_commands(commands: Any) -> None:
    """Add the command to the command line; it is also what runs without any."""
    what = "referee a computer-played game in the terminal"
    command = commands.add_parser("demo", help=what, description=f"{what[0].upper()}{what[1:]}.")
    add_game_options(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Referee a computer-played game."""
    start, rng, title = random_start_of(options)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _interactive(start, rng, title)
    return _plain(start, rng, title)


def referee(start: Position, rng: random.Random) -> Iterator[Event]:
    """Play the game, with a refused attempt now and then."""
    position = start
    while position.step is not Step.OVER:
        wrong = mistake(position, rng) if rng.random() < _MISTAKES else None
        if wrong is not None:
            reason = why_illegal(position, wrong)[0]
            ruling = f" [{reason.ruling}]" if reason.ruling else ""
            notation = action_text(position, wrong)
            words = f"{reason.text}{ruling}"
            yield Event(position, position.to_move, notation, words, True, reason.cells)
        action = choose_action(position, rng)
        words = " ".join(text.english for text in describe(position, action))
        after = play_unchecked(position, action)
        yield Event(after, position.to_move, action_text(position, action), words)
        position = after


def _plain(start: Position, rng: random.Random, title: str) -> int:
    console = Console(highlight=False)
    console.print(f"Ekö Companion referees a computer-played game: {title}.", soft_wrap=True)
    console.print(board_text(start))
    last = start
    for number, event in enumerate(referee(start, rng), 1):
        last = event.position
        sign = "refused" if event.refused else _points_line(last)
        console.print(
            f"{number:>4} {event.player:<7} {event.notation:<14} {event.words} ({sign})",
            soft_wrap=True,
            markup=False,
        )
    console.print(board_text(last))
    console.print(f"{result_line(last)} Points: {_points_line(last)}.", markup=False)
    return 0


def _points_line(position: Position) -> str:
    return ", ".join(f"{player} {own.total}" for player, own in points(position).items())


def _interactive(start: Position, rng: random.Random, title: str) -> int:
    console = Console(highlight=False)
    log: deque[Event] = deque(maxlen=_REMEMBERED)
    running = False
    last = start
    events = referee(start, rng)
    with Keys() as keys, console.screen() as screen:
        while True:
            size = console.size
            screen.update(view(last, log, title, running, size))
            moving = running and last.step is not Step.OVER
            key = keys.wait(_PAUSE)
            while key is None and not moving and console.size == size:
                key = keys.wait(_PAUSE)
            if key is None and not moving:
                # The window has another size now: the picture is only fitted to it.
                continue
            if key in ("q", "\x1b", "\x03", "\x04"):
                break
            if key in ("a", "A"):
                running = not running
                continue
            if key is not None and key not in (" ", "\r", "\n", "n"):
                continue
            event = next(events, None)
            if event is not None:
                log.append(event)
                last = event.position
    console.print(f"{result_line(last)} Points: {_points_line(last)}.", markup=False)
    return 0
