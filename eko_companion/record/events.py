"""The events of a game as they stand in its journal.

Each event is one line; FORMAT.md describes them. What an event does to the game is in `game`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from eko_companion.record.clock import ClockSettings
from eko_companion.record.errors import DamagedGameError
from eko_companion.rules import (
    BoardReader,
    EkoError,
    Player,
    Position,
    position_document,
    position_from_document,
)
from eko_companion.rules.checks import shown

JOURNAL_FORMAT: Final = "eko-journal/1"

KINDS: Final = (
    "game",
    "action",
    "undo",
    "redo",
    "jump",
    "correct",
    "override",
    "question",
    "answer",
    "clock",
    "note",
    "photo",
    "result",
)


HEAD: Final = ("format", "n", "event", "at", "elapsed")
"""The fields that every event has; the rest is its own."""


class Seat(NamedTuple):
    """A player of a game: the colour of his pieces and what he is called."""

    colour: Player
    name: str


class Event(NamedTuple):
    """One line of a journal, read."""

    number: int
    kind: str
    at: str
    """Wall-clock time, as ISO 8601 in UTC."""
    elapsed: int
    """Milliseconds of the game that had passed, pauses of the program left out."""
    data: dict[str, Any]


def event_document(event: Event) -> dict[str, Any]:
    """An event as it is written."""
    head: dict[str, Any] = {
        "n": event.number,
        "event": event.kind,
        "at": event.at,
        "elapsed": event.elapsed,
    }
    if event.number == 0:
        head = {"format": JOURNAL_FORMAT, **head}
    return {**head, **event.data}


def event_from_document(document: dict[str, Any], number: int) -> Event:
    """Read a line; raises DamagedGameError where it is not what this version writes."""
    if number == 0 and document.get("format") != JOURNAL_FORMAT:
        found = shown(document.get("format"))
        raise DamagedGameError(f"This is no journal of format {JOURNAL_FORMAT}: it says {found}.")
    kind, at, elapsed = (document.get(name) for name in ("event", "at", "elapsed"))
    if (
        document.get("n") != number
        or kind not in KINDS
        or (kind == "game") != (number == 0)
        or not isinstance(at, str)
        or not isinstance(elapsed, int)
    ):
        raise DamagedGameError(f"Line {number + 1} is not an event that is known.")
    data = {name: value for name, value in document.items() if name not in HEAD}
    return Event(number, str(kind), at, elapsed, data)


class Header(NamedTuple):
    """How a game was set up."""

    seats: tuple[Seat, ...]
    start: Position
    clock: ClockSettings | None
    title: str
    program: str


def header_data(header: Header) -> dict[str, Any]:
    """The first event's own fields."""
    start = header.start
    # A journal stands alone: the tiles are written out even where a set is installed.
    document = position_document(start, tiles=start.board.tiles.document())
    return {
        "title": header.title,
        "program": header.program,
        "seats": [{"colour": seat.colour, "name": seat.name} for seat in header.seats],
        "clock": None
        if header.clock is None
        else {"initial": header.clock.initial, "increment": header.clock.increment},
        "start": document,
    }


def header_from_data(data: dict[str, Any]) -> Header:
    """Read the first event's own fields; raises EkoError or DamagedGameError."""
    try:
        seats = tuple(Seat(str(seat["colour"]), str(seat["name"])) for seat in data["seats"])
        clock = data["clock"]
        settings = None
        if clock is not None:
            settings = ClockSettings(int(clock["initial"]), int(clock["increment"]))
        start = position_from_document(data["start"])
        title, program = str(data["title"]), str(data["program"])
    except EkoError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DamagedGameError(f"The first line lacks what a game needs ({error}).") from None
    if tuple(seat.colour for seat in seats) != start.players:
        raise DamagedGameError("The first line names other players than its position.")
    return Header(seats, start, settings, title, program)


class Positions:
    """Positions inside one journal: tiles and layout stand in its first line only."""

    def __init__(self, start: Position) -> None:
        self._tiles = start.board.tiles.document()
        self._layout = position_document(start, tiles=self._tiles)["layout"]
        self._boards = BoardReader()
        self._boards.know(self._tiles, self._layout, start.board)

    def write(self, position: Position) -> dict[str, Any]:
        """A position without its board."""
        document = position_document(position, tiles=self._tiles, layout=self._layout)
        del document["tiles"], document["layout"]
        return document

    def read(self, document: object) -> Position:
        """The position that was written; raises EkoError."""
        if not isinstance(document, dict):
            raise DamagedGameError("A position is missing.")
        return position_from_document(
            {**document, "tiles": self._tiles, "layout": self._layout}, self._boards
        )
