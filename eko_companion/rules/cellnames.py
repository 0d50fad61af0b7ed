"""Short names for cells: a column letter and a row number, as in "d5".

Row 1 is the top row of the board and column a its leftmost column; columns run down the picture
in a zigzag, as every second row of hexes is shifted by half a cell. The same names stand on every
screen and in every text; they depend on the board's outline only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from eko_companion.rules.errors import NotationError
from eko_companion.rules.hexgrid import Cell

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")
_FAR = re.compile(r"\[(-?[0-9]{1,5}),(-?[0-9]{1,5})\]")


class CellNames:
    """The names on one board, both ways; a cell beside the board is named "[q,r]"."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        listed = list(cells)
        self._first_row = min((cell.r for cell in listed), default=0)
        self._first_column = min((_column(cell) for cell in listed), default=0)
        self._names = {cell: self._compose(cell) for cell in listed}
        self._cells = {name: cell for cell, name in self._names.items()}

    def name(self, cell: Cell) -> str:
        """The name of a cell."""
        return self._names.get(cell) or f"[{cell[0]},{cell[1]}]"

    def cell(self, name: str) -> Cell:
        """The cell of a name; raises NotationError if it is none."""
        known = self._cells.get(name)
        if known is not None:
            return known
        far = _FAR.fullmatch(name)
        if far is not None:
            return Cell(int(far[1]), int(far[2]))
        if _NAME.fullmatch(name) is None:
            raise NotationError(f"{name!r} is not the name of a cell.")
        raise NotationError(f"There is no cell {name} on this board.")

    @property
    def columns(self) -> dict[str, list[Cell]]:
        """The cells of each column by its letter, from left to right."""
        found: dict[str, list[Cell]] = {}
        for cell in sorted(self._names, key=lambda cell: (_column(cell), cell.r)):
            found.setdefault(_letters(_column(cell) - self._first_column), []).append(cell)
        return found

    @property
    def rows(self) -> dict[int, list[Cell]]:
        """The cells of each row by its number, from the top."""
        found: dict[int, list[Cell]] = {}
        for cell in sorted(self._names, key=lambda cell: (cell.r, cell.q)):
            found.setdefault(cell.r - self._first_row + 1, []).append(cell)
        return found

    def _compose(self, cell: Cell) -> str:
        column = _letters(_column(cell) - self._first_column)
        return f"{column}{cell.r - self._first_row + 1}"


def _column(cell: Cell) -> int:
    return cell.q + (cell.r >> 1)


def _letters(number: int) -> str:
    """0 is a, 25 is z, 26 is aa."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text
