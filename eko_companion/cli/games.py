"""The commands on saved games: `games`, `replay`, `export`, `verify` and `import`."""

from __future__ import annotations

import argparse
import io
import json
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from eko_companion.cli.replaying import replay_in_terminal
from eko_companion.installed import load_tile_set
from eko_companion.record.errors import RecordError
from eko_companion.record.exports import csv_export, json_export
from eko_companion.record.files import replace_file, sync_folder
from eko_companion.record.game import Game
from eko_companion.record.journal import read_journal
from eko_companion.record.library import (
    GameSummary,
    game_path,
    games_folder,
    new_game_path,
    saved_games,
    summary_of,
)
from eko_companion.record.replay import Replay, replay_of, result_words
from eko_companion.record.score_sheet import ReadGame, read_score_sheet, score_sheet
from eko_companion.rules.errors import reason


def _html(replay: Replay) -> str:
    from eko_companion.record.html_page import html_page

    return html_page(replay)


def _text(replay: Replay) -> str:
    return score_sheet(replay, load_tile_set)


EXPORTS = {"text": _text, "json": json_export, "csv": csv_export, "html": _html}
DAMAGED = 1
WIDE = 200


def add_commands(commands: Any) -> None:
    """Add the commands to the command line."""
    listing = commands.add_parser("games", help="list the saved games", description="Saved games.")
    listing.add_argument("--json", action="store_true", help="one JSON document a line")
    listing.set_defaults(run=_games)
    replaying = _game_command(commands, "replay", "step through a saved game in the terminal")
    replaying.set_defaults(run=_replay)
    exporting = _game_command(commands, "export", "print a saved game for people or programs")
    exporting.add_argument("--format", choices=tuple(EXPORTS), default="text", help="(text)")
    exporting.add_argument("--output", metavar="FILE", help="write into a file instead")
    exporting.set_defaults(run=_export)
    importing = commands.add_parser(
        "import", help="save a game from a score sheet", description="Save a game from its text."
    )
    importing.add_argument("file", metavar="FILE", help="a text export")
    importing.set_defaults(run=_import)
    verifying = _game_command(commands, "verify", "check that a saved game is whole")
    verifying.add_argument("--json", action="store_true", help="one JSON document")
    verifying.set_defaults(run=_verify)


def _game_command(commands: Any, name: str, what: str) -> Any:
    command = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("game", metavar="GAME", help="its name in `games`, or a file")
    return command


def _load(name: str) -> Replay:
    """A saved game; what is wrong with its file is said on standard error."""
    state, problems = Game.look(game_path(name))
    for problem in problems:
        print(f"eko-companion: {name}: {problem}", file=sys.stderr)
    return replay_of(state)


def _games(options: argparse.Namespace) -> int:
    listed = saved_games()
    if options.json:
        for game in listed:
            print(json.dumps(_summary_document(game)))
        return 0
    if not listed:
        print(f"No games are saved in {games_folder()} yet.", file=sys.stderr)
        return 0
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for heading in ("game", "players", "began", "turn", "points", "state"):
        table.add_column(heading, no_wrap=heading == "game")
    for game in listed:
        table.add_row(*_summary_row(game))
    # A pipe has no width: what reads it wants one line a game.
    width = None if sys.stdout.isatty() else WIDE
    Console(highlight=False, markup=False, emoji=False, width=width).print(table)
    return 0


def _summary_row(game: GameSummary) -> list[str]:
    if game.replay is None:
        return [game.name, "", "", "", "", f"cannot be read: {game.problems[0]}"]
    last = game.replay.frames[-1]
    names = ", ".join(
        seat.colour if seat.name == seat.colour else f"{seat.name} ({seat.colour})"
        for seat in game.replay.seats
    )
    score = " : ".join(str(own.total) for own in last.points.values())
    state = result_words(game.replay)
    if game.problems:
        state += "; damaged, see `verify`"
    began = game.replay.frames[0].at[:16].replace("T", " ")
    return [game.name, names, began, str(last.turn), score, state]


def _summary_document(game: GameSummary) -> dict[str, Any]:
    document: dict[str, Any] = {
        "game": game.name,
        "file": str(game.path),
        "problems": list(game.problems),
    }
    if game.replay is not None:
        last = game.replay.frames[-1]
        result = game.replay.result
        document |= {
            "seats": [{"colour": seat.colour, "name": seat.name} for seat in game.replay.seats],
            "began": game.replay.frames[0].at,
            "turn": last.turn,
            "points": {player: own.total for player, own in last.points.items()},
            "to_move": last.position.to_move,
            "step": last.position.step.value,
            "result": None
            if result is None
            else {"winners": list(result.winners), "how": result.how},
        }
    return document


def _replay(options: argparse.Namespace) -> int:
    replay_in_terminal(_load(options.game))
    return 0


def _export(options: argparse.Namespace) -> int:
    text = EXPORTS[options.format](_load(options.game))
    if options.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # An export is UTF-8 whatever the terminal speaks.
            sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(text)
        return 0
    path = Path(options.output).resolve()
    if path.exists() and not path.is_file():
        raise RecordError(f"{options.output} is not a file that can be replaced.")
    if path.suffix == ".jsonl" and path.parent == games_folder().resolve():
        raise RecordError("An export never takes the place of a saved game.")
    replace_file(path, text.encode("utf-8", errors="backslashreplace"))
    print(f"{path} is written.", file=sys.stderr)
    return 0


def _import(options: argparse.Namespace) -> int:
    path = Path(options.file)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {reason(error)}.") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a text.") from None
    read = read_score_sheet(text, load_tile_set)
    saved = new_game_path(datetime.now(UTC))
    # Made beside, and put among the games once it is whole.
    with tempfile.TemporaryDirectory(dir=saved.parent, prefix=".import-") as folder:
        made = Path(folder) / saved.name
        _write_down(read, made)
        made.replace(saved)
        sync_folder(saved.parent)
    print(saved.stem)
    return 0


def _write_down(read: ReadGame, path: Path) -> None:
    names = {seat.colour: seat.name for seat in read.seats}
    game = Game.new(path, read.start, names, title=read.title)
    try:
        for ply in read.plies:
            if ply.kind == "correct":
                game.correct(ply.after, "from a score sheet")
            elif ply.kind == "override" and ply.action is not None:
                game.override(ply.action, ply.after)
            elif ply.action is not None:
                game.play(ply.action)
        if read.result is not None and read.result != game.state.result:
            game.finish(read.result.winners, read.result.how)
        game.note(f"From a score sheet of {read.date}.")
    finally:
        game.close()


def _verify(options: argparse.Namespace) -> int:
    path = game_path(options.game)
    content = read_journal(path)
    summary = summary_of(path)
    whole = not summary.problems
    if options.json:
        print(
            json.dumps(
                {
                    "game": summary.name,
                    "whole": whole,
                    "events": len(content.documents),
                    "problems": list(summary.problems),
                }
            )
        )
    elif whole:
        print(f"{summary.name} is whole: {len(content.documents)} events.")
    else:
        for problem in summary.problems:
            print(problem)
        print(f"{len(content.documents)} events are good.")
    return 0 if whole else DAMAGED
