"""The face of a marker card: white paper, the marker in its middle, its number in the margin."""

from __future__ import annotations

import cv2
import numpy as np

from eko_companion.markers.pattern import COUNT, SQUARES, black_squares
from eko_companion.rules.errors import EkoError
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smooth_noise, stream

_TEXT_MM = 1.6
"""How high the letters in the margin stand."""


class CardFaceError(EkoError):
    """A marker card that cannot be drawn."""


def card_face(
    marker: int, side_mm: float, card_mm: float, px_per_mm: float, seed: int = 0
) -> Floats:
    """A marker card from above, blue, green, red from 0 to 1.

    The picture shows exactly the card: `n = round(card_mm * px_per_mm)` pixels a side. The black
    square runs from `n / 2 * (1 - side_mm / card_mm)` to `n / 2 * (1 + side_mm / card_mm)`, where
    the first pixel covers 0 to 1. The seed gives the paper's tint and how black the ink is.
    """
    if not 0 <= marker < COUNT:
        raise CardFaceError(f"There is no marker {marker}; there are 0 to {COUNT - 1}.")
    if not 0 < side_mm < card_mm:
        raise CardFaceError("A marker must be smaller than its card.")
    size = round(card_mm * px_per_mm)
    rng = stream(seed, "card", marker)
    ink = _marker_ink(marker, side_mm / card_mm, size)
    text = _number_ink(marker, (card_mm - side_mm) / 2, size / card_mm, size)
    white, black = rng.uniform(0.86, 0.97), rng.uniform(0.05, 0.13)
    tint = np.array([rng.normal(0, 0.012), 0, rng.normal(0, 0.012)])
    warmth = np.array([rng.normal(0, 0.006), 0, rng.normal(0, 0.006)])
    fibre = smooth_noise((size, size), px_per_mm, 1.6, rng) * np.float32(0.008)
    fibre += floats(rng.standard_normal((size, size))) * np.float32(0.006)
    # Toner lies unevenly; more is seen of it in the black than of the paper in the white.
    toner = floats(rng.standard_normal((size, size)))
    toner = floats(cv2.GaussianBlur(toner, (0, 0), max(0.4, 0.12 * px_per_mm))) * np.float32(0.02)
    paper = floats(white + tint)[None, None] + fibre[..., None]
    print_colour = floats(black + warmth)[None, None] + toner[..., None]
    cover = np.maximum(ink, text * np.float32(rng.uniform(0.4, 0.6)))[..., None]
    return floats(np.clip(paper + cover * (print_colour - paper), 0, 1))


def _marker_ink(marker: int, share: float, size: int) -> Floats:
    """How much of each pixel the black squares cover: exact, so that edges fall between pixels."""
    edges = size / 2 * (1 + share * np.linspace(-1, 1, SQUARES + 1))
    pixels = np.arange(size)
    covered = np.clip(
        np.minimum(pixels + 1, edges[1:, None]) - np.maximum(pixels, edges[:-1, None]), 0, 1
    )
    squares = np.array(black_squares(marker), np.float64)
    return floats(covered.T @ squares @ covered)


def _number_ink(marker: int, margin_mm: float, px: float, size: int) -> Floats:
    """The marker's name in small letters below it, or nothing where the margin is too narrow."""
    if margin_mm < _TEXT_MM + 1.5:
        return np.zeros((size, size), np.float32)
    # Letters are drawn large and reduced: at their own size they would be a row of blots.
    large = max(1, round(24 / px))
    text, font = f"4X4_50 id {marker}", cv2.FONT_HERSHEY_SIMPLEX
    (_, high), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = _TEXT_MM * px * large / high
    strip = round((margin_mm - 0.3) * px)
    drawn = np.zeros((strip * large, size * large), np.uint8)
    at = (round((margin_mm + 1) * px * large), round((0.5 * margin_mm + 1.2) * px * large))
    cv2.putText(drawn, text, at, font, scale, 255, max(1, round(0.14 * px * large)), cv2.LINE_AA)
    ink = np.zeros((size, size), np.float32)
    small = cv2.resize(drawn, (size, strip), interpolation=cv2.INTER_AREA)
    ink[size - strip :] = floats(small) / np.float32(255)
    return ink
