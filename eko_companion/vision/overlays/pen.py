"""Lines and words that can be read on any photo: everything has a dark rim."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from eko_companion.geometry import Floats
from eko_companion.vision.reading.known_board import Image

Colour = tuple[int, int, int]
"""Blue, green, red."""

WHITE: Final[Colour] = (255, 255, 255)
DARK: Final[Colour] = (20, 20, 20)
GREEN: Final[Colour] = (90, 200, 60)
AMBER: Final[Colour] = (30, 170, 255)
RED: Final[Colour] = (50, 50, 235)
GREY: Final[Colour] = (190, 190, 190)
_FINER: Final = 4


def scale_of(image: Image) -> float:
    """How large things are drawn: 1 on a picture 1280 pixels wide."""
    return max(float(image.shape[1]) / 1280, 0.35)


def polygon(image: Image, corners: Floats, colour: Colour, thickness: int = 1) -> None:
    """A closed line."""
    points = [np.round(corners * (1 << _FINER)).astype(np.int32)]
    cv2.polylines(image, points, True, DARK, thickness + 2, cv2.LINE_AA, _FINER)
    cv2.polylines(image, points, True, colour, thickness, cv2.LINE_AA, _FINER)


def tinted(image: Image, corners: Floats, colour: Colour, strength: float) -> None:
    """A polygon filled so that the photo shows through."""
    left, top = np.floor(corners.min(0)).astype(int)
    right, bottom = np.ceil(corners.max(0)).astype(int) + 1
    left, top = max(left, 0), max(top, 0)
    part = image[top:bottom, left:right]
    if not part.size:
        return
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(corners - [left, top]).astype(np.int32)], 255)
    mixed = part + (np.array(colour) - part) * strength
    part[mask > 0] = mixed[mask > 0].astype(np.uint8)


def words(image: Image, text: str, at: Floats, colour: Colour = WHITE, size: float = 0.4) -> None:
    """A line of text with its middle at a pixel."""
    scale = size * scale_of(image)
    thickness = max(1, round(scale * 2))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
    place = (round(float(at[0]) - width / 2), round(float(at[1]) + height / 2))
    for ink, broad in ((DARK, thickness + 2), (colour, thickness)):
        cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, broad, cv2.LINE_AA)


def trust_colour(confidence: float) -> Colour:
    """Green for what is certain, amber for what is likely, red for a guess."""
    if confidence >= 0.95:
        return GREEN
    return AMBER if confidence >= 0.7 else RED
