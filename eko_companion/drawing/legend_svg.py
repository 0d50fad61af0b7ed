"""A legend: every terrain, landmark and piece with its name beside it.

The words are the caller's, so a legend can be drawn in any language; the drawings are those of the
board itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eko_companion.drawing.board_layer import FONT
from eko_companion.drawing.definitions import definitions, reference
from eko_companion.drawing.geometry import Box, hexagon
from eko_companion.drawing.page import document
from eko_companion.drawing.piece_symbols import top_of
from eko_companion.drawing.players import PAINTS
from eko_companion.drawing.shapes import (
    Markup,
    group,
    joined,
    moved,
    path,
    polygon_path,
    use,
    words,
)
from eko_companion.drawing.theme import LIGHT, Theme
from eko_companion.rules import Terrain

_COLUMN: Final = 470
_ROW: Final = 132
_SIZE: Final = 26

LEGEND_WORDS: Final[Mapping[str, str]] = {
    "circle": "circle: stacks stand here",
    "storm": "storm: a disc is lost",
    "chasm": "chasm: no way, no building",
    "reg": "reg: camp",
    "ravine": "ravine: up to a tower",
    "capital": "capital: up to a tower",
    "mountain": "mountain: up to a castle",
    "portal": "portal: open to one side",
    "wind_temple": "wind temple: camp",
    "moon_temple": "moon temple: camp",
    "sand_temple": "sand temple: camp",
    "pyramid": "pyramid",
    "lighthouse": "lighthouse",
    "camp": "camp",
    "tower": "tower",
    "castle": "castle",
    "stack3": "stack of three",
    "crown": "emperor",
}
_TERRAIN: Final = frozenset(terrain.value for terrain in Terrain)


def draw_legend(
    *,
    theme: Theme = LIGHT,
    legend: Mapping[str, str] = LEGEND_WORDS,
    columns: int = 3,
    title: str | None = None,
    width: int | None = None,
) -> str:
    """The drawings that `legend` names, with its words, in rows from the left."""
    # The longest line sets the size of all, so that each stays in its column.
    longest = max((len(told) for told in legend.values()), default=1)
    size = min(_SIZE, (_COLUMN - 140) / (0.6 * max(longest, 1)))
    entries = [
        group(
            *_entry(symbol, told, size, theme),
            transform=moved((60 + _COLUMN * (n % columns), 64 + _ROW * (n // columns))),
        )
        for n, (symbol, told) in enumerate(legend.items())
    ]
    rows = -(-len(entries) // columns)
    return document(
        definitions(theme),
        group(*entries, font_family=FONT),
        box=Box(0, 0, _COLUMN * min(columns, len(entries)), _ROW * rows),
        theme=theme,
        title=title,
        told="The drawings and their meanings",
        description="; ".join(legend.values()),
        width=width,
    )


def _entry(symbol: str, told: str, size: float, theme: Theme) -> list[Markup]:
    drawing = use(reference(symbol, theme), (0, 0))
    if symbol == "crown":
        foot = (0.0, top_of(1) - 6)
        drawing = joined(
            (use(reference("stack1", theme), (0, 0)), use(reference(symbol, theme), foot))
        )
    if symbol not in _TERRAIN:
        drawing = group(drawing, fill=PAINTS["cyan"].body)
    parts = [drawing, words(told, (68, 0), size, fill=theme.text)]
    if symbol in _TERRAIN:
        frame = path(
            polygon_path(hexagon()), fill="none", stroke=theme.seam, stroke_width=4
        )  # fmt: skip
        ground = path(polygon_path(hexagon()), fill=theme.grounds[0])
        parts = [ground, drawing, frame, parts[1]]
    if symbol == Terrain.PORTAL.value:
        parts.append(use(reference("portal_arch", theme), (0, 0)))
    return parts
