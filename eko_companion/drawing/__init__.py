"""Positions, boards and tiles as SVG pictures. Pure Python: no files, no third-party import.

    svg = draw_position(position, title="White to move")
    shown = picture_of(position, action)
    svg = draw_position(position, highlights=shown.highlights, arrows=shown.arrows,
                        badges=shown.badges, theme=DARK)

A page with many positions takes the layers apart: `definitions`, `board_layer` and `labels_layer`
once, `pieces_layer` for each position, all inside the box that `board_box` gives.
"""

from eko_companion.drawing.action_pictures import (
    ActionPicture,
    arrows_for,
    badges_for,
    highlights_for,
    picture_of,
    winning_highlights,
)
from eko_companion.drawing.arrows import Arrow, ArrowKind, arrows_layer
from eko_companion.drawing.board_layer import board_box, board_layer, labels_layer
from eko_companion.drawing.definitions import definitions
from eko_companion.drawing.legend_svg import LEGEND_WORDS, draw_legend
from eko_companion.drawing.marks import (
    Badge,
    Highlight,
    HighlightKind,
    badges_layer,
    highlights_layer,
    signs_layer,
)
from eko_companion.drawing.pieces_layer import pieces_layer
from eko_companion.drawing.players import Paint, marks_of, paints_of
from eko_companion.drawing.position_svg import draw_board, draw_position
from eko_companion.drawing.shapes import Markup
from eko_companion.drawing.theme import DARK, LIGHT, Theme
from eko_companion.drawing.tile_svg import draw_tile, draw_tile_set

__all__ = [
    "DARK",
    "LEGEND_WORDS",
    "LIGHT",
    "ActionPicture",
    "Arrow",
    "ArrowKind",
    "Badge",
    "Highlight",
    "HighlightKind",
    "Markup",
    "Paint",
    "Theme",
    "arrows_for",
    "arrows_layer",
    "badges_for",
    "badges_layer",
    "board_box",
    "board_layer",
    "definitions",
    "draw_board",
    "draw_legend",
    "draw_position",
    "draw_tile",
    "draw_tile_set",
    "highlights_for",
    "highlights_layer",
    "labels_layer",
    "marks_of",
    "paints_of",
    "picture_of",
    "pieces_layer",
    "signs_layer",
    "winning_highlights",
]
