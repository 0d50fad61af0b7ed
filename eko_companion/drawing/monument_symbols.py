"""The drawings of what was once built: portals, the three temples, pyramid and lighthouse.

Each function draws about the origin. Open terrains are in `terrain_symbols`, the players' own
buildings in `piece_symbols`.
"""

from __future__ import annotations

from eko_companion.drawing.geometry import hexagon
from eko_companion.drawing.shapes import Markup, element, group, joined, pair, path
from eko_companion.drawing.terrain_symbols import ground
from eko_companion.drawing.theme import Theme


def portal_walls(theme: Theme) -> Markup:
    """The ground of a portal whose open edge looks east: walls on the other five edges."""
    corners = hexagon(0.88)
    wall = "M" + "L".join(pair(corner) for corner in (*corners[1:], corners[0]))
    return joined(
        (
            ground(theme.portal, theme),
            path("M0-26L44-25.4V25.4L0 26Z", fill=theme.portal_glow, opacity=0.35),
            path(
                wall,
                fill="none",
                stroke=theme.portal_wall,
                stroke_width=11,
                stroke_linejoin="round",
            ),
            path(
                wall,
                fill="none",
                stroke=theme.portal_stone,
                stroke_width=7,
                stroke_dasharray="15 2.5",
                opacity=0.75,
            ),
            path(
                "M36-11L46 0L36 11",
                fill="none",
                stroke=theme.portal_wall,
                stroke_width=10,
                stroke_linejoin="round",
                stroke_linecap="round",
            ),
            path(
                "M36-11L46 0L36 11",
                fill="none",
                stroke=theme.portal_glow,
                stroke_width=6,
                stroke_linejoin="round",
                stroke_linecap="round",
            ),
        )
    )


def portal_arch(theme: Theme) -> Markup:
    """The arch in the middle of a portal; it stands upright whichever way the portal is open."""
    return group(
        path(
            "M-23 25V-6A23 23 0 0 1 23-6V25H13V-6A13 13 0 0 0-13-6V25Z",
            fill=theme.portal_stone,
            stroke=theme.portal_wall,
            stroke_width=2.5,
            stroke_linejoin="round",
        ),
        path("M-13 25V-6A13 13 0 0 1 13-6V25Z", fill=theme.portal_void),
        path(
            "M0-11a8 8 0 0 1 8 8c0 8-13 8-13 1c0-5 7-5 7-1M-5 10h10M-7 17h14",
            fill="none",
            stroke=theme.portal_glow,
            stroke_width=2.5,
            stroke_linecap="round",
        ),
        path(
            "M-23-6h10M23-6h-10M-16-22l7 9M16-22l-7 9M-4-29l1 10M4-29l-1 10",
            stroke=theme.portal_wall,
            stroke_width=1.5,
            opacity=0.6,
        ),
        transform="translate(0 -6)",
    )


def _temple(theme: Theme, emblem: Markup, colour: str) -> Markup:
    """A small temple with a coloured medallion that a camp on the cell leaves in sight."""
    stone: dict[str, str | float | None] = {
        "stroke": theme.temple_line,
        "stroke_width": 1.8,
        "stroke_linejoin": "round",
    }
    return joined(
        (
            ground(theme.temple, theme),
            path(
                "M-34 35h68v-6h-5v-5h-58v5h-5z",
                fill=theme.temple_shade,
                **stone,
            ),
            path("M-23 24v-24h46v24z", fill=theme.temple_line),
            path(
                "M-26 24v-24h9v24zM-9 24v-24h7v24zM2 24v-24h7v24zM17 24v-24h9v24z",
                fill=theme.temple_stone,
                **stone,
            ),
            path("M-31 0h62v-6h-62zM-33-6L0-22L33-6z", fill=theme.temple_stone, **stone),
            group(
                element("circle", r=18.5, fill=colour, stroke=theme.temple_stone, stroke_width=3),
                element("circle", r=20, fill="none", stroke=theme.temple_line, stroke_width=1),
                emblem,
                transform="translate(-25 -20)",
            ),
        )
    )


def wind_temple(theme: Theme) -> Markup:
    """A temple with curls of wind."""
    curls = "M-13-4H3a4.5 4.5 0 1 0-4.5-4.5M-13 2H9a4.5 4.5 0 1 1-4.5 4.5M-10 8H-2"
    emblem = path(
        curls,
        fill="none",
        stroke=theme.emblem,
        stroke_width=3,
        stroke_linecap="round",
    )
    return _temple(theme, emblem, theme.wind)


def moon_temple(theme: Theme) -> Markup:
    """A temple with a crescent."""
    emblem = path("M5-12A12.5 12.5 0 1 0 12 5A10 10 0 0 1 5-12Z", fill=theme.emblem)
    return _temple(theme, emblem, theme.moon)


def sand_temple(theme: Theme) -> Markup:
    """A temple with dunes."""
    emblem = joined(
        (
            path("M-14 7C-7 7-4-7 2-9C1-3 6 4 14 7Z", fill=theme.emblem),
            path(
                "M-12 11.5C-4 10 4 10 12 11.5",
                fill="none",
                stroke=theme.emblem,
                stroke_width=2.2,
                stroke_linecap="round",
            ),
        )
    )
    return _temple(theme, emblem, theme.sand)


def pyramid(theme: Theme) -> Markup:
    """The pyramid among its storm cells."""
    return joined(
        (
            element("ellipse", cy=21, rx=42, ry=10, fill=theme.outline, opacity=0.3),
            path(
                "M0-36L-39 18L9 28L40 15Z",
                fill=theme.grounds[2],
                stroke=theme.outline,
                stroke_width=2.5,
                stroke_linejoin="round",
            ),
            path("M0-36L9 28L40 15Z", fill=theme.ravine_wall),
            path(
                "M-11-20.5L2-17L10-22M-20-8L4-2L20-10M-29 5L6 12L30 2"
                "M-3-7V4M-14 8L-15 15M-8-19L-9-12",
                fill="none",
                stroke=theme.outline,
                stroke_width=1.4,
                opacity=0.6,
            ),
            path("M0-36L-8.5-24L1.5-21L9-25Z", fill=theme.capital_sun),
        )
    )


def lighthouse(theme: Theme) -> Markup:
    """The lighthouse among its storm cells."""
    return joined(
        (
            path("M0-22L-44-34V-14ZM0-22L44-34V-14Z", fill=theme.portal_glow, opacity=0.6),
            element("ellipse", cy=20, rx=20, ry=6, fill=theme.outline, opacity=0.35),
            path(
                "M-8-14L-14 20Q0 26 14 20L8-14Z",
                fill=theme.temple_stone,
                stroke=theme.outline,
                stroke_width=2,
                stroke_linejoin="round",
            ),
            path("M-9.3-6L-10.7 2Q0 5 10.7 2L9.3-6Q0-3 -9.3-6Z", fill=theme.capital),
            path("M-12 9L-13 17Q0 21 13 17L12 9Q0 13-12 9Z", fill=theme.capital),
            path(
                "M-11-14H11V-17H8V-27H-8V-17H-11ZM-10-27L0-36L10-27Z",
                fill=theme.capital_sun,
                stroke=theme.outline,
                stroke_width=2,
                stroke_linejoin="round",
            ),
        )
    )
