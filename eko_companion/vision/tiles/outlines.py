"""The shapes of tiles in millimetres: hexagons, and the edges that a tile shares with no other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.rules.hexgrid import Cell, centre

Mask = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class OutlineEdge:
    """One side of a hexagon on a tile's rim."""

    start: Floats
    end: Floats
    direction: int
    """The direction, 0 to 5, in which the outside lies."""


def hexagon(cell: Cell, pitch: float, grow: float = 0.0) -> Floats:
    """The six corners of a cell, starting at the right of direction 0's side."""
    x, y = centre(cell, pitch)
    radius = (pitch / 2 + grow) / math.cos(math.pi / 6)
    turns = np.radians(30 - 60 * np.arange(6))
    # Corner k and k + 1 bound the side in direction k; y points down.
    return np.column_stack([x + radius * np.cos(turns), y + radius * np.sin(turns)])


def outline_edges(cells: Iterable[Cell], pitch: float) -> list[OutlineEdge]:
    """The sides of a tile's cells behind which the tile ends."""
    own = set(cells)
    edges = []
    for cell in sorted(own):
        corners = hexagon(cell, pitch)
        for direction, neighbour in enumerate(cell.neighbours()):
            if neighbour not in own:
                edges.append(
                    OutlineEdge(corners[direction], corners[(direction + 1) % 6], direction)
                )
    return edges


def cells_mask(
    cells: Iterable[Cell],
    pitch: float,
    scale: float,
    origin: tuple[float, float],
    size: tuple[int, int],
    grow: float = 0.0,
    turn: float = 0.0,
) -> Mask:
    """255 on the cells in a top view; the turn is in radians, counter-clockwise as seen."""
    mask: Any = np.zeros((size[1], size[0]), np.uint8)
    cosine, sine = math.cos(turn), math.sin(turn)
    for cell in cells:
        corners = hexagon(cell, pitch, grow) @ np.array([[cosine, -sine], [sine, cosine]])
        pixels = (corners * scale + np.asarray(origin)) * 16
        cv2.fillConvexPoly(mask, np.round(pixels).astype(np.int32), 255, cv2.LINE_8, 4)
    result: Mask = mask
    return result


def reach(cells: Iterable[Cell], pitch: float) -> float:
    """The distance from the tile's own cell [0, 0] to its farthest point."""
    return float(max(np.linalg.norm(hexagon(cell, pitch), axis=1).max() for cell in cells))
