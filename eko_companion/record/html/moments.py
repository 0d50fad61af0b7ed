"""Who took what when: emperors captured, buildings built and replaced, capitals gained.

Moments are found by comparing positions, so corrections by hand are told like any action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from eko_companion.record.html.words import joined_names
from eko_companion.record.replay import Frame, Replay
from eko_companion.rules import Building, Player, Position


class Moment(NamedTuple):
    """One thing worth remembering."""

    ply: int
    turn: int
    player: Player | None
    sign: str
    """camp, tower, castle, crown, capital, lost or result: the drawing in the page."""
    text: str


def moments_of(replay: Replay, words: Mapping[str, str]) -> list[Moment]:
    """All moments of a game in their order, the result last."""
    found: list[Moment] = []
    for frame in replay.frames[1:]:
        found += _of_frame(replay, frame, words)
    if replay.result is not None:
        last = replay.frames[-1]
        winner = replay.result.winners[0] if len(replay.result.winners) == 1 else None
        found.append(
            Moment(last.number, last.turn, winner, "result", result_text(replay, words))
        )  # fmt: skip
    return found


def result_text(replay: Replay, words: Mapping[str, str]) -> str:
    """How the game ended, as a sentence."""
    if replay.result is None:
        return words["open"]
    names = [replay.name(winner) for winner in replay.result.winners]
    how = words.get(f"how_{replay.result.how}", replay.result.how)
    if replay.result.how == "adjourned":
        return how
    kind = "nobody" if not names else "won" if len(names) == 1 else "shared"
    return f"{words[kind].format(names=joined_names(names, words))} {how}".strip()


def _of_frame(replay: Replay, frame: Frame, words: Mapping[str, str]) -> Iterator[Moment]:
    before = replay.frames[frame.number - 1]

    def moment(player: Player, sign: str, word: str, **params: str) -> Moment:
        text = words[word].format(who=replay.name(player), **params)
        return Moment(frame.number, frame.turn, player, sign, text)

    for player in frame.position.players:
        had = before.position.captives_of(player)
        has = frame.position.captives_of(player)
        for emperor in has:
            if emperor not in had:
                yield moment(player, "crown", "captures", whom=replay.name(emperor))
        for emperor in had:
            if emperor not in has:
                yield moment(player, "lost", "frees", whom=replay.name(emperor))
    for old, new in _changed_buildings(before.position, frame.position):
        cell = frame.position.board.name((new or old).cell)
        standing = words[old.kind.value] if old is not None else ""
        whom = replay.name(old.owner) if old is not None else ""
        if new is None:
            yield moment(old.owner, "lost", "razes", standing=standing, cell=cell)
            continue
        kind = "builds" if old is None else "raises" if old.owner == new.owner else "replaces"
        sign, name = new.kind.value, words[new.kind.value]
        yield moment(new.owner, sign, kind, kind=name, cell=cell, standing=standing, whom=whom)
    for player in frame.position.players:
        if frame.points[player].capital and not before.points[player].capital:
            yield moment(player, "capital", "gains_capital")
        elif before.points[player].capital and not frame.points[player].capital:
            yield moment(player, "lost", "loses_capital")


def _changed_buildings(
    before: Position, after: Position
) -> Iterator[tuple[Building | None, Building] | tuple[Building, None]]:
    for cell in sorted({*before.building_at, *after.building_at}):
        old, new = before.building_at.get(cell), after.building_at.get(cell)
        if old == new:
            continue
        if new is not None:
            yield old, new
        elif old is not None:
            yield old, None
