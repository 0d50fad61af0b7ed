"""How one copy of the game and its table look: print, paint, wood and shapes of the buildings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from eko_companion.rules.pieces import Player
from eko_companion.simulator.tile_pictures import HOUSE, Style

Rgb = tuple[float, float, float]
"""Red, green, blue as a screen shows them, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one player's pieces."""

    wood: Rgb
    warrior_ink: Rgb
    emperor_ink: Rgb
    gloss: float = 0.25


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that is the same in all pictures of one table, but for the light."""

    paints: Mapping[Player, Paint]
    tile_style: Style = HOUSE
    tile_seed: int = 0
    surface: str = "wood_oak"
    surface_seed: int = 0
    warrior_print: str = "crossed_swords"
    emperor_print: str = "crown_in_ring"
    print_seed: int = 0
    turrets: bool = True
    """Towers and castles with merlons and turrets; otherwise plain solids."""
    bevel: float = 0.8
    """Millimetres by which the edges of discs are rounded."""
    card_edge: Rgb = field(default=(0.62, 0.52, 0.4))
    """The cut edge of the tiles' cardboard."""
    grain: float = 0.05
    """How strongly the wood shows through the paint."""
