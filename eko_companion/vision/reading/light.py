"""How the light has changed since the empty board was photographed, smoothly over the table.

Compared are the white of the cards and the printed board itself; pieces, hands and shadows in the
way are outliers. Colours are handled as logarithms, so that a light is a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.pixels import taken

FLOOR: Final = 0.02
"""Added to colours from 0 to 1 before their logarithm, so that black is no special case."""
_BORDER: Final = (0.075, 0.11)
"""Where a card is white for certain: beyond its square by these shares of its side."""
_ROUNDS: Final = 12
_SPREAD: Final = 0.10
"""A difference in logarithms beyond which a sample begins not to count."""
_CARD_WEIGHT: Final = 6.0


@dataclass(frozen=True, eq=False)
class LightField:
    """The logarithm of a gain for each colour, as a polynomial over the board."""

    middle: tuple[float, float]
    reach: float
    weights: Floats
    """One row for each of 1, x, y, x², xy, y²; a column for each of blue, green, red."""

    def at(self, places: Floats) -> Floats:
        """The logarithms at places (x, y), one row each."""
        result: Floats = terms(places, self.middle, self.reach) @ self.weights
        return result


def terms(places: Floats, middle: tuple[float, float], reach: float) -> Floats:
    """The terms of the polynomial at places (x, y)."""
    x, y = ((places[:, :2] - middle) / reach).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def logarithms(colours: Any) -> Floats:
    """Colours from 0 to 255 as logarithms."""
    result: Floats = np.log(np.asarray(colours, float) / 255 + FLOOR)
    return result


def frame_of(board: KnownBoard) -> tuple[tuple[float, float], float]:
    """The middle of the board and how far it reaches: what light fields are scaled by."""
    places = np.array([(p.x, p.y) for p in board.cells.values()])
    low, high = places.min(0), places.max(0)
    middle = (low + high) / 2
    return (float(middle[0]), float(middle[1])), float(max((high - low).max() / 2, 1.0))


def light_change(board: KnownBoard, photo: Image) -> LightField:
    """The light of a photo against that of the empty board's."""
    middle, reach = frame_of(board)
    cards = white_places(board)
    ground = _ground_places(board)
    places = np.vstack([cards, ground])
    now = sampled(photo, board.camera, places)
    before = sampled(board.empty, board.empty_camera, places)
    seen = np.isfinite(now).all(1) & np.isfinite(before).all(1)
    # Black and clipped pixels say nothing about a light.
    seen &= (now < 250).all(1) & (before < 250).all(1) & (before.max(1) > 12)
    change = np.where(seen[:, None], logarithms(now) - logarithms(before), 0.0)
    importance = np.concatenate([np.full(len(cards), _CARD_WEIGHT), np.ones(len(ground))])
    return _robust_fit(places, change, importance * seen, (middle, reach), len(cards))


def white_places(board: KnownBoard) -> Floats:
    """Points on the cards' white border, (x, y, 0) a row."""
    found = [np.zeros((0, 3))]
    for corners in board.cards:
        middle = corners.mean(0)
        for share in _BORDER:
            ring = middle + (corners - middle) * (1 + 2 * share)
            for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
                steps = np.linspace(0, 1, 6)[:-1, None]
                points = start + (end - start) * steps
                found.append(np.column_stack([points[:, :2], np.zeros(len(points))]))
    return np.vstack(found)


def sampled(photo: Image, camera: Camera, places: Floats) -> Floats:
    """The colours of a photo at places, slightly smoothed; not a number outside of it."""
    pixels = camera.project(places)
    height, width = photo.shape[:2]
    inside = (pixels >= 1).all(1) & (pixels[:, 0] < width - 2) & (pixels[:, 1] < height - 2)
    around = pixels[:, None] + [[0, 0], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]]
    colours: Floats = np.asarray(taken(photo, around), float).mean(1)
    colours[~inside] = np.nan
    return colours


def _ground_places(board: KnownBoard) -> Floats:
    """Points all over the tiles."""
    turns = np.arange(6) * (np.pi / 3) + np.pi / 6
    pitch = board.pieces.pitch
    rings = [(radius * np.cos(turns), radius * np.sin(turns)) for radius in (0.5, 0.36, 0.2)]
    offsets = np.column_stack(
        [np.concatenate([ring[0] for ring in rings]), np.concatenate([ring[1] for ring in rings])]
    )
    middles = np.array([(p.x, p.y) for p in board.cells.values()])
    points = (middles[:, None] + offsets * pitch * 0.98).reshape(-1, 2)
    return np.column_stack([points, np.full(len(points), board.pieces.tile_thickness)])


def _robust_fit(
    places: Floats,
    change: Floats,
    importance: Floats,
    frame: tuple[tuple[float, float], float],
    cards: int,
) -> LightField:
    """Least squares in which samples that do not fit lose their say, beginning with the cards."""
    basis = terms(places, *frame)
    # Bent fields are held flat unless the samples insist.
    stiffness = np.array([1e-3, 0.5, 0.5, 8.0, 8.0, 8.0])
    trusted = importance.copy()
    if (importance[:cards] > 0).sum() >= 8:
        trusted[cards:] = 0
    middle = np.zeros((6, 3))
    if trusted.any():
        middle[0] = np.median(change[trusted > 0], axis=0)
    weights = middle
    spread = 4 * _SPREAD
    for _ in range(_ROUNDS):
        off = np.abs(change - basis @ weights).max(1) / spread
        say = importance / (1 + off**2) ** 2
        gram = basis.T @ (basis * say[:, None]) + np.diag(stiffness)
        weights = np.linalg.solve(gram, basis.T @ (change * say[:, None]) + stiffness[:1] * middle)
        spread = max(_SPREAD, spread * 0.75)
    return LightField(*frame, weights)
