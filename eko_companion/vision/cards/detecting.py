"""Finds marker cards in a photo: which markers, their corners, and the white of their paper.

What the cards say about the camera is in `pose_solving`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from eko_companion.geometry import Floats
from eko_companion.markers.pattern import SQUARES
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.corner_refining import (
    ROUNDS,
    Light,
    applied,
    homography_of,
    linear_light,
    refine_corners,
    sampled,
)

_LARGE: Final = 2200
"""Pixels: wider photos are searched at a smaller size first."""


@dataclass(frozen=True, eq=False)
class SeenCard:
    """One card in one photo."""

    marker: int
    corners: Floats
    """Pixels of the black square's corners: upper left, upper right, lower right, lower left."""
    sigma: float
    """How well a corner is known, in pixels."""
    contrast: float

    @property
    def side(self) -> float:
        """The square's mean side in pixels."""
        return float(np.sqrt(cv2.contourArea(self.corners.astype(np.float32))))


def detect_cards(image: Image, *, thorough: bool = True) -> tuple[SeenCard, ...]:
    """All marker cards in a photo, the largest first; false ones are left out.

    Thorough means several sizes and brightnesses, at several times the cost.
    """
    light = linear_light(image)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found: list[SeenCard] = []
    for picture, scale in _pictures(grey, thorough):
        for marker, corners in _raw_markers(picture):
            at = (corners + 0.5) * scale - 0.5
            if any(_same_place(card, at) for card in found):
                continue
            refined = refine_corners(light, marker, at)
            if refined is not None:
                found.append(SeenCard(marker, refined.corners, refined.sigma, refined.contrast))
    return tuple(sorted(found, key=lambda card: -card.side))


def find_card_near(
    light: Light, marker: int, corners: Floats, rounds: int = ROUNDS
) -> SeenCard | None:
    """A card expected at certain corners, much faster than searching; None where it is not."""
    refined = refine_corners(light, marker, corners, rounds)
    if refined is None:
        return None
    return SeenCard(marker, refined.corners, refined.sigma, refined.contrast)


def card_white(image: Image, card: SeenCard) -> Floats:
    """The colour (blue, green, red; 0 to 255) of the card's white margin, free of outliers."""
    along = np.linspace(0.2, SQUARES - 0.2, 24)
    near, far = -0.45, SQUARES + 0.45
    ring = np.concatenate(
        [
            np.column_stack([along, np.full(24, near)]),
            np.column_stack([along, np.full(24, far)]),
            np.column_stack([np.full(24, near), along]),
            np.column_stack([np.full(24, far), along]),
        ]
    )
    pixels = applied(homography_of(card.corners), ring)
    values = [sampled(np.asarray(image[:, :, c], np.float32), pixels) for c in range(3)]
    return np.median(np.stack(values, 1), axis=0)


def _pictures(grey: Any, thorough: bool) -> list[tuple[Any, float]]:
    """The photo at the sizes and brightnesses in which markers are looked for."""
    width = max(grey.shape)
    pictures = []
    if width > _LARGE:
        scale = width / 1600
        small = cv2.resize(grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        pictures.append((small, scale))
    pictures.append((grey, 1.0))
    if not thorough:
        return pictures[:1]
    # Cards in deep shade or strong light stand out once the light is evened locally.
    even = cv2.createCLAHE(clipLimit=3.0, tileGridSize=(8, 8)).apply(grey)
    pictures.append((even, 1.0))
    if width <= 1400:
        # Small, oblique markers are read from larger squares.
        double = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        pictures.append((double, 0.5))
    return pictures


@lru_cache(maxsize=1)
def _detector() -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    parameters.minMarkerPerimeterRate = 0.015
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    parameters.minOtsuStdDev = 2.0
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def _raw_markers(grey: Any) -> list[tuple[int, Floats]]:
    corners, markers, _ = _detector().detectMarkers(grey)
    if markers is None:
        return []
    return [
        (int(marker), np.asarray(quad, float).reshape(4, 2))
        for marker, quad in zip(np.ravel(markers), corners, strict=True)
    ]


def _same_place(card: SeenCard, corners: Floats) -> bool:
    apart = float(np.linalg.norm(card.corners.mean(0) - corners.mean(0)))
    return apart < 0.5 * card.side
