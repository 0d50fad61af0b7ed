"""A camera that stands still is left alone; a pushed one is placed anew by the cards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.detecting import detect_cards
from eko_companion.vision.cards.pose_solving import Pose, solve_pose
from eko_companion.vision.cards.registering import register
from tests.vision.sample_table import dimmed, draw_over, photo

SIDE = 40.0
PUSHED_CAMERA = 15.234
"""Millimetres to the side by which the truth says that the camera was pushed."""


@lru_cache(maxsize=2)
def _pose(name: str) -> Pose:
    image = photo(name)
    return solve_pose(detect_cards(image), SIDE, (image.shape[1], image.shape[0]))


def _covered(image: Image, pose: Pose, markers: set[int]) -> Image:
    for card in pose.cards:
        if card.marker in markers:
            image = draw_over(image, pose.camera, card.x, card.y, 45)
    return image


def test_a_camera_that_stands_still_keeps_its_pose() -> None:
    pose = _pose("empty.jpg")
    found = register(dimmed(photo("empty.jpg"), 0.7, 2), pose.camera, pose.cards, SIDE)
    assert found.camera is pose.camera
    assert (found.moved, found.certain, found.displaced) == (False, True, ())


def test_a_pushed_camera_is_placed_anew() -> None:
    pose = _pose("before_push.jpg")
    found = register(photo("after_push.jpg"), pose.camera, pose.cards, SIDE)
    assert (found.moved, found.certain) == (True, True)
    assert found.camera.focal == pose.camera.focal
    shift = np.linalg.norm(found.camera.origin - pose.camera.origin)
    assert 5 < shift < 40
    again = register(photo("after_push.jpg"), found.camera, pose.cards, SIDE)
    assert not again.moved


def test_a_card_that_somebody_moved_is_named_and_left_out() -> None:
    pose = _pose("empty.jpg")
    cards = tuple(
        replace(card, x=card.x + 9, yaw=card.yaw + 4) if card.marker == 12 else card
        for card in pose.cards
    )
    turned = _shifted_camera(pose.camera, 12.0)
    found = register(photo("empty.jpg"), turned, cards, SIDE)
    assert (found.moved, found.certain, found.displaced) == (True, True, (12,))
    assert np.linalg.norm(found.camera.origin - pose.camera.origin) < 2.0


def test_covered_cards_do_not_matter_while_the_camera_stands_still() -> None:
    pose = _pose("empty.jpg")
    markers = {card.marker for card in pose.cards}
    for covered in ({3}, {3, 7}, {3, 7, 12}, markers):
        image = _covered(photo("empty.jpg"), pose, covered)
        found = register(image, pose.camera, pose.cards, SIDE, photo("empty.jpg"))
        assert (found.moved, found.certain) == (False, True), covered
        assert set(found.seen) <= markers - covered


@pytest.mark.parametrize("reference", [None, "empty.jpg"])
def test_a_pushed_camera_without_cards_is_not_certain(reference: str | None) -> None:
    pose = _pose("empty.jpg")
    image = _covered(photo("empty.jpg"), pose, {card.marker for card in pose.cards})
    pushed = cv2.warpAffine(
        image, np.array([[1, 0, 25.0], [0, 1, 9.0]]), image.shape[1::-1], borderMode=1
    )
    old = None if reference is None else photo(reference)
    found = register(np.asarray(pushed, np.uint8), pose.camera, pose.cards, SIDE, old)
    assert not found.certain


def _shifted_camera(camera: Camera, by: float) -> Camera:
    return replace(camera, translation=camera.translation + np.array([by, 0.0, 0.0]))
