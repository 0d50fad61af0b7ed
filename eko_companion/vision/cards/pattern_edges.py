"""Where the edges of a marker's black and white squares are: the printed side of refining corners.

Coordinates are in squares of the marker: 0 to 6 from its upper left corner, right and down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from eko_companion.geometry import Floats
from eko_companion.markers.pattern import SQUARES, black_squares

_ALONG: Final = (0.25, 0.42, 0.58, 0.75)
"""Where along a square's side its edge is looked at; the ends are left to the neighbours."""


@dataclass(frozen=True, eq=False)
class PatternEdges:
    """Points on all edges between black and white, and the direction from black to white."""

    points: Floats
    outward: Floats
    """Unit vectors across the edge, from the black side to the white one."""


@lru_cache(maxsize=64)
def pattern_edges(marker: int) -> PatternEdges:
    """All edges of a marker, the ones to its white margin included."""
    black = _with_margin(marker)
    points, outward = [], []
    for row in range(SQUARES + 2):
        for column in range(SQUARES + 2):
            for right, down in ((1, 0), (0, 1)):
                if row + down > SQUARES + 1 or column + right > SQUARES + 1:
                    continue
                here, there = black[row, column], black[row + down, column + right]
                if here == there:
                    continue
                sign = 1.0 if here else -1.0
                for along in _ALONG:
                    # The margin is one square wide, so squares of the marker begin at 1.
                    x = column + (1.0 if right else along) - 1
                    y = row + (1.0 if down else along) - 1
                    points.append((x, y))
                    outward.append((sign * right, sign * down))
    return PatternEdges(np.array(points, float), np.array(outward, float))


@lru_cache(maxsize=64)
def square_middles(marker: int) -> tuple[Floats, Floats]:
    """The middles of all squares and of the margin's, and 1 for white and 0 for black each."""
    black = _with_margin(marker)
    rows, columns = np.mgrid[0 : SQUARES + 2, 0 : SQUARES + 2]
    # The margin is looked at half as far out: a card's white border may be narrow.
    x = np.clip(columns - 0.5, -0.3, SQUARES + 0.3)
    y = np.clip(rows - 0.5, -0.3, SQUARES + 0.3)
    middles = np.column_stack([x.ravel(), y.ravel()])
    return middles, (~black).ravel().astype(float)


def _with_margin(marker: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    black = np.zeros((SQUARES + 2, SQUARES + 2), bool)
    black[1:-1, 1:-1] = black_squares(marker)
    return black
