"""A game as JSON or CSV, for other programs; `score_sheet` and `html_page` are for people."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from eko_companion.record.replay import Frame, Replay
from eko_companion.rules import action_document, position_document

EXPORT_FORMAT = "eko-game/1"


def json_export(replay: Replay) -> str:
    """Everything about the line in force, with the position after every ply."""
    start = replay.frames[0].position
    tiles = start.board.tiles.document()
    document = {
        "format": EXPORT_FORMAT,
        "title": replay.title,
        "seats": [{"colour": seat.colour, "name": seat.name} for seat in replay.seats],
        "start": position_document(start, tiles=tiles),
        "plies": [_ply(frame) for frame in replay.frames[1:]],
        "result": None
        if replay.result is None
        else {"winners": list(replay.result.winners), "how": replay.result.how},
        "takebacks": replay.takebacks,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _ply(frame: Frame) -> dict[str, Any]:
    position = position_document(frame.position, tiles="", layout=[])
    del position["tiles"], position["layout"]
    return {
        "number": frame.number,
        "turn": frame.turn,
        "player": frame.player,
        "kind": frame.kind,
        "notation": frame.notation,
        "words": list(frame.words),
        "action": None if frame.action is None else action_document(frame.action),
        "points": {player: own.total for player, own in frame.points.items()},
        "at": frame.at,
        "elapsed": frame.elapsed,
        "clock": frame.clock,
        "position": position,
    }


def csv_export(replay: Replay) -> str:
    """A row a ply: who did what when, the points of all, and the clocks where there are any."""
    colours = [seat.colour for seat in replay.seats]
    clocks = replay.frames[0].clock is not None
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(
        ["number", "turn", "player", "name", "kind", "notation", "words", "at", "elapsed"]
        + [f"points {colour}" for colour in colours]
        + [f"clock {colour}" for colour in colours if clocks]
    )
    for frame in replay.frames[1:]:
        player = frame.player or ""
        row: list[object] = [frame.number, frame.turn, player, _plain(replay.name(player))]
        row += [frame.kind, _plain(frame.notation), " ".join(frame.words), frame.at, frame.elapsed]
        row += [frame.points[colour].total for colour in colours]
        row += [frame.clock[colour] for colour in colours if clocks and frame.clock]
        writer.writerow(row)
    return output.getvalue()


def _plain(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
