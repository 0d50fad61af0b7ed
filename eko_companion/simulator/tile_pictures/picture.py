"""One tile as a picture: the order in which ground, terrains, details and print are laid down."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import Tile
from eko_companion.simulator.tile_pictures.canvas import Canvas, Patch, Point
from eko_companion.simulator.tile_pictures.details import scatter_details
from eko_companion.simulator.tile_pictures.finish import engrave, grade, shade
from eko_companion.simulator.tile_pictures.ground import paint_ground
from eko_companion.simulator.tile_pictures.landmarks import paint_landmark
from eko_companion.simulator.tile_pictures.marks import (
    card_shape,
    print_borders,
    print_edge,
    print_ring,
)
from eko_companion.simulator.tile_pictures.monuments import (
    paint_capital,
    paint_moon_temple,
    paint_portal,
    paint_sand_temple,
    paint_wind_temple,
)
from eko_companion.simulator.tile_pictures.noise import stream
from eko_companion.simulator.tile_pictures.storms import paint_storm
from eko_companion.simulator.tile_pictures.styles import HOUSE, Style
from eko_companion.simulator.tile_pictures.wild import (
    paint_chasm,
    paint_mountain,
    paint_ravine,
    paint_reg,
)

DEFAULT_PX: Final = 220.0
"""Pixels a pitch."""

PAINTERS: Final[Mapping[Terrain, Callable[[Patch, np.random.Generator], None]]] = {
    Terrain.REG: paint_reg,
    Terrain.RAVINE: paint_ravine,
    Terrain.MOUNTAIN: paint_mountain,
    Terrain.CHASM: paint_chasm,
    Terrain.CAPITAL: paint_capital,
    Terrain.STORM: paint_storm,
    Terrain.WIND_TEMPLE: paint_wind_temple,
    Terrain.MOON_TEMPLE: paint_moon_temple,
    Terrain.SAND_TEMPLE: paint_sand_temple,
}
"""Circles have no picture but their ring; the portal needs its front as well."""


@dataclass(frozen=True, slots=True, eq=False)
class TilePicture:
    """A top view; outside the card it is transparent."""

    bgra: NDArray[np.uint8]
    origin: Point
    """The pixel (x, y) of the middle of the tile's own cell [0, 0]; it may lie off the picture."""
    px: float
    """Pixels a pitch."""
    style: str
    seed: int

    def pixel(self, cell: Cell) -> Point:
        """The pixel (x, y) of the middle of a cell, in the tile's own coordinates."""
        x, y = centre(cell, self.px)
        return self.origin[0] + x, self.origin[1] + y


def draw_tile(
    tile: Tile, style: Style = HOUSE, seed: int = 0, px: float = DEFAULT_PX
) -> TilePicture:
    """Draw a tile with any cells. The same arguments always give the same picture."""
    cells = [cell.at for cell in tile.cells]
    canvas = Canvas(cells, style, px)
    name = tile.letter
    paint_ground(canvas, seed, name)
    walkable = [centre(c.at) for c in tile.cells if c.terrain is Terrain.CIRCLE]
    scatter_details(canvas, walkable, seed, name)
    for cell in tile.cells:
        rng = stream(seed, name, cell.terrain.value, cell.at.q, cell.at.r)
        patch = canvas.around(centre(cell.at))
        if cell.terrain is Terrain.PORTAL:
            paint_portal(patch, rng, cell.front or 0)
        elif cell.terrain in PAINTERS:
            PAINTERS[cell.terrain](patch, rng)
    if tile.landmark is not None:
        middle = landmark_place(tile)
        paint_landmark(canvas.around(middle), stream(seed, name, "landmark"), tile.landmark)
    shade(canvas)
    engrave(canvas, seed, name)
    print_borders(canvas, cells, seed, name)
    for cell in tile.cells:
        if cell.terrain is Terrain.CIRCLE:
            rng = stream(seed, name, "ring", cell.at.q, cell.at.r)
            print_ring(canvas.around(centre(cell.at)), rng)
    cover, inside = card_shape(canvas, cells)
    print_edge(canvas, inside, seed, name)
    grade(canvas, seed, name)
    pixels = np.dstack([canvas.colour, cover])
    bgra = np.rint(pixels * 255).astype(np.uint8)
    # Nothing to see, nothing to store: the files get smaller.
    bgra[bgra[..., 3] == 0] = 0
    origin = (float(canvas.origin[0]), float(canvas.origin[1]))
    return TilePicture(bgra, origin, px, style.name, seed)


def landmark_place(tile: Tile) -> Point:
    """Where a landmark stands, in pitches from [0, 0]: where its storm cells meet."""
    storms = [centre(cell.at) for cell in tile.cells if cell.terrain is Terrain.STORM]
    storms = storms or [centre(cell.at) for cell in tile.cells]
    x = sum(point[0] for point in storms) / len(storms)
    y = sum(point[1] for point in storms) / len(storms)
    nearest = min(storms, key=lambda point: math.dist(point, (x, y)))
    # Scattered storm cells meet nowhere; the landmark must still be on the card.
    return (x, y) if math.dist(nearest, (x, y)) < 0.6 else nearest
