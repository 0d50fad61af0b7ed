"""Small scenes to draw: one camera, one copy of the game, a tile far aside and a plain table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from eko_companion.geometry import BuildingShape, Camera, Pieces, Stance
from eko_companion.geometry.camera import looking_at
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import BuildingKind
from eko_companion.simulator.lighting import Light, Lighting
from eko_companion.simulator.look import Look, Paint
from eko_companion.simulator.scene import Disc, House, LaidTile, Setting

CAMP, TOWER, CASTLE = BuildingKind
GREEN = Paint((0.05, 0.75, 0.05), (0.05, 0.75, 0.05), (0.05, 0.75, 0.05), 0.0)
"""Nothing else on a grey table is green."""
PLAIN = Look(
    {"cyan": GREEN, "violet": Paint((0.7, 0.1, 0.1), (0.9, 0.9, 0.9), (0.9, 0.8, 0.3), 0.0)},
    surface="laminate_grey",
    bevel=0.0,
    grain=0.0,
)
PIECES = Pieces(
    pitch=34.0,
    disc_diameter=24.0,
    disc_thickness=8.0,
    buildings={
        CAMP: BuildingShape("tent", 15.0, 13.0, 11.0),
        TOWER: BuildingShape("box", 11.0, 12.0, 24.0),
        CASTLE: BuildingShape("box", 20.0, 19.0, 22.0),
    },
    tile_thickness=2.0,
    marker_side=40.0,
)
FAR_TILE = LaidTile("A", Cell(0, 0), 0, -300.0, 0.0, 0.0)
NO_SHADOWS = Lighting((), (1.0, 1.0, 1.0))
LAMP = Lighting((Light(0.0, 40.0, (0.9, 0.9, 0.9), 1.0),), (0.2, 0.2, 0.2))
"""From the right, as seen at azimuth 0."""


def camera(
    elevation: float = 55.0,
    azimuth: float = 0.0,
    *,
    radial: tuple[float, float] = (0.0, 0.0),
    distance: float = 260.0,
    roll: float = 0.0,
    size: tuple[int, int] = (480, 270),
) -> Camera:
    rotation, translation = looking_at(
        (0.0, 0.0, 8.0), distance=distance, elevation=elevation, azimuth=azimuth, roll=roll
    )
    width, height = size
    centre = (width / 2 + 2.3, height / 2 - 1.4)
    return Camera(size, 0.85 * width, centre, rotation, translation, radial)


def setting(seen: Camera, pieces: Pieces = PIECES, look: Look = PLAIN) -> Setting:
    return Setting(load_tile_set(HOUSE), pieces, look, (FAR_TILE,), (), (), (), seen)


def with_building(kind: BuildingKind, shape: str, width: float, depth: float) -> Pieces:
    """The pieces with another shape of one building."""
    other = replace(PIECES.buildings[kind], shape=shape, width=width, depth=depth)
    return replace(PIECES, buildings={**PIECES.buildings, kind: other})


def disc(
    x: float = 0.0, y: float = 0.0, *, layer: int = 0, owner: str = "cyan", turn: float = 0.0
) -> Disc:
    return Disc(owner, False, Stance(x, y, 2.0 + 8.0 * layer, turn), False, Cell(0, 0))


def house(
    kind: BuildingKind, x: float = 0.0, y: float = 0.0, *, turn: float = 0.0, owner: str = "cyan"
) -> House:
    return House(owner, kind, Stance(x, y, 2.0, turn), Cell(0, 0))


def samples_inside(polygons: list[np.ndarray], shape: tuple[int, int], fine: int = 1) -> np.ndarray:
    """Which samples have their middle in any of some convex polygons, given in pixels."""
    rows, columns = shape
    inside = np.zeros(shape, bool)
    for polygon in polygons:
        places = (np.asarray(polygon, float) + 0.5) * fine - 0.5
        left, top = np.maximum(np.floor(places.min(0)).astype(int), 0)
        right, bottom = np.minimum(np.ceil(places.max(0)).astype(int) + 1, [columns, rows])
        x, y = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
        signs = []
        for (ax, ay), (bx, by) in zip(places, np.roll(places, -1, axis=0), strict=True):
            signs.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
        side = np.array(signs)
        inside[top:bottom, left:right] |= (side >= 0).all(0) | (side <= 0).all(0)
    return inside
