"""Drawings that stand once in the page and are put on cells by reference: pieces, marks, arrows.

A game repeats few of them many times, which keeps the page small. Each is drawn by the layers of
`drawing` around the cell [0, 0].
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from eko_companion.drawing import (
    ActionPicture,
    Arrow,
    Badge,
    Highlight,
    Markup,
    arrows_layer,
    badges_layer,
    highlights_layer,
    pieces_layer,
    signs_layer,
)
from eko_companion.drawing.shapes import group
from eko_companion.record.html.look import PICTURE
from eko_companion.rules import Building, Cell, Player, Position, Stack

_TITLE = re.compile("<title>.*?</title>", re.DOTALL)
_ORIGIN = Cell(0, 0)


class Placed(NamedTuple):
    """A symbol, by its number, on a cell, by its number."""

    symbol: int
    cell: int


class Shown(NamedTuple):
    """The marks of one frame, under and over the pieces."""

    under: list[Placed]
    over: list[Placed]


class Symbols:
    """All symbols that a game needs, numbered as they are asked for."""

    def __init__(
        self, start: Position, names: Mapping[Player, str], words: Mapping[str, str]
    ) -> None:
        # Sorted from the back to the front, which is the order in which pieces are drawn.
        self.cells: list[Cell] = sorted(start.board.cells, key=lambda cell: (cell.r, cell.q))
        self.labels: list[str] = []
        """What a symbol is called in the page; nothing for marks."""
        self._number_of_cell = {cell: number for number, cell in enumerate(self.cells)}
        self._numbers: dict[object, int] = {}
        self._drawings: list[Markup] = []
        self._blank = start.changed(stacks=(), buildings=())
        self._names, self._words = names, words

    def cell(self, cell: Cell) -> int:
        """The number of a cell; an illegal attempt can name one that is not on the board."""
        if cell not in self._number_of_cell:
            self._number_of_cell[cell] = len(self.cells)
            self.cells.append(cell)
        return self._number_of_cell[cell]

    def pieces(self, position: Position) -> dict[int, int]:
        """The symbols of a position by place: twice the cell's number, plus 1 for a building."""
        found = {2 * self.cell(stack.cell): self._stack(stack) for stack in position.stacks}
        for building in position.buildings:
            found[2 * self.cell(building.cell) + 1] = self._building(building)
        return found

    def marks(self, picture: ActionPicture) -> Shown:
        """What is laid over a position to show an action."""
        under: list[Placed] = []
        over = [self._arrow(arrow) for arrow in picture.arrows]
        for highlight in picture.highlights:
            at, moved = highlight.cell, Highlight(_ORIGIN, highlight.kind)
            under.append(self._placed(moved, at, _highlighted(moved)))
            if highlight.kind.value in ("wrong", "win"):
                over.append(self._placed(("sign", moved), at, _signed(moved)))
        over += [self._badge(badge) for badge in picture.badges]
        return Shown(under, over)

    def definitions(self) -> Markup:
        """The symbols, each in a group with its id."""
        return Markup(
            "".join(group(drawing, id=f"s{n}") for n, drawing in enumerate(self._drawings))
        )

    def _stack(self, stack: Stack) -> int:
        alone = stack._replace(cell=_ORIGIN)
        kind = "stack_emperor" if stack.emperor else "stack"
        template = self._words[f"{kind}_one" if stack.discs == 1 else kind]
        label = template.format(name=self._names[stack.owner], discs=stack.discs)
        return self._number(
            alone, lambda: self._piece(self._blank.changed(stacks=(alone,))), label
        )  # fmt: skip

    def _building(self, building: Building) -> int:
        alone = building._replace(cell=_ORIGIN)
        label = self._words["building"].format(
            name=self._names[building.owner], kind=self._words[building.kind.value]
        )
        return self._number(
            alone, lambda: self._piece(self._blank.changed(buildings=(alone,))), label
        )

    @staticmethod
    def _piece(position: Position) -> Markup:
        # The title would name the cell [0, 0]; the page says where a piece really stands.
        return Markup(_TITLE.sub("", pieces_layer(position, PICTURE)))

    def _arrow(self, arrow: Arrow) -> Placed:
        first = arrow.cells[0]
        shape = Arrow(tuple(cell.shifted((-first.q, -first.r)) for cell in arrow.cells), arrow.kind)
        return self._placed(shape, first, lambda: arrows_layer([shape], PICTURE))

    def _badge(self, badge: Badge) -> Placed:
        alone = Badge(_ORIGIN, badge.text, badge.loss, badge.emperor)
        return self._placed(alone, badge.cell, lambda: badges_layer([alone], PICTURE))

    def _placed(self, key: object, at: Cell, draw: Callable[[], Markup]) -> Placed:
        return Placed(self._number(key, draw, ""), self.cell(at))

    def _number(self, key: object, draw: Callable[[], Markup], label: str) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self._drawings)
            self._drawings.append(draw())
            self.labels.append(label)
        return self._numbers[key]


def _highlighted(highlight: Highlight) -> Callable[[], Markup]:
    return lambda: highlights_layer([highlight], PICTURE)


def _signed(highlight: Highlight) -> Callable[[], Markup]:
    return lambda: signs_layer([highlight], PICTURE)
