"""A whole SVG document: title, description, background and heading around ready-made layers.

Knows nothing of boards or pieces; what is drawn inside is the caller's.
"""

from __future__ import annotations

from typing import Final

from eko_companion.drawing.board_layer import FONT
from eko_companion.drawing.geometry import Box
from eko_companion.drawing.shapes import Markup, element, escaped, number, words
from eko_companion.drawing.theme import Theme

MARGIN: Final = 14
_HEADING: Final = 48
_HEADING_SIZE: Final = 32


def document(
    *layers: Markup,
    box: Box,
    theme: Theme,
    title: str | None,
    told: str,
    description: str,
    width: int | None,
) -> str:
    """A standalone document that shows a box of the layers.

    `title` is written over the picture if there is one; `told` is what a screen reader hears in
    its place otherwise.
    """
    view = box.grown(MARGIN, MARGIN, MARGIN, MARGIN)
    heading = []
    if title:
        heading.append(_heading(title, view, theme))
        view = view.grown(top=_HEADING)
    sides = [number(side) for side in (view.left, view.top, view.width, view.height)]
    background = element(
        "rect",
        x=view.left,
        y=view.top,
        width=view.width,
        height=view.height,
        fill=theme.background,
    )
    svg = element(
        "svg",
        element("title", escaped(title or told)),
        element("desc", escaped(description)),
        background,
        *layers,
        *heading,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(sides),
        width=width,
        height=None if width is None else round(width * view.height / view.width),
        role="img",
    )
    return f"{svg}\n"


def _heading(title: str, below: Box, theme: Theme) -> Markup:
    """The title, written in the middle above a box."""
    return words(
        title,
        ((below.left + below.right) / 2, below.top - 10),
        _fitting(title, below.width - 2 * MARGIN),
        fill=theme.text,
        font_family=FONT,
        font_weight="bold",
        text_anchor="middle",
    )


def _fitting(title: str, width: float) -> float:
    """The largest size at which a title fits, as far as that can be told without a font."""
    # A bold letter is about 0.72 of its size wide.
    return min(_HEADING_SIZE, width / (0.72 * len(title)))
