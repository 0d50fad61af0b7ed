"""Lens, plane and card places come out of cards of known size at unknown places."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import looking_at
from eko_companion.vision.cards.detecting import SeenCard, detect_cards
from eko_companion.vision.cards.lens import Lens, lens_from_document
from eko_companion.vision.cards.pose_solving import Pose, solve_pose
from eko_companion.vision.errors import CardsError
from eko_companion.vision.table_folder.table import CardPlace
from tests.vision.sample_table import ELEVATION, FOCAL, photo

SIDE = 40.0
SIZE = (1280, 720)
PLACES = (
    CardPlace(1, -190, -120, 20),
    CardPlace(2, 200, -90, 100),
    CardPlace(3, 170, 130, 215),
    CardPlace(4, -210, 110, 300),
)


def _camera(focal: float = 900.0, elevation: float = 52.0, bend: float = 0.0) -> Camera:
    rotation, translation = looking_at(
        (0, 0, 0), distance=620, elevation=elevation, azimuth=25, roll=2
    )
    return Camera(SIZE, focal, (639.5, 359.5), rotation, translation, (bend, 0.0))


def _seen(camera: Camera, places: Sequence[CardPlace], noise: float = 0.1) -> tuple[SeenCard, ...]:
    chance = np.random.default_rng(11)
    return tuple(
        SeenCard(
            place.marker,
            camera.project(place.corners(SIDE)) + chance.normal(0, noise, (4, 2)),
            0.1,
            0.5,
        )
        for place in places
    )


def _distances(pose: Pose, places: Sequence[CardPlace]) -> float:
    """The largest error of the distances between cards, in millimetres."""
    found = {card.marker: np.array([card.x, card.y]) for card in pose.cards}
    worst = 0.0
    for one in places:
        for other in places:
            true = math.hypot(one.x - other.x, one.y - other.y)
            seen = float(np.linalg.norm(found[one.marker] - found[other.marker]))
            worst = max(worst, abs(true - seen))
    return worst


@pytest.mark.parametrize("focal", [620.0, 900.0, 1500.0])
@pytest.mark.parametrize("elevation", [42.0, 58.0, 72.0])
def test_three_cards_give_lens_and_plane(focal: float, elevation: float) -> None:
    camera = _camera(focal, elevation)
    pose = solve_pose(_seen(camera, PLACES[:3]), SIDE, SIZE)
    assert abs(pose.camera.focal / focal - 1) < max(4 * pose.focal_error, 0.01)
    assert abs(pose.camera.elevation - elevation) < 1.5
    assert _distances(pose, PLACES[:3]) < 4.0


def test_a_bent_lens_is_noticed_and_a_straight_one_left_straight() -> None:
    bent = solve_pose(_seen(_camera(bend=-0.09), PLACES, 0.05), SIDE, SIZE)
    assert bent.camera.radial[0] == pytest.approx(-0.09, abs=0.04)
    straight = solve_pose(_seen(_camera(), PLACES, 0.05), SIDE, SIZE)
    assert abs(straight.camera.radial[0]) < 0.02


def test_the_error_estimate_is_honest() -> None:
    """Over many noisy looks the real error is about as large as announced, and never far more."""
    camera = _camera()
    ratios = []
    for seed in range(6):
        chance = np.random.default_rng(seed)
        seen = tuple(
            SeenCard(
                p.marker, camera.project(p.corners(SIDE)) + chance.normal(0, 0.15, (4, 2)), 0.15, 1
            )
            for p in PLACES
        )
        pose = solve_pose(seen, SIDE, SIZE)
        ratios.append(abs(pose.camera.focal / camera.focal - 1) / pose.focal_error)
    assert max(ratios) < 3.0
    assert np.median(ratios) > 0.02


def test_few_cards_are_refused_with_a_sentence() -> None:
    seen = _seen(_camera(), PLACES[:2])
    with pytest.raises(CardsError, match=r"Only 2 marker cards .*1, 2.*at least 3"):
        solve_pose(seen, SIDE, SIZE)
    with pytest.raises(CardsError, match="Only one marker card"):
        solve_pose(seen[:1], SIDE, SIZE)
    with pytest.raises(CardsError, match="No marker card"):
        solve_pose((), SIDE, SIZE)


def test_a_known_lens_needs_fewer_cards() -> None:
    camera = _camera()
    lens = Lens((640, 360), camera.focal / 2, (319.5, 179.5))
    pose = solve_pose(_seen(camera, PLACES[:1], 0.02), SIDE, SIZE, lens)
    assert pose.camera.focal == pytest.approx(camera.focal)
    assert pose.camera.elevation == pytest.approx(camera.elevation, abs=2)
    assert pose.focal_error == 0


def test_a_profile_for_another_shape_of_picture_is_refused() -> None:
    lens = lens_from_document({"width": 800, "height": 600, "fx": 700, "cx": 399.5, "cy": 299.5})
    with pytest.raises(CardsError, match="another shape"):
        solve_pose(_seen(_camera(), PLACES), SIDE, SIZE, lens)


@pytest.mark.parametrize("name", ["fx", "cx", "width"])
def test_a_profile_without_a_number_is_refused_by_its_name(name: str) -> None:
    profile = {"width": 800, "height": 600, "fx": 700, "cx": 399.5, "cy": 299.5}
    with pytest.raises(CardsError, match=f"^{name}: "):
        lens_from_document(profile | {name: "wide"})


def test_a_card_that_is_not_on_the_table_is_left_out() -> None:
    camera = _camera()
    seen = list(_seen(camera, PLACES))
    corners = PLACES[3].corners(SIDE) + [0, 0, 1.0] * np.array([[0], [0], [30], [30]])
    seen[3] = SeenCard(4, camera.project(corners), 0.1, 0.5)
    pose = solve_pose(tuple(seen), SIDE, SIZE)
    assert {card.marker for card in pose.cards} == {1, 2, 3}
    assert _distances(pose, PLACES[:3]) < 4.0


def test_a_real_photo_gives_its_camera() -> None:
    image = photo("empty.jpg")
    pose = solve_pose(detect_cards(image), SIDE, (image.shape[1], image.shape[0]))
    assert pose.camera.focal == pytest.approx(FOCAL, rel=0.015)
    assert pose.camera.elevation == pytest.approx(ELEVATION, abs=0.6)
    assert pose.residual < 0.3
