"""The drawings of the wooden pieces: stacks of discs, the crown, camp, tower and castle.

Bodies take their `fill` from whoever uses them, so one set of drawings serves all players; light
and shade are laid over as black and white. Where pieces stand is in `pieces_layer`.
"""

from __future__ import annotations

from typing import Final

from eko_companion.drawing.shapes import Markup, element, group, joined, path
from eko_companion.drawing.theme import Theme

DISC_WIDTH: Final = 34
DISC_DEPTH: Final = 21.5
DISC_THICKNESS: Final = 10
FLOOR: Final = 11
"""The height of the middle of a stack's underside below the middle of its cell."""


def top_of(discs: int) -> float:
    """The height of the middle of the top face of a stack."""
    return FLOOR - discs * DISC_THICKNESS


def stack(discs: int, theme: Theme) -> Markup:
    """A stack of so many discs."""
    wide, deep = DISC_WIDTH, DISC_DEPTH
    parts = [
        element(
            "ellipse", cx=3, cy=FLOOR + 3, rx=wide + 3, ry=deep + 2, fill=theme.outline, opacity=0.3
        )
    ]
    for level in range(discs):
        low, high = top_of(level), top_of(level + 1)
        side = (
            f"M-{wide} {high:g}A{wide} {deep} 0 0 0 {wide} {high:g}"
            f"V{low:g}A{wide} {deep} 0 0 1-{wide} {low:g}Z"
        )
        parts.append(path(side, stroke=theme.outline, stroke_width=2))
        parts.append(path(side, fill="#000", opacity=0.28))
    top = top_of(discs)
    parts += (
        element("ellipse", cy=top, rx=wide, ry=deep, stroke=theme.outline, stroke_width=2),
        element(
            "ellipse",
            cy=top,
            rx=wide - 4,
            ry=deep - 3.5,
            fill="#fff",
            fill_opacity=0.13,
            stroke="#fff",
            stroke_opacity=0.45,
            stroke_width=1.3,
        ),
    )
    return joined(parts)


def crown(theme: Theme) -> Markup:
    """The emperor's crown; its foot is at the origin."""
    return joined(
        (
            path(
                "M-14 0L-18-17L-9-9L0-21L9-9L18-17L14 0Q0 4-14 0Z",
                fill=theme.crown,
                stroke=theme.crown_line,
                stroke_width=2.5,
                stroke_linejoin="round",
            ),
            group(
                element("circle", cx=-18, cy=-18, r=2.6),
                element("circle", cy=-22, r=3),
                element("circle", cx=18, cy=-18, r=2.6),
                fill=theme.crown,
                stroke=theme.crown_line,
                stroke_width=1.5,
            ),
            path("M-14-4.5Q0-1 14-4.5", fill="none", stroke=theme.crown_line, stroke_width=1.8),
        )
    )


def _shadow(theme: Theme, wide: float) -> Markup:
    return element("ellipse", cx=3, cy=28, rx=wide, ry=8, fill=theme.outline, opacity=0.35)


def _body(outline: str, theme: Theme) -> Markup:
    """A wall in the owner's colour with a pale rim, so that it stands out from any terrain."""
    return joined(
        (
            path(outline, fill="none", stroke=theme.halo, stroke_width=7, stroke_linejoin="round"),
            path(outline, stroke=theme.outline, stroke_width=2.5, stroke_linejoin="round"),
        )
    )


def camp(theme: Theme) -> Markup:
    """A tent."""
    return joined(
        (
            _shadow(theme, 36),
            path(
                "M2-19L0-30M-33 27l-6 3M33 27l6 3",
                stroke=theme.outline,
                stroke_width=3,
                stroke_linecap="round",
            ),
            _body("M0-21C6-6 18 14 33 25Q16 31 0 31Q-16 31-33 25C-18 14-6-6 0-21Z", theme),
            path("M0-21C6-6 18 14 33 25Q24 29 14 30C10 14 4-4 0-21Z", fill="#000", opacity=0.3),
            path("M0-21C-6-6-18 14-33 25Q-28 27-22 28C-12 14-4-4 0-21Z", fill="#fff", opacity=0.25),
            path("M-2 0C2 10 6 20 8 30.5Q-3 31-10 30.5C-6 20-4 10-2 0Z", fill=theme.outline),
        )
    )


def tower(theme: Theme) -> Markup:
    """A tower with battlements."""
    outline = "M-21-38h9v6h7v-6h10v6h7v-6h9v18l-5 4v43Q0 32-16 27v-43l-5-4Z"
    return joined(
        (
            _shadow(theme, 26),
            _body(outline, theme),
            path("M5-38v6h7v-6h9v18l-5 4v43Q11 29 4 29.5V-38Z", fill="#000", opacity=0.28),
            path("M-16-16H16M-21-20L21-20", stroke=theme.outline, stroke_width=2, opacity=0.7),
            path(
                "M-4-2a4 4 0 0 1 8 0v8h-8zM-6 29.5V20a6 6 0 0 1 12 0v9.5Q0 31-6 29.5Z",
                fill=theme.outline,
            ),
        )
    )


def castle(theme: Theme) -> Markup:
    """A castle: a keep and two turrets with pointed roofs."""
    outline = (
        "M-42 26V-16h4v-6h5v6h5v-6h4v6h3v14h7V-28h5v-6h6v6h6v-6h6v6h5V-2h7v-14h3v-6h4v6h5v-6h5v6h4"
        "V26Q0 34-42 26Z"
    )
    return joined(
        (
            _shadow(theme, 46),
            path("M0-32V-52", stroke=theme.outline, stroke_width=3, stroke_linecap="round"),
            path(
                "M0-52L18-46L0-40Z",
                stroke=theme.outline,
                stroke_width=2,
                stroke_linejoin="round",
            ),
            _body(outline, theme),
            path(
                "M4-28h2v-6h6v6h5V-2h7v-14h3v-6h4v6h5v-6h5v6h1V26Q22 30 4 30Z",
                fill="#000",
                opacity=0.25,
            ),
            path(
                "M-21-2V26M21-2V26M-14-2H14",
                stroke=theme.outline,
                stroke_width=1.8,
                fill="none",
                opacity=0.7,
            ),
            path(
                "M-34-8h4v9h-4zM30-8h4v9h-4zM-3-22h6v9h-6zM-9 30V15a9 9 0 0 1 18 0V30Q0 31-9 30Z",
                fill=theme.outline,
            ),
        )
    )


def tag(theme: Theme) -> Markup:
    """The round plate on which a player's mark is written."""
    return joined(
        (
            element("circle", r=14.5, fill=theme.halo),
            element("circle", r=12.5, stroke=theme.outline, stroke_width=1.2),
        )
    )
