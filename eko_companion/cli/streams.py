"""The commands `legal`, `play` and `score`: positions in, answers out, a line each."""

from __future__ import annotations

import argparse
from typing import Any

from eko_companion.cli.jsonlines import Answer, answer_all
from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    BoardReader,
    DocumentError,
    IllegalActionError,
    action_document,
    action_from_document,
    legal_actions,
    play,
    points,
    position_document,
    position_from_document,
)


def add_commands(commands: Any) -> None:
    """Add the three commands to the command line."""
    _add(commands, "legal", "list the legal actions of positions, one JSON document a line", _legal)
    _add(commands, "play", "play an action in a position, one JSON document a line", _play)
    _add(commands, "score", "count the points of positions, one JSON document a line", _score)


def _add(commands: Any, name: str, what: str, answer: Any) -> None:
    command = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    def run(options: argparse.Namespace) -> int:
        boards = BoardReader(load_tile_set)
        bound: Answer = lambda document: answer(document, boards)  # noqa: E731
        return answer_all(bound, {"violations": []} if name == "play" else None)

    command.set_defaults(run=run)


def _legal(document: object, boards: BoardReader) -> dict[str, Any]:
    position = position_from_document(document, boards)
    return {"actions": [action_document(action) for action in legal_actions(position)]}


def _play(document: object, boards: BoardReader) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise DocumentError("position", "a line holds an object with `position` and `action`.")
    for field in ("position", "action"):
        if field not in document:
            raise DocumentError(field, f"the field `{field}` is missing.")
    position = position_from_document(document["position"], boards)
    action = action_from_document(document["action"])
    try:
        after = play(position, action)
    except IllegalActionError as error:
        codes = dict.fromkeys(violation.code.value for violation in error.violations)
        return {"error": str(error), "violations": list(codes)}
    read = document["position"]
    return position_document(after, tiles=read["tiles"], layout=read["layout"])


def _score(document: object, boards: BoardReader) -> dict[str, Any]:
    position = position_from_document(document, boards)
    score = points(position)
    return {
        "points": {player: own.total for player, own in score.items()},
        "capital": {player: own.capital for player, own in score.items()},
        "winners": None if position.winners is None else list(position.winners),
    }
