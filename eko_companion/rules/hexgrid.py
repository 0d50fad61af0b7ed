"""The hex grid: axial cells, the six directions, turning and neighbours.

Pointy-top hexes, x to the right and y down. Nothing here knows of tiles or pieces.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Cell(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    def neighbour(self, direction: int) -> Cell:
        """The cell next to this one in a direction, 0 (east) to 5 (south-east)."""
        step = DIRECTIONS[direction % 6]
        return Cell(self.q + step.q, self.r + step.r)

    def neighbours(self) -> tuple[Cell, ...]:
        """The six cells around this one, east first and counter-clockwise."""
        return tuple(Cell(self.q + step.q, self.r + step.r) for step in DIRECTIONS)

    def shifted(self, by: tuple[int, int]) -> Cell:
        """This cell moved by an axial offset."""
        return Cell(self.q + by[0], self.r + by[1])

    def turned(self, turns: int) -> Cell:
        """This cell after a rotation about [0, 0] by `turns` times 60° counter-clockwise."""
        q, r = self.q, self.r
        for _ in range(turns % 6):
            # East [1, 0] becomes north-east [1, -1]; south-east [0, 1] becomes east [1, 0].
            q, r = q + r, -q
        return Cell(q, r)


DIRECTIONS: Final[tuple[Cell, ...]] = (
    Cell(1, 0),
    Cell(1, -1),
    Cell(0, -1),
    Cell(-1, 0),
    Cell(-1, 1),
    Cell(0, 1),
)
"""East, north-east, north-west, west, south-west, south-east."""


def distance(a: Cell, b: Cell) -> int:
    """How many steps lie between two cells on an open grid."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def centre(cell: Cell, pitch: float = 1.0) -> tuple[float, float]:
    """The middle of a cell in the plane, for hexes whose neighbours lie `pitch` apart."""
    return pitch * (cell.q + cell.r / 2), pitch * (3**0.5 / 2) * cell.r
