"""The pieces as groups of convex parts, and where a ray meets such a part.

The parts stay inside the sizes that a ruler gives; towers and castles may have merlons and turrets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
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
    """The rays that meet a part: which, how far along, and which way its surface faces there."""

    ray: NDArray[np.int32]
    """Counted row by row through the window of rays."""
    along: Singles
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
    # On a round head the corners would stand out over its edge.
    inset = 0.57 if solid.shape == "cylinder" else 0.72
    return (shaft, head, *_merlons(width, depth, 0.85 * height, 0.15 * height, inset))


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


def _merlons(width: float, depth: float, foot: float, height: float, inset: float) -> list[Part]:
    size = 0.3 * min(width, depth)
    reach_x, reach_y = (width - size) / 2, (depth - size) / 2
    places = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return [
        Part(Solid("box", size, size, height), inset * x * reach_x, inset * y * reach_y, foot)
        for x, y in places
    ]


def part_hull(part: Part, stance: Stance) -> NDArray[np.float64]:
    """Points of the board whose convex hull is the part of a piece that stands somewhere."""
    return placed(hull_points(part.solid, Stance(part.x, part.y, part.z)), stance)


def meet(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    """Where rays from one origin meet a solid that stands at [0, 0, 0], all in its own frame."""
    if solid.shape in ("cylinder", "cone") and solid.depth != solid.width:
        return _meet_oval(solid, origin, x, y, z)
    if solid.shape == "cylinder":
        return _meet_cylinder(solid, origin, x, y, z)
    if solid.shape == "cone":
        return _meet_cone(solid, origin, x, y, z)
    return _meet_planes(_planes(solid), origin, x, y, z)


def _meet_oval(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    """Stretched along its depth it is round; where a ray meets it stays the same."""
    stretch = solid.width / solid.depth
    across, along, up = origin
    even = replace(solid, depth=solid.width)
    hits = meet(even, (across, along * stretch, up), x, y * np.float32(stretch), z)
    ny = hits.ny * np.float32(stretch)
    length = np.sqrt(hits.nx**2 + ny**2 + hits.nz**2)
    nx, ny, nz = (np.asarray(part / length, np.float32) for part in (hits.nx, ny, hits.nz))
    return Hits(hits.ray, hits.along, nx, ny, nz)


def _meet_cylinder(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    radius, height = solid.width / 2, solid.height
    ox, oy, oz = (np.float32(part) for part in origin)
    x, y, z = x.ravel(), y.ravel(), z.ravel()
    top = (np.float32(height) - oz) / np.minimum(z, np.float32(-1e-9))
    tx, ty = ox + top * x, oy + top * y
    on_top = (tx * tx + ty * ty <= np.float32(radius * radius)) & (oz > height)
    above = np.flatnonzero(on_top).astype(np.int32)
    # Only what misses the top can meet the side.
    rest = np.flatnonzero(~on_top).astype(np.int32)
    x, y, z = x[rest], y[rest], z[rest]
    a = x * x + y * y
    b = ox * x + oy * y
    inside = b * b - a * (ox * ox + oy * oy - np.float32(radius * radius))
    along = (-b - np.sqrt(np.maximum(inside, 0))) / np.maximum(a, np.float32(1e-12))
    at_z = oz + along * z
    met = np.flatnonzero((inside > 0) & (at_z >= 0) & (at_z <= np.float32(height)))
    along, turned = along[met], np.float32(1 / radius)
    flat, upright = np.zeros(len(above), np.float32), np.ones(len(above), np.float32)
    return Hits(
        np.concatenate([above, rest[met]]),
        np.concatenate([top[above], along]),
        np.concatenate([flat, (ox + along * x[met]) * turned]),
        np.concatenate([flat, (oy + along * y[met]) * turned]),
        np.concatenate([upright, np.zeros(len(met), np.float32)]),
    )


def _meet_cone(
    solid: Solid, origin: tuple[float, float, float], x: Singles, y: Singles, z: Singles
) -> Hits:
    """A point on top; the foot is never seen from above."""
    slope = solid.width / 2 / solid.height
    ox, oy, oz = origin[0], origin[1], origin[2] - solid.height
    x, y, z = x.ravel(), y.ravel(), z.ravel()
    k = np.float32(slope * slope)
    a = x * x + y * y - k * z * z
    b = np.float32(ox) * x + np.float32(oy) * y - k * np.float32(oz) * z
    c = np.float32(ox * ox + oy * oy - slope * slope * oz * oz)
    inside = b * b - a * c
    root = np.sqrt(np.maximum(inside, 0))
    a = np.where(np.abs(a) < 1e-9, np.float32(1e-9), a)
    best = np.full(x.shape, np.inf, np.float32)
    for t in ((-b - root) / a, (-b + root) / a):
        at_z = np.float32(oz) + t * z
        good = (inside > 0) & (t > 0) & (at_z <= 0) & (at_z >= -np.float32(solid.height))
        best = np.where(good & (t < best), t, best)
    met = np.flatnonzero(np.isfinite(best)).astype(np.int32)
    t = best[met]
    px, py = np.float32(ox) + t * x[met], np.float32(oy) + t * y[met]
    length = np.float32(1 / math.hypot(1, slope))
    out = length / np.maximum(np.sqrt(px * px + py * py), np.float32(1e-6))
    return Hits(met, t, px * out, py * out, np.full(len(met), slope * length, np.float32))


def _meet_planes(
    planes: tuple[tuple[float, float, float, float], ...],
    origin: tuple[float, float, float],
    x: Singles,
    y: Singles,
    z: Singles,
) -> Hits:
    x, y, z = x.ravel(), y.ravel(), z.ravel()
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
    met = np.flatnonzero((enter < leave) & (enter > 0)).astype(np.int32)
    normals = np.asarray(planes, np.float32)[through[met]]
    nx, ny, nz = (np.ascontiguousarray(normals[:, k]) for k in range(3))
    return Hits(met, enter[met], nx, ny, nz)


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
