"""Pieces as simple convex solids on the board: their points, and their outlines in a picture.

Real castles have turrets; the solid is the shape that a ruler gives.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from eko_companion.geometry.camera import Camera, Floats
from eko_companion.geometry.pieces_document import BuildingShape, Pieces
from eko_companion.rules.pieces import BuildingKind

ROUND: Final = 48
"""Points on a circle."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A solid around its own middle, standing on its foot at height 0."""

    shape: str
    """`tent`, `box`, `cylinder` or `cone`."""
    width: float
    depth: float
    height: float


@dataclass(frozen=True, slots=True)
class Stance:
    """Where a solid stands: the middle of its foot, and its turn in degrees."""

    x: float
    y: float
    z: float
    turn: float = 0.0
    """Counter-clockwise as seen from above."""


def disc_solid(pieces: Pieces, discs: int = 1) -> Solid:
    """A stack of discs."""
    across = pieces.disc_diameter
    return Solid("cylinder", across, across, discs * pieces.disc_thickness)


def building_solid(pieces: Pieces, kind: BuildingKind) -> Solid:
    """A building."""
    shape: BuildingShape = pieces.buildings[kind]
    return Solid(shape.shape, shape.width, shape.depth, shape.height)


def hull_points(solid: Solid, stance: Stance) -> Floats:
    """Points whose convex hull is the solid, in the board's frame, one a row."""
    half_width, half_depth = solid.width / 2, solid.depth / 2
    if solid.shape in ("cylinder", "cone"):
        turns = np.arange(ROUND) * (2 * math.pi / ROUND)
        ring = np.column_stack([half_width * np.cos(turns), half_depth * np.sin(turns)])
        foot = np.column_stack([ring, np.zeros(ROUND)])
        if solid.shape == "cone":
            points = np.vstack([foot, [[0, 0, solid.height]]])
        else:
            points = np.vstack([foot, foot + np.array([0, 0, solid.height])])
    else:
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [half_width, half_depth]
        foot = np.column_stack([square, np.zeros(4)])
        if solid.shape == "tent":
            # The ridge runs along the depth.
            ridge = [[0, -half_depth, solid.height], [0, half_depth, solid.height]]
            points = np.vstack([foot, ridge])
        else:
            points = np.vstack([foot, foot + np.array([0, 0, solid.height])])
    return placed(points, stance)


def placed(points: Floats, stance: Stance) -> Floats:
    """Points of a solid, turned and moved to where it stands."""
    angle = math.radians(stance.turn)
    cosine, sine = math.cos(angle), math.sin(angle)
    # Counter-clockwise as seen, in a frame whose y points down.
    turned = points @ np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])
    result: Floats = turned + np.array([stance.x, stance.y, stance.z])
    return result


def outline(camera: Camera, solid: Solid, stance: Stance) -> Floats:
    """The polygon that the solid covers in the camera's picture, as pixels (x, y)."""
    return hull(camera.project(hull_points(solid, stance)))


def hull(points: Floats) -> Floats:
    """The convex hull of points in the plane."""
    found = cv2.convexHull(points.astype(np.float32).reshape(-1, 1, 2))
    return np.asarray(found, float).reshape(-1, 2)
