"""A placed hand as a camera sees it: colour, coverage and depth of a box of pixels.

It draws nothing into any picture: that is the caller's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera
from eko_companion.simulator.hands.clothes import CLOTH, HARD, SKIN
from eko_companion.simulator.hands.mesh import HandMesh
from eko_companion.simulator.hands.rasteriser import (
    Floats,
    Integers,
    Samples,
    Singles,
    bounds,
    gradients,
    rasterise,
)
from eko_companion.simulator.hands.shading import (
    TEXTURE_SIZE,
    TEXTURE_STEP,
    Ambient,
    Light,
    shade,
    texture,
)

_NEAREST: Final = 25.0
"""Millimetres before the lens: what is closer is not drawn."""
_JUMP: Final = 0.012
"""A step in depth from pixel to pixel, as a share of it, that shows an edge."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A box of pixels of the frame; `box` is left, top, right, bottom, the last two beyond it."""

    box: tuple[int, int, int, int]
    colour: Singles
    """Linear light, blue first, not multiplied by the coverage."""
    alpha: Singles
    """0..1: how much of each pixel the hand covers."""
    depth: Singles
    """Millimetres along the camera's forward axis; infinite where nothing is."""


def render_mesh(
    camera: Camera,
    mesh: HandMesh,
    lights: Sequence[Light],
    ambient: Ambient | None = None,
) -> Picture | None:
    """What the camera sees of a placed hand, or None where no part of it is in the frame."""
    pixels, depth, kept = _facing(camera, mesh)
    if not len(kept):
        return None
    triangles = mesh.triangles[kept]
    corners = pixels[triangles]
    least, greatest = bounds(corners)
    low = np.maximum(np.floor([v.min() for v in least.T]), 0).astype(int)
    high = np.minimum(np.ceil([v.max() for v in greatest.T]) + 1, camera.size).astype(int)
    width, height = (int(v) for v in high - low)
    corners -= low
    nearness = 1.0 / depth[triangles]
    surface = _Surface(mesh, corners, kept, camera.origin, lights, ambient or Ambient())
    samples = rasterise(corners, nearness, (width, height))
    rough = _rough(samples, surface)
    colour = _smooth_colour(samples, surface, ~rough & (samples.triangle >= 0))
    alpha = (samples.triangle >= 0).astype(np.float32)
    _resolve_edges(rough, corners, nearness, surface, colour, alpha)
    with np.errstate(divide="ignore"):
        far = np.float32(1) / samples.nearness
    return Picture((int(low[0]), int(low[1]), int(high[0]), int(high[1])), colour, alpha, far)


def _facing(camera: Camera, mesh: HandMesh) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """Pixels and depths of the vertices, and the triangles in the frame that face the camera."""
    pixels = camera.project(mesh.vertices)
    depth: Floats = mesh.vertices @ camera.rotation[2] + camera.translation[2]
    a, b, c = (pixels[mesh.triangles[:, k]] for k in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    # A camera that does not mirror sees outward triangles turn the other way round.
    facing = area * np.linalg.det(camera.rotation) < 0
    right, down = camera.size
    x, y = pixels.T
    usable = depth > _NEAREST
    beyond = np.stack([x < -1, x > right, y < -1, y > down])
    one, two, three = (mesh.triangles[:, k] for k in range(3))
    outside = (beyond[:, one] & beyond[:, two] & beyond[:, three]).any(0)
    kept = facing & ~outside & usable[one] & usable[two] & usable[three]
    return pixels, depth, np.flatnonzero(kept)


class _Surface:
    """The lit and textured triangles, to be asked for colours at places on the grid."""

    def __init__(
        self,
        mesh: HandMesh,
        corners: Floats,
        kept: NDArray[np.intp],
        eye: Floats,
        lights: Sequence[Light],
        ambient: Ambient,
    ) -> None:
        triangles = mesh.triangles[kept]
        used = np.zeros(len(mesh.vertices), bool)
        used[triangles] = True
        light = np.zeros((len(used), 3), np.float32)
        light[used] = shade(mesh, used, eye, lights, ambient)
        texels = mesh.texture[kept] / np.float32(TEXTURE_STEP)
        values = np.concatenate([light[triangles], texels], 2)
        change = gradients(corners, values)
        # A value at (0, 0) would be far outside: each triangle counts from its first corner. Five
        # values (three colours, two of the texture), each with its change along x and y.
        self._corner = corners[:, 0].T.astype(np.float32, order="C")
        planes = np.stack([values[:, 0], change[:, 0], change[:, 1]])
        self._planes = planes.transpose(2, 0, 1).astype(np.float32, order="C")
        # One more, for samples that show no triangle.
        self._materials = np.append(mesh.materials[triangles[:, 0]], -1).astype(np.int8)
        pages = {SKIN: texture("skin"), CLOTH: texture(mesh.cloth), HARD: texture("hard")}
        self._textures = np.concatenate([pages[kind].ravel() for kind in sorted(pages)])
        self._pages = np.arange(len(pages), dtype=np.int32) * TEXTURE_SIZE**2

    def materials(self, triangle: Integers) -> NDArray[np.int8]:
        """What triangles are made of, -1 for none."""
        return self._materials[triangle]

    def colours(self, triangle: Integers, x: Singles, y: Singles) -> Singles:
        """Colours (n, 3) of triangles at places on the grid."""
        # Column by column: the tables of one column stay in the processor's cache.
        dx, dy = x - self._corner[0].take(triangle), y - self._corner[1].take(triangle)
        values = []
        for start, along_x, along_y in self._planes:
            value = along_x.take(triangle) * dx
            value += along_y.take(triangle) * dy
            value += start.take(triangle)
            values.append(value)
        u, v = (np.floor(value).astype(np.int32) & (TEXTURE_SIZE - 1) for value in values[3:])
        material = self._materials.take(triangle)
        cells = self._pages.take(material) + (v * TEXTURE_SIZE + u)
        texels = self._textures.take(cells)
        result = np.empty((len(triangle), 3), np.float32)
        for k in range(3):
            np.maximum(values[k], 0, out=values[k])
            np.multiply(values[k], texels, out=result[:, k])
        return result


def _rough(samples: Samples, surface: _Surface) -> NDArray[np.bool_]:
    """Pixels beside which something ends: the outline, a finger before another, the cuff."""
    near, made_of = samples.nearness, surface.materials(samples.triangle)
    rough = np.zeros(near.shape, bool)
    for one, other in (
        (np.s_[:, :-1], np.s_[:, 1:]),
        (np.s_[:-1], np.s_[1:]),
    ):
        a, b = near[one], near[other]
        ends = np.abs(a - b) > np.float32(_JUMP) * np.maximum(a, b)
        ends |= made_of[one] != made_of[other]
        rough[one] |= ends
        rough[other] |= ends
    return rough


def _smooth_colour(samples: Samples, surface: _Surface, smooth: NDArray[np.bool_]) -> Singles:
    """The colour of pixels within one smooth piece, asked for once, at their centres."""
    width = smooth.shape[1]
    colour = np.zeros((*smooth.shape, 3), np.float32)
    place = np.flatnonzero(smooth).astype(np.int32)
    row = place // width
    x, y = (place - row * width).astype(np.float32), row.astype(np.float32)
    colour.reshape(-1, 3)[place] = surface.colours(samples.triangle.ravel().take(place), x, y)
    return colour


def _resolve_edges(
    rough: NDArray[np.bool_],
    corners: Floats,
    nearness: Floats,
    surface: _Surface,
    colour: Singles,
    alpha: Singles,
) -> None:
    """Rough pixels anew from four samples each, around their centres."""
    height, width = rough.shape
    sums = cv2.integral(rough.astype(np.uint8))
    limits = np.array([width, height])
    least, greatest = bounds(corners)
    low = np.clip(np.floor(least), 0, limits).astype(np.int32)
    high = np.clip(np.ceil(greatest) + 1, 0, limits).astype(np.int32)
    left, top, right, bottom = low[:, 0], low[:, 1], high[:, 0], high[:, 1]
    count = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    touched = np.flatnonzero(count > 0).astype(np.int32)
    fine = (2 * width, 2 * height)
    samples = rasterise((corners[touched] + 0.5) * 2 - 0.5, nearness[touched], fine)
    rows, columns = np.nonzero(rough)
    total = np.zeros((len(rows), 4), np.float32)
    for r, c in ((0, 0), (0, 1), (1, 0), (1, 1)):
        triangle = samples.triangle[2 * rows + r, 2 * columns + c]
        there = np.flatnonzero(triangle >= 0)
        x = (columns[there] + (0.5 * c - 0.25)).astype(np.float32)
        y = (rows[there] + (0.5 * r - 0.25)).astype(np.float32)
        total[there, :3] += surface.colours(touched[triangle[there]], x, y)
        total[there, 3] += 1
    colour[rows, columns] = total[:, :3] / np.maximum(total[:, 3:], 1)
    alpha[rows, columns] = total[:, 3] / 4
