"""Where games are kept, and which there are.

EKO_COMPANION_HOME names the folder for everything; without it the system's usual place is used.
"""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from eko_companion.record.errors import RecordError
from eko_companion.record.game import Game
from eko_companion.record.replay import Replay, replay_of
from eko_companion.rules import EkoError
from eko_companion.rules.errors import reason

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


def home() -> Path:
    """The folder for all that the program keeps."""
    chosen = os.environ.get("EKO_COMPANION_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("eko-companion"))


def games_folder() -> Path:
    """The folder of the journals."""
    return home() / "games"


def game_path(name: str) -> Path:
    """The journal of a game by its name, or a path to one; raises RecordError if there is none."""
    if name.endswith(".jsonl") or os.sep in name:
        path = Path(name)
    elif _NAME.fullmatch(name) is None:
        raise RecordError(f"{name!r} is not the name of a game.")
    else:
        path = games_folder() / f"{name}.jsonl"
    try:
        there = path.is_file()
    except OSError as error:
        raise RecordError(f"The game {name} cannot be read: {reason(error)}.") from None
    if not there:
        raise RecordError(f"There is no game {name}. `eko-companion games` lists those there are.")
    return path


def new_game_path(now: datetime) -> Path:
    """A free place for a new game, named by date and time."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"{folder} cannot be made: {reason(error)}.") from None
    name = now.strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{name}.jsonl"
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}.jsonl"
        number += 1
    return path


class GameSummary(NamedTuple):
    """A line in the list of saved games."""

    name: str
    path: Path
    replay: Replay | None
    """None where nothing of the game can be read."""
    problems: tuple[str, ...]


def saved_games() -> list[GameSummary]:
    """All saved games, the newest first; a damaged one is listed with what is wrong."""
    folder = games_folder()
    if home().exists() and not home().is_dir():
        raise RecordError(f"{home()} is not a folder.")
    paths = folder.glob("*.jsonl") if folder.is_dir() else ()
    # A pipe or a folder of that name would never come to an end, or is no game.
    files = [path for path in paths if ".damaged-" not in path.name and path.is_file()]
    listed = [summary_of(path) for path in files]
    return sorted(listed, key=lambda game: game.name, reverse=True)


def summary_of(path: Path) -> GameSummary:
    """One game as it stands on disk."""
    try:
        state, problems = Game.look(path)
    except EkoError as error:
        return GameSummary(path.stem, path, None, (str(error),))
    return GameSummary(path.stem, path, replay_of(state), tuple(problems))
