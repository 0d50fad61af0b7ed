"""Flat printed things on the table: tiles, marker cards, paper and books, laid by true perspective.

A thing with thickness is drawn as a pile of thin slices: its cut edge first, the print on top.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.rays import Box, RayGrid

Bytes = NDArray[np.uint8]

_SLICE: Final = 0.5
"""Millimetres between two slices of an edge."""
_GLOOM: Final = 0.5
"""How dark the table is right beside the foot of something, where light hardly gets."""


@dataclass(frozen=True, eq=False)
class Decal:
    """A picture on a flat thing that lies on the table."""

    bgra: Bytes
    scale: float
    """Pixels a millimetre."""
    origin: tuple[float, float]
    """The pixel that lies at x, y; pixel centres are at whole numbers."""
    x: float
    y: float
    yaw: float
    """Degrees counter-clockwise as seen from above."""
    thickness: float = 0.0
    edge: tuple[int, int, int] = (140, 150, 160)
    """Blue, green, red of its cut edge."""

    def corners(self) -> NDArray[np.float64]:
        """The four corners of its picture on the table, as (x, y)."""
        rows, columns = self.bgra.shape[:2]
        ends = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]])
        pixels = ends - 0.5 - np.asarray(self.origin)
        turn = math.radians(self.yaw)
        cosine, sine = math.cos(turn), math.sin(turn)
        flat = pixels / self.scale
        x = cosine * flat[:, 0] + sine * flat[:, 1] + self.x
        y = -sine * flat[:, 0] + cosine * flat[:, 1] + self.y
        return np.column_stack([x, y])


def lay(picture: Bytes, tops: Singles, rays: RayGrid, decal: Decal) -> None:
    """Draw a thing into a picture of the table; `tops` keeps the height of what is seen."""
    window = _window(rays, decal)
    if window is None:
        return
    rows, columns = window
    view = rays.part(window)
    target = picture[rows, columns]
    alpha = np.ascontiguousarray(decal.bgra[..., 3])
    if decal.thickness > 0:
        _darken_foot(target, view, decal, alpha)
        height = 0.0
        while height < decal.thickness:
            cover = _seen(view, decal, alpha, height)
            # Light comes from above: the lower part of a cut edge is darker.
            shade = 0.55 + 0.35 * height / decal.thickness
            _mix(target, np.asarray(np.multiply(decal.edge, shade), np.float32), cover)
            height += _SLICE
    colour = _seen(view, decal, decal.bgra[..., :3], decal.thickness)
    cover = _seen(view, decal, alpha, decal.thickness)
    _mix(target, colour, cover)
    tops[rows, columns][cover > 127] = decal.thickness


def _window(rays: RayGrid, decal: Decal) -> Box | None:
    """The samples that a thing may cover."""
    corners = decal.corners()
    heights = (0.0, decal.thickness)
    points = [np.column_stack([corners, np.full(4, height)]) for height in heights]
    return rays.window(np.vstack(points), margin=4)


def _places(view: RayGrid, decal: Decal, height: float) -> tuple[Singles, Singles]:
    """For each sample the pixel of the thing's picture that it sees at a height."""
    x, y = view.on_plane(height)
    turn = math.radians(decal.yaw)
    cosine, sine = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    scale = np.float32(decal.scale)
    dx, dy = x - np.float32(decal.x), y - np.float32(decal.y)
    across = (cosine * dx - sine * dy) * scale + np.float32(decal.origin[0])
    down = (sine * dx + cosine * dy) * scale + np.float32(decal.origin[1])
    return across, down


def _seen(view: RayGrid, decal: Decal, values: Bytes, height: float) -> Bytes:
    across, down = _places(view, decal, height)
    seen = cv2.remap(
        np.ascontiguousarray(values),
        across,
        down,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(0, 0, 0, 0),
    )
    return np.asarray(seen, np.uint8)


def _darken_foot(target: Bytes, view: RayGrid, decal: Decal, alpha: Bytes) -> None:
    wide = max(1.0, 0.9 * decal.scale)
    margin = int(4 * wide)
    padded = np.pad(alpha, margin)
    gloom = cv2.GaussianBlur(cv2.dilate(padded, np.ones((3, 3), np.uint8)), (0, 0), wide)
    larger = Decal(
        decal.bgra,
        decal.scale,
        (decal.origin[0] + margin, decal.origin[1] + margin),
        decal.x,
        decal.y,
        decal.yaw,
    )
    seen = _seen(view, larger, np.asarray(gloom, np.uint8), 0.0)
    keep = 1 - seen.astype(np.float32) * np.float32(_GLOOM / 255)
    target[:] = np.rint(target * keep[..., None]).astype(np.uint8)


def _mix(target: Bytes, colour: Singles | Bytes, cover: Bytes) -> None:
    part = cover.astype(np.float32)[..., None] * np.float32(1 / 255)
    mixed = target + (np.asarray(colour, np.float32) - target) * part
    target[:] = np.rint(mixed).astype(np.uint8)
