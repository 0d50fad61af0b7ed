"""Light on solid things: what each visible sample of a layer sends to the camera."""

from __future__ import annotations

import numpy as np

from eko_companion.simulator.lighting import Lighting
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.layer import NOTHING, Layer
from eko_companion.simulator.rendering.rays import Box, RayGrid
from eko_companion.simulator.rendering.shadows import LightField, bgr_light

_OUT = np.float32(1.2)
"""Millimetres off the surface at which shadows are looked up, so that nothing shades itself."""
_GLOSSY = 5
"""How often the highlight is squared: 2 to the power of this is its sharpness."""


def shade(layer: Layer, rays: RayGrid, field: LightField, bounce: Singles, window: Box) -> Singles:
    """Linear light of the samples in a window, with a fourth plane that tells where anything is.

    `bounce` is the light that the ground throws back.
    """
    there = np.flatnonzero(layer.number[window] != NOTHING)
    depth = layer.depth[window].ravel()[there]
    view = [plane[window].ravel()[there] for plane in (rays.x, rays.y, rays.z)]
    x, y, z = (
        np.float32(start) + depth * part for start, part in zip(rays.origin, view, strict=True)
    )
    normal = layer.normal[window].reshape(-1, 3)[there]
    nx, ny, nz = (np.ascontiguousarray(normal[:, k]) for k in range(3))
    lighting: Lighting = field.lighting
    open_sky = field.openness(x + 4 * nx, y + 4 * ny, z)
    upward = np.float32(0.5) + np.float32(0.5) * nz
    above = open_sky * upward
    below = (open_sky - above) * np.float32(0.9)
    sky = bgr_light(lighting.sky)
    light = [above * sky[k] + below * bounce[k] for k in range(3)]
    shine = np.zeros_like(x)
    out = (x + _OUT * nx, y + _OUT * ny, z + np.float32(0.5) * nz)
    brightest = max(range(len(lighting.lights)), key=lambda k: sum(lighting.lights[k].colour))
    for index, lamp in enumerate(lighting.lights):
        towards = lamp.direction.astype(np.float32)
        facing = nx * towards[0] + ny * towards[1] + nz * towards[2]
        np.maximum(facing, 0, out=facing)
        reach = field.reach(index, *out)
        if index == brightest:
            shine = _highlight((nx, ny, nz), view, towards) * reach * (facing > 0)
            shine *= layer.gloss[window].ravel()[there]
        reach *= facing
        for k, part in enumerate(bgr_light(lamp.colour)):
            light[k] += reach * part
    rows, columns = layer.number[window].shape
    result = np.zeros((rows * columns, 4), np.float32)
    colour = layer.colour[window].reshape(-1, 3)[there]
    glint = bgr_light(lighting.lights[brightest].colour) * np.float32(0.35)
    for k in range(3):
        result[there, k] = colour[:, k] * light[k] + shine * glint[k]
    result[there, 3] = 1
    return result.reshape(rows, columns, 4)


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
