"""The frames of a game as the compact data from which the page draws them.

Each frame holds only what differs from the frame before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eko_companion.drawing import (
    ActionPicture,
    Highlight,
    HighlightKind,
    marks_of,
    picture_of,
    winning_highlights,
)
from eko_companion.drawing.geometry import middle
from eko_companion.record.html.moments import Moment
from eko_companion.record.html.symbols import Symbols
from eko_companion.record.html.words import isolated
from eko_companion.record.replay import Frame, Replay
from eko_companion.rules import Move, Player, Position


def page_data(
    replay: Replay, symbols: Symbols, moments: Sequence[Moment], words: Mapping[str, str]
) -> dict[str, Any]:
    """All that the page's script works on."""
    players = replay.frames[0].position.players
    marks = marks_of(players)
    frames = frames_data(replay, symbols)
    return {
        "words": dict(words),
        "players": [
            {
                "name": replay.name(player),
                "said": isolated(replay.name(player)),
                "mark": marks[player],
            }
            for player in players
        ],
        "frames": frames,
        "labels": symbols.labels,
        "cells": [
            [replay.frames[0].position.board.name(cell), *(round(v, 1) for v in middle(cell))]
            for cell in symbols.cells
        ],
        "moments": [
            [moment.ply, players.index(moment.player), moment.sign]
            for moment in moments
            if moment.player is not None and moment.sign not in ("lost", "result")
        ],
    }


def frames_data(replay: Replay, symbols: Symbols) -> list[dict[str, Any]]:
    """Every frame: turn, player to move, step, changed pieces, marks, changed sides."""
    standing: dict[int, int] = {}
    sides: list[list[Any]] = []
    found = []
    for frame in replay.frames:
        position = frame.position
        pieces = symbols.pieces(position)
        shown = symbols.marks(picture_of_frame(frame))
        data: dict[str, Any] = {
            "t": frame.turn,
            "m": position.index(position.to_move),
            "s": position.step.value,
            "d": _changes(standing, pieces),
        }
        if shown.under:
            data["u"] = _flat(shown.under)
        if shown.over:
            data["o"] = _flat(shown.over)
        now = [side_data(frame, player) for player in position.players]
        changed = {n: side for n, side in enumerate(now) if not sides or sides[n] != side}
        if changed:
            data["p"] = changed
        if isinstance(frame.action, Move) and frame.kind == "action":
            data["v"] = [symbols.cell(frame.action.start), symbols.cell(frame.action.to)]
        found.append(data)
        standing, sides = pieces, now
    return found


def side_data(frame: Frame, player: Player) -> list[Any]:
    """Points by source, capital, reserve, its emperor, box, captives, clock of one player."""
    score, position = frame.points[player], frame.position
    reserve = position.reserve_of(player)
    captives = [position.index(emperor) for emperor in position.captives_of(player)]
    row: list[Any] = [
        score.buildings,
        score.captives,
        score.pyramids,
        int(score.capital),
        reserve.warriors,
        int(reserve.emperor),
        position.box_of(player),
        captives,
    ]
    # Seconds are all that is shown, and far more often the same as before than milliseconds.
    return row if frame.clock is None else [*row, frame.clock[player] // 1000]


def picture_of_frame(frame: Frame) -> ActionPicture:
    """What shows the action of a frame over its position."""
    won = winning_highlights(frame.position)
    if frame.before is None:
        return ActionPicture(won, (), ())
    if frame.action is None:
        changed = changed_cells(frame.before, frame.position)
        return ActionPicture((*changed, *won), (), ())
    picture = picture_of(frame.before, frame.action, wrong=frame.kind == "override")
    return picture._replace(highlights=(*picture.highlights, *won))


def changed_cells(before: Position, after: Position) -> tuple[Highlight, ...]:
    """The cells where something else stands than before."""
    cells = {
        cell
        for old, new in (
            (before.stack_at, after.stack_at),
            (before.building_at, after.building_at),
        )
        for cell in {*old, *new}
        if old.get(cell) != new.get(cell)
    }
    return tuple(Highlight(cell, HighlightKind.LEGAL) for cell in sorted(cells))


def _changes(before: dict[int, int], after: dict[int, int]) -> list[int]:
    """Place and symbol in turns; -1 where nothing stands any more."""
    changes: list[int] = []
    for place in sorted({*before, *after}):
        if before.get(place) != after.get(place):
            changes += (place, after.get(place, -1))
    return changes


def _flat(placed: Sequence[tuple[int, int]]) -> list[int]:
    return [number for pair in placed for number in pair]
