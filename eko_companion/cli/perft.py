"""The command `perft`: counts the ways that lead so many actions deep from each position."""

from __future__ import annotations

import argparse
from typing import Any

from eko_companion.cli.jsonlines import answer_all
from eko_companion.installed import load_tile_set
from eko_companion.rules import BoardReader, position_from_document
from eko_companion.rules.perft import divide, perft


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "count the sequences of legal actions from positions, one JSON document a line"
    command = commands.add_parser("perft", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("--depth", type=_depth, default=2, help="how many actions deep (2)")
    command.add_argument("--divide", action="store_true", help="count for each first action too")
    command.set_defaults(run=_run)


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 9:
        raise argparse.ArgumentTypeError("the depth is a number from 1 to 9")
    return int(text)


def _run(options: argparse.Namespace) -> int:
    boards = BoardReader(load_tile_set)

    def answer(document: object) -> dict[str, Any]:
        position = position_from_document(document, boards)
        if not options.divide:
            return {"depth": options.depth, "nodes": perft(position, options.depth)}
        counts = divide(position, options.depth)
        return {"depth": options.depth, "nodes": sum(counts.values()), "actions": counts}

    return answer_all(answer)
