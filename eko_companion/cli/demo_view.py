"""The picture of the demonstration in a terminal: board, points, what happened, keys.

It fits itself to the terminal: what matters least is left out first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import ConsoleDimensions, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from eko_companion.autoplay.playthrough import result_line
from eko_companion.cli.terminal_board import LEGEND, board_text, player_style
from eko_companion.rules import Cell, Position, Step, points
from eko_companion.rules.legal import STEP_WORDS
from eko_companion.rules.notation import discs_text

_POINTS_WIDTH = 36


class Event(NamedTuple):
    """One thing that happened at the table."""

    position: Position
    player: str
    notation: str
    words: str
    refused: bool = False
    cells: tuple[Cell, ...] = ()


def view(
    position: Position,
    log: Sequence[Event],
    title: str,
    running: bool,
    size: ConsoleDimensions,
) -> RenderableType:
    """Everything on one screen of that size."""
    marked = log[-1].cells if log and log[-1].refused else ()
    board = board_text(position, marked)
    board_lines = board.plain.splitlines()
    standing = _points_table(position)
    beside = max(map(len, board_lines)) + _POINTS_WIDTH <= size.width
    # The keys stand on top, where no board is too tall for them.
    above: list[RenderableType] = [
        Text(f"Ekö Companion: {title}", style="bold", no_wrap=True),
        Text(_keys(position, running), style="bright_black", no_wrap=True),
        _turn_line(position),
    ]
    used = 4 + len(board_lines)
    if beside:
        grid = Table.grid(padding=(0, 2))
        grid.add_row(board, standing)
        above.append(grid)
    else:
        above += [board, standing]
        used += len(position.players)
    room = max(1, size.height - used)
    parts = [*above, Rule(style="bright_black"), _log(position, log, room)]
    if room > len(log) + 2:
        parts.append(Text(LEGEND, style="bright_black", no_wrap=True))
    return Group(*parts)


def _keys(position: Position, running: bool) -> str:
    if position.step is Step.OVER:
        return "q: leave"
    return f"space: next action   a: {'pause' if running else 'run by itself'}   q: stop"


def _turn_line(position: Position) -> Text:
    if position.step is Step.OVER:
        return Text(f"The game is over: {result_line(position)}", style="bold green", no_wrap=True)
    line = Text(no_wrap=True)
    line.append(f" {position.to_move} ", style=player_style(position, position.to_move))
    return line.append(f" {STEP_WORDS[position.step]}")


def _log(position: Position, log: Sequence[Event], room: int) -> Text:
    lines = Text(no_wrap=True, overflow="ellipsis", end="")
    for event in list(log)[-room:]:
        lines.append(f" {event.player:<7}", style=player_style(position, event.player))
        lines.append(f" {event.notation:<13} ", style="bold")
        lines.append(f"{event.words}\n", style="bold red" if event.refused else "")
    return lines


def _points_table(position: Position) -> Table:
    table = Table.grid(padding=(0, 1))
    for player, own in points(position).items():
        reserve = position.reserve_of(player)
        aside = f"reserve {discs_text(reserve.warriors, reserve.emperor)}"
        if position.box_of(player):
            aside += f", box {position.box_of(player)}"
        if position.captives_of(player):
            aside += f", holds {', '.join(position.captives_of(player))}"
        table.add_row(
            Text(f" {player} ", style=player_style(position, player)),
            Text(f"{own.total:>2}{'★' if own.capital else ' '}", style="bold"),
            Text(aside, no_wrap=True, overflow="ellipsis"),
        )
    return table
