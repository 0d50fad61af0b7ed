"""The signs of emperors: crowns, stars, beasts and wreaths, fuller than those of warriors."""

from __future__ import annotations

import math
from collections.abc import Callable

from eko_companion.simulator.prints.pen import Pen, Point, mirrored, star_points, turned


def _crown(pen: Pen, size: float, y: float = 0.0, ink: bool = True) -> None:
    """Five points with balls on a band."""
    half: list[Point] = [
        (0, -0.62),
        (0.24, -0.1),
        (0.62, -0.42),
        (0.5, 0.3),
        (0, 0.3),
    ]
    pen.area([(x * size, v * size + y) for x, v in mirrored(half)], ink)
    band: list[Point] = [(-0.5, 0.4), (0.5, 0.4), (0.5, 0.58), (-0.5, 0.58)]
    pen.area([(x * size, v * size + y) for x, v in band], ink)
    for x, v in ((0.0, -0.64), (0.62, -0.44), (-0.62, -0.44)):
        pen.disc(0.1 * size, (x * size, v * size + y), ink)


def crown_in_ring(pen: Pen) -> None:
    """A crown in a ring."""
    pen.ring(0.8, 0.11)
    _crown(pen, 0.86, 0.02)


def star(pen: Pen) -> None:
    """A five-pointed star in a ring."""
    pen.ring(0.86, 0.1)
    pen.area(star_points(5, 0.7, 0.3))


def laurel_wreath(pen: Pen) -> None:
    """Two branches bent around a jewel, open at the top."""
    for side in (-1, 1):
        stem = [
            (side * 0.6 * math.sin(a), 0.6 * math.cos(a)) for a in (0.1, 0.6, 1.1, 1.6, 2.1, 2.6)
        ]
        pen.line(stem, 0.09)
        for a in (0.35, 0.8, 1.25, 1.7, 2.15, 2.6):
            for lean, radius in ((0.5, 0.72), (-0.55, 0.5)):
                at = (side * radius * math.sin(a + 0.12), radius * math.cos(a + 0.12))
                _leaf(pen, at, side * (math.pi - a - lean))
    pen.area([(0, -0.3), (0.2, 0), (0, 0.3), (-0.2, 0)])


def _leaf(pen: Pen, at: Point, angle: float) -> None:
    shape: list[Point] = [(0, -0.19), (0.085, -0.04), (0.05, 0.12), (-0.05, 0.12), (-0.085, -0.04)]
    pen.area([(x + at[0], y + at[1]) for x, y in turned(shape, angle)])


def eagle(pen: Pen) -> None:
    """An eagle with raised wings and a fanned tail."""
    wing: list[Point] = [
        (0.08, -0.2),
        (0.34, -0.5),
        (0.82, -0.56),
        (0.72, -0.3),
        (0.74, -0.06),
        (0.56, -0.02),
        (0.54, 0.2),
        (0.36, 0.16),
        (0.3, 0.34),
        (0.08, 0.28),
    ]
    for side in (-1, 1):
        pen.area([(side * x, y) for x, y in wing])
    pen.area(mirrored([(0, -0.42), (0.15, -0.2), (0.17, 0.1), (0.1, 0.36), (0.26, 0.78), (0, 0.7)]))
    pen.disc(0.15, (0, -0.5))
    pen.area([(0.06, -0.6), (0.34, -0.5), (0.06, -0.4)])
    for side in (-1, 1):
        pen.line([(side * 0.25, -0.18), (side * 0.52, -0.3)], 0.07, ink=False)
        pen.line([(side * 0.23, 0.02), (side * 0.46, -0.08)], 0.07, ink=False)


def double_ring_crown(pen: Pen) -> None:
    """A smaller crown in two rings."""
    pen.ring(0.88, 0.09)
    pen.ring(0.68, 0.09)
    _crown(pen, 0.66, 0.02)


def lion_mask(pen: Pen) -> None:
    """A lion's face in a mane of points."""
    pen.area(star_points(12, 0.86, 0.64))
    pen.area(
        mirrored([(0, -0.46), (0.34, -0.42), (0.44, -0.1), (0.3, 0.36), (0.14, 0.54), (0, 0.56)]),
        ink=False,
    )
    for side in (-1, 1):
        pen.area([(side * x, y) for x, y in ((0.1, -0.16), (0.34, -0.24), (0.3, -0.08))])
    pen.area([(-0.15, 0.1), (0.15, 0.1), (0, 0.26)])
    pen.line([(0, -0.3), (0, 0.16)], 0.09)
    pen.line([(-0.2, 0.42), (0, 0.3), (0.2, 0.42)], 0.08)


def knocked_out_crown(pen: Pen) -> None:
    """A filled disc with the crown left free."""
    pen.disc(0.86)
    _crown(pen, 0.88, 0.02, ink=False)


def knocked_out_star(pen: Pen) -> None:
    """A filled disc with a star left free."""
    pen.disc(0.86)
    pen.area(star_points(6, 0.72, 0.36), ink=False)


def sun_face(pen: Pen) -> None:
    """A great sun: sixteen broad rays around a ringed eye."""
    pen.area(star_points(16, 0.9, 0.58))
    pen.disc(0.46, ink=False)
    pen.ring(0.3, 0.1)
    pen.disc(0.12)


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "crown_in_ring": crown_in_ring,
    "star": star,
    "laurel_wreath": laurel_wreath,
    "eagle": eagle,
    "double_ring_crown": double_ring_crown,
    "lion_mask": lion_mask,
    "knocked_out_crown": knocked_out_crown,
    "knocked_out_star": knocked_out_star,
    "sun_face": sun_face,
}
