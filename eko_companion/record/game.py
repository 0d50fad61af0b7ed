"""A game over its journal: play, undo, redo, jump, correct, keep an illegal move.

The official position always follows from the journal: an event is written first, and only what is
on disk changes the game. Nothing is ever erased; taking back is an event like any other.
"""

from __future__ import annotations

import json
import logging
import time
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from eko_companion import __version__
from eko_companion.record.clock import Clock, ClockSettings
from eko_companion.record.differences import differences
from eko_companion.record.errors import (
    CannotUndoError,
    CannotWriteError,
    DamagedGameError,
    RecordError,
)
from eko_companion.record.events import (
    HEAD,
    Event,
    Header,
    Seat,
    event_document,
    event_from_document,
    header_data,
)
from eko_companion.record.journal import Journal, JournalFault, read_journal
from eko_companion.record.state import OTHER_ENDS, GameState, load_state
from eko_companion.rules import (
    Action,
    EkoError,
    Player,
    Position,
    Step,
    action_document,
    play,
    points,
    status,
    why_illegal,
)
from eko_companion.rules.errors import reason

log = logging.getLogger(__name__)

LONGEST_NAME = 200


class Times:
    """Where a game takes its time from; tests give their own."""

    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.steady = steady
        self.wall = wall


class Game:
    """A game that is open for playing. Make one with `Game.new` or `Game.open`."""

    def __init__(self, journal: Journal, state: GameState, times: Times) -> None:
        self._journal = journal
        self._state = state
        self._times = times
        self._opened = times.steady()
        self._elapsed_before = state.events[-1].elapsed
        self.fault: JournalFault | None = journal.content.fault
        """What was wrong with the file when it was opened."""
        self._clock: Clock | None = None
        self._ran_at_the_end = False
        """Whether the clock was running when the game ended, in case that is taken back."""
        if state.header.clock is not None:
            self._clock = Clock.fresh(state.header.clock, state.header.start.players)
            self._restore_clock()

    @classmethod
    def new(
        cls,
        path: Path,
        start: Position,
        names: dict[Player, str] | None = None,
        *,
        clock: ClockSettings | None = None,
        title: str = "",
        times: Times | None = None,
    ) -> Game:
        """Begin a game in a new file; raises RecordError if there is one already."""
        faults = status(start)
        if faults:
            raise RecordError(f"{faults[0].field}: {faults[0].text}")
        times = times or Times()
        if _is_there(path):
            raise RecordError(f"There is a game {path.stem} already.")
        named = {colour: on_one_line((names or {}).get(colour, "")) for colour in start.players}
        seats = tuple(Seat(colour, name or colour) for colour, name in named.items())
        header = Header(seats, start, clock, on_one_line(title), __version__)
        first = Event(0, "game", _stamp(times.wall()), 0, header_data(header))
        journal = Journal(path)
        if journal.content.documents:
            # Another program was quicker.
            journal.close()
            raise RecordError(f"There is a game {path.stem} already.")
        try:
            journal.append(event_document(first))
        except RecordError:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        return cls(journal, GameState(first), times)

    @classmethod
    def open(cls, path: Path, *, times: Times | None = None) -> Game:
        """Go on with a game; what was wrong with its file is in `fault`."""
        if not _is_there(path) or not path.is_file():
            raise RecordError(f"There is no game {path.stem}.")
        journal = Journal(path)
        try:
            state, problem = load_state(journal.content)
            if problem is not None:
                raise DamagedGameError(
                    f"{problem} The game can be looked at and exported, but not played on."
                )
        except EkoError:
            journal.close()
            raise
        return cls(journal, state, times or Times())

    @staticmethod
    def look(path: Path) -> tuple[GameState, list[str]]:
        """Read a game without opening it for play; the sentences say what is wrong with it."""
        content = read_journal(path)
        state, problem = load_state(content)
        said = [content.fault.sentence] if content.fault is not None else []
        return state, said + ([problem] if problem is not None else [])

    def close(self) -> None:
        """Stop the clock and let the game go."""
        try:
            if self._clock is not None and self._clock.running is not None:
                self.pause()
        finally:
            self._journal.close()

    # What the game is now

    @property
    def state(self) -> GameState:
        """All that the journal amounts to; for reading only."""
        return self._state

    @property
    def position(self) -> Position:
        """The official position."""
        return self._state.position

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return self._state.at > 0 or self._state.result is not None

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be played again."""
        return self._state.at < len(self._state.line)

    @property
    def clock(self) -> Clock | None:
        """The players' clocks, where the game has any."""
        return self._clock

    def clock_times(self) -> dict[Player, int] | None:
        """The time left of every player now, in milliseconds."""
        return None if self._clock is None else self._clock.times(self._times.steady())

    # What can be done

    def play(self, action: Action, **more: Any) -> Position:
        """Play a legal action; raises IllegalActionError, or RecordError if it cannot be saved."""
        before = self.position
        after = play(before, action)
        self._write_ply("action", {"action": action_document(action), **more}, before, after)
        if after.step is Step.OVER:
            try:
                self._write_result(after.winners or (), "played")
            except CannotWriteError:
                # The action is on disk, and the result follows from it.
                log.warning("the result of %s could not be written", self._journal.path.name)
        return self.position

    def override(self, action: Action, after: Position, **more: Any) -> Position:
        """Keep an illegal action that the table wants to keep, with what stands there now."""
        reasons = why_illegal(self.position, action)
        if not reasons:
            raise RecordError("This action is legal; there is nothing to keep.")
        data = {
            "action": action_document(action),
            "violations": list(dict.fromkeys(reason.code.value for reason in reasons)),
            "position": self._state.positions.write(_checked(self.position, after)),
            **more,
        }
        self._write_ply("override", data, self.position, after)
        return self.position

    def correct(self, after: Position, why: str = "") -> Position:
        """Set the position by hand; what was changed is written down."""
        changes = differences(self.position, _checked(self.position, after))
        data = {
            "position": self._state.positions.write(after),
            "changes": changes,
            "why": why,
        }
        self._write_ply("correct", data, self.position, after)
        return self.position

    def undo(self, count: int = 1) -> Position:
        """Take back the last plies."""
        result = self._state.result
        if result is not None and result.how != "played":
            # A resignation or an agreement is taken back first, and no ply with it.
            count -= 1
        if not 0 <= count <= self._state.at or (count == 0 and result is None):
            raise CannotUndoError("There is nothing left to take back.")
        return self._go("undo", self._state.at - count)

    def redo(self, count: int = 1) -> Position:
        """Play again what was taken back."""
        if not 1 <= count <= len(self._state.line) - self._state.at:
            raise CannotUndoError("There is nothing to play again.")
        return self._go("redo", self._state.at + count)

    def jump(self, to: int) -> Position:
        """Go to the position after so many plies of the line."""
        if not 0 <= to <= len(self._state.line):
            raise CannotUndoError(f"The game has {len(self._state.line)} plies, and no {to}.")
        return self._go("jump", to)

    def ask(self, text: str, answers: list[str]) -> int:
        """Write down a question to the players; its number is needed for the answer."""
        return self._write("question", {"text": text, "answers": answers})

    def answer(self, question: int, answer: str) -> None:
        """Write down the players' answer."""
        self._write("answer", {"question": question, "answer": answer})

    def note(self, text: str) -> None:
        """Write down a remark."""
        self._write("note", {"text": text})

    def keep_photo(self, file: str, sha256: str) -> None:
        """Write down which kept photo shows the table now."""
        self._write("photo", {"file": file, "sha256": sha256})

    def finish(self, winners: tuple[Player, ...], how: str) -> None:
        """End a game that was not played out: resigned, agreed, time or adjourned."""
        if how not in OTHER_ENDS:
            raise RecordError(f"A game does not end by {how!r}.")
        if self.position.step is Step.OVER:
            raise RecordError("The game was played out and has its result.")
        unknown = [winner for winner in winners if winner not in self.position.players]
        if unknown:
            raise RecordError(f"{unknown[0]} does not play in this game.")
        self._write_result(winners, how)

    # Clocks

    def start_clock(self) -> None:
        """Let the clock of the player to move run."""
        if self._clock is not None and self._state.result is None:
            clock = self._clock.started(self.position.to_move, self._times.steady())
            self._write_clock("start", clock)

    def pause(self) -> None:
        """Stop the clock."""
        if self._clock is not None:
            self._write_clock("pause", self._clock.stopped(self._times.steady()))

    def mark_clock(self) -> None:
        """Write the times down, so that a power cut costs no more than what passed since."""
        if self._clock is not None:
            self._write_clock("mark", self._clock)

    def set_clock(self, left: dict[Player, int]) -> None:
        """Set the clocks by hand."""
        if self._clock is None or set(left) != set(self.position.players):
            raise RecordError("Clocks are set for every player of a game that has clocks.")
        if not all(isinstance(time_left, int) for time_left in left.values()):
            raise RecordError("Clocks are set in whole milliseconds.")
        clock = self._clock.with_times(left)
        if self._clock.running is not None:
            clock = clock.started(self._clock.running, self._times.steady())
        self._write_clock("set", clock)

    def _write_clock(self, what: str, clock: Clock) -> None:
        self._write("clock", {"what": what, "clock": clock.times(self._times.steady())})
        self._clock = clock

    def _restore_clock(self) -> None:
        """Set the clock to what the journal says, running on if it ran."""
        if self._clock is None or self._state.clock_times is None:
            return
        running = self._clock.running is not None or self._ran_at_the_end
        self._clock = self._clock.with_times(self._state.clock_times)
        if running and self._state.result is None:
            self._ran_at_the_end = False
            self._clock = self._clock.started(self.position.to_move, self._times.steady())

    # Writing

    def _write_ply(
        self, kind: str, data: dict[str, Any], before: Position, after: Position
    ) -> None:
        clock = self._clock
        if clock is not None:
            stopped = clock.stopped(self._times.steady())
            ends_turn = before.active != after.active or before.step is Step.SWAP
            if ends_turn and kind != "correct":
                stopped = stopped.credited(before.active)
            data = {**data, "clock": stopped.left}
        self._write(kind, data)
        self._restore_clock()

    def _go(self, kind: str, to: int) -> Position:
        self._write(kind, {"to": to})
        self._restore_clock()
        return self.position

    def _write_result(self, winners: tuple[Player, ...], how: str) -> None:
        score = {player: own.total for player, own in points(self.position).items()}
        data: dict[str, Any] = {"winners": list(winners), "how": how, "points": score}
        stopped = None
        if self._clock is not None:
            stopped = self._clock.stopped(self._times.steady())
            data["clock"] = stopped.left
        self._write("result", data)
        if self._clock is not None:
            self._ran_at_the_end = self._clock.running is not None
        self._clock = stopped

    def _write(self, kind: str, data: dict[str, Any]) -> int:
        """Write an event and take it in; on return it is on disk."""
        taken = [name for name in data if name in HEAD]
        if taken:
            raise RecordError(f"An event has its own {taken[0]!r} already.")
        passed = round((self._times.steady() - self._opened) * 1000)
        event = Event(
            len(self._state.events),
            kind,
            _stamp(self._times.wall()),
            self._elapsed_before + max(0, passed),
            data,
        )
        try:
            # Exactly what a reader will see; and nothing is written that could not be read back.
            document = json.loads(json.dumps(event_document(event), allow_nan=False))
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError(f"This cannot be written down: {error}.") from None
        change = self._state.change_of(event_from_document(document, event.number))
        self._journal.append(document)
        try:
            self._state.take_in(change)
        except BaseException:
            # The disk has what memory has not: nothing more may follow until it is read again.
            self._journal.close()
            raise
        return event.number


def on_one_line(text: str) -> str:
    """A name or title without what would break a line or steer a terminal; emoji stay whole."""
    breaking = ("Cc", "Cs", "Zl", "Zp")
    kept = (" " if unicodedata.category(sign) in breaking else sign for sign in text)
    return "".join(kept).strip()[:LONGEST_NAME]


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise RecordError(f"The game {path.stem} cannot be read: {reason(error)}.") from None


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _checked(before: Position, after: Position) -> Position:
    """A position set by hand, which must be possible and on the same board."""
    if after.board != before.board or after.players != before.players:
        raise RecordError("A correction keeps the board and the players.")
    faults = status(after)
    if faults:
        raise RecordError(f"{faults[0].field}: {faults[0].text}")
    return after
