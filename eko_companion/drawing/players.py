"""How players are told apart: a paint and a one-letter mark for each name.

The retail colours have their own paints; any other name gets one that no other player has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from eko_companion.rules import Player


class Paint(NamedTuple):
    """The colour of the pieces, and the colour of writing on them."""

    body: str
    ink: str


_WHITE: Final = "#ffffff"
_BLACK: Final = "#1c140c"

PAINTS: Final[Mapping[str, Paint]] = {
    "cyan": Paint("#22b8cf", _BLACK),
    "navy": Paint("#1f3a7a", _WHITE),
    "violet": Paint("#8a4bb0", _WHITE),
    "white": Paint("#ececf0", _BLACK),
    "brown": Paint("#7b4526", _WHITE),
    "red": Paint("#c5352c", _WHITE),
    "green": Paint("#3f8f3f", _WHITE),
    "black": Paint("#33302e", _WHITE),
    "yellow": Paint("#f4d321", _BLACK),
    "orange": Paint("#ef8420", _BLACK),
    "pink": Paint("#ee86b4", _BLACK),
    "grey": Paint("#8d9196", _BLACK),
    "blue": Paint("#2a6fd0", _WHITE),
}
SPARE_PAINTS: Final = (
    PAINTS["green"],
    PAINTS["red"],
    PAINTS["yellow"],
    PAINTS["black"],
    PAINTS["pink"],
    PAINTS["orange"],
)
_SPARE_MARKS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def paints_of(players: Sequence[Player]) -> dict[Player, Paint]:
    """A paint for each player; unknown names take spare paints in the order of the players."""
    found = {player: PAINTS[player] for player in players if player in PAINTS}
    spare = [paint for paint in SPARE_PAINTS if paint not in found.values()]
    unknown = [player for player in players if player not in PAINTS]
    for place, player in enumerate(unknown):
        found[player] = spare[place % len(spare)]
    return found


def marks_of(players: Sequence[Player]) -> dict[Player, str]:
    """A mark for each player: his initial, or where that is taken the next letter that is free."""
    found: dict[Player, str] = {}
    for player in players:
        found[player] = _first_free((*_capitals(player), *_SPARE_MARKS), found.values())
    return found


def _capitals(name: str) -> Iterable[str]:
    return (letter.upper()[:1] for letter in name if letter.isalnum())


def _first_free(wanted: Iterable[str], taken: Iterable[str]) -> str:
    used = set(taken)
    return next((mark for mark in wanted if mark not in used), "?")
