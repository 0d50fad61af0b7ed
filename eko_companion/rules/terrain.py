"""What a cell of the board is, and what may stand on it.

Terrain is a property of the printed tile; what stands there now is in `position`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from eko_companion.rules.pieces import BuildingKind


class Terrain(Enum):
    """The kinds of cells, by their names in the fixed formats."""

    CIRCLE = "circle"
    STORM = "storm"
    CHASM = "chasm"
    REG = "reg"
    RAVINE = "ravine"
    CAPITAL = "capital"
    MOUNTAIN = "mountain"
    PORTAL = "portal"
    WIND_TEMPLE = "wind_temple"
    MOON_TEMPLE = "moon_temple"
    SAND_TEMPLE = "sand_temple"

    @property
    def walkable(self) -> bool:
        """Whether stacks may stand here and pass [1]."""
        return self in WALKABLE

    @property
    def highest_building(self) -> BuildingKind | None:
        """The highest building that this terrain carries, or None where nothing is built."""
        return HIGHEST_BUILDING.get(self)

    @property
    def word(self) -> str:
        """The name in a sentence."""
        return self.value.replace("_", " ")


WALKABLE: Final = frozenset({Terrain.CIRCLE, Terrain.STORM})

TEMPLES: Final = frozenset({Terrain.WIND_TEMPLE, Terrain.MOON_TEMPLE, Terrain.SAND_TEMPLE})

HIGHEST_BUILDING: Final = {
    Terrain.REG: BuildingKind.CAMP,
    Terrain.RAVINE: BuildingKind.TOWER,
    Terrain.CAPITAL: BuildingKind.TOWER,
    Terrain.MOUNTAIN: BuildingKind.CASTLE,
    Terrain.WIND_TEMPLE: BuildingKind.CAMP,
    Terrain.MOON_TEMPLE: BuildingKind.CAMP,
    Terrain.SAND_TEMPLE: BuildingKind.CAMP,
}
