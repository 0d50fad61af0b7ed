"""The surface of painted wood: what is printed on a disc, and the grain below the paint."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from eko_companion.simulator.rendering.colour import Singles

GRAIN: Final = 256
"""Samples each way of the map of grain."""


@dataclass(frozen=True, eq=False)
class Wood:
    """How one piece looks: linear colours of paint and ink, and the mask of its print."""

    paint: Singles
    ink: Singles
    print_mask: Singles | None
    """Square, 0 to 1; the disc fills it. None: nothing is printed."""
    gloss: float
    grain: float
    seed: int


@lru_cache(maxsize=8)
def grain_map(seed: int) -> Singles:
    """Fine streaks around 1."""
    rng = np.random.default_rng([seed, 77])
    noise = rng.standard_normal((GRAIN, GRAIN)).astype(np.float32)
    streaks = cv2.GaussianBlur(noise, (0, 0), sigmaX=12, sigmaY=0.8)
    specks = cv2.GaussianBlur(noise[::-1], (0, 0), 1.0)
    both = streaks / streaks.std() + 0.6 * specks / specks.std()
    return np.asarray(both, np.float32)


def surface_colour(
    wood: Wood, x: Singles, y: Singles, z: Singles, on_top: Singles, radius: float
) -> Singles:
    """Colours at points of a piece in its own frame, as three rows; `on_top`: it has the print."""
    streaks = grain_map(wood.seed % 8)
    shift = (wood.seed * 37) % GRAIN
    # Top and sides are cut from one block: the same streaks run over both.
    columns = (x * np.float32(6.0) + z * np.float32(1.8)).astype(np.int32) + np.int32(shift)
    rows = (y * np.float32(6.0) + z * np.float32(6.0)).astype(np.int32) + np.int32(2 * shift)
    # The map's size is a power of two: the last digits wrap around.
    columns &= np.int32(GRAIN - 1)
    rows &= np.int32(GRAIN - 1)
    rows *= np.int32(GRAIN)
    rows += columns
    strength = 1 + np.float32(wood.grain) * streaks.ravel()[rows]
    colour = wood.paint[:, None] * strength
    if wood.print_mask is not None:
        size = wood.print_mask.shape[0]
        half = np.float32(size / 2 / radius)
        across = np.clip((x * half + np.float32(size / 2)).astype(np.int32), 0, size - 1)
        down = np.clip((y * half + np.float32(size / 2)).astype(np.int32), 0, size - 1)
        ink = wood.print_mask[down, across] * on_top
        colour += (wood.ink[:, None] - colour) * ink
    return np.asarray(colour, np.float32)
