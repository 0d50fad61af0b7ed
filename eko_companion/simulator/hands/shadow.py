"""The shadow of a placed hand on a level plane, seen from above.

Sharp where the hand is near the plane, soft where it is high: lamps and windows are not points.
What the shadow falls on, and how dark it is, is the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.hands.mesh import HandMesh
from eko_companion.simulator.hands.rasteriser import Floats, Singles, bounds, rasterise

_HIGHEST: Final = 450.0
"""Higher parts of the arm are left out: their shadow is too soft to be seen."""
_BLURS: Final = (0.8, 2.5, 6.0, 12.0, 20.0)
"""The softnesses (mm) between which each place chooses its own."""


@dataclass(frozen=True, eq=False)
class Silhouette:
    """How much of a light is kept away, 0..1, on a grid of points of the plane."""

    mask: Singles
    origin: tuple[float, float]
    """Where the first row's first point is, in millimetres on the table."""
    step: float
    """Millimetres between points: rows run along y, columns along x."""

    def at(self, places: Floats) -> Singles:
        """The shadow at places (n, 2) of the plane; 0 outside the grid."""
        flat = np.asarray(places, np.float64).reshape(-1, 2)
        cells = ((flat - self.origin) / self.step).astype(np.float32)
        strip = 16384  # OpenCV's maps are limited in height.
        parts = [
            cv2.remap(
                self.mask,
                cells[k : k + strip, :1].copy(),
                cells[k : k + strip, 1:].copy(),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=0,
            )[:, 0]
            for k in range(0, len(cells), strip)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def cast_silhouette(
    mesh: HandMesh,
    light_direction: tuple[float, float, float],
    z_plane: float = 0.0,
    *,
    softness: float = 0.08,
    step: float = 2.5,
) -> Silhouette | None:
    """The shadow that a light (unit vector towards it) casts on the plane at a height.

    `softness` is the light's radius over its distance. None where all of the hand is below the
    plane.
    """
    way = np.asarray(light_direction, float)
    if way[2] <= 0.05 * np.linalg.norm(way):
        raise EkoError("a shadow on the table needs a light above it.")
    height = mesh.vertices[:, 2].astype(np.float64) - z_plane
    flat = mesh.vertices[:, :2] - height[:, None] * (way[:2] / way[2])
    chosen = _casting(mesh, height, flat)
    if not len(chosen):
        return None
    corners = flat[chosen]
    margin = 2.2 * _BLURS[-1]
    least, greatest = bounds(corners)
    low = np.floor((np.array([v.min() for v in least.T]) - margin) / step) * step
    high = np.array([v.max() for v in greatest.T]) + margin
    size = np.ceil((high - low) / step).astype(int) + 1
    # The lowest part decides how sharp the edge is, so nearness here is being low.
    lowness = 1 / (np.maximum(height[chosen], 0) + 4.0)
    samples = rasterise((corners - low) / step, lowness, (int(size[0]), int(size[1])))
    mask = _softened(samples.triangle >= 0, samples.nearness, softness, step)
    return Silhouette(mask, (float(low[0]), float(low[1])), step)


def _casting(mesh: HandMesh, height: Floats, flat: Floats) -> np.typing.NDArray[np.int32]:
    """Triangles above the plane, not too high, that turn away from the light.

    A closed body has the same outline from both sides; its far side is the lower one.
    """
    # Along the light the plane's picture of a triangle turns the other way round.
    a, b, c = (flat[mesh.triangles[:, k]] for k in range(3))
    ab, ac = b - a, c - a
    away = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0] < 0
    usable = (height > 0) & (height < _HIGHEST)
    one, two, three = (mesh.triangles[:, k] for k in range(3))
    return mesh.triangles[away & usable[one] & usable[two] & usable[three]]


def _softened(
    covered: np.typing.NDArray[np.bool_], lowness: Singles, softness: float, step: float
) -> Singles:
    """Each place blurred by what the height of the hand above it asks for."""
    sharp = covered.astype(np.float32)
    heights = np.where(covered, 1 / np.maximum(lowness, 1e-6) - 4.0, 0).astype(np.float32)
    # Outside the outline the height is that of the nearest part of the hand, roughly.
    spread = 10.0 / step
    weight = cv2.GaussianBlur(sharp, (0, 0), spread) + np.float32(1e-4)
    around = cv2.GaussianBlur(heights, (0, 0), spread) / weight
    wanted = np.clip(around * np.float32(softness), _BLURS[0], _BLURS[-1])
    layers = np.stack([cv2.GaussianBlur(sharp, (0, 0), blur / step) for blur in _BLURS])
    place = np.interp(wanted, _BLURS, np.arange(len(_BLURS)))
    below = np.minimum(place.astype(int), len(_BLURS) - 2)
    share = (place - below).astype(np.float32)
    cells = below * sharp.size + np.arange(sharp.size).reshape(sharp.shape)
    one, other = layers.take(cells), layers.take(cells + sharp.size)
    result: Singles = one + (other - one) * share
    return result
