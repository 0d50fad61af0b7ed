"""The bones of a hand: how long they are, how the joints bend, where everything then is.

Lengths are those of an adult's hand of 190 mm. The frame is the arm's own: x towards the thumb,
y towards the fingertips, z out of the back of the hand, the wrist at the origin. Flesh is put on
these bones by `flesh`; the bends of the named poses are in `poses`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

INDEX, MIDDLE, RING, LITTLE = range(4)


@dataclass(frozen=True)
class FingerBones:
    """A stretched finger: its root, its three bones, and how thick it is at each joint."""

    root: tuple[float, float, float]
    lengths: tuple[float, float, float]
    radii: tuple[float, float, float, float]
    fan: float
    """Degrees by which it leans towards the thumb when the hand lies flat."""


FINGERS: Final = (
    FingerBones((24.0, 86.0, -1.0), (44.0, 26.0, 19.0), (10.6, 9.3, 7.9, 6.7), 5.0),
    FingerBones((4.0, 90.0, 1.5), (48.0, 30.0, 20.0), (10.8, 9.5, 8.1, 6.9), 0.5),
    FingerBones((-15.5, 84.0, 0.0), (44.0, 28.0, 20.0), (10.2, 8.9, 7.6, 6.5), -4.0),
    FingerBones((-33.0, 74.0, -4.0), (35.0, 21.0, 18.0), (9.0, 7.7, 6.7, 5.7), -9.0),
)
THUMB: Final = FingerBones((21.0, 22.0, -9.0), (44.0, 33.0, 24.0), (13.5, 11.2, 10.0, 8.2), 0.0)


@dataclass(frozen=True)
class FingerBend:
    """Degrees: the three joints' bends towards the palm, and the spread towards the thumb."""

    base: float
    middle: float
    tip: float
    spread: float = 0.0


@dataclass(frozen=True)
class ThumbBend:
    """Degrees: how far the thumb stands off the hand, and the bend of its two outer joints."""

    aside: float
    """Between its first bone and the direction of the fingers, in the plane of the palm."""
    below: float
    """How far that bone leans out of the palm's plane."""
    curl: float
    """Where it bends to: 0 towards the little finger, 90 straight down from the palm."""
    middle: float
    tip: float


@dataclass(frozen=True)
class Bends:
    """All joints of a hand and the way that its arm is held."""

    fingers: tuple[FingerBend, FingerBend, FingerBend, FingerBend]
    thumb: ThumbBend
    wrist_up: float = 0.0
    """How far the hand is bent back, degrees."""
    wrist_in: float = 0.0
    """How far the hand is turned towards the thumb's side, degrees."""
    roll: float = 0.0
    """0 with the palm down; positive raises the thumb's side."""
    pitch: float = 0.0
    """How steeply the forearm rises from the hand towards the elbow."""


@dataclass(frozen=True)
class Limb:
    """A finger as it is bent: four joints, three directions, and which way its pad faces."""

    joints: Floats
    along: Floats
    palmar: Floats
    """The direction of the pad's side, for each of the three bones."""
    radii: tuple[float, float, float, float]

    @property
    def pad(self) -> Floats:
        """The middle of the fingertip's pad: what touches the things it holds."""
        middle = self.joints[3] + 1.5 * self.along[2]
        result: Floats = middle + self.palmar[2] * (self.radii[3] * 0.98)
        return result


@dataclass(frozen=True)
class Skeleton:
    """All limbs of one bent hand in the arm's frame; the thumb is the last."""

    limbs: tuple[Limb, ...]
    hand: Floats
    """The rotation from the hand's frame to the arm's."""

    @property
    def thumb(self) -> Limb:
        return self.limbs[-1]


def turn(axis: int, degrees: float) -> Floats:
    """A rotation about the x, y or z axis (0, 1, 2), from the next axis towards the one after."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    result = np.eye(3)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    result[a, a] = result[b, b] = c
    result[a, b], result[b, a] = -s, s
    return result


def _chain(bones: FingerBones, first: Floats, curl: Floats, angles: tuple[float, ...]) -> Limb:
    joints = [np.asarray(bones.root, float)]
    along, palmar = [], []
    for length, angle in zip(bones.lengths, np.radians(np.cumsum(angles)), strict=True):
        along.append(math.cos(angle) * first + math.sin(angle) * curl)
        palmar.append(math.cos(angle) * curl - math.sin(angle) * first)
        joints.append(joints[-1] + length * along[-1])
    return Limb(np.array(joints), np.array(along), np.array(palmar), bones.radii)


def _finger(bones: FingerBones, bend: FingerBend) -> Limb:
    lean = math.radians(bones.fan + bend.spread)
    first = np.array([math.sin(lean), math.cos(lean), 0.0])
    # The knuckles lie on an arch, so bent fingers converge: the outer ones curl inwards.
    arch = math.radians(-0.25 * bones.root[0])
    sideways = np.array([math.cos(lean), -math.sin(lean), 0.0])
    curl = -math.cos(arch) * np.array([0.0, 0.0, 1.0]) + math.sin(arch) * sideways
    return _chain(bones, first, curl, (bend.base, bend.middle, bend.tip))


def _thumb(bend: ThumbBend) -> Limb:
    aside, below, curl = (math.radians(a) for a in (bend.aside, bend.below, bend.curl))
    first = np.array(
        [
            math.sin(aside) * math.cos(below),
            math.cos(aside) * math.cos(below),
            -math.sin(below),
        ]
    )
    wanted = np.array([-math.cos(curl), 0.25, -math.sin(curl)])
    wanted = wanted - (wanted @ first) * first
    return _chain(THUMB, first, wanted / np.linalg.norm(wanted), (0.0, bend.middle, bend.tip))


def bend(bends: Bends) -> Skeleton:
    """Where the bones are when the joints are bent like that."""
    hand = turn(2, -bends.wrist_in) @ turn(0, bends.wrist_up)
    limbs = [_finger(bones, b) for bones, b in zip(FINGERS, bends.fingers, strict=True)]
    limbs.append(_thumb(bends.thumb))
    moved = tuple(
        Limb(limb.joints @ hand.T, limb.along @ hand.T, limb.palmar @ hand.T, limb.radii)
        for limb in limbs
    )
    return Skeleton(moved, hand)


def to_table(bends: Bends) -> Floats:
    """The rotation from a right arm's frame to the table's: the arm then comes from +x."""
    lying = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    result: Floats = turn(1, -bends.pitch) @ turn(0, bends.roll) @ lying
    return result
