"""The wooden pieces: discs in stacks and reserves, and buildings, with their numbers and prices.

Only values; where they stand is in `position`, what may be done with them in the action modules.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from eko_companion.rules.hexgrid import Cell

Player = str
"""A player is named by the colour of his pieces."""

WARRIORS: Final = 15
DISCS: Final = 16
HIGHEST_STACK: Final = 4
CAPTIVE_POINTS: Final = 3
PYRAMID_POINTS: Final = 2
POINTS_TO_WIN: Final = 12
MARCH_PRICE: Final = 3
TEMPLE_PRICE: Final = 2


class BuildingKind(Enum):
    """Camp, tower, castle, in the order in which they replace each other."""

    CAMP = "camp"
    TOWER = "tower"
    CASTLE = "castle"

    @property
    def level(self) -> int:
        """1 for a camp, 2 for a tower, 3 for a castle: its points, and its price in discs [7]."""
        return _LEVELS[self]

    @property
    def next(self) -> BuildingKind | None:
        """The kind that replaces an own building of this kind [8]."""
        return _NEXT.get(self)

    @property
    def supply(self) -> int:
        """How many of them each player owns."""
        return SUPPLY[self]

    # Members are singletons: their identity is a faster hash than their name.
    __hash__ = object.__hash__


_LEVELS: Final = {BuildingKind.CAMP: 1, BuildingKind.TOWER: 2, BuildingKind.CASTLE: 3}
_NEXT: Final = {
    BuildingKind.CAMP: BuildingKind.TOWER,
    BuildingKind.TOWER: BuildingKind.CASTLE,
}
SUPPLY: Final = {BuildingKind.CAMP: 5, BuildingKind.TOWER: 3, BuildingKind.CASTLE: 1}


class Stack(NamedTuple):
    """One to four discs of one owner on one cell; the emperor always lies on top [3]."""

    cell: Cell
    owner: Player
    warriors: int
    emperor: bool

    @property
    def discs(self) -> int:
        """The height of the stack."""
        return self.warriors + self.emperor


class Building(NamedTuple):
    """One building on one cell."""

    cell: Cell
    owner: Player
    kind: BuildingKind


class Reserve(NamedTuple):
    """The discs that a player has beside the board."""

    warriors: int = 0
    emperor: bool = False

    @property
    def discs(self) -> int:
        """How many discs lie in the reserve."""
        return self.warriors + self.emperor

    def plus(self, warriors: int = 0, emperor: bool = False) -> Reserve:
        """The reserve with more discs in it."""
        return Reserve(self.warriors + warriors, self.emperor or emperor)

    def minus(self, warriors: int = 0, emperor: bool = False) -> Reserve:
        """The reserve with discs taken out."""
        return Reserve(self.warriors - warriors, self.emperor and not emperor)
