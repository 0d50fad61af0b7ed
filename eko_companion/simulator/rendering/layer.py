"""The solid things of a scene, sample by sample: which is nearest, how it faces and what it shows.

Light is added afterwards, in `shading`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.rendering.bodies import Body
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.rays import Box, RayGrid
from eko_companion.simulator.rendering.shapes import Hits, Part, meet
from eko_companion.simulator.rendering.wood import surface_colour

NOTHING = -1


@dataclass(frozen=True, eq=False)
class Surface:
    """Samples of one part that were nearest when it was drawn; later parts may hide some."""

    place: NDArray[np.int32]
    """Of each sample in the layer, counted row by row."""
    depth: Singles
    normal: Singles
    """Three rows: x, y and z of the directions in which the surface faces."""
    colour: Singles
    """Three rows: blue, green, red."""
    gloss: float
    number: int


@dataclass(eq=False)
class Layer:
    """For each sample: the number of the body that is seen, or NOTHING, and how far it is."""

    number: NDArray[np.int16]
    depth: Singles
    """Along the camera's line of sight, in millimetres; infinite where nothing is."""
    surfaces: list[Surface] = field(default_factory=list)
    overdrawn: bool = False
    """Whether something was drawn over something farther away."""


@dataclass(frozen=True, eq=False)
class Seen:
    """All samples of a layer in which something is seen, one after the other."""

    place: NDArray[np.int32]
    depth: Singles
    normal: Singles
    colour: Singles
    gloss: Singles


def empty_layer(shape: tuple[int, int]) -> Layer:
    """A layer with nothing in it."""
    return Layer(np.full(shape, NOTHING, np.int16), np.full(shape, np.inf, np.float32))


def seen_in(layer: Layer) -> Seen | None:
    """What is seen at last, when everything is drawn."""
    _drop_hidden(layer)
    kept = layer.surfaces
    if not kept:
        return None
    return Seen(
        np.concatenate([surface.place for surface in kept]),
        np.concatenate([surface.depth for surface in kept]),
        np.concatenate([surface.normal for surface in kept], axis=1),
        np.concatenate([surface.colour for surface in kept], axis=1),
        np.repeat(
            np.array([surface.gloss for surface in kept], np.float32),
            [len(surface.place) for surface in kept],
        ),
    )


def shown_samples(layer: Layer, bodies: int) -> list[int]:
    """For each body how many of its samples are seen at last."""
    _drop_hidden(layer)
    count = [0] * bodies
    for surface in layer.surfaces:
        count[surface.number] += len(surface.place)
    return count


def _drop_hidden(layer: Layer) -> None:
    """Leave out samples over which something nearer was drawn later."""
    if not layer.overdrawn:
        return
    depth = layer.depth.ravel()
    kept = []
    for surface in layer.surfaces:
        still = depth[surface.place] == surface.depth
        if still.all():
            kept.append(surface)
        elif still.any():
            kept.append(
                replace(
                    surface,
                    place=surface.place[still],
                    depth=surface.depth[still],
                    normal=surface.normal[:, still],
                    colour=surface.colour[:, still],
                )
            )
    layer.surfaces = kept
    layer.overdrawn = False


def put(layer: Layer, rays: RayGrid, body: Body, number: int, window: Box) -> int:
    """Draw a body; the result is how many samples it would cover if it stood alone."""
    if len(body.parts) == 1:
        return len(_put_part(layer, rays, body, 0, number, window))
    places = []
    for index in range(len(body.parts)):
        own = rays.window(body.points_of_parts[index])
        if own is not None:
            places.append(_put_part(layer, rays, body, index, number, own))
    return len(np.unique(np.concatenate(places))) if places else 0


def _put_part(
    layer: Layer, rays: RayGrid, body: Body, index: int, number: int, window: Box
) -> NDArray[np.int32]:
    """Draw one part; the result is the samples that it covers, hidden ones too."""
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
    first = window[0].start * layer.depth.shape[1] + window[1].start
    beyond = np.int32(layer.depth.shape[1] - x.shape[1])
    place = hits.ray + (hits.ray // np.int32(x.shape[1])) * beyond + np.int32(first)
    nearer = hits.along < layer.depth.ravel()[place]
    if nearer.all():
        seen, seen_at = hits, place
    else:
        seen, seen_at = _chosen(hits, nearer), place[nearer]
    if len(seen_at):
        if not layer.overdrawn:
            layer.overdrawn = bool((layer.number.ravel()[seen_at] != NOTHING).any())
        layer.depth.ravel()[seen_at] = seen.along
        layer.number.ravel()[seen_at] = number
        points = [
            np.float32(start) + seen.along * plane.ravel()[seen.ray]
            for start, plane in zip(origin, (x, y, rz), strict=True)
        ]
        layer.surfaces.append(_surface(body, part, number, seen_at, points, seen))
    return place


def _chosen(hits: Hits, some: NDArray[np.bool_]) -> Hits:
    return Hits(hits.ray[some], hits.along[some], hits.nx[some], hits.ny[some], hits.nz[some])


def _surface(
    body: Body,
    part: Part,
    number: int,
    place: NDArray[np.int32],
    points: list[Singles],
    hits: Hits,
) -> Surface:
    """What the samples see of a part; the points are in its own frame."""
    x, y, z = points
    nx, ny, nz = hits.nx, hits.ny, hits.nz
    on_top = (nz > 0.99).astype(np.float32)
    radius = part.solid.width / 2
    colour = surface_colour(body.wood, x, y, z, on_top, radius)
    if body.bevel > 0:
        nx, ny, nz, seam = _rounded(x, y, z, nz, radius, part.solid.height, body.bevel)
        colour *= seam
    turn = math.radians(body.stance.turn)
    cosine, sine = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    normal = np.stack([cosine * nx + sine * ny, cosine * ny - sine * nx, nz])
    return Surface(place, hits.along, normal, colour, body.wood.gloss, number)


def _rounded(
    x: Singles,
    y: Singles,
    z: Singles,
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
    seam = 1 - np.float32(0.75) * np.where(on_top, 0, down)
    out = lean * length / away
    return x * out, y * out, rise * length, np.asarray(seam, np.float32)
