"""A game as a row of frames to step through: what every export, page and replay shows.

Frames follow the line that is in force at the end of the journal; what was taken back is not shown,
only counted.
"""

from __future__ import annotations

from typing import NamedTuple

from eko_companion.record.events import Seat
from eko_companion.record.state import GameState, Ply, Result, initial_times
from eko_companion.rules import Action, March, Player, Points, Position, Step, points
from eko_companion.rules.notation import action_text
from eko_companion.rules.wording import describe


class Frame(NamedTuple):
    """One position of the game and what led to it."""

    number: int
    """0 for the start, then the plies."""
    turn: int
    """0 before the first turn, then the turns of all players together."""
    player: Player | None
    kind: str
    """start, action, correct or override."""
    notation: str
    words: tuple[str, ...]
    action: Action | None
    before: Position | None
    position: Position
    points: dict[Player, Points]
    at: str
    elapsed: int
    clock: dict[Player, int] | None


class Replay(NamedTuple):
    """A whole game, ready to be shown."""

    title: str
    seats: tuple[Seat, ...]
    frames: tuple[Frame, ...]
    result: Result | None
    takebacks: int
    """How often something was taken back."""

    def name(self, player: Player) -> str:
        """What a player is called."""
        return next((seat.name for seat in self.seats if seat.colour == player), player)


def result_words(replay: Replay) -> str:
    """How the game stands or ended, in words."""
    result = replay.result
    if result is None:
        return f"{replay.name(replay.frames[-1].position.to_move)} to play"
    if result.how == "adjourned":
        return "adjourned"
    winners = " and ".join(replay.name(winner) for winner in result.winners)
    how = "" if result.how == "played" else f" ({result.how})"
    return f"{winners or 'nobody'} won{how}"


def replay_of(state: GameState) -> Replay:
    """The frames of a game."""
    first = state.events[0]
    start = state.header.start
    frames = [
        Frame(
            number=0,
            turn=0,
            player=None,
            kind="start",
            notation="",
            words=(),
            action=None,
            before=None,
            position=start,
            points=points(start),
            at=first.at,
            elapsed=0,
            clock=initial_times(state.header),
        )
    ]
    turn = 0 if start.step is Step.SWAP else 1
    for number, ply in enumerate(state.played, 1):
        if ply.before.step is Step.SWAP:
            turn = 0
        elif number > 1 and _begins_turn(state.played[number - 2]):
            turn += 1
        frames.append(_frame(number, turn, ply))
    header = state.header
    return Replay(header.title, header.seats, tuple(frames), state.result, state.takebacks)


def _begins_turn(previous: Ply) -> bool:
    """Whether a turn begins after this ply."""
    before, after = previous.before, previous.after
    if before.step is Step.SWAP:
        return after.step is not Step.SWAP
    if after.active != before.active:
        return True
    return (
        before.step is Step.REINFORCE
        and after.step is Step.ACTION
        and not isinstance(previous.action, March)
    )


def _frame(number: int, turn: int, ply: Ply) -> Frame:
    return Frame(
        number=number,
        turn=turn,
        player=ply.before.to_move,
        kind=ply.kind,
        notation="" if ply.action is None else action_text(ply.before, ply.action),
        words=_words(ply),
        action=ply.action,
        before=ply.before,
        position=ply.after,
        points=points(ply.after),
        at=ply.event.at,
        elapsed=ply.event.elapsed,
        clock=ply.clock,
    )


def _words(ply: Ply) -> tuple[str, ...]:
    if ply.kind == "action" and ply.action is not None:
        return tuple(text.english for text in describe(ply.before, ply.action))
    data = ply.event.data
    if ply.kind == "override" and ply.action is not None:
        codes = ", ".join(map(str, data.get("violations", ())))
        return (f"The table keeps {action_text(ply.before, ply.action)} although: {codes}.",)
    changes = "; ".join(map(str, data.get("changes", ()))) or "nothing"
    why = f" ({data['why']})" if data.get("why") else ""
    return (f"The position was set by hand{why}: {changes}.",)
