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
from typing import NamedTuple

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from eko_companion.autoplay import choose_action, mistake
from eko_companion.autoplay.playthrough import result_line
from eko_companion.cli.game_options import add_game_options, random_start_of
from eko_companion.cli.keys import Keys
from eko_companion.cli.terminal_board import LEGEND, board_text, player_style
from eko_companion.rules import Cell, Position, Step, play_unchecked, points, why_illegal
from eko_companion.rules.legal import STEP_WORDS
from eko_companion.rules.notation import action_text
from eko_companion.rules.wording import describe

_MISTAKES = 0.08
_PAUSE = 0.8
_LINES = 8


class Event(NamedTuple):
    """One thing that happened at the table."""

    position: Position
    player: str
    notation: str
    words: str
    refused: bool = False
    cells: tuple[Cell, ...] = ()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the demonstration to the program's own."""
    add_game_options(parser)
    parser.set_defaults(run=run)


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
    log: deque[Event] = deque(maxlen=_LINES)
    running = False
    last = start
    events = referee(start, rng)
    over = False
    with Keys() as keys, console.screen() as screen:
        while True:
            screen.update(_view(last, log, title, running, over))
            key = keys.wait(_PAUSE if running and not over else None)
            if key in ("q", "\x1b", "\x03", "\x04"):
                break
            if key in ("a", "A"):
                running = not running
                continue
            if key is not None and key not in (" ", "\r", "\n", "n"):
                continue
            event = next(events, None)
            over = event is None
            if event is not None:
                log.append(event)
                last = event.position
    console.print(f"{result_line(last)} Points: {_points_line(last)}.", markup=False)
    return 0


def _view(position: Position, log: deque[Event], title: str, running: bool, over: bool) -> Group:
    marked = log[-1].cells if log and log[-1].refused else ()
    lines = Text()
    for event in log:
        lines.append(f"{event.player:<7}", style=player_style(position, event.player))
        lines.append(f" {event.notation:<14} ", style="bold")
        lines.append(f"{event.words}\n", style="bold red" if event.refused else "")
    if over:
        turn = Text(f"{result_line(position)}", style="bold green")
    else:
        turn = Text(f"{position.to_move}", style=player_style(position, position.to_move))
        turn.append(f" is at {STEP_WORDS[position.step]}.", style="default on default")
    keys = "space: next   a: pause   q: stop" if running else "space: next   a: run   q: stop"
    side = Table.grid(padding=(0, 2))
    side.add_row(board_text(position, marked), _points_table(position))
    return Group(
        Text(f"Ekö Companion referees a computer-played game: {title}", style="bold"),
        side,
        turn,
        Panel(lines, title="What happened", height=_LINES + 2),
        Text(LEGEND, style="bright_black"),
        Text(keys, style="bold"),
    )


def _points_table(position: Position) -> Table:
    table = Table(title="12 points and a capital win")
    for heading in ("", "points", "capital", "reserve", "box", "captives"):
        table.add_column(heading, justify="left" if heading in ("", "captives") else "right")
    for player, own in points(position).items():
        reserve = position.reserve_of(player)
        table.add_row(
            Text(f" {player} ", style=player_style(position, player)),
            str(own.total),
            "★" if own.capital else "",
            f"{reserve.warriors}{' + E' if reserve.emperor else ''}",
            str(position.box_of(player)),
            ", ".join(position.captives_of(player)),
        )
    return table
