"""What must be known of a table before a photo of it can be read: geometry, terrain, empty board.

Only values. How they are found (marker cards, tiles) and kept on disk is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.rules import Cell, Terrain
from eko_companion.rules.terrain import WALKABLE

Image = NDArray[np.uint8]
"""A picture as OpenCV has it: rows, columns, blue-green-red."""

NOTHING_STANDS = frozenset({Terrain.CHASM, Terrain.PORTAL})


@dataclass(frozen=True, slots=True)
class CellPlace:
    """One cell as it really lies on the table."""

    terrain: Terrain
    x: float
    """Middle of the cell, in millimetres of the board's frame."""
    y: float


@dataclass(frozen=True, eq=False)
class KnownBoard:
    """A scanned table. The camera may have moved since the empty board was photographed."""

    camera: Camera
    pieces: Pieces
    cells: Mapping[Cell, CellPlace]
    empty: Image
    empty_camera: Camera
    cards: tuple[Floats, ...] = ()
    """The corners of each card's printed square on the table, four rows of (x, y)."""
    players: tuple[str, ...] = ()

    def seen_from(self, camera: Camera) -> KnownBoard:
        """The same table, looked at by a camera that was moved."""
        return replace(self, camera=camera)

    def readable(self) -> list[Cell]:
        """Every cell that could hold something, sorted."""
        return sorted(c for c, place in self.cells.items() if place.terrain not in NOTHING_STANDS)

    def walkable(self, cell: Cell) -> bool:
        """Whether stacks stand here; on the other readable cells buildings do."""
        return self.cells[cell].terrain in WALKABLE

    def feet(self, cells: list[Cell]) -> Floats:
        """The middles of cells on top of their tiles, one a row of (x, y, z)."""
        z = self.pieces.tile_thickness
        places: list[Any] = [(self.cells[c].x, self.cells[c].y, z) for c in cells]
        return np.array(places, float).reshape(-1, 3)
