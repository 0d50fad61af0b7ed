"""Light over the table: lamps and windows, the light of the room, and how it may change."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from eko_companion.geometry import Floats


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp or a window, far enough away to come from one direction."""

    azimuth: float
    """Degrees around the table from which it shines; 0 is along x, counter-clockwise as seen."""
    elevation: float
    """Degrees above the table."""
    colour: tuple[float, float, float]
    """Red, green, blue; a white sheet lit by (1, 1, 1) from straight above is just white."""
    spread: float = 4.0
    """Half the angle under which it is seen, in degrees: the softness of shadows."""
    fall_off: float = 0.0
    """How much weaker it is at the far side of the table, 0 to 1."""

    @property
    def direction(self) -> Floats:
        """Towards the light."""
        return self.turned(0.0, 0.0)

    def turned(self, around: float, up: float) -> Floats:
        """Towards a point of the light that is some degrees beside its middle."""
        turn = math.radians(self.azimuth + around)
        rise = math.radians(min(max(self.elevation + up, 8.0), 89.0))
        flat = math.cos(rise)
        return np.array([flat * math.cos(turn), -flat * math.sin(turn), math.sin(rise)])


@dataclass(frozen=True, slots=True)
class Lighting:
    """All the light at one moment."""

    lights: tuple[Light, ...]
    sky: tuple[float, float, float] = (0.35, 0.36, 0.38)
    """From above, without shadows: the bright walls and ceiling of the room."""

    def dimmed(self, by: float) -> Lighting:
        """The same light, weaker or stronger."""
        lights = tuple(
            Light(
                light.azimuth,
                light.elevation,
                _times(light.colour, by),
                light.spread,
                light.fall_off,
            )
            for light in self.lights
        )
        return Lighting(lights, _times(self.sky, by))


def _times(colour: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    red, green, blue = (by * part for part in colour)
    return red, green, blue


DAYLIGHT = Lighting(
    (
        Light(130.0, 48.0, (0.95, 0.93, 0.88), 6.0, 0.15),
        Light(20.0, 60.0, (0.25, 0.24, 0.22), 10.0),
    )
)
