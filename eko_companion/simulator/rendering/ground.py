"""The table top with everything flat on it, as one camera sees it, before any light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from eko_companion.simulator.rendering.colour import Singles, bytes_to_linear
from eko_companion.simulator.rendering.decals import Bytes, Decal, lay
from eko_companion.simulator.rendering.rays import RayGrid
from eko_companion.simulator.scene import LaidTile

TABLE: Final = (1500.0, 1100.0)
"""Width and depth of the table in millimetres."""
_FARTHEST: Final = 5000.0
"""Millimetres: what is beyond is not seen as a place any more."""
_FLOOR: Final = (52, 54, 58)
"""What is seen beyond the table's edge."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What the camera sees of the table: colours without light, and where each pixel looks."""

    albedo: Singles
    """Linear light; rows, columns, three colours."""
    x: Singles
    """Where on the table, tile or card each pixel looks."""
    y: Singles
    z: Singles


def draw_ground(rays: RayGrid, surface: Bytes, scale: float, decals: Sequence[Decal]) -> Ground:
    """Lay the table top and all flat things; `scale` is the surface's pixels a millimetre."""
    picture = _table_top(rays, surface, scale)
    tops = np.zeros(rays.shape, np.float32)
    for decal in decals:
        lay(picture, tops, rays, decal)
    width, height = rays.camera.size
    albedo = bytes_to_linear(
        np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    )
    ray_x, ray_y, ray_z = (_reduced(plane, width, height) for plane in (rays.x, rays.y, rays.z))
    z = _reduced(tops, width, height)
    along = (z - np.float32(rays.origin[2])) / np.minimum(ray_z, np.float32(-1e-4))
    x = np.clip(ray_x * along + np.float32(rays.origin[0]), -_FARTHEST, _FARTHEST)
    y = np.clip(ray_y * along + np.float32(rays.origin[1]), -_FARTHEST, _FARTHEST)
    return Ground(albedo, np.asarray(x, np.float32), np.asarray(y, np.float32), z)


def _reduced(plane: Singles, width: int, height: int) -> Singles:
    return np.asarray(cv2.resize(plane, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _table_top(rays: RayGrid, surface: Bytes, scale: float) -> Bytes:
    x, y = rays.on_plane(0.0)
    rows, columns = surface.shape[:2]
    across = x * np.float32(scale) + np.float32(columns / 2 - 0.5)
    down = y * np.float32(scale) + np.float32(rows / 2 - 0.5)
    # OpenCV's maps wrap around at 32768.
    for places in (across, down):
        np.clip(places, -30000, 30000, out=places)
    top = cv2.remap(
        surface,
        across,
        down,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=_FLOOR,
    )
    return np.asarray(top, np.uint8)


def tile_decals(
    tiles: Sequence[LaidTile],
    pictures: Mapping[str, tuple[Bytes, tuple[float, float], float]],
    thickness: float,
    edge: tuple[int, int, int],
) -> list[Decal]:
    """Tiles as flat things; `pictures` has the print, its origin and pixels a millimetre."""
    decals = []
    for tile in tiles:
        bgra, origin, scale = pictures[tile.tile]
        decals.append(
            Decal(bgra, scale, origin, tile.x, tile.y, 60.0 * tile.turn + tile.off, thickness, edge)
        )
    return decals
