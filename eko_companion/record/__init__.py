"""What happened, on disk, for ever: journals of games, taking back, clocks, exports.

Nothing here looks at pictures or shows screens.
"""

from eko_companion.record.clock import Clock, ClockSettings
from eko_companion.record.errors import (
    CannotUndoError,
    CannotWriteError,
    DamagedGameError,
    GameInUseError,
    RecordError,
)
from eko_companion.record.events import Event, Header, Seat
from eko_companion.record.game import Game, Times
from eko_companion.record.journal import Journal, JournalFault, read_journal
from eko_companion.record.state import GameState, Ply, Result

__all__ = [
    "CannotUndoError",
    "CannotWriteError",
    "Clock",
    "ClockSettings",
    "DamagedGameError",
    "Event",
    "Game",
    "GameInUseError",
    "GameState",
    "Header",
    "Journal",
    "JournalFault",
    "Ply",
    "RecordError",
    "Result",
    "Seat",
    "Times",
    "read_journal",
]
