"""The drawings of the open terrains: circle, storm, chasm, reg, ravine, capital, mountain.

Each function draws one cell about the origin, hex ground included. What people once built there
(portals, temples, landmarks) is in `monument_symbols`; where cells lie is in `board_layer`.
"""

from __future__ import annotations

from math import cos, pi, sin

from eko_companion.drawing.geometry import hexagon
from eko_companion.drawing.shapes import Markup, Point, element, group, joined, path, polygon_path
from eko_companion.drawing.theme import Theme


def ground(fill: str, theme: Theme) -> Markup:
    """The hex of one cell; filled with `none` it shows the ground of its tile."""
    return path(
        polygon_path(hexagon()), fill=fill, stroke=theme.cell_line, stroke_width=1.5
    )  # fmt: skip


def circle(theme: Theme) -> Markup:
    """A printed ring to stand on."""
    return joined(
        (
            ground("none", theme),
            element("circle", r=35, cy=-4, fill=theme.ring_floor, fill_opacity=0.55),
            element("circle", r=32, cy=-4, fill="none", stroke=theme.ring, stroke_width=4.5),
            element(
                "circle",
                r=25.5,
                cy=-4,
                fill="none",
                stroke=theme.ring,
                stroke_width=1.5,
                opacity=0.7,
            ),
        )
    )


def storm(theme: Theme) -> Markup:
    """Swirling dust: a spiral with wisps blown off it."""
    spiral = (
        "M-37 4C-38-26-12-40 10-37C34-33 39-8 29 8C19 24-8 24-17 9"
        "C-25-6-13-22 2-21C16-20 20-5 12 2C6 8-4 5-4-2"
    )
    wisps = "M-44-14C-42-26-33-37-21-42M43-8C44 10 33 25 14 31M-30 24C-22 31-14 34-5 34"
    return joined(
        (
            ground(theme.storm, theme),
            path(
                spiral + wisps,
                fill="none",
                stroke=theme.storm_dark,
                stroke_width=9,
                stroke_linecap="round",
                opacity=0.55,
            ),
            path(
                spiral + wisps,
                fill="none",
                stroke=theme.storm_light,
                stroke_width=4.5,
                stroke_linecap="round",
            ),
        )
    )


def chasm(theme: Theme) -> Markup:
    """A dark abyss with cracks running out of it; its far wall is seen."""
    cracks = (
        "M-34-12L-43-20L-49-18M-6-33L-2-43L-6-53M32-16L41-17L46-27M39 12L46 17"
        "M-10 33L-15 42M-37 16L-45 18L-48 25M18 30L24 36L22 43"
    )
    lip = (
        "M-42-8L-30-27L-16-25L-7-37L9-30L20-34L33-19L44-12L39 3L45 15L30 24L19 35L4 29L-11 37"
        "L-22 28L-37 24L-34 9Z"
    )
    wall = (
        "M-36-8L-27-21L-14-19L-6-30L8-24L19-28L29-15L38-9L33 3L38 13L27 19L17 29L4 23L-11 30"
        "L-20 22L-31 19L-28 8Z"
    )
    deep = (
        "M-31 2L-26-7L-13-3L-5-15L8-8L18-13L27 0L34 4L38 13L27 19L17 29L4 23L-11 30L-20 22"
        "L-31 19L-28 8Z"
    )
    ledges = "M-27-20L-26-8M-14-18L-13-4M-6-29L-5-16M8-23V-9M19-27L18-14M29-14L27-1"
    return joined(
        (
            ground(theme.chasm, theme),
            path(
                cracks,
                fill="none",
                stroke=theme.chasm_deep,
                stroke_width=3,
                stroke_linejoin="round",
                stroke_linecap="round",
            ),
            path(lip, fill=theme.chasm_lip, stroke_linejoin="round"),
            path(wall, fill=theme.chasm_wall),
            path(ledges, stroke=theme.chasm, stroke_width=1.5, opacity=0.7),
            path(deep, fill=theme.chasm_deep),
        )
    )


_STONES = (
    (-24, -20, 12, 8),
    (4, -30, 9, 6),
    (27, -18, 13, 9),
    (-2, -7, 14, 9),
    (-33, 5, 8, 6),
    (25, 9, 10, 7),
    (-15, 20, 13, 8),
    (13, 27, 11, 6),
    (37, -3, 5, 3),
    (-16, -36, 5, 3),
    (-30, 24, 4, 3),
    (9, 11, 5, 3),
)


def reg(theme: Theme) -> Markup:
    """Stony ground: pebbles of several sizes."""
    shadows, bodies, lights = [], [], []
    for x, y, wide, high in _STONES:
        shadows.append(f"M{x - wide} {y + 3}a{wide} {high} 0 0 0 {2 * wide} 0z")
        bodies.append(
            f"M{x - wide} {y}a{wide} {high} 0 1 1 {2 * wide} 0a{wide} {high} 0 1 1-{2 * wide} 0z"
        )
        lights.append(f"M{x - wide + 3} {y - 1}q{wide * 0.4:.0f}-{high - 1} {wide}-{high - 2}")
    return joined(
        (
            ground(theme.reg, theme),
            path("".join(shadows), fill=theme.reg_dark),
            path("".join(bodies), fill=theme.reg_stone, stroke=theme.reg_dark, stroke_width=1.2),
            path(
                "".join(lights),
                fill="none",
                stroke=theme.reg_light,
                stroke_width=2.5,
                stroke_linecap="round",
            ),
        )
    )


def ravine(theme: Theme) -> Markup:
    """A canyon with stepped walls that crosses the cell from side to side."""
    rim = (
        "M-50-21L-37-26L-24-18L-8-25L7-16L24-23L36-16L50-21V17L38 22L25 16L10 25L-7 18L-22 25"
        "L-36 18L-50 22Z"
    )
    terrace = (
        "M-50-11L-37-16L-24-8L-8-15L7-6L24-13L36-6L50-11V13L38 17L25 11L10 20L-7 13L-22 20"
        "L-36 13L-50 17Z"
    )
    floor = (
        "M-50 1L-37-4L-24 4L-8-3L7 6L24-1L36 6L50 1V9L38 12L25 7L10 15L-7 8L-22 15L-36 8L-50 12Z"
    )
    strata = (
        "M-50-16L-37-21L-24-13L-8-20L7-11L24-18L36-11L50-16"
        "M-50-4L-37-9L-24-1L-8-8L7 1L24-6L36 1L50-4"
    )
    plateau = "M-22-38L-8-35L5-40M14-35L26-32M-38-30L-30-33M-30 32L-14 31M8 33L22 31L30 27"
    return joined(
        (
            ground(theme.ravine, theme),
            path(
                plateau,
                fill="none",
                stroke=theme.ravine_wall,
                stroke_width=2.2,
                stroke_linecap="round",
                stroke_linejoin="round",
                opacity=0.7,
            ),
            path(rim, fill=theme.ravine_light, stroke=theme.ravine_wall, stroke_width=1.8),
            path(terrace, fill=theme.ravine_wall),
            path(strata, fill="none", stroke=theme.ravine, stroke_width=2),
            path(floor, fill=theme.ravine_deep),
        )
    )


def star(rays: int, outer: float, inner: float) -> list[Point]:
    """The corners of a star with a ray straight up."""
    points = []
    for n in range(2 * rays):
        radius = inner if n % 2 else outer
        angle = pi * n / rays
        points.append((radius * sin(angle), -radius * cos(angle)))
    return points


def capital(theme: Theme) -> Markup:
    """The ruined capital: broken columns before a great sun."""
    columns = (
        "M-19-12h9v26h-9zM-4.5-20h9v34h-9zM10-6l3-3l2 2l4-4v25h-9z"
        "M-21-16h13v4h-13zM-6.5-24h13v4h-13z"
    )
    ruin = (
        path(
            polygon_path(star(16, 43, 31)),
            fill=theme.capital_sun,
            stroke=theme.capital_line,
            stroke_width=1.5,
            stroke_linejoin="round",
        ),
        element(
            "circle",
            r=27.5,
            fill=theme.capital,
            stroke=theme.capital_line,
            stroke_width=1.5,
        ),
        element(
            "circle",
            r=24,
            fill="none",
            stroke=theme.capital_sun,
            stroke_width=1.5,
            stroke_dasharray="5 3",
        ),
        path(
            columns + "M-23 14h46v5h-46z",
            fill=theme.capital_stone,
            stroke=theme.capital_line,
            stroke_width=1.5,
            stroke_linejoin="round",
        ),
    )
    # Raised a little, to leave the lower corner to the name of the cell.
    return joined((ground(theme.capital, theme), group(*ruin, transform="translate(0 -5)")))


def mountain(theme: Theme) -> Markup:
    """Three peaks, lit from the left, with snow."""
    lit = "M-46 24L-24-16L-11 2L6-38L48 24L26 33L-22 34Z"
    shade = "M-24-16L-19 4L-24 16L-14 33L-8 34L-4 20L-11 2ZM6-38L10-14L5 0L14 16L10 34L26 33L48 24Z"
    snow = "M6-38L-3-17L1-20L4-13L9-19L13-14L17-22ZM-24-16L-30-5L-26-7L-23-2L-20-7L-17-6Z"
    return joined(
        (
            ground(theme.mountain, theme),
            path(
                lit,
                fill=theme.mountain_lit,
                stroke=theme.mountain_shade,
                stroke_width=2,
                stroke_linejoin="round",
            ),
            path(shade, fill=theme.mountain_shade),
            path(snow, fill=theme.mountain_snow),
        )
    )
