"""What the events of a journal amount to: the line that is played, the position, the result.

Knows nothing of the disk; writing events is in `game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eko_companion.record.errors import DamagedGameError
from eko_companion.record.events import (
    Event,
    Header,
    Positions,
    event_from_document,
    header_from_data,
)
from eko_companion.record.journal import JournalContent
from eko_companion.rules import (
    Action,
    EkoError,
    Player,
    Position,
    action_from_document,
    play,
)


@dataclass(frozen=True, slots=True)
class Ply:
    """One step of the line that is being played: an action, a correction or a kept illegal move."""

    event: Event
    before: Position
    after: Position
    action: Action | None
    clock: dict[Player, int] | None
    """The time left of every player once it was done."""

    @property
    def kind(self) -> str:
        """action, correct or override."""
        return self.event.kind


OTHER_ENDS = ("resigned", "agreed", "time", "adjourned")
"""How a game can end that was not played out."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[Player, ...]
    how: str
    """played, resigned, agreed, time or adjourned."""


def initial_times(header: Header) -> dict[Player, int] | None:
    """What the clocks of a game begin with, where it has any."""
    if header.clock is None:
        return None
    return dict.fromkeys(header.start.players, header.clock.initial)


@dataclass(frozen=True, slots=True)
class Change:
    """What one event does to a game."""

    event: Event
    ply: Ply | None = None
    at: int | None = None
    """How many plies are in force then, if the event says so."""
    clock: dict[Player, int] | None = None
    result: Result | None = None


def _require_texts(data: dict[str, Any], name: str) -> tuple[str, ...]:
    texts = data.get(name)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise DamagedGameError(f"An event has no list of texts as its `{name}`.")
    return tuple(texts)


class GameState:
    """What the events of a journal amount to. Knows nothing of the disk."""

    def __init__(self, first: Event) -> None:
        self.header: Header = header_from_data(first.data)
        self.positions = Positions(self.header.start)
        self.events: list[Event] = [first]
        self.line: list[Ply] = []
        """The plies that can be reached by undo and redo."""
        self.at = 0
        """How many of them are in force."""
        self._result: Result | None = None
        self.takebacks = 0
        """How often the game went back."""
        self.clock_times = initial_times(self.header)

    @property
    def position(self) -> Position:
        """The official position."""
        return self.line[self.at - 1].after if self.at else self.header.start

    @property
    def result(self) -> Result | None:
        """How the game ended, if it has; a game that was played out ended by itself."""
        if self._result is None and self.position.winners is not None:
            return Result(self.position.winners, "played")
        return self._result

    @property
    def played(self) -> list[Ply]:
        """The plies in force."""
        return self.line[: self.at]

    def apply(self, event: Event) -> None:
        """Take in the next event; raises EkoError where it does not follow from those before."""
        self.take_in(self.change_of(event))

    def change_of(self, event: Event) -> Change:
        """What an event would change, and nothing is changed yet; raises EkoError."""
        data = event.data
        match event.kind:
            case "action":
                action = action_from_document(data.get("action"))
                return self._ply(event, action, play(self.position, action))
            case "correct":
                _require_texts(data, "changes")
                return self._ply(event, None, self.positions.read(data.get("position")))
            case "override":
                _require_texts(data, "violations")
                action = action_from_document(data.get("action"))
                return self._ply(event, action, self.positions.read(data.get("position")))
            case "undo" | "redo" | "jump":
                return self._step(event, data.get("to"))
            case "clock":
                return Change(event, clock=self._times(data.get("clock")))
            case "result":
                return self._end(event)
        return Change(event, clock=self.clock_times, result=self._result)

    def take_in(self, change: Change) -> None:
        """Carry out a change that was found to follow."""
        if change.ply is not None:
            del self.line[self.at :]
            self.line.append(change.ply)
        if change.at is not None:
            self.takebacks += change.at < self.at
            self.at = change.at
        if change.event.kind != "clock":
            self._result = change.result
        self.clock_times = change.clock
        self.events.append(change.event)

    def _ply(self, event: Event, action: Action | None, after: Position) -> Change:
        clock = self._times(event.data.get("clock"))
        ply = Ply(event, self.position, after, action, clock)
        return Change(event, ply=ply, at=self.at + 1, clock=clock)

    def _step(self, event: Event, to: object) -> Change:
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to <= len(self.line):
            raise DamagedGameError("An event goes to a place that the game does not have.")
        clock = self.line[to - 1].clock if to else initial_times(self.header)
        return Change(event, at=to, clock=clock)

    def _end(self, event: Event) -> Change:
        winners = _require_texts(event.data, "winners")
        if any(winner not in self.header.start.players for winner in winners):
            raise DamagedGameError("A result names a winner who does not play.")
        clock = self.clock_times
        if "clock" in event.data:
            clock = self._times(event.data["clock"])
        return Change(event, clock=clock, result=Result(winners, str(event.data.get("how"))))

    def _times(self, value: object) -> dict[Player, int] | None:
        if value is None or self.header.clock is None:
            return None
        if not isinstance(value, dict) or set(value) != set(self.header.start.players):
            raise DamagedGameError("An event has no clock times of every player.")
        if not all(isinstance(left, int) for left in value.values()):
            raise DamagedGameError("An event has clock times that are no whole numbers.")
        return {player: value[player] for player in self.header.start.players}


def load_state(content: JournalContent) -> tuple[GameState, str | None]:
    """The state of a journal, and a sentence where an event in it makes no sense."""
    if not content.documents:
        why = "" if content.fault is None else f" {content.fault.sentence}"
        raise DamagedGameError(f"Nothing of this game can be read.{why}")
    state = GameState(event_from_document(content.documents[0], 0))
    for number, document in enumerate(content.documents[1:], 1):
        try:
            state.apply(event_from_document(document, number))
        except EkoError as error:
            return state, f"Line {number + 1} cannot follow what is before it: {error}"
    return state, None
