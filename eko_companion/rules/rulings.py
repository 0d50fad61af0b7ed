"""The numbered rulings: one line on each, and the switches that a table can flip.

The line is a reminder for code, tests and rule help; what a ruling does stands in the modules
that cite its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from eko_companion.rules.checks import shown
from eko_companion.rules.errors import DocumentError

RULINGS: Final[Mapping[int, str]] = {
    1: "Only circles and storm cells can be walked on.",
    2: "A whole stack walks over empty cells and ends on another cell than it started from.",
    3: "A stack has at most 4 discs, and the emperor always lies on top.",
    4: "Defeated warriors go to their owner's reserve, and the attacker takes the cell.",
    5: "One single disc may destroy a stack of exactly four: a kamikaze, which dies with it.",
    6: "With the emperor in it, a stack may attack a stack of the same height.",
    7: "A camp costs 1 disc, a tower 2, a castle 3, and an enemy building 1 more.",
    8: "Camp first; then an own building by the next kind, an enemy's by the same or the next.",
    9: "A forced march costs 3 warriors from the reserve and gives one more action, once a turn.",
    10: "Reinforcements join one single own stack, away from enemy buildings and storms.",
    11: "Where no own stack is allowed, the emperor alone may join one beside an enemy building.",
    12: "An emperor in the reserve must be among the discs placed.",
    13: "The end of the game is checked after every single change.",
    14: "Victory is checked when an emperor is captured, before any exchange.",
    15: "A last disc spent in a kamikaze: all lose on an empty board, or both win.",
    16: "A kamikaze that empties the board and makes 12 points with a capital.",
    17: "A last disc spent on a build that makes 12 points with a capital.",
    18: "A stack that touches a storm zone while it moves loses one disc for each zone.",
    19: "In one turn a stack pays once for each storm zone, even in a forced march.",
    20: "Stacks are compared after the loss to the storm.",
    21: "A move on which the storm would take the last disc.",
    22: "A portal leads to the cell in front of the other portal.",
    23: "A pyramid gives 2 points for stacks on more of its cells than any rival.",
    24: "Who holds more of the lighthouse's cells than any rival ignores storms.",
    25: "Several players who meet a winning condition at the same instant.",
    26: "With a building on the wind temple, reinforcements may join several stacks.",
    27: "With a building on the moon temple, 2 warriors are boxed to place a disc anywhere.",
    28: "The disc that the moon temple places while the emperor is in the reserve.",
    29: "With a building on the sand temple, 2 warriors are boxed to send an enemy warrior home.",
    30: "A player with no disc on the board is out; his buildings and captives stay.",
    31: "The owner picks the discs that pay for a building; the emperor may be among them.",
    32: "A player who holds captives must give one for his own captured emperor.",
    33: "With both, the moon temple takes the place of tile E and the sand temple that of B.",
}


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of one game; the first value of each is the default."""

    emptying_kamikaze: str = "points"
    last_disc_build: str = "both"
    deadly_storm: str = "forbid"
    shared_win: str = "share"
    moon_disc: str = "emperor"

    def document(self) -> dict[str, str]:
        """Only the switches that differ from the default, by number."""
        return {
            str(number): value
            for number, (name, values) in SWITCHES.items()
            if (value := getattr(self, name)) != values[0]
        }


DEFAULT_RULINGS: Final = Rulings()

SWITCHES: Final[Mapping[int, tuple[str, tuple[str, ...]]]] = {
    16: ("emptying_kamikaze", ("points", "lose")),
    17: ("last_disc_build", ("both", "opponent")),
    21: ("deadly_storm", ("forbid", "allow")),
    25: ("shared_win", ("share", "active")),
    28: ("moon_disc", ("emperor", "any")),
}
"""The rulings that a table can flip: field of `Rulings` and values, the default first."""

assert [field.name for field in fields(Rulings)] == [name for name, _ in SWITCHES.values()]


def rulings_from_document(document: object) -> Rulings:
    """Read the `rulings` field of a position."""
    if not isinstance(document, dict):
        raise DocumentError("rulings", "must be an object of ruling numbers and values.")
    chosen: dict[str, str] = {}
    by_number = {str(number): switch for number, switch in SWITCHES.items()}
    for number, value in document.items():
        switch = by_number.get(number)
        if switch is None:
            known = ", ".join(map(str, SWITCHES))
            raise DocumentError("rulings", f"{shown(number)} is not one of the switches {known}.")
        name, values = switch
        if value not in values:
            choice = " or ".join(values)
            raise DocumentError("rulings", f"ruling {number} is {choice}, not {shown(value)}.")
        chosen[name] = value
    return Rulings(**chosen)
