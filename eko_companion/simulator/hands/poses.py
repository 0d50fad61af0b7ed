"""The poses a hand takes over a board, as the bends of its joints, and where each one grips.

Numbers only; the bones are in `skeleton`. A grip of any width lies between solved ones.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Final, Literal, get_args

import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.hands.skeleton import (
    INDEX,
    MIDDLE,
    Bends,
    FingerBend,
    Floats,
    Skeleton,
    ThumbBend,
    to_table,
)

PoseName = Literal["reach", "pinch", "slide", "flat", "point"]
POSES: Final[tuple[PoseName, ...]] = get_args(PoseName)

WIDEST_GRIP: Final = 70.0
NARROWEST_GRIP: Final = 8.0
DISC_GRIP: Final = 24.0

_GRIP_WIDTHS: Final = (10.0, 24.0, 40.0, 70.0)
# Solved so that thumb and fingers face each other across that width at the same height: for each
# width the bends of index and middle finger, of the thumb, and wrist up and in, roll and pitch.
_Grip = tuple[FingerBend, FingerBend, ThumbBend, tuple[float, float, float, float]]
_GRIPS: Final[tuple[_Grip, ...]] = (
    (
        FingerBend(47.7, 40.2, 18.0, -5.9),
        FingerBend(54.0, 50.0, 25.6, -5.0),
        ThumbBend(14.0, 41.3, 2.6, 8.2, 16.4),
        (11.8, -3.0, -8.9, 10.8),
    ),
    (
        FingerBend(41.1, 30.3, 11.9, -3.6),
        FingerBend(41.8, 42.2, 24.0, -1.8),
        ThumbBend(14.0, 39.8, 0.0, 10.1, -3.8),
        (11.3, -4.5, -10.0, 10.9),
    ),
    (
        FingerBend(36.3, 27.8, 11.6, -5.2),
        FingerBend(37.6, 42.0, 25.0, -4.4),
        ThumbBend(29.0, 26.6, 31.2, 19.8, -0.9),
        (14.6, -5.6, -10.0, 17.5),
    ),
    (
        FingerBend(25.9, 20.9, 7.3, -2.4),
        FingerBend(23.3, 34.2, 20.4, -1.9),
        ThumbBend(37.9, 28.6, 9.7, -3.4, 36.0),
        (4.1, -3.5, -10.0, 13.3),
    ),
)

_FLAT: Final = Bends(
    (
        FingerBend(6, 9, 5, 2),
        FingerBend(6, 9, 5),
        FingerBend(6, 10, 5),
        FingerBend(6, 12, 6, -3),
    ),
    ThumbBend(aside=38, below=4, curl=25, middle=6, tip=6),
    wrist_up=6,
    wrist_in=-4,
    pitch=9,
)
_SLIDE: Final = Bends(
    (
        FingerBend(18, 25, 12, 1),
        FingerBend(17, 26, 12),
        FingerBend(18, 30, 14),
        FingerBend(22, 31, 16),
    ),
    ThumbBend(aside=28, below=19, curl=30, middle=12, tip=12),
    wrist_up=16,
    wrist_in=-5,
    roll=-4,
    pitch=22,
)
_POINT: Final = Bends(
    (
        FingerBend(16, 14, 6),
        FingerBend(62, 74, 42, 2),
        FingerBend(68, 78, 44, 2),
        FingerBend(72, 76, 44, 3),
    ),
    ThumbBend(aside=20, below=40, curl=18, middle=26, tip=34),
    wrist_up=8,
    roll=12,
    pitch=18,
)


def bends_of(pose: str, width: float) -> Bends:
    """The bends of a named pose; `width` (mm between the pads) matters for the grip alone."""
    if pose == "pinch":
        return _grip(width)
    if pose == "reach":
        return _grip(WIDEST_GRIP)
    others = {"flat": _FLAT, "slide": _SLIDE, "point": _POINT}
    if pose not in others:
        raise EkoError(f"a hand knows no pose '{pose}'; it knows {', '.join(POSES)}.")
    return others[pose]


def _grip(width: float) -> Bends:
    """Between the solved grips; the two last fingers go along, a little more relaxed."""
    columns = zip(
        *([*astuple(i), *astuple(m), *astuple(t), *arm] for i, m, t, arm in _GRIPS), strict=True
    )
    v = [float(np.interp(width, _GRIP_WIDTHS, column)) for column in columns]
    index, middle = FingerBend(*v[0:4]), FingerBend(*v[4:8])
    ring = FingerBend(middle.base + 4, middle.middle + 9, middle.tip + 3, -1.0)
    little = FingerBend(middle.base + 3, middle.middle + 8, middle.tip + 2, -2.0)
    thumb = ThumbBend(*v[8:13])
    return Bends((index, middle, ring, little), thumb, *v[13:17])


def grip_point(pose: str, bends: Bends, skeleton: Skeleton) -> Floats:
    """What the hand holds, pushes or points at, in the arm's frame."""
    limbs = skeleton.limbs
    if pose in ("pinch", "reach"):
        fingers = (limbs[INDEX].pad + limbs[MIDDLE].pad) / 2
        result: Floats = (fingers + skeleton.thumb.pad) / 2
        return result
    if pose == "point":
        tip: Floats = limbs[INDEX].joints[3] + limbs[INDEX].along[2] * limbs[INDEX].radii[3]
        return tip
    # What slides or lies flat touches the table with its lowest fingertip, about there.
    down = -to_table(bends)[2]
    under = [limb.joints[3] + down * limb.radii[3] for limb in limbs]
    middle = limbs[MIDDLE].joints[3]
    lowest = max(float((point - middle) @ down) for point in under)
    touching: Floats = middle + down * lowest
    return touching
