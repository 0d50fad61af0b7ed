"""What the events of a journal amount to: the line that is played, the position, the result.

Knows nothing of the disk; writing events is in `game`.
"""

from __future__ import annotations

from dataclasses import dataclass

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
        match event.kind:
            case "action":
                action = action_from_document(event.data.get("action"))
                self._add(event, action, play(self.position, action))
            case "correct":
                self._add(event, None, self.positions.read(event.data.get("position")))
            case "override":
                action = action_from_document(event.data.get("action"))
                self._add(event, action, self.positions.read(event.data.get("position")))
            case "undo" | "redo" | "jump":
                self._go(event.data.get("to"))
            case "clock":
                self.clock_times = self._times(event.data.get("clock"))
            case "result":
                winners = event.data.get("winners")
                if not isinstance(winners, list):
                    raise DamagedGameError("A result does not name its winners.")
                if "clock" in event.data:
                    self.clock_times = self._times(event.data["clock"])
                self._result = Result(tuple(map(str, winners)), str(event.data.get("how")))
        self.events.append(event)

    def _add(self, event: Event, action: Action | None, after: Position) -> None:
        clock = self._times(event.data.get("clock"))
        del self.line[self.at :]
        self.line.append(Ply(event, self.position, after, action, clock))
        self.at += 1
        self.clock_times = clock
        self._result = None

    def _go(self, to: object) -> None:
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to <= len(self.line):
            raise DamagedGameError("An event goes to a place that the game does not have.")
        self.at = to
        self._result = None
        self.clock_times = self.line[to - 1].clock if to else initial_times(self.header)

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
        raise DamagedGameError("Nothing of this game can be read.")
    state = GameState(event_from_document(content.documents[0], 0))
    for number, document in enumerate(content.documents[1:], 1):
        try:
            state.apply(event_from_document(document, number))
        except EkoError as error:
            return state, f"Line {number + 1} cannot follow what is before it: {error}"
    return state, None
