"""Victory points and where they come from.

Who has won is decided in `ending`.
"""

from __future__ import annotations

from typing import NamedTuple

from eko_companion.rules.landmarks import holder
from eko_companion.rules.pieces import CAPTIVE_POINTS, POINTS_TO_WIN, PYRAMID_POINTS, Player
from eko_companion.rules.position import Position
from eko_companion.rules.terrain import Terrain


class Points(NamedTuple):
    """The points of one player by their source, and whether he holds a capital."""

    buildings: int
    captives: int
    pyramids: int
    capital: bool

    @property
    def total(self) -> int:
        """All the points together."""
        return self.buildings + self.captives + self.pyramids

    @property
    def enough(self) -> bool:
        """Whether this wins: 12 points and a capital."""
        return self.capital and self.total >= POINTS_TO_WIN


def points(position: Position) -> dict[Player, Points]:
    """The points of every player as the position stands."""
    pyramids = [holder(position, cells) for cells in position.board.pyramids]
    found = {}
    for player, captives in zip(position.players, position.captives, strict=True):
        built = 0
        capital = False
        for cell, owner, kind in position.buildings:
            if owner == player:
                built += kind.level
                capital = capital or position.board.terrain[cell] is Terrain.CAPITAL
        found[player] = Points(
            buildings=built,
            captives=CAPTIVE_POINTS * len(captives),
            pyramids=PYRAMID_POINTS * pyramids.count(player),
            capital=capital,
        )
    return found
