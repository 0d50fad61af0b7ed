"""The pieces as groups of convex parts, and where a ray meets such a part.

The parts stay inside the sizes that a ruler gives; towers and castles may have merlons and turrets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Solid, Stance
from eko_companion.geometry.solids import hull_points, placed

Singles = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """A convex solid, moved within its piece."""

    solid: Solid
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class Hits:
    """Where rays meet a part: how far along, and which way its surface faces there."""

    along: Singles
    """Infinite where the ray misses."""
    nx: Singles
    ny: Singles
    nz: Singles


@lru_cache(maxsize=256)
def parts_of(solid: Solid, kind: str, turrets: bool) -> tuple[Part, ...]:
    """The parts of a building; `kind` is camp, tower or castle."""
    if not turrets or kind == "camp" or solid.shape in ("tent", "cone"):
        return (Part(solid),)
    if kind == "tower":
        return _tower(solid)
    return _castle(solid)


def _tower(solid: Solid) -> tuple[Part, ...]:
    """A shaft, a wider head and merlons on it."""
    width, depth, height = solid.width, solid.depth, solid.height
    shaft = Part(Solid(solid.shape, 0.82 * width, 0.82 * depth, 0.7 * height))
    head = Part(Solid(solid.shape, width, depth, 0.17 * height), z=0.68 * height)
    return (shaft, head, *_merlons(width, depth, 0.85 * height, 0.15 * height))


def _castle(solid: Solid) -> tuple[Part, ...]:
    """A lower block with a turret on each corner."""
    width, depth, height = solid.width, solid.depth, solid.height
    block = Part(Solid("box", 0.8 * width, 0.8 * depth, 0.62 * height))
    keep = Part(Solid("box", 0.42 * width, 0.42 * depth, 0.85 * height))
    turret = 0.34 * min(width, depth)
    parts = [block, keep]
    for across in (-1, 1):
        for along in (-1, 1):
            x, y = across * (width - turret) / 2, along * (depth - turret) / 2
            parts.append(Part(Solid("cylinder", turret, turret, 0.8 * height), x, y))
            parts.append(
                Part(Solid("cone", 0.98 * turret, 0.98 * turret, 0.2 * height), x, y, 0.8 * height)
            )
    return tuple(parts)


def _merlons(width: float, depth: float, foot: float, height: float) -> list[Part]:
    size = 0.3 * min(width, depth)
    reach_x, reach_y = (width - size) / 2, (depth - size) / 2
    places = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    # On a round head the corners would stand out over its edge.
    return [
        Part(Solid("box", size, size, height), 0.72 * x * reach_x, 0.72 * y * reach_y, foot)
        for x, y in places
    ]


def part_hull(part: Part, stance: Stance) -> NDArray[np.float64]:
    """Points of the board whose convex hull is the part of a piece that stands somewhere."""
    return placed(hull_points(part.solid, Stance(part.x, part.y, part.z)), stance)


def meet(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    """Where rays from one origin meet a solid that stands at [0, 0, 0], all in its own frame."""
    if solid.shape == "cylinder":
        return _meet_cylinder(solid, origin, x, y, z)
    if solid.shape == "cone":
        return _meet_cone(solid, origin, x, y, z)
    return _meet_planes(_planes(solid), origin, x, y, z)


def _meet_cylinder(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    radius, height = solid.width / 2, solid.height
    ox, oy, oz = (np.float32(part) for part in origin)
    a = x * x + y * y
    b = ox * x + oy * y
    c = ox * ox + oy * oy - np.float32(radius * radius)
    inside = b * b - a * c
    root = np.sqrt(np.maximum(inside, 0))
    side = (-b - root) / np.maximum(a, np.float32(1e-12))
    at_z = oz + side * z
    top = (np.float32(height) - oz) / np.minimum(z, np.float32(-1e-9))
    tx, ty = ox + top * x, oy + top * y
    on_top = (tx * tx + ty * ty <= np.float32(radius * radius)) & (oz > height)
    on_side = (inside > 0) & (at_z >= 0) & (at_z <= np.float32(height)) & ~on_top
    along = np.where(on_top, top, np.where(on_side, side, np.float32(np.inf)))
    turned = np.float32(1 / radius)
    nx = np.where(on_top, 0, (ox + side * x) * turned)
    ny = np.where(on_top, 0, (oy + side * y) * turned)
    return _hits(along, nx, ny, on_top)


def _meet_cone(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    """A point on top; the foot is never seen from above."""
    slope = solid.width / 2 / solid.height
    ox, oy, oz = origin[0], origin[1], origin[2] - solid.height
    k = np.float32(slope * slope)
    a = x * x + y * y - k * z * z
    b = np.float32(ox) * x + np.float32(oy) * y - k * np.float32(oz) * z
    c = np.float32(ox * ox + oy * oy - slope * slope * oz * oz)
    inside = b * b - a * c
    root = np.sqrt(np.maximum(inside, 0))
    a = np.where(np.abs(a) < 1e-9, np.float32(1e-9), a)
    first, second = (-b - root) / a, (-b + root) / a
    best = np.full(x.shape, np.inf, np.float32)
    for t in (first, second):
        at_z = np.float32(oz) + t * z
        good = (inside > 0) & (t > 0) & (at_z <= 0) & (at_z >= -np.float32(solid.height))
        best = np.where(good & (t < best), t, best)
    met = np.isfinite(best)
    t = np.where(met, best, 0)
    px, py = np.float32(ox) + t * x, np.float32(oy) + t * y
    radius = np.maximum(np.sqrt(px * px + py * py), np.float32(1e-6))
    length = np.float32(1 / math.hypot(1, slope))
    nz = np.full(x.shape, slope * length, np.float32)
    return Hits(best, px / radius * length, py / radius * length, nz)


def _meet_planes(
    planes: tuple[tuple[float, float, float, float], ...],
    origin: tuple[float, float, float],
    x: Singles,
    y: Singles,
    z: Singles,
) -> Hits:
    enter = np.full(x.shape, -np.inf, np.float32)
    leave = np.full(x.shape, np.inf, np.float32)
    through = np.zeros(x.shape, np.intp)
    for number, (px, py, pz, offset) in enumerate(planes):
        towards = np.float32(px) * x + np.float32(py) * y + np.float32(pz) * z
        room = np.float32(offset - (px * origin[0] + py * origin[1] + pz * origin[2]))
        if room < 0:
            # The camera is outside this plane: rays enter through it or never do.
            t = room / np.minimum(towards, np.float32(-1e-9))
            through[t > enter] = number
            np.maximum(enter, t, out=enter)
        else:
            np.minimum(leave, room / np.maximum(towards, np.float32(1e-9)), out=leave)
    along = np.where((enter < leave) & (enter > 0), enter, np.float32(np.inf))
    table = np.asarray(planes, np.float32)
    return Hits(along, table[through, 0], table[through, 1], table[through, 2])


@lru_cache(maxsize=64)
def _planes(solid: Solid) -> tuple[tuple[float, float, float, float], ...]:
    """The sides of a box or a tent: outward normal and distance."""
    half_width, half_depth, height = solid.width / 2, solid.depth / 2, solid.height
    ends = ((0.0, 1.0, 0.0, half_depth), (0.0, -1.0, 0.0, half_depth), (0.0, 0.0, -1.0, 0.0))
    if solid.shape == "tent":
        length = math.hypot(height, half_width)
        across, up = height / length, half_width / length
        slope = across * half_width
        return ((across, 0.0, up, slope), (-across, 0.0, up, slope), *ends)
    walls = ((1.0, 0.0, 0.0, half_width), (-1.0, 0.0, 0.0, half_width))
    return (*walls, *ends, (0.0, 0.0, 1.0, height))


def _hits(along: Singles, nx: Singles, ny: Singles, on_top: NDArray[np.bool_]) -> Hits:
    return Hits(
        np.asarray(along, np.float32),
        np.asarray(nx, np.float32),
        np.asarray(ny, np.float32),
        np.asarray(on_top, np.float32),
    )
