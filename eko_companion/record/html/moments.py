"""Who took what when: emperors captured, buildings built and replaced, capitals gained.

Moments are found by comparing positions, so corrections by hand are told like any action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from eko_companion.record.html.words import isolated, joined_names
from eko_companion.record.replay import Frame, Replay
from eko_companion.rules import Player


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
    names = [isolated(replay.name(winner)) for winner in replay.result.winners]
    how = words.get(f"how_{replay.result.how}", replay.result.how)
    if replay.result.how == "adjourned":
        return how
    kind = "nobody" if not names else "won" if len(names) == 1 else "shared"
    return f"{words[kind].format(names=joined_names(names, words))} {how}".strip()


def _of_frame(replay: Replay, frame: Frame, words: Mapping[str, str]) -> Iterator[Moment]:
    before = replay.frames[frame.number - 1]

    def named(player: Player) -> str:
        return isolated(replay.name(player))

    def moment(player: Player, sign: str, said: str, /, **params: str) -> Moment:
        text = words[said].format(who=named(player), **params)
        return Moment(frame.number, frame.turn, player, sign, text)

    for player in frame.position.players:
        had = before.position.captives_of(player)
        has = frame.position.captives_of(player)
        for emperor in has:
            if emperor not in had:
                exchanged = before.position.holder_of(emperor) is not None
                said = "receives" if exchanged else "captures"
                yield moment(player, "crown", said, whom=named(emperor))
        for emperor in had:
            if emperor not in has:
                yield moment(player, "lost", "frees", whom=named(emperor))
    for cell in sorted({*before.position.building_at, *frame.position.building_at}):
        old = before.position.building_at.get(cell)
        new = frame.position.building_at.get(cell)
        params = {"cell": frame.position.board.name(cell)}
        if old == new:
            continue
        if old is not None:
            params |= {"standing": words[old.kind.value], "whom": named(old.owner)}
        if new is not None:
            said = "builds" if old is None else "raises" if old.owner == new.owner else "replaces"
            params["kind"] = words[new.kind.value]
            yield moment(new.owner, new.kind.value, said, **params)
        elif old is not None:
            yield moment(old.owner, "lost", "razes", **params)
    for player in frame.position.players:
        if frame.points[player].capital and not before.points[player].capital:
            yield moment(player, "capital", "gains_capital")
        elif before.points[player].capital and not frame.points[player].capital:
            yield moment(player, "lost", "loses_capital")
