"""The signs of warriors: weapons, shields and plain marks, in lines that show at a distance."""

from __future__ import annotations

import math
from collections.abc import Callable

from eko_companion.simulator.prints.pen import Pen, Point, mirrored, star_points, turned

RIM = 0.8
"""The usual ring near a disc's edge."""
LINE = 0.1
"""The usual width of lines: two pixels on a disc that is 45 pixels wide in a photo."""


def _sword(pen: Pen, angle: float) -> None:
    """A blade with its tip up, a guard and a pommel, turned about the middle."""
    pen.line(turned([(0, 0.6), (0, -0.56)], angle), 0.12)
    pen.area(turned([(-0.065, -0.5), (0, -0.68), (0.065, -0.5)], angle))
    pen.line(turned([(-0.18, 0.34), (0.18, 0.34)], angle), 0.1)
    pen.disc(0.085, turned([(0, 0.6)], angle)[0])


def crossed_swords(pen: Pen) -> None:
    """Two swords across each other in a ring."""
    pen.ring(RIM, LINE)
    _sword(pen, math.pi / 4)
    _sword(pen, -math.pi / 4)


def chevrons(pen: Pen) -> None:
    """Three angles, one above the other."""
    for y in (-0.3, 0.05, 0.4):
        pen.line([(-0.45, y + 0.18), (0, y - 0.16), (0.45, y + 0.18)], 0.13)


def spear(pen: Pen) -> None:
    """One spear upright between two dots."""
    pen.line([(0, 0.78), (0, -0.3)], 0.12)
    pen.area([(0, -0.84), (0.2, -0.42), (0, -0.22), (-0.2, -0.42)])
    pen.line([(-0.2, -0.1), (0.2, -0.1)], 0.1)
    for x in (-0.48, 0.48):
        pen.disc(0.11, (x, 0))


def shield(pen: Pen) -> None:
    """A shield, its left upper and right lower quarters filled."""
    half: list[Point] = [(0, -0.62), (0.52, -0.5), (0.52, 0.02), (0.36, 0.4), (0, 0.72)]
    outline = mirrored(half)
    pen.area([(0, -0.62), (0, 0.02), (-0.52, 0.02), (-0.52, -0.5)])
    pen.area([(0, 0.02), (0.52, 0.02), (0.36, 0.4), (0, 0.72)])
    pen.line([*outline, outline[0]], 0.11)


def axe(pen: Pen) -> None:
    """A double-bladed axe in a ring."""
    pen.ring(RIM, LINE)
    pen.line([(0, 0.66), (0, -0.6)], 0.13)
    for side in (-1, 1):
        edge = [
            (side * (0.3 + 0.16 * math.cos(a)), -0.24 + 0.36 * math.sin(a))
            for a in (-1.2, -0.6, 0, 0.6, 1.2)
        ]
        pen.area([(0, -0.34), *edge, (0, -0.14)])


def sun_rays(pen: Pen) -> None:
    """A small sun with twelve rays."""
    pen.disc(0.28)
    for k in range(12):
        pen.line(turned([(0, -0.44), (0, -0.74)], k * math.pi / 6), 0.12)


def crossed_spears(pen: Pen) -> None:
    """Two spears across each other, without a ring."""
    for angle in (math.pi / 5, -math.pi / 5):
        pen.line(turned([(0, 0.8), (0, -0.45)], angle), 0.11)
        head: list[Point] = [(0, -0.86), (0.15, -0.52), (0, -0.38), (-0.15, -0.52)]
        pen.area(turned(head, angle))
    pen.line([(-0.3, 0.14), (0.3, 0.14)], 0.1)


def plain_ring(pen: Pen) -> None:
    """A single broad ring."""
    pen.ring(0.56, 0.15)


def helmet(pen: Pen) -> None:
    """A helmet from the front, with a crest and slits for the eyes."""
    dome: list[Point] = [(0, -0.46), (0.3, -0.36), (0.44, -0.06), (0.44, 0.56), (0.13, 0.56)]
    pen.area([*mirrored([*dome, (0.13, 0.2)])])
    pen.area([(-0.3, -0.02), (0.3, -0.02), (0.3, 0.14), (-0.3, 0.14)], ink=False)
    pen.line([(0, 0.3), (0, -0.05)], 0.13)
    pen.area([(-0.09, -0.4), (-0.14, -0.8), (0.14, -0.8), (0.09, -0.4)])


def dots(pen: Pen) -> None:
    """Six dots around one."""
    pen.disc(0.15)
    for k in range(6):
        pen.disc(0.13, turned([(0, -0.52)], k * math.pi / 3)[0])


def bow(pen: Pen) -> None:
    """A bent bow with its arrow."""
    arc = [(0.62 - 0.86 * math.cos(a), 0.86 * math.sin(a)) for a in _steps(-0.93, 0.93, 15)]
    pen.line([(x - 0.1, y) for x, y in arc], 0.12)
    pen.line([(arc[0][0] - 0.1, arc[0][1]), (0.3, 0), (arc[-1][0] - 0.1, arc[-1][1])], 0.08)
    pen.line([(0.62, 0), (-0.5, 0)], 0.1)
    pen.area([(-0.78, 0), (-0.42, -0.17), (-0.42, 0.17)])


def cross_pattern(pen: Pen) -> None:
    """A cross of four wedges in a ring."""
    pen.ring(RIM, LINE)
    for k in range(4):
        pen.area(
            turned([(-0.06, -0.06), (-0.24, -0.56), (0.24, -0.56), (0.06, -0.06)], k * math.pi / 2)
        )


def caltrop(pen: Pen) -> None:
    """A three-pointed star, hollow."""
    points = star_points(3, 0.8, 0.26)
    pen.line([*points, points[0]], 0.12)


def _steps(low: float, high: float, count: int) -> list[float]:
    return [low + (high - low) * k / (count - 1) for k in range(count)]


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "crossed_swords": crossed_swords,
    "chevrons": chevrons,
    "spear": spear,
    "shield": shield,
    "axe": axe,
    "sun_rays": sun_rays,
    "crossed_spears": crossed_spears,
    "plain_ring": plain_ring,
    "helmet": helmet,
    "dots": dots,
    "bow": bow,
    "cross": cross_pattern,
    "caltrop": caltrop,
}
