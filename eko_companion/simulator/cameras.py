"""Cameras of the simulated table: one that sees everything, and one that was pushed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import looking_at

_BORDER = 0.012
"""Part of the picture's width that stays free at its edges."""


@dataclass(frozen=True, slots=True)
class View:
    """How a camera looks at the table; angles in degrees."""

    size: tuple[int, int]
    focal: float
    """In pixels."""
    centre: tuple[float, float]
    radial: tuple[float, float]
    elevation: float
    azimuth: float
    roll: float


def fitting_camera(view: View, points: NDArray[np.float64], slack: float = 1.0) -> Camera:
    """As near as it can be with all points in the picture, times `slack`."""
    target = (points[:, :2].max(0) + points[:, :2].min(0)) / 2
    camera = _at(view, target, 600.0)
    distance = 600.0
    for _ in range(4):
        distance = _nearest(view, target, points)
        camera = _at(view, target, distance)
        # Look at the middle of what is seen, then come nearer again.
        pixels = camera.project(points)
        middle = (pixels.max(0) + pixels.min(0)) / 2
        wanted, now = camera.on_plane(np.array([middle, [size / 2 for size in view.size]]))
        target = target + (wanted - now)
    distance = _nearest(view, target, points)
    return _at(view, target, distance * slack)


def _at(view: View, target: NDArray[np.float64], distance: float) -> Camera:
    rotation, translation = looking_at(
        (float(target[0]), float(target[1]), 0.0),
        distance=distance,
        elevation=view.elevation,
        azimuth=view.azimuth,
        roll=view.roll,
    )
    return Camera(view.size, view.focal, view.centre, rotation, translation, view.radial)


def _nearest(view: View, target: NDArray[np.float64], points: NDArray[np.float64]) -> float:
    near, far = 150.0, 3000.0
    border = _BORDER * view.size[0]
    for _ in range(24):
        distance = (near + far) / 2
        camera = _at(view, target, distance)
        pixels = camera.project(points)
        before = (camera.in_camera(points)[:, 2] > 1).all()
        inside = (pixels > border).all() and (pixels < np.array(view.size) - border).all()
        near, far = (near, distance) if before and inside else (distance, far)
    return far


def nudged(camera: Camera, rng: np.random.Generator) -> Camera:
    """A camera that was pushed: a centimetre or so aside, and a degree or so around."""
    a, b, c = np.radians(rng.uniform(-1.5, 1.5, 3))
    # The nearest true rotation to a small turn about each axis.
    left, _, right = np.linalg.svd(np.array([[1, -c, b], [c, 1, -a], [-b, a, 1]]))
    rotation = left @ right @ camera.rotation
    place = camera.origin + rng.uniform(-12, 12, 3)
    return replace(camera, rotation=rotation, translation=-rotation @ place)
