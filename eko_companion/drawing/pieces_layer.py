"""The pieces of a position: stacks with their heights, emperors, buildings, players' marks.

This layer goes over `board_layer` and is all that changes from one position to the next. It needs
the `definitions` of the same theme in its document.
"""

from __future__ import annotations

from typing import NamedTuple

from eko_companion.drawing.board_layer import FONT
from eko_companion.drawing.definitions import reference
from eko_companion.drawing.geometry import middle
from eko_companion.drawing.piece_symbols import top_of
from eko_companion.drawing.players import Paint, marks_of, paints_of
from eko_companion.drawing.shapes import (
    Markup,
    Point,
    element,
    escaped,
    group,
    moved,
    use,
    words,
)
from eko_companion.drawing.theme import Theme
from eko_companion.rules import Board, Building, Position, Stack
from eko_companion.rules.pieces import HIGHEST_STACK

_TAG: Point = (-30, 15)


class _Look(NamedTuple):
    """How the pieces of one player look."""

    paint: Paint
    mark: str | None


def pieces_layer(position: Position, theme: Theme, *, marks: bool = True) -> Markup:
    """All stacks and buildings; `marks` puts a letter for its owner on each of them."""
    paints, letters = paints_of(position.players), marks_of(position.players)
    looks = {
        player: _Look(paints[player], letters[player] if marks else None)
        for player in position.players
    }
    drawn = [
        (stack.cell, stack_drawing(stack, position.board, looks[stack.owner], theme))
        for stack in position.stacks
    ]
    drawn += [
        (building.cell, building_drawing(building, position.board, looks[building.owner], theme))
        for building in position.buildings
    ]
    # From the back to the front: what stands lower in the picture may hide what is behind it.
    drawn.sort(key=lambda piece: (piece[0].r, piece[0].q))
    return group(
        *(markup for _, markup in drawn),
        font_family=FONT,
        font_weight="bold",
        text_anchor="middle",
        class_="eko-pieces",
    )


def stack_drawing(stack: Stack, board: Board, look: _Look, theme: Theme) -> Markup:
    """One stack with its height, and a crown if the emperor lies on it."""
    shown = min(stack.discs, HIGHEST_STACK)  # what a camera saw may be higher than allowed
    top = top_of(shown)
    parts = [
        element("title", escaped(_stack_words(stack, board))),
        _symbol(f"stack{shown}", theme),
        words(str(stack.discs), (0, top + (6 if stack.emperor else 0)), 27, fill=look.paint.ink),
    ]
    if stack.emperor:
        parts.append(use(reference("crown", theme), (0, top - 10)))
    return _piece(parts, middle(stack.cell), look, theme)


def building_drawing(building: Building, board: Board, look: _Look, theme: Theme) -> Markup:
    """One building."""
    told = f"{building.owner} {building.kind.value}, {board.name(building.cell)}"
    parts = [element("title", escaped(told)), _symbol(building.kind.value, theme)]
    return _piece(parts, middle(building.cell), look, theme)


def _piece(parts: list[Markup], at: Point, look: _Look, theme: Theme) -> Markup:
    if look.mark is not None:
        parts.append(use(reference("tag", theme), _TAG))
        parts.append(words(look.mark, _TAG, 18.5, fill=look.paint.ink))
    return group(*parts, transform=moved(at), fill=look.paint.body)


def _symbol(name: str, theme: Theme) -> Markup:
    return element("use", href=f"#{reference(name, theme)}")


def _stack_words(stack: Stack, board: Board) -> str:
    discs = "1 disc" if stack.discs == 1 else f"{stack.discs} discs"
    emperor = " with the emperor" if stack.emperor else ""
    return f"{stack.owner}: {discs}{emperor}, {board.name(stack.cell)}"
