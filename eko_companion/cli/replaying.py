"""A saved game in the terminal: the board, the action in words, keys to go back and forth.

With no terminal attached it prints every action and ends by itself.
"""

from __future__ import annotations

import sys

from rich.console import Console, ConsoleDimensions, Group, RenderableType
from rich.text import Text

from eko_companion.cli.keys import Keys
from eko_companion.cli.terminal_board import board_text, player_style
from eko_companion.drawing import picture_of
from eko_companion.record.replay import Frame, Replay, result_words
from eko_companion.rules import Cell

_LOOK = 0.8
"""Seconds after which it is looked whether the window has another size."""
_BACK = {"p", "b", "\x1b[D", "\x1b[A", "\x7f"}
_ON = {" ", "n", "\r", "\n", "\x1b[C", "\x1b[B"}
_LEAVE = {"q", "\x1b", "\x03", "\x04"}


def replay_in_terminal(replay: Replay) -> None:
    """Step through a game, or print it where nobody can press keys."""
    console = Console(highlight=False, markup=False, emoji=False)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _interactive(replay, console)
    else:
        _plain(replay, console)


def _plain(replay: Replay, console: Console) -> None:
    console.print(_heading(replay), soft_wrap=True)
    for frame in replay.frames[1:]:
        console.print(
            f"{frame.turn:>3} {replay.name(frame.player or ''):<10} {frame.notation:<14} "
            f"{' '.join(frame.words)} ({_points(replay, frame)})",
            soft_wrap=True,
        )
    console.print(board_text(replay.frames[-1].position))
    console.print(f"{result_words(replay)}.")


def _interactive(replay: Replay, console: Console) -> None:
    at, last = 0, len(replay.frames) - 1
    with Keys() as keys, console.screen() as screen:
        while True:
            size = console.size
            screen.update(_view(replay, at, size))
            key = keys.wait(_LOOK)
            while key is None and console.size == size:
                key = keys.wait(_LOOK)
            if console.size != size:
                console.clear()
            if key in _LEAVE:
                break
            if key in _ON:
                at = min(last, at + 1)
            elif key in _BACK:
                at = max(0, at - 1)
            elif key in ("g", "\x1b[H"):
                at = 0
            elif key in ("G", "\x1b[F"):
                at = last
            elif key in ("]", "\x1b[6~"):
                at = _next_turn(replay, at, 1)
            elif key in ("[", "\x1b[5~"):
                at = _next_turn(replay, at, -1)


def _next_turn(replay: Replay, at: int, step: int) -> int:
    turn = replay.frames[at].turn
    place = at
    while 0 <= place + step < len(replay.frames):
        place += step
        if replay.frames[place].turn != turn:
            break
    return place


def _view(replay: Replay, at: int, size: ConsoleDimensions) -> RenderableType:
    frame = replay.frames[at]
    marked: tuple[Cell, ...] = ()
    if frame.action is not None and frame.before is not None:
        shown = picture_of(frame.before, frame.action)
        marked = tuple(highlight.cell for highlight in shown.highlights)
    words = Text()
    if frame.player is not None:
        words.append(f" {replay.name(frame.player)} ", player_style(frame.position, frame.player))
        words.append(f" {frame.notation}  ", "bold")
    words.append(" ".join(frame.words) or "The start.")
    place = f"ply {at} of {len(replay.frames) - 1}, turn {frame.turn}"
    keys = "space: on   p: back   [ ]: by turn   g G: first, last   q: leave"
    return Group(
        Text(_heading(replay), style="bold", no_wrap=True),
        Text(keys, style="bright_black", no_wrap=True),
        Text(f"{place}   {_points(replay, frame)}", no_wrap=True),
        words,
        Text(f"{result_words(replay)}." if at == len(replay.frames) - 1 else "", "bold green"),
        board_text(frame.position, marked),
    )


def _heading(replay: Replay) -> str:
    names = ", ".join(f"{seat.name} ({seat.colour})" for seat in replay.seats)
    return f"{replay.title or 'A game of Ekö'}: {names}, {replay.frames[0].at[:10]}"


def _points(replay: Replay, frame: Frame) -> str:
    return ", ".join(
        f"{replay.name(player)} {own.total}{'★' if own.capital else ''}"
        for player, own in frame.points.items()
    )
