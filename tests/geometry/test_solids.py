"""Pieces as solids: where their points are, and the outlines that a camera sees."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from eko_companion.geometry import Camera, Solid, Stance, building_solid, disc_solid
from eko_companion.geometry.camera import looking_at
from eko_companion.geometry.pieces_document import pieces_from_document
from eko_companion.geometry.solids import hull, hull_points, outline
from eko_companion.rules.pieces import BuildingKind
from tests.geometry.test_pieces_document import EXAMPLE

SHAPES = ["tent", "box", "cylinder", "cone"]


def camera(radial=(0.04, -0.01)) -> Camera:
    rotation, translation = looking_at((0, 0, 0), distance=400, elevation=50, azimuth=25, roll=2)
    return Camera((640, 480), 700.0, (321.0, 238.0), rotation, translation, radial)


def points_inside(solid: Solid, stance: Stance, count: int = 400) -> np.ndarray:
    """Points of a solid, by its definition and not by its hull."""
    rng = np.random.default_rng(4)
    x, y, z = rng.uniform([-0.5, -0.5, 0], [0.5, 0.5, 1], (count * 8, 3)).T
    match solid.shape:
        case "cylinder":
            inside = np.hypot(x, y) <= 0.5
        case "cone":
            inside = np.hypot(x, y) <= 0.5 * (1 - z)
        case "tent":
            inside = np.abs(x) <= 0.5 * (1 - z)
        case _:
            inside = np.ones(len(x), bool)
    x, y, z = (part[inside][:count] for part in (x, y, z))
    across, along = x * solid.width, y * solid.depth
    turn = math.radians(stance.turn)
    # Counter-clockwise as seen from above, with y down.
    return np.column_stack(
        [
            stance.x + across * math.cos(turn) + along * math.sin(turn),
            stance.y - across * math.sin(turn) + along * math.cos(turn),
            stance.z + z * solid.height,
        ]
    )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "stance", [Stance(0, 0, 0), Stance(40, -25, 2, 33), Stance(-60, 30, 9, 200)]
)
class TestOutline:
    def test_every_point_of_the_solid_is_seen_inside_it(self, shape, stance):
        solid = Solid(shape, 20, 14, 24)
        polygon = outline(camera(), solid, stance).astype(np.float32)
        for x, y in camera().project(points_inside(solid, stance)):
            assert cv2.pointPolygonTest(polygon, (float(x), float(y)), True) > -0.15

    def test_it_is_not_larger_than_the_solid(self, shape, stance):
        solid = Solid(shape, 20, 14, 24)
        small = Solid(shape, 20 * 0.9, 14 * 0.9, 24 * 0.9)
        area = cv2.contourArea(outline(camera(), solid, stance).astype(np.float32))
        inner = cv2.contourArea(outline(camera(), small, stance).astype(np.float32))
        points = camera().project(points_inside(solid, stance, 4000))
        seen = cv2.contourArea(hull(points).astype(np.float32))
        assert inner < seen <= area * 1.005
        assert seen > 0.88 * area

    def test_it_is_convex(self, shape, stance):
        polygon = outline(camera(), Solid(shape, 20, 14, 24), stance).astype(np.float32)
        assert cv2.isContourConvex(polygon.reshape(-1, 1, 2))


def test_a_disc_seen_from_straight_above_is_a_circle():
    rotation, translation = looking_at((0, 0, 10), distance=300, elevation=89.999, azimuth=0)
    above = Camera((640, 480), 600.0, (319.5, 239.5), rotation, translation)
    polygon = outline(above, Solid("cylinder", 24, 24, 10), Stance(0, 0, 0))
    away = np.hypot(*(polygon - above.centre).T)
    assert away == pytest.approx(np.full(len(away), 12 * 600 / 300), abs=0.05)


def test_a_stack_is_as_high_as_its_discs():
    pieces = pieces_from_document(EXAMPLE)
    for discs in range(1, 5):
        solid = disc_solid(pieces, discs)
        assert (solid.shape, solid.width, solid.depth) == ("cylinder", 24, 24)
        points = hull_points(solid, Stance(3, 4, 2))
        assert points[:, 2].min() == 2
        assert points[:, 2].max() == 2 + 8 * discs


def test_a_building_has_its_own_sizes():
    pieces = pieces_from_document(EXAMPLE)
    camp = building_solid(pieces, BuildingKind.CAMP)
    assert (camp.shape, camp.width, camp.depth, camp.height) == ("tent", 15, 14, 11)


def test_a_turn_is_counter_clockwise_as_seen_from_above():
    box = Solid("box", 20, 2, 1)
    right = hull_points(box, Stance(0, 0, 0, 0))
    turned = hull_points(box, Stance(0, 0, 0, 30))
    end = right[np.argmax(right[:, 0])]
    same = turned[np.argmax(right[:, 0])]
    # What pointed right now points up, which is towards negative y.
    assert same[1] < end[1]
    assert math.degrees(math.atan2(-same[1], same[0])) == pytest.approx(
        math.degrees(math.atan2(-end[1], end[0])) + 30
    )


def test_the_ridge_of_a_tent_runs_along_its_depth():
    points = hull_points(Solid("tent", 10, 16, 9), Stance(0, 0, 0))
    ridge = points[points[:, 2] == 9]
    assert sorted(ridge[:, 1]) == [-8, 8]
    assert ridge[:, 0] == pytest.approx([0, 0])
