"""A camera that stands still: from millimetres on the table to pixels and back.

A pinhole with two radial terms. How a camera is found from marker cards is the vision's task.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.rules.errors import EkoError

Floats = NDArray[np.float64]

_UNDISTORTING_STEPS: Final = 12
_LARGEST: Final = 100_000
"""Pixels each way that no camera has."""
_SKEW: Final = 1e-3
"""How far from square a rotation may be that was written with few digits."""
_NEAREST: Final = 1e-6
"""Points behind the camera are pushed to this depth, so that they land far outside the picture."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Pose and lens; pixel centres are at whole numbers."""

    size: tuple[int, int]
    """Width and height of its pictures in pixels."""
    focal: float
    """In pixels, the same both ways."""
    centre: tuple[float, float]
    rotation: Floats
    """Three rows: the camera's right, down and forward as directions on the board."""
    translation: Floats
    radial: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def origin(self) -> Floats:
        """Where the camera is, in the board's frame."""
        return -self.rotation.T @ self.translation

    @property
    def elevation(self) -> float:
        """The angle in degrees between its line of sight and the table's plane."""
        return math.degrees(math.asin(float(np.clip(-self.rotation[2, 2], -1, 1))))

    def project(self, points: Any) -> Floats:
        """The pixels (x, y) of points (x, y, z), one a row."""
        inside = self.in_camera(points)
        depth = np.maximum(inside[..., 2:], _NEAREST)
        flat = inside[..., :2] / depth
        # Far outside the picture the polynomial folds back; there it is held at its edge.
        square = np.minimum((flat**2).sum(-1, keepdims=True), self._largest_square)
        k1, k2 = self.radial
        bent = flat * (1 + square * (k1 + square * k2))
        result: Floats = bent * self.focal + np.asarray(self.centre)
        return result

    def in_camera(self, points: Any) -> Floats:
        """Points in the camera's own frame: right, down, forward."""
        result: Floats = np.asarray(points, float) @ self.rotation.T + self.translation
        return result

    def rays(self, pixels: Any) -> Floats:
        """The directions on the board in which pixels look, with a forward part of 1."""
        bent = (np.asarray(pixels, float) - np.asarray(self.centre)) / self.focal
        flat = self._straightened(bent)
        forward = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1)
        result: Floats = forward @ self.rotation
        return result

    def on_plane(self, pixels: Any, z: float = 0.0) -> Floats:
        """Where on the plane at height z pixels look, as (x, y)."""
        rays = self.rays(pixels)
        origin = self.origin
        # A look at or above the horizon meets the plane nowhere: it is sent far away.
        down = np.minimum(rays[..., 2:], -1e-9)
        result: Floats = origin[:2] + rays[..., :2] * ((z - origin[2]) / down)
        return result

    def resized(self, width: int) -> Camera:
        """The same camera with pictures of another width."""
        scale = width / self.size[0]
        size = (width, round(self.size[1] * scale))
        centre = tuple((c + 0.5) * scale - 0.5 for c in self.centre)
        return replace(self, size=size, focal=self.focal * scale, centre=(centre[0], centre[1]))

    @cached_property
    def _largest_square(self) -> float:
        """How far out, squared, the lens' polynomial still grows."""
        k1, k2 = self.radial
        far = 4.0
        terms = [5 * k2, 3 * k1, 1.0] if k2 else [3 * k1, 1.0] if k1 else [1.0]
        for root in np.roots(terms):
            if abs(root.imag) < 1e-12 and 0 < root.real < far:
                far = float(root.real)
        return far

    def _straightened(self, bent: Floats) -> Floats:
        """The inverse of the lens, by fixed-point steps."""
        k1, k2 = self.radial
        if not (k1 or k2):
            return bent
        flat = bent
        for _ in range(_UNDISTORTING_STEPS):
            square = np.minimum((flat**2).sum(-1, keepdims=True), self._largest_square)
            flat = bent / (1 + square * (k1 + square * k2))
        return flat

    def document(self) -> dict[str, Any]:
        """The camera as plain JSON."""
        return {
            "width": self.size[0],
            "height": self.size[1],
            "fx": self.focal,
            "fy": self.focal,
            "cx": self.centre[0],
            "cy": self.centre[1],
            "k1": self.radial[0],
            "k2": self.radial[1],
            "R": self.rotation.tolist(),
            "t": self.translation.tolist(),
            "elevation_deg": self.elevation,
        }


def camera_from_document(document: Any) -> Camera:
    """The inverse of `Camera.document`; raises EkoError for anything else."""
    if not isinstance(document, dict):
        raise EkoError("this is not the pose of a camera: it must be an object.")
    width, height, focal, across, down, k1, k2 = (
        float(_numbers(document, name, 1)[0])
        for name in ("width", "height", "fx", "cx", "cy", "k1", "k2")
    )
    if not 1 <= width <= _LARGEST or not 1 <= height <= _LARGEST or focal <= 0:
        raise EkoError("this is not the pose of a camera: a number in it is impossible.")
    rotation = _numbers(document, "R", 9).reshape(3, 3)
    # Its directions are square to each other, and the board's frame is left-handed.
    square = np.allclose(rotation @ rotation.T, np.eye(3), atol=_SKEW)
    if not square or np.linalg.det(rotation) > 0:
        raise EkoError("this is not the pose of a camera: `R` is not how a camera can stand.")
    return Camera(
        size=(int(width), int(height)),
        focal=focal,
        centre=(across, down),
        rotation=rotation,
        translation=_numbers(document, "t", 3),
        radial=(k1, k2),
    )


def _numbers(document: dict[str, Any], name: str, count: int) -> Floats:
    """So many finite numbers of a field, whatever lists they stand in."""
    try:
        found = np.array(document[name], float).ravel()
    except (KeyError, TypeError, ValueError, OverflowError):
        found = np.empty(0)
    if len(found) != count or not np.isfinite(found).all():
        what = "a number" if count == 1 else f"{count} numbers"
        raise EkoError(f"this is not the pose of a camera: `{name}` must be {what}.")
    return found


def looking_at(
    target: tuple[float, float, float],
    *,
    distance: float,
    elevation: float,
    azimuth: float,
    roll: float = 0.0,
) -> tuple[Floats, Floats]:
    """Rotation and translation of a camera that looks at a point; angles in degrees.

    At azimuth 0 it stands at the board's lower side and sees x to the right.
    """
    up, around, tilt = (math.radians(angle) for angle in (elevation, azimuth, roll))
    # From the target towards the camera.
    back = np.array(
        [
            math.sin(around) * math.cos(up),
            math.cos(around) * math.cos(up),
            math.sin(up),
        ]
    )
    forward = -back
    right = np.array([math.cos(around), -math.sin(around), 0.0])
    # In this left-handed frame the cross product is reversed.
    down = np.cross(right, forward)
    across = math.cos(tilt) * right + math.sin(tilt) * down
    downward = math.cos(tilt) * down - math.sin(tilt) * right
    rotation = np.array([across, downward, forward])
    place = np.asarray(target, float) + distance * back
    return rotation, -rotation @ place
