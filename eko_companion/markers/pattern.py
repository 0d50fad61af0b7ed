"""The black and white squares of a marker."""

from __future__ import annotations

import cv2

COUNT = 50
"""How many markers the dictionary 4X4_50 has; their ids begin at 0."""
SQUARES = 6
"""Squares a side: four of the pattern and a black one at each end."""


def black_squares(marker: int) -> tuple[tuple[bool, ...], ...]:
    """Row by row from the top, which squares of the upright marker are black."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image = cv2.aruco.generateImageMarker(dictionary, marker, SQUARES)
    return tuple(tuple(bool(value == 0) for value in row) for row in image)
