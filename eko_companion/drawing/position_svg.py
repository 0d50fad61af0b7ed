"""Pictures of boards and positions as standalone SVG documents.

Only puts the layers together: each of them has its own module, and can be used alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from eko_companion.drawing.arrows import Arrow, arrows_layer
from eko_companion.drawing.board_layer import board_box, board_layer, labels_layer
from eko_companion.drawing.definitions import definitions
from eko_companion.drawing.marks import (
    Badge,
    Highlight,
    badges_layer,
    highlights_layer,
    signs_layer,
)
from eko_companion.drawing.page import document
from eko_companion.drawing.pieces_layer import pieces_layer
from eko_companion.drawing.shapes import Markup
from eko_companion.drawing.theme import LIGHT, Theme
from eko_companion.rules import Board, Position, Step


def draw_position(
    position: Position,
    *,
    theme: Theme = LIGHT,
    highlights: Iterable[Highlight] = (),
    arrows: Iterable[Arrow] = (),
    badges: Iterable[Badge] = (),
    labels: bool = True,
    marks: bool = True,
    cell_names: bool = True,
    tile_letters: bool = False,
    title: str | None = None,
    width: int | None = None,
) -> str:
    """A position as an SVG document.

    `labels` names rows and columns and, with `cell_names` and `tile_letters`, cells and tiles;
    `marks` puts a letter for its owner on each piece; `width` is in pixels, and without it the
    picture takes the room that it is given.
    """
    board = position.board
    highlighted = list(highlights)
    layers = [
        definitions(theme),
        board_layer(board, theme),
        highlights_layer(highlighted, theme),
        *_labels(board, theme, labels, cell_names, tile_letters),
        pieces_layer(position, theme, marks=marks),
        arrows_layer(arrows, theme),
        signs_layer(highlighted, theme),
        badges_layer(badges, theme),
    ]
    return document(
        *layers,
        box=board_box(board, labels=labels),
        theme=theme,
        title=title,
        told="A position of Ekö",
        description=_position_words(position),
        width=width,
    )


def draw_board(
    board: Board,
    *,
    theme: Theme = LIGHT,
    highlights: Iterable[Highlight] = (),
    labels: bool = True,
    cell_names: bool = True,
    tile_letters: bool = False,
    title: str | None = None,
    width: int | None = None,
) -> str:
    """A board without pieces as an SVG document."""
    highlighted = list(highlights)
    return document(
        definitions(theme, pieces=False),
        board_layer(board, theme),
        highlights_layer(highlighted, theme),
        *_labels(board, theme, labels, cell_names, tile_letters),
        signs_layer(highlighted, theme),
        box=board_box(board, labels=labels),
        theme=theme,
        title=title,
        told="A board of Ekö",
        description=_board_words(board),
        width=width,
    )


def _labels(
    board: Board, theme: Theme, labels: bool, cell_names: bool, tile_letters: bool
) -> list[Markup]:
    if not labels:
        return []
    return [labels_layer(board, theme, cell_names=cell_names, tile_letters=tile_letters)]


def _board_words(board: Board) -> str:
    letters = ", ".join(placement.tile for placement in board.layout)
    return f"{len(board.cells)} cells on the tiles {letters}."


def _position_words(position: Position) -> str:
    sides = []
    for player in position.players:
        discs = sum(stack.discs for stack in position.stacks_of(player))
        buildings = sum(building.owner == player for building in position.buildings)
        sides.append(f"{player}: {discs} discs and {buildings} buildings")
    if position.step is Step.OVER:
        turn = f"Won by {', '.join(position.winners)}." if position.winners else "Nobody has won."
    else:
        turn = f"{position.to_move} is to move."
    return f"{'; '.join(sides)}. {turn}"
