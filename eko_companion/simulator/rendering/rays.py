"""The rays of a camera on a grid finer than its pixels, ready for intersecting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera

Singles = NDArray[np.float32]
Box = tuple[slice, slice]
"""A window of the picture's samples: rows and columns."""

FINE: Final = 2
"""Samples a pixel, each way."""
_KNOT: Final = 8
"""Fine samples between two rays that are computed exactly; the lens is smooth between them."""


@dataclass(frozen=True, eq=False)
class RayGrid:
    """The direction of each sample: x, y and z parts as separate planes."""

    camera: Camera
    x: Singles
    y: Singles
    z: Singles
    origin: tuple[float, float, float]
    fine: int = FINE
    corner: tuple[int, int] = (0, 0)
    """Row and column of its first sample in the whole picture."""

    def part(self, window: Box) -> RayGrid:
        """The rays of a window only."""
        rows, columns = window
        corner = (self.corner[0] + rows.start, self.corner[1] + columns.start)
        x, y, z = self.x[window], self.y[window], self.z[window]
        return RayGrid(self.camera, x, y, z, self.origin, self.fine, corner)

    def window(self, points: NDArray[np.float64], margin: int = 1) -> Box | None:
        """The samples that a body with these hull points may cover; None where it is not seen."""
        camera = self.camera
        if (camera.in_camera(points)[:, 2] < 1).any():
            return None
        pixels = (camera.project(points) + 0.5) * self.fine - self.corner[::-1]
        low = np.maximum(np.floor(pixels.min(0)).astype(int) - margin, 0)
        high = np.ceil(pixels.max(0)).astype(int) + margin
        high = np.minimum(high, [self.shape[1], self.shape[0]])
        if (high <= low).any():
            return None
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of samples."""
        rows, columns = self.x.shape
        return rows, columns

    def on_plane(self, height: float) -> tuple[Singles, Singles]:
        """Where each sample meets the horizontal plane at a height: x and y."""
        along = np.float32(height - self.origin[2]) / np.minimum(self.z, np.float32(-1e-4))
        x = self.x * along + np.float32(self.origin[0])
        y = self.y * along + np.float32(self.origin[1])
        return np.asarray(x, np.float32), np.asarray(y, np.float32)


def ray_grid(camera: Camera, fine: int = FINE) -> RayGrid:
    """The rays through all samples of a camera's picture."""
    width, height = camera.size
    columns, rows = width * fine, height * fine
    knots_x = np.arange(-1, columns // _KNOT + 3) * _KNOT
    knots_y = np.arange(-1, rows // _KNOT + 3) * _KNOT
    pixels = np.stack(np.meshgrid(knots_x, knots_y), axis=-1)
    rays = camera.rays((pixels + 0.5) / fine - 0.5)
    # Output sample -> knot; the first knot lies one step before the first sample.
    matrix = np.array([[1 / _KNOT, 0, 1.0], [0, 1 / _KNOT, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    planes = [
        cv2.warpAffine(rays[..., k].astype(np.float32), matrix, (columns, rows), flags=flags)
        for k in range(3)
    ]
    x, y, z = (np.asarray(plane, np.float32) for plane in planes)
    origin = camera.origin
    return RayGrid(camera, x, y, z, (float(origin[0]), float(origin[1]), float(origin[2])), fine)
