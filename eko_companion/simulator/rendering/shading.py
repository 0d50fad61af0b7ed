"""Light on solid things: what each visible sample of a layer sends to the camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.lighting import Lighting
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.layer import Layer, seen_in
from eko_companion.simulator.rendering.rays import RayGrid
from eko_companion.simulator.rendering.shadows import LightField, bgr_light

_OUT = np.float32(2.4)
"""Millimetres off the surface at which shadows are looked up, so that nothing shades itself."""
_GLOSSY = 5
"""How often the highlight is squared: 2 to the power of this is its sharpness."""


@dataclass(frozen=True, eq=False)
class Lit:
    """Samples with the light that they send to the camera."""

    place: NDArray[np.int32]
    """Of each sample in its layer, counted row by row."""
    light: tuple[Singles, Singles, Singles]
    """Blue, green and red of all of them."""


def shade(layer: Layer, rays: RayGrid, field: LightField, bounce: Singles) -> Lit | None:
    """The light of all samples in which something is seen; None where nothing is.

    `bounce` is the light that the ground throws back.
    """
    seen = seen_in(layer)
    if seen is None:
        return None
    # Light hardly changes from one sample to its neighbour: every other one tells for two.
    view = [plane.ravel()[seen.place[::2]] for plane in _planes(rays)]
    x, y, z = (
        np.float32(start) + seen.depth[::2] * part
        for start, part in zip(rays.origin, view, strict=True)
    )
    nx, ny, nz = (np.ascontiguousarray(part[::2], np.float32) for part in seen.normal)
    lighting: Lighting = field.lighting
    open_sky = field.openness(x + 4 * nx, y + 4 * ny, z)
    upward = np.float32(0.5) + np.float32(0.5) * nz
    above = open_sky * upward
    below = (open_sky - above) * np.float32(0.9)
    sky = bgr_light(lighting.sky)
    light = [above * sky[k] + below * bounce[k] for k in range(3)]
    shine = np.zeros_like(x)
    glint = np.zeros(3, np.float32)
    out = (x + _OUT * nx, y + _OUT * ny, z + np.float32(0.5) * nz)
    brightest = max(lighting.lights, key=lambda lamp: sum(lamp.colour), default=None)
    for index, lamp in enumerate(lighting.lights):
        towards = lamp.direction.astype(np.float32)
        facing = nx * towards[0] + ny * towards[1] + nz * towards[2]
        np.maximum(facing, 0, out=facing)
        reach = field.reach(index, *out)
        if lamp is brightest:
            shine = _highlight((nx, ny, nz), view, towards) * reach * (facing > 0)
            shine *= seen.gloss[::2]
            glint = bgr_light(lamp.colour) * np.float32(0.35)
        reach *= facing
        for k, part in enumerate(bgr_light(lamp.colour)):
            light[k] += reach * part
    count = len(seen.place)
    blue, green, red = (
        np.repeat(light[k], 2)[:count] * seen.colour[k] + np.repeat(shine * glint[k], 2)[:count]
        for k in range(3)
    )
    return Lit(seen.place, (blue, green, red))


def _planes(rays: RayGrid) -> tuple[Singles, Singles, Singles]:
    x, y, z = (np.ascontiguousarray(plane) for plane in (rays.x, rays.y, rays.z))
    return x, y, z


def _highlight(
    normal: tuple[Singles, Singles, Singles], view: list[Singles], towards: Singles
) -> Singles:
    """The mirror image of a light on a glossy surface, blurred."""
    away = 1 / np.sqrt(view[0] ** 2 + view[1] ** 2 + view[2] ** 2)
    half = [way - part * away for part, way in zip(view, towards, strict=True)]
    length = 1 / np.sqrt(half[0] ** 2 + half[1] ** 2 + half[2] ** 2)
    mirror = (normal[0] * half[0] + normal[1] * half[1] + normal[2] * half[2]) * length
    np.maximum(mirror, 0, out=mirror)
    for _ in range(_GLOSSY):
        mirror *= mirror
    return np.asarray(mirror, np.float32)
