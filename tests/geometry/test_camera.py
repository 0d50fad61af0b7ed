"""A camera: from millimetres to pixels and back, its pose, and its document."""

from __future__ import annotations

import itertools
import json
import math

import cv2
import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import camera_from_document, looking_at
from eko_companion.rules.errors import EkoError

LENSES = [(0.0, 0.0), (0.06, 0.015), (-0.04, -0.015), (0.06, -0.015), (-0.12, 0.03)]
POSES = [(40.0, 0.0, 0.0), (60.0, 135.0, 3.0), (75.0, 300.0, -3.0)]
"""Elevation, azimuth, roll."""


def camera(pose=(60.0, 0.0, 0.0), radial=(0.0, 0.0), target=(0.0, 0.0, 0.0)) -> Camera:
    elevation, azimuth, roll = pose
    rotation, translation = looking_at(
        target, distance=600, elevation=elevation, azimuth=azimuth, roll=roll
    )
    return Camera((640, 360), 500.0, (317.2, 181.5), rotation, translation, radial)


def grid_of_pixels(seen: Camera) -> np.ndarray:
    width, height = seen.size
    x, y = np.meshgrid(np.linspace(0, width - 1, 9), np.linspace(0, height - 1, 7))
    return np.column_stack([x.ravel(), y.ravel()])


@pytest.mark.parametrize(("pose", "radial"), list(itertools.product(POSES, LENSES)))
class TestThereAndBack:
    @pytest.mark.parametrize("z", [0.0, 2.0, 34.0])
    def test_a_place_on_a_plane_is_seen_where_it_was_looked_for(self, pose, radial, z):
        seen = camera(pose, radial)
        pixels = grid_of_pixels(seen)
        places = seen.on_plane(pixels, z)
        points = np.column_stack([places, np.full(len(places), z)])
        assert seen.project(points) == pytest.approx(pixels, abs=0.01)

    def test_every_point_of_a_ray_is_seen_at_its_pixel(self, pose, radial):
        seen = camera(pose, radial)
        pixels = grid_of_pixels(seen)
        for far in (100.0, 450.0, 3000.0):
            points = seen.origin + far * seen.rays(pixels)
            assert seen.in_camera(points)[:, 2] == pytest.approx(far)
            assert seen.project(points) == pytest.approx(pixels, abs=0.01)

    def test_it_agrees_with_opencv(self, pose, radial):
        seen = camera(pose, radial)
        points = np.random.default_rng(1).uniform(-150, 150, (60, 3))
        inside = seen.in_camera(points)
        matrix = np.array(
            [[seen.focal, 0, seen.centre[0]], [0, seen.focal, seen.centre[1]], [0, 0, 1]]
        )
        lens = np.array([*radial, 0, 0, 0])
        pixels, _ = cv2.projectPoints(inside, np.zeros(3), np.zeros(3), matrix, lens)
        assert seen.project(points) == pytest.approx(pixels.reshape(-1, 2), abs=1e-6)


@pytest.mark.parametrize("pose", POSES)
class TestLookingAt:
    def test_the_target_is_in_the_middle(self, pose):
        target = (31.0, -17.0, 12.0)
        seen = camera(pose, target=target)
        assert seen.project([target])[0] == pytest.approx(seen.centre)
        assert np.linalg.norm(seen.origin - target) == pytest.approx(600)

    def test_it_stands_as_high_as_asked(self, pose):
        seen = camera(pose)
        assert seen.elevation == pytest.approx(pose[0])
        assert seen.origin[2] == pytest.approx(600 * math.sin(math.radians(pose[0])))

    def test_its_frame_is_square_and_left_handed(self, pose):
        seen = camera(pose)
        assert seen.rotation @ seen.rotation.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(seen.rotation) == pytest.approx(-1)


def test_at_azimuth_0_the_board_is_seen_as_in_the_rules():
    seen = camera((60.0, 0.0, 0.0))
    middle, right, below, above = seen.project([[0, 0, 0], [50, 0, 0], [0, 50, 0], [0, 0, 50]])
    assert right[0] > middle[0]
    assert right[1] == pytest.approx(middle[1])
    assert below[1] > middle[1]
    assert below[0] == pytest.approx(middle[0])
    assert above[1] < middle[1]


def test_a_quarter_turn_brings_the_camera_to_the_right_side():
    seen = camera((60.0, 90.0, 0.0))
    assert seen.origin[0] == pytest.approx(600 * math.cos(math.radians(60)))
    assert seen.origin[1] == pytest.approx(0, abs=1e-9)


def test_roll_turns_the_picture_about_its_middle():
    upright, rolled = camera((60.0, 20.0, 0.0)), camera((60.0, 20.0, 90.0))
    x, y = (upright.project([[40, 10, 0]]) - upright.centre)[0]
    turned = (rolled.project([[40, 10, 0]]) - rolled.centre)[0]
    assert turned == pytest.approx([y, -x])


def test_what_is_behind_the_camera_is_outside_the_picture():
    seen = camera((60.0, 0.0, 0.0), (0.05, 0.01))
    behind = seen.origin - 100 * seen.rotation[2] + 30 * seen.rotation[0]
    assert abs(seen.project([behind])[0] - seen.centre).max() > 1e4


@pytest.mark.parametrize("radial", [(-0.2, 0.0), (-0.1, -0.05), (0.1, -0.2)])
def test_far_outside_the_picture_a_strong_lens_does_not_fold_back(radial):
    seen = camera((60.0, 0.0, 0.0), radial)
    ways = seen.origin + 100 * seen.rotation[2] + np.arange(0, 900, 5)[:, None] * seen.rotation[0]
    across = seen.project(ways)[:, 0]
    assert (np.diff(across) > -1e-9).all()


def test_a_look_above_the_horizon_meets_the_table_far_away():
    rotation, translation = looking_at((0, 0, 0), distance=600, elevation=10, azimuth=0)
    seen = Camera((640, 360), 500.0, (319.5, 179.5), rotation, translation)
    assert np.linalg.norm(seen.on_plane([[319.5, 0.0]])) > 1e6


@pytest.mark.parametrize("radial", LENSES)
def test_a_smaller_picture_shows_the_same(radial):
    seen = camera((55.0, 70.0, 1.0), radial)
    small = seen.resized(320)
    assert small.size == (320, 180)
    points = np.random.default_rng(2).uniform(-120, 120, (40, 3))
    # The outer edges of both pictures fall together, so pixel centres do not.
    assert (small.project(points) + 0.5) * 2 - 0.5 == pytest.approx(seen.project(points))


class TestDocument:
    @pytest.mark.parametrize("radial", LENSES)
    def test_it_reads_back(self, radial):
        seen = camera((47.0, 200.0, -2.0), radial)
        again = camera_from_document(json.loads(json.dumps(seen.document())))
        points = np.random.default_rng(3).uniform(-150, 150, (30, 3))
        assert again.project(points) == pytest.approx(seen.project(points), abs=1e-9)
        assert again.document() == seen.document()

    def test_the_camera_of_a_truth_file_is_accepted(self):
        document = {
            "width": 1280,
            "height": 720,
            "fx": 960.0,
            "fy": 960.0,
            "cx": 641.1290357245641,
            "cy": 357.74954340857755,
            "k1": 0.03293184957456813,
            "k2": -0.013341602177382134,
            "R": [
                [-0.2115331642137978, -0.977364469423031, -0.003523399939769723],
                [0.8468056205318731, -0.18147356662270359, -0.4999875854987447],
                [-0.48803069726537474, 0.1087475909005449, -0.8660254037844386],
            ],
            "t": [-1.6757978661764816, -7.932225211898552, 374.96042311758777],
            "elevation_deg": 60.0,
            "focal_equivalent_mm": 27.0,
            "convention": "board millimetres",
        }
        seen = camera_from_document(document)
        assert seen.elevation == pytest.approx(document["elevation_deg"])
        # The middle of the board and a marker card on it are in the picture.
        for point in ((0.0, 0.0, 2.0), (-83.07, 166.67, 0.0)):
            x, y = seen.project([point])[0]
            assert 0 < x < 1280
            assert 0 < y < 720

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("width", "wide"),
            ("width", 0),
            ("width", float("inf")),
            ("height", -720),
            ("height", None),
            ("height", 10**400),
            ("fx", 0.0),
            ("fx", -960),
            ("fx", float("nan")),
            ("fx", [960, 960]),
            ("cx", {}),
            ("k1", float("inf")),
            ("k2", "none"),
            ("R", [[1, 0, 0], [0, 1, 0]]),
            ("R", [[1, 0, 0], [0, 1], [0, 0, 1]]),
            ("R", [["a", 0, 0], [0, 1, 0], [0, 0, 1]]),
            ("R", [[0, 0, 0], [0, 0, 0], [0, 0, 0]]),
            ("R", [[1, 0, 0], [0, -1, 0], [0, 0, -1]]),
            ("R", [[2, 0, 0], [0, 1, 0], [0, 0, -1]]),
            ("t", [0, 0]),
            ("t", [0, 0, float("nan")]),
        ],
    )
    def test_an_impossible_value_is_told_in_a_sentence(self, field, value):
        document = camera().document() | {field: value}
        with pytest.raises(EkoError, match=r"^this is not the pose of a camera: [^\n]+\.$"):
            camera_from_document(document)

    @pytest.mark.parametrize("field", ["width", "height", "fx", "cx", "cy", "k1", "k2", "R", "t"])
    def test_a_missing_field_is_named(self, field):
        document = camera().document()
        del document[field]
        with pytest.raises(EkoError, match=f"`{field}` must be"):
            camera_from_document(document)

    @pytest.mark.parametrize("document", [None, [], "camera", 7, [1, 2, 3]])
    def test_anything_else_is_refused(self, document):
        with pytest.raises(EkoError, match=r"^this is not the pose of a camera: [^\n]+\.$"):
            camera_from_document(document)
