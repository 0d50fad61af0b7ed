"""Marker cards in tests: where their corners are by the truth, and what OpenCV finds."""

from __future__ import annotations

import cv2
import numpy as np

from eko_companion.simulator.scene import LaidCard


def square_of(card: LaidCard, side: float) -> np.ndarray:
    """The corners of a square on a card, from its upper left one, clockwise when upright."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    turn = np.radians(card.yaw)
    # Counter-clockwise as seen from above, with y down.
    x = np.cos(turn) * square[:, 0] + np.sin(turn) * square[:, 1] + card.x
    y = -np.sin(turn) * square[:, 0] + np.cos(turn) * square[:, 1] + card.y
    return np.column_stack([x, y])


def on_table(points: np.ndarray) -> np.ndarray:
    """Points of the table's surface with their height."""
    return np.column_stack([points, np.zeros(len(points))])


def detected(image: np.ndarray) -> dict[int, np.ndarray]:
    """The corners of the markers in a picture by their id, from the upper left one clockwise."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, options).detectMarkers(image)
    if not corners:
        return {}
    return {int(k): found.reshape(4, 2) for k, found in zip(ids.ravel(), corners, strict=True)}
