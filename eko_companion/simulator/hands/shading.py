"""Light on a hand: what colour each vertex shows to the camera, and the textures of materials.

Skin lets red light wander, so its shade begins late and red; cloth is dull; a watch shines. The
hand shades itself. No pixels here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from eko_companion.simulator.hands.clothes import CLOTH, HARD
from eko_companion.simulator.hands.flesh import Singles
from eko_companion.simulator.hands.mesh import HandMesh

Flags = NDArray[np.bool_]
Colour = tuple[float, float, float]
"""Linear light, blue first."""

# Rows by material: skin, cloth, hard. How far the light reaches around, blue first; and how much
# faster the colours fade in creases: what comes out of those has been through blood.
_WRAP: Final = np.array([[0.12, 0.18, 0.36], [0.12, 0.12, 0.12], [0, 0, 0]], np.float32)
_CREASE: Final = np.array([[1.25, 1.15, 0.85], [1, 1, 1], [1, 1, 1]], np.float32)
_SHADOW_CELL: Final = 3.5


@dataclass(frozen=True)
class Light:
    """A light that is far away: a unit vector towards it, and its colour."""

    direction: tuple[float, float, float]
    colour: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Ambient:
    """Light from everywhere: from above, and back from the table."""

    sky: Colour = (0.35, 0.33, 0.31)
    ground: Colour = (0.10, 0.13, 0.16)


def shade(
    mesh: HandMesh,
    chosen: Flags,
    eye: ArrayLike,
    lights: Sequence[Light],
    ambient: Ambient,
) -> Singles:
    """The light that the chosen vertices send to the eye, linear, blue first."""
    n, gloss, material = mesh.normals[chosen], mesh.gloss[chosen], mesh.materials[chosen]
    opened = mesh.openness[chosen][:, None]
    look = np.asarray(eye, np.float32) - mesh.vertices[chosen]
    look /= np.sqrt(np.einsum("ij,ij->i", look, look))[:, None]
    facing = np.clip(np.einsum("ij,ij->i", n, look), 0, 1)
    up = (0.5 + 0.5 * n[:, 2])[:, None]
    sky, ground = (np.asarray(c, np.float32) for c in (ambient.sky, ambient.ground))
    around = (up * sky + (1 - up) * ground) * opened ** _CREASE[material]
    direct, shine = np.zeros_like(around), np.zeros_like(around)
    wrap = _WRAP[material]
    exponent = 6 + 60 * gloss * gloss
    strength = 0.14 * gloss + np.where(material == HARD, 0.25 * gloss, 0)
    for light in lights:
        way = np.asarray(light.direction, np.float32)
        way = way / np.linalg.norm(way)
        lit = self_lit(mesh, chosen, way)[:, None]
        cosine = (n @ way)[:, None]
        soft = np.clip((cosine + wrap) / (1 + wrap), 0, 1)
        colour = np.asarray(light.colour, np.float32)
        direct += colour * soft * lit * (0.35 + 0.65 * opened)
        half = look + way
        half /= np.sqrt(np.einsum("ij,ij->i", half, half))[:, None]
        gleam = np.clip(np.einsum("ij,ij->i", n, half), 0, 1) ** exponent
        shine += colour * (strength * gleam)[:, None] * lit * (cosine > 0)
    rim = (1 - facing) ** 4
    fuzz = np.where(material == CLOTH, np.float32(0.25), np.float32(0.10))
    result: Singles = mesh.colours[chosen] * (direct + around * (1 + fuzz * rim)[:, None])
    result += shine + sky * (0.05 * gloss * rim)[:, None] * opened
    return result


def self_lit(mesh: HandMesh, chosen: Flags, way: Singles) -> Singles:
    """How much of a light reaches the chosen vertices past the rest of the hand, 0..1.

    A coarse map of what is nearest to the light, blurred: shadows of a soft light.
    """
    helper = (0.0, 1.0, 0.0) if abs(way[1]) < 0.9 else (1.0, 0.0, 0.0)
    across = np.cross(way, helper)
    across /= np.linalg.norm(across)
    other = np.cross(way, across)
    frame = np.stack([across / _SHADOW_CELL, other / _SHADOW_CELL, way], -1).astype(np.float32)
    places = mesh.vertices @ frame
    low = places.min(0)
    places[:, :2] -= low[:2] - 2
    height = places[:, 2]
    cells = (places[:, :2] + 0.5).astype(np.int32)
    columns, rows = cells.max(0) + 3
    top = np.full(int(rows * columns), low[2], np.float32)
    np.maximum.at(top, cells[:, 1] * columns + cells[:, 0], height)
    window = np.ones((5, 5), np.uint8)
    closed = cv2.morphologyEx(top.reshape(rows, columns), cv2.MORPH_CLOSE, window)
    places, height = places[chosen], height[chosen]
    seen = np.zeros(len(height), np.float32)
    shifts = ((0.0, 0.0), (1.1, 0.3), (-0.3, 1.1), (-1.1, -0.3), (0.3, -1.1))
    # The slope of the surface itself must not count as something in the way.
    allowed = 7.0 + 3.0 * (1 - np.clip(mesh.normals[chosen] @ way, 0, 1))
    for dx, dy in shifts:
        x, y = places[:, :1] + np.float32(dx), places[:, 1:2] + np.float32(dy)
        above = cv2.remap(closed, x, y, cv2.INTER_LINEAR)[:, 0]
        seen += np.clip(1 - (above - height - allowed) / 9.0, 0, 1)
    result: Singles = seen / np.float32(len(shifts))
    return result


TEXTURE_SIZE: Final = 256
TEXTURE_STEP: Final = 0.5
"""Millimetres a texel; textures repeat."""


@lru_cache(maxsize=8)
def texture(kind: str) -> Singles:
    """A picture that brightens or darkens a material, mean 1: `skin`, a cloth, or `hard`."""
    rng = np.random.default_rng(sum(kind.encode()))
    n = TEXTURE_SIZE
    noise = rng.normal(size=(n, n)).astype(np.float32)

    def blurred(x: float, y: float) -> Singles:
        wide = np.tile(noise, (3, 3))
        layer = cv2.GaussianBlur(wide, (0, 0), sigmaX=x, sigmaY=y)[n : 2 * n, n : 2 * n]
        result: Singles = layer / layer.std()
        return result

    u, v = np.meshgrid(np.arange(n), np.arange(n))
    if kind == "skin":
        result = 1 + 0.025 * blurred(1.0, 1.0) + 0.018 * blurred(2.5, 2.5) + 0.012 * blurred(7, 7)
    elif kind == "woven":
        twill = np.sin((u + v) * (2 * np.pi / 4.0))
        result = 1 + 0.05 * twill + 0.05 * blurred(0.7, 2.5) + 0.04 * blurred(6, 6)
    elif kind == "knitted":
        ribs = np.sin(u * (2 * np.pi / 8.0))
        loops = np.sin(v * (2 * np.pi / 5.333) + np.abs((u % 8) - 4.0))
        result = 1 + 0.14 * ribs + 0.06 * loops + 0.05 * blurred(1.5, 1.5)
    elif kind == "fleece":
        result = 1 + 0.06 * blurred(1.4, 1.4) + 0.05 * blurred(3.5, 3.5)
    else:
        result = np.ones((n, n))
    return np.asarray(result, np.float32)
