"""Where things are in a picture: cells as points, hex corners, outlines of groups of cells.

Lengths are picture units; neighbouring cells lie `PITCH` of them apart. Only geometry: no colours
and no elements.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from eko_companion.drawing.shapes import Point
from eko_companion.rules import Cell
from eko_companion.rules.hexgrid import centre

PITCH: Final = 100
RADIUS: Final = PITCH / 3**0.5
"""From the middle of a cell to each of its corners."""

# Corner n begins the edge towards direction n when one goes counter-clockwise as seen.
CORNERS: Final[tuple[Point, ...]] = (
    (PITCH / 2, RADIUS / 2),
    (PITCH / 2, -RADIUS / 2),
    (0, -RADIUS),
    (-PITCH / 2, -RADIUS / 2),
    (-PITCH / 2, RADIUS / 2),
    (0, RADIUS),
)


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def grown(
        self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0
    ) -> Box:  # fmt: skip
        """The box with margins added."""
        return Box(self.left - left, self.top - top, self.right + right, self.bottom + bottom)


def middle(cell: Cell) -> Point:
    """The middle of a cell in picture units."""
    return centre(cell, PITCH)


def mean(points: Collection[Point]) -> Point:
    """The point in the middle of others."""
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


def hexagon(scale: float = 1.0, at: Point = (0, 0)) -> list[Point]:
    """The corners of a cell, made smaller or larger about its middle."""
    return [(at[0] + x * scale, at[1] + y * scale) for x, y in CORNERS]


def box_of(cells: Iterable[Cell]) -> Box:
    """The rectangle that just holds some cells."""
    points = [middle(cell) for cell in cells] or [(0.0, 0.0)]
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return Box(
        min(xs) - PITCH / 2, min(ys) - RADIUS, max(xs) + PITCH / 2, max(ys) + RADIUS
    )  # fmt: skip


def outlines(cells: Collection[Cell]) -> list[list[Point]]:
    """The closed lines around a group of cells: one for each part, and one for each hole."""
    inside = set(cells)
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    places: dict[tuple[int, int], Point] = {}
    for cell in sorted(inside):
        x, y = middle(cell)
        for direction, step in enumerate(cell.neighbours()):
            if step in inside:
                continue
            ends = [
                (x + dx, y + dy) for dx, dy in (CORNERS[direction], CORNERS[(direction + 1) % 6])
            ]
            # Corners are at least 57 apart: rounding makes one key for each of them.
            start, end = ((round(px), round(py)) for px, py in ends)
            places[start] = ends[0]
            onward.setdefault(start, []).append(end)
    loops = []
    while onward:
        first = corner = min(onward)
        loop = []
        while True:
            loop.append(places[corner])
            ends_here = onward[corner]
            following = ends_here.pop()
            if not ends_here:
                del onward[corner]
            corner = following
            if corner == first:
                break
        loops.append(loop)
    return loops
