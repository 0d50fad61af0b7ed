"""Seeded noise fields: smooth value noise, its octaves, and streams of random numbers by name."""

from __future__ import annotations

import zlib
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def floats(values: Any) -> Floats:
    """Any array as single-precision numbers."""
    return np.asarray(values, dtype=np.float32)


def stream(seed: int, *names: object) -> np.random.Generator:
    """Random numbers of their own for each name, so that one part never disturbs another."""
    return np.random.default_rng([seed, *(zlib.crc32(str(name).encode()) for name in names)])


def smooth_noise(
    shape: tuple[int, int], px: float, frequency: float, rng: np.random.Generator
) -> Floats:
    """Smooth noise in [-1, 1] with `frequency` knots a pitch of `px` pixels."""
    step = max(px / frequency, 1.0)
    rows, columns = int(shape[0] / step) + 5, int(shape[1] / step) + 5
    knots = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    # Coarse noise is computed for every fourth pixel and stretched: no eye sees it.
    coarse = 4 if step >= 24 else 1
    start = 1.5 + (coarse - 1) / 2 / step
    # The inverse map: output pixel -> knot, one knot in from the border.
    matrix = np.array([[coarse / step, 0, start], [0, coarse / step, start]])
    # Fine noise needs no smooth slopes, and linear is several times faster.
    flags = (cv2.INTER_CUBIC if frequency < 8 else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
    size = (-(-shape[1] // coarse), -(-shape[0] // coarse))
    field = cv2.warpAffine(knots, matrix, size, flags=flags, borderMode=cv2.BORDER_REFLECT)
    if coarse > 1:
        field = cv2.resize(field, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_LINEAR)
    return floats(field[: shape[0], : shape[1]])


def fractal_noise(
    shape: tuple[int, int],
    px: float,
    frequency: float,
    rng: np.random.Generator,
    octaves: int = 4,
    ridged: bool = False,
) -> Floats:
    """Octaves of noise, about in [-1, 1]; `ridged` folds them into sharp crests."""
    total = np.zeros(shape, np.float32)
    weight, sum_of_weights = 1.0, 0.0
    for _ in range(octaves):
        layer = smooth_noise(shape, px, frequency, rng)
        if ridged:
            layer = 1 - 2 * np.abs(layer)
        total += np.float32(weight) * layer
        sum_of_weights += weight
        weight *= 0.5
        frequency *= 2.03
    return floats(total / np.float32(0.75 * sum_of_weights))


def smoothstep(low: float, high: float, values: Floats) -> Floats:
    """0 below `low`, 1 above `high`, soft between; `low` may be the greater one."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return floats(t * t * (3 - 2 * t))
