"""The command `random-game`: a whole computer-played game, to read or as JSON lines."""

from __future__ import annotations

import argparse
import random
from datetime import UTC, datetime
from typing import Any

from eko_companion.autoplay import play_game, playthrough
from eko_companion.cli.game_options import add_game_options, random_start_of
from eko_companion.cli.jsonlines import encode
from eko_companion.record.game import Game
from eko_companion.record.library import new_game_path
from eko_companion.rules import Position, action_document, position_document


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "play a whole game of the computer against itself and print it"
    command = commands.add_parser(
        "random-game", help=what, description=f"{what[0].upper()}{what[1:]}."
    )
    add_game_options(command)
    command.add_argument(
        "--json",
        action="store_true",
        help='print {"position", "action"} a line, as `play` reads it',
    )
    command.add_argument(
        "--save", action="store_true", help="save it instead of printing it, and print its name"
    )
    command.set_defaults(run=_run)


def _save(start: Position, rng: random.Random, title: str) -> None:
    path = new_game_path(datetime.now(UTC))
    game = Game.new(path, start, title=title)
    for played in play_game(start, rng):
        game.play(played.action)
    game.close()
    print(path.stem)


def _run(options: argparse.Namespace) -> int:
    start, rng, title = random_start_of(options)
    if options.save:
        _save(start, random.Random(rng.random()), title)
        return 0
    if not options.json:
        for line in playthrough(start, rng, title):
            print(line)
        return 0
    for played in play_game(start, rng):
        before, action = position_document(played.before), action_document(played.action)
        print(encode({"position": before, "action": action}))
    return 0
