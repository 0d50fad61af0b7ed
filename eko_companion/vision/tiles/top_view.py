"""The table seen from straight above: a photo redrawn on a plane at some height."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats
from eko_companion.sources.protocol import Image

_NET: Final = 8
"""Pixels between points that are projected exactly; the mapping is smooth in between."""


@dataclass(frozen=True, slots=True)
class TopGrid:
    """Which part of a plane a top view shows: pixel (0, 0) is at (left, top) millimetres."""

    left: float
    top: float
    width: int
    height: int
    scale: float
    """Pixels a millimetre."""

    @classmethod
    def around(cls, low: Floats, high: Floats, scale: float) -> TopGrid:
        """The grid of a box given by its least and greatest (x, y)."""
        width, height = np.ceil((high - low) * scale).astype(int) + 1
        return cls(float(low[0]), float(low[1]), int(width), int(height), scale)

    def pixels(self, points: Floats) -> Floats:
        """Millimetres (x, y) to pixels of the view."""
        result: Floats = (np.asarray(points, float) - [self.left, self.top]) * self.scale
        return result

    def millimetres(self, pixels: Floats) -> Floats:
        """The inverse of `pixels`."""
        result: Floats = np.asarray(pixels, float) / self.scale + [self.left, self.top]
        return result


def top_view(
    image: Image, camera: Camera, grid: TopGrid, z: float
) -> tuple[Image, NDArray[np.bool_]]:
    """The photo as seen from above on the plane at height z, and where it shows anything."""
    pixels = _looked_at(camera, grid, z)
    height, width = image.shape[:2]
    seen = (
        (pixels[..., 0] >= 0)
        & (pixels[..., 1] >= 0)
        & (pixels[..., 0] <= width - 1)
        & (pixels[..., 1] <= height - 1)
    )
    view = cv2.remap(image, pixels, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    return np.asarray(view, np.uint8), seen


def _looked_at(camera: Camera, grid: TopGrid, z: float) -> NDArray[np.float32]:
    """The photo's pixel for each of the view's; projected on a net and filled in between."""
    columns = np.arange(-(-grid.width // _NET) + 1) * _NET
    rows = np.arange(-(-grid.height // _NET) + 1) * _NET
    across, down = np.meshgrid(columns / grid.scale + grid.left, rows / grid.scale + grid.top)
    points = np.stack([across, down, np.full_like(across, z)], axis=-1)
    net = camera.project(points.reshape(-1, 3)).reshape(*across.shape, 2).astype(np.float32)
    at, part = np.divmod(np.arange(grid.height), _NET)
    share = (part / _NET).astype(np.float32)[:, None, None]
    filled = net[at] * (1 - share) + net[at + 1] * share
    at, part = np.divmod(np.arange(grid.width), _NET)
    share = (part / _NET).astype(np.float32)[None, :, None]
    result: NDArray[np.float32] = filled[:, at] * (1 - share) + filled[:, at + 1] * share
    return result


def pixels_a_millimetre(camera: Camera, points: Floats, z: float = 0.0) -> Floats:
    """The smallest scale of the plane in the picture at points (x, y)."""
    flat = np.column_stack([points, np.full(len(points), z)])
    here = camera.project(flat)
    right = camera.project(flat + np.array([1.0, 0, 0])) - here
    down = camera.project(flat + np.array([0, 1.0, 0])) - here
    both = np.stack([right, down], axis=2)
    return np.asarray(np.linalg.svd(both, compute_uv=False)[:, -1], float)
