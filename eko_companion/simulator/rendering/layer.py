"""The solid things of a scene, sample by sample: which is nearest, how it faces and what it shows.

Light is added afterwards, in `shading`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.rendering.bodies import Body
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.rays import Box, RayGrid
from eko_companion.simulator.rendering.shapes import Hits, Part, meet
from eko_companion.simulator.rendering.wood import surface_colour

NOTHING = -1


@dataclass(frozen=True, eq=False)
class Layer:
    """For each sample: the number of the body that is seen, or NOTHING, and its surface there."""

    number: NDArray[np.int16]
    depth: Singles
    """Along the camera's line of sight, in millimetres; infinite where nothing is."""
    normal: Singles
    colour: Singles
    gloss: Singles


def empty_layer(shape: tuple[int, int]) -> Layer:
    """A layer with nothing in it."""
    return Layer(
        np.full(shape, NOTHING, np.int16),
        np.full(shape, np.inf, np.float32),
        np.empty((*shape, 3), np.float32),
        np.empty((*shape, 3), np.float32),
        np.empty(shape, np.float32),
    )


def clear(layer: Layer) -> None:
    """Take everything out, so that the memory can be used again."""
    layer.number.fill(NOTHING)
    layer.depth.fill(np.inf)


def put(layer: Layer, rays: RayGrid, body: Body, number: int, window: Box) -> int:
    """Draw a body; the result is how many samples it would cover if it stood alone."""
    if len(body.parts) == 1:
        return int(_put_part(layer, rays, body, 0, number, window).sum())
    top, left = window[0].start, window[1].start
    covered = np.zeros((window[0].stop - top, window[1].stop - left), np.bool_)
    for index in range(len(body.parts)):
        own = rays.window(body.points_of_parts[index])
        if own is not None:
            rows = slice(own[0].start - top, own[0].stop - top)
            columns = slice(own[1].start - left, own[1].stop - left)
            covered[rows, columns] |= _put_part(layer, rays, body, index, number, own)
    return int(covered.sum())


def _put_part(
    layer: Layer, rays: RayGrid, body: Body, index: int, number: int, window: Box
) -> NDArray[np.bool_]:
    """Draw one part; the result tells which samples of the window it covers."""
    part = body.parts[index]
    turn = math.radians(body.stance.turn)
    cosine, sine = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    rx, ry, rz = rays.x[window], rays.y[window], rays.z[window]
    # The rays in the part's own frame.
    x, y = cosine * rx - sine * ry, sine * rx + cosine * ry
    ox, oy = rays.origin[0] - body.stance.x, rays.origin[1] - body.stance.y
    origin = (
        float(cosine * ox - sine * oy) - part.x,
        float(sine * ox + cosine * oy) - part.y,
        rays.origin[2] - body.stance.z - part.z,
    )
    hits = meet(part.solid, origin, x, y, rz)
    seen = hits.along < layer.depth[window]
    if seen.any():
        _keep(layer, window, number, body, part, (origin, (x, y, rz)), hits, seen)
    return np.isfinite(hits.along)


def _keep(
    layer: Layer,
    window: Box,
    number: int,
    body: Body,
    part: Part,
    rays: tuple[tuple[float, float, float], tuple[Singles, Singles, Singles]],
    hits: Hits,
    seen: NDArray[np.bool_],
) -> None:
    """Write what is seen of a part."""
    origin, directions = rays
    along = hits.along[seen]
    x, y, z = (
        np.float32(start) + along * direction[seen]
        for start, direction in zip(origin, directions, strict=True)
    )
    nx, ny, nz = hits.nx[seen], hits.ny[seen], hits.nz[seen]
    on_top = (nz > 0.99).astype(np.float32)
    radius = part.solid.width / 2
    colour = surface_colour(body.wood, x, y, z, on_top, radius)
    if body.bevel > 0:
        nx, ny, nz, seam = _rounded(x, y, z, nx, ny, nz, radius, part.solid.height, body.bevel)
        colour *= seam[:, None]
    turn = math.radians(body.stance.turn)
    cosine, sine = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    layer.number[window][seen] = number
    layer.depth[window][seen] = along
    layer.normal[window][seen] = np.column_stack(
        [cosine * nx + sine * ny, cosine * ny - sine * nx, nz]
    )
    layer.colour[window][seen] = colour
    layer.gloss[window][seen] = body.wood.gloss


def _rounded(
    x: Singles,
    y: Singles,
    z: Singles,
    nx: Singles,
    ny: Singles,
    nz: Singles,
    radius: float,
    height: float,
    bevel: float,
) -> tuple[Singles, Singles, Singles, Singles]:
    """Bend the normals near the edges of a disc, and darken the seam at its foot."""
    away = np.maximum(np.sqrt(x * x + y * y), np.float32(1e-6))
    rim = np.clip((away - np.float32(radius - bevel)) / np.float32(bevel), 0, 1)
    up = np.clip((z - np.float32(height - bevel)) / np.float32(bevel), 0, 1)
    down = np.clip((np.float32(bevel) - z) / np.float32(bevel), 0, 1)
    on_top = nz > 0.5
    lean = np.where(on_top, np.float32(0.7) * rim, np.float32(1.0))
    rise = np.where(on_top, np.float32(1.0), np.float32(0.8) * (up - down))
    length = 1 / np.sqrt(lean * lean + rise * rise)
    seam = 1 - np.float32(0.6) * np.where(on_top, 0, down)
    return x / away * lean * length, y / away * lean * length, rise * length, seam
