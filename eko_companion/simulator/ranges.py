"""How far everything on a simulated table may vary: the documented ranges, and what is held back.

Looks are of two families. What is tried out and trained on one must hold on the other, which is
kept for measuring: other tile styles, table tops, prints and seeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

Range = tuple[float, float]


class Family(Enum):
    """Which looks may be drawn."""

    TRYING = "trying"
    """For development and training."""
    MEASURING = "measuring"
    """Never used in training or tuning."""


TILE_STYLES: Final = {
    Family.TRYING: ("house", "ink", "bright"),
    Family.MEASURING: ("night", "pale", "copper"),
}
SURFACES: Final = {
    Family.TRYING: (
        "wood_oak",
        "wood_dark",
        "wood_light",
        "cloth_green",
        "cloth_blue",
        "cloth_linen",
        "laminate_white",
        "leather",
        "cloth_sand",
    ),
    Family.MEASURING: (
        "wood_grey",
        "wood_red",
        "cloth_red",
        "cloth_checked",
        "cloth_violet",
        "laminate_grey",
        "slate",
        "playmat",
    ),
}
HELD_BACK: Final = 3
"""Every third print of discs is kept for measuring."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """The least and greatest value of everything that is drawn at random."""

    elevation: Range = (42.0, 72.0)
    """Of the camera above the table, in degrees; up to 40 and 75 can be asked for."""
    focal: Range = (23.0, 34.0)
    """Of the lens, as on a 36 mm film."""
    k1: Range = (-0.04, 0.06)
    k2: Range = (-0.015, 0.015)
    roll: Range = (-3.0, 3.0)
    centre_off: float = 4.0
    """Pixels by which the lens may be off the sensor's middle."""
    cards: tuple[int, int] = (3, 6)
    pitch: Range = (32.0, 37.0)
    disc: Range = (0.64, 0.75)
    """Its diameter as part of the pitch."""
    thickness: Range = (0.3, 0.36)
    """Of a disc, as part of its diameter."""
    tile_off: float = 0.8
    """Millimetres by which a tile may be off its place."""
    tile_turn: float = 0.5
    """Degrees by which it may be turned."""
    exposure: Range = (0.7, 1.2)
    """As a multiple of what the camera chooses."""
    balance: float = 0.1
    """How wrong the camera's red and blue may be."""
    blur: Range = (0.35, 0.9)
    noise: Range = (0.002, 0.014)
    quality: tuple[int, int] = (78, 95)
    clutter: tuple[int, int] = (0, 5)
    vessels: float = 0.35
    """The chance of a mug on the table."""


RANGES: Final = Ranges()
