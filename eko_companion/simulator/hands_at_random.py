"""Random hands: whose they are, and where they reach over the board."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.geometry import Camera
from eko_companion.simulator.hands.looks import Look, random_look
from eko_companion.simulator.scene import Hand

POSES = ("reach", "pinch", "flat", "point")


def seat_of(camera: Camera, rng: np.random.Generator) -> float:
    """The direction from which a player's arm comes: never from straight behind the camera."""
    origin = camera.origin
    behind = math.degrees(math.atan2(origin[1], origin[0]))
    return float(behind + rng.uniform(50, 310))


def random_hand(
    camera: Camera,
    at: tuple[float, float],
    rng: np.random.Generator,
    look: Look | None = None,
) -> Hand:
    """A hand that reaches for a point of the board."""
    pose = POSES[int(rng.integers(len(POSES)))]
    return Hand(
        pose,
        look or random_look(rng),
        at[0],
        at[1],
        float(rng.uniform(12, 60)),
        seat_of(camera, rng),
        float(rng.uniform(-4, 10)),
    )
