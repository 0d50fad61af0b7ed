"""Marks on a picture: highlighted cells, and badges that say how many discs come or go.

Highlights lie under the pieces, signs and badges over them. Arrows are in `arrows`; which marks
belong to an action is in `action_pictures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from eko_companion.drawing.board_layer import FONT
from eko_companion.drawing.definitions import reference
from eko_companion.drawing.geometry import hexagon, middle
from eko_companion.drawing.shapes import (
    Markup,
    element,
    group,
    moved,
    path,
    polygon_path,
    words,
)
from eko_companion.drawing.terrain_symbols import star
from eko_companion.drawing.theme import Theme
from eko_companion.rules import Cell


class HighlightKind(Enum):
    """Why a cell is highlighted."""

    FROM = "from"
    TO = "to"
    LEGAL = "legal"
    WRONG = "wrong"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Highlight:
    """One highlighted cell."""

    cell: Cell
    kind: HighlightKind


@dataclass(frozen=True, slots=True)
class Badge:
    """A short note at the upper right of a cell, green for a gain and red for a loss."""

    cell: Cell
    text: str
    loss: bool = False
    emperor: bool = False
    """Whether the emperor is among the discs that come or go."""


# Kinds differ in their lines too, not in their colours alone.
_DASHES: Final[Mapping[HighlightKind, str | None]] = {
    HighlightKind.FROM: "14 7",
    HighlightKind.TO: None,
    HighlightKind.LEGAL: "1 9",
    HighlightKind.WRONG: None,
    HighlightKind.WIN: None,
}


_SIGNS: Final[Mapping[HighlightKind, str]] = {
    HighlightKind.WRONG: "M-6-6L6 6M6-6L-6 6",
    HighlightKind.WIN: polygon_path(star(5, 8, 3.5)),
}


def highlights_layer(highlights: Iterable[Highlight], theme: Theme) -> Markup:
    """Highlighted cells, to be laid between the board and the pieces."""
    return group(
        *(_highlight(highlight, theme) for highlight in highlights), class_="eko-highlights"
    )


def signs_layer(highlights: Iterable[Highlight], theme: Theme) -> Markup:
    """The signs of wrong and winning cells, to be laid over the pieces."""
    signed = [highlight for highlight in highlights if highlight.kind in _SIGNS]
    return group(*(_sign(highlight, theme) for highlight in signed), class_="eko-signs")


def badges_layer(badges: Iterable[Badge], theme: Theme) -> Markup:
    """Badges, to be laid over everything else."""
    return group(
        *(_badge(badge, theme) for badge in badges),
        font_family=FONT,
        font_weight="bold",
        text_anchor="middle",
        class_="eko-badges",
    )


def _colour(kind: HighlightKind, theme: Theme) -> str:
    return {
        HighlightKind.FROM: theme.from_cell,
        HighlightKind.TO: theme.to_cell,
        HighlightKind.LEGAL: theme.legal_cell,
        HighlightKind.WRONG: theme.wrong_cell,
        HighlightKind.WIN: theme.win_cell,
    }[kind]


def _highlight(highlight: Highlight, theme: Theme) -> Markup:
    kind, colour = highlight.kind, _colour(highlight.kind, theme)
    legal = kind is HighlightKind.LEGAL
    parts = [
        path(
            polygon_path(hexagon(0.92)),
            fill=colour,
            fill_opacity=0.22 if legal else 0.34,
            stroke=theme.halo,
            stroke_width=9,
            stroke_linejoin="round",
        ),
        path(
            polygon_path(hexagon(0.92)),
            fill="none",
            stroke=colour,
            stroke_width=6 if legal else 6.5,
            stroke_linejoin="round",
            stroke_linecap="round" if legal else None,
            stroke_dasharray=_DASHES[kind],
        ),
    ]
    return group(*parts, transform=moved(middle(highlight.cell)), class_=f"eko-{kind.value}")


def _sign(highlight: Highlight, theme: Theme) -> Markup:
    """A round sign at the upper left: a cross for what is wrong, a star for what wins."""
    drawing = _SIGNS[highlight.kind]
    x, y = middle(highlight.cell)
    return group(
        element(
            "circle",
            r=16,
            fill=_colour(highlight.kind, theme),
            stroke=theme.halo,
            stroke_width=3,
        ),
        path(
            drawing,
            fill=theme.badge_text,
            stroke=theme.badge_text,
            stroke_width=5,
            stroke_linecap="round",
        ),
        transform=moved((x - 32, y - 22)),
    )


def _badge(badge: Badge, theme: Theme) -> Markup:
    half = 10 + 5 * len(badge.text)
    parts = [
        element(
            "rect",
            x=-half,
            y=-16,
            width=2 * half,
            height=32,
            rx=16,
            fill=theme.loss_badge if badge.loss else theme.gain_badge,
            stroke=theme.halo,
            stroke_width=3,
        ),
        words(badge.text, (0, 0), 21, fill=theme.badge_text),
    ]
    if badge.emperor:
        crown = element(
            "use", href=f"#{reference('crown', theme)}", transform="translate(0 -14) scale(.8)"
        )
        parts.append(crown)
    x, y = middle(badge.cell)
    return group(*parts, transform=moved((x + 30, y - 20)))
