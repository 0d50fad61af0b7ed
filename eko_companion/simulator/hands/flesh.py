"""Flesh on the bones: a field of signed distances to the skin of a hand and its bare arm.

Tapered capsules that melt into each other. The field is exact enough to be meshed and to give
smooth normals; it is no true distance far away. Colour is in `skin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.hands.skeleton import FINGERS, Limb, Skeleton

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

ARM_LENGTH: Final = 620.0
"""From the wrist over the elbow to the shoulder: beyond the edge of any picture."""

# Behind the wrist, half width and half thickness, and how far the arm's middle has risen by the
# slight bend of the elbow.
ARM_PLACES: Final = (0.0, 25.0, 70.0, 130.0, 190.0, 255.0, 330.0, 430.0, 620.0)
ARM_WIDTHS: Final = (25.5, 26.8, 32.0, 39.0, 42.5, 42.5, 44.0, 48.0, 54.0)
ARM_THICKS: Final = (17.5, 19.0, 25.5, 33.0, 37.5, 40.0, 44.0, 49.0, 55.0)
ARM_RISE: Final = (0.0, 0.0, 0.5, 1.5, 3.5, 9.0, 24.0, 56.0, 130.0)

_FAR: Final = 24.0
"""A finger is not asked about points further than this from the box around its bones."""


def melted(a: Singles, b: Singles, width: float) -> Singles:
    """The union of two fields, rounded off where they are within `width` of each other."""
    near = np.maximum(np.float32(width) - np.abs(a - b), np.float32(0))
    result: Singles = np.minimum(a, b) - near * near * np.float32(0.25 / width)
    return result


def capsule(p: Singles, a: Sequence[float], b: Sequence[float], ra: float, rb: float) -> Singles:
    """Distance to a rod from a to b, of radius ra there and rb here."""
    start = np.asarray(a, np.float32)
    line = np.asarray(b, np.float32) - start
    q = p - start
    squared = float(line @ line)
    h = np.clip((q @ line) * np.float32(1 / squared), 0, 1)
    rest = q - h[..., None] * line
    result: Singles = np.sqrt(np.einsum("...i,...i->...", rest, rest))
    result -= np.float32(ra) + h * np.float32(rb - ra)
    return result


def ball(p: Singles, middle: Sequence[float], radius: float) -> Singles:
    """Distance to a ball."""
    q = p - np.asarray(middle, np.float32)
    result: Singles = np.sqrt(np.einsum("...i,...i->...", q, q)) - np.float32(radius)
    return result


def arm_section(behind: Floats | Singles) -> tuple[Floats, Floats, Floats]:
    """Half width, half thickness and rise of the arm at places behind the wrist."""
    width = np.interp(behind, ARM_PLACES, ARM_WIDTHS)
    thick = np.interp(behind, ARM_PLACES, ARM_THICKS)
    return width, thick, np.interp(behind, ARM_PLACES, ARM_RISE)


def _arm(p: Singles) -> Singles:
    """The arm: an ellipse in each cross-section, rounded off at the wrist and the shoulder."""
    behind = -p[..., 1]
    inside = np.clip(behind, 0, ARM_LENGTH)
    width, thick, rise = (values.astype(np.float32) for values in arm_section(inside))
    x, z = p[..., 0] / width, (p[..., 2] - rise) / thick
    around = (np.sqrt(x * x + z * z) - 1) * np.minimum(width, thick)
    beyond = np.maximum(behind - ARM_LENGTH, -behind)
    outside = np.sqrt(np.maximum(around, 0) ** 2 + np.maximum(beyond, 0) ** 2)
    result: Singles = np.where(beyond > 0, np.maximum(outside, beyond), around)
    return result


def _palm(p: Singles, limbs: Sequence[Limb], thumb: Limb) -> Singles:
    """Carpus, metacarpals, the two balls of the palm and the webs between the fingers."""
    field = capsule(p, (11, 6, 0), (-11, 6, 0), 15.5, 15.0)
    starts = ((14, 14, 1), (5, 14, 3), (-5, 14, 2), (-14, 14, -1))
    for start, limb in zip(starts, limbs, strict=True):
        knuckle = limb.joints[0] - (0, 0, 2.0)
        field = melted(field, capsule(p, start, knuckle, 13.0, limb.radii[0] + 0.6), 9.0)
    field = melted(field, capsule(p, (-17, 14, -9), (-30, 58, -9), 13.0, 10.5), 10.0)
    field = melted(field, capsule(p, (16, 12, -8), thumb.joints[1], 14.0, 11.5), 14.0)
    # The skin between thumb and forefinger.
    hollow = thumb.joints[0] + 0.72 * (thumb.joints[1] - thumb.joints[0])
    field = melted(field, capsule(p, hollow, limbs[0].joints[0] - (4, 26, 6), 7.0, 8.0), 14.0)
    for one, other in pairwise(limbs):
        web = [
            limb.joints[0] + 0.36 * (limb.joints[1] - limb.joints[0]) + 2.5 * limb.palmar[0]
            for limb in (one, other)
        ]
        field = melted(field, capsule(p, web[0], web[1], 5.5, 5.5), 7.0)
    return field


def _sinews(p: Singles, limbs: Sequence[Limb]) -> Singles:
    """The tendons on the back of the hand: hardly more than a hint under the skin."""
    field: Singles | None = None
    for limb, bones in zip(limbs, FINGERS, strict=True):
        start = (0.25 * bones.root[0], 16.0, 13.2)
        end = limb.joints[0] + (0, -8, limb.radii[0] - 2.6)
        rod = capsule(p, start, end, 2.0, 2.4)
        field = rod if field is None else np.minimum(field, rod)
    assert field is not None
    return field


def _finger(p: Singles, limb: Limb) -> Singles:
    """Three bones, fuller on the side of the pads, thicker at the joints, with a nail."""
    j, r, palmar = limb.joints, limb.radii, limb.palmar
    field = capsule(p, j[0], j[1], r[0], r[1] - 0.3)
    middle = 0.5 * (j[0] + j[1]) + palmar[0] * 2.2
    field = melted(field, capsule(p, 0.75 * j[0] + 0.25 * middle, middle, r[0], r[1]), 5.0)
    field = melted(field, capsule(p, j[1], j[2], r[1] - 0.3, r[2] - 0.2), 3.0)
    belly = 0.5 * (j[1] + j[2]) + palmar[1] * 1.4
    field = melted(field, ball(p, belly, 0.5 * (r[1] + r[2]) - 0.3), 7.0)
    field = melted(field, capsule(p, j[2], j[3], r[2] - 0.2, r[3]), 3.0)
    pad = 0.4 * j[2] + 0.6 * j[3] + palmar[2] * 1.3
    field = melted(field, ball(p, pad, r[3] * 1.02), 5.0)
    for joint, radius, side in ((j[1], r[1], palmar[:2].mean(0)), (j[2], r[2], palmar[1:].mean(0))):
        field = melted(field, ball(p, joint - side * 0.9, radius - 0.6), 5.0)
    return np.minimum(field, _nail(p, limb))


def nail_frame(limb: Limb) -> tuple[Floats, Floats, Floats, Floats]:
    """A nail's middle and its directions: across, along, out."""
    out = -limb.palmar[2]
    along = limb.along[2]
    middle = limb.joints[3] - 0.12 * (limb.joints[3] - limb.joints[2])
    across = np.cross(along, out)
    return middle + out * (limb.radii[3] - 1.3), across, along, out


def _nail(p: Singles, limb: Limb) -> Singles:
    """A flat ellipsoid that lies on the fingertip."""
    middle, across, along, out = nail_frame(limb)
    r = limb.radii[3]
    axes = np.array([across / (0.82 * r), along / (1.08 * r), out / 2.0], np.float32)
    q = (p - middle.astype(np.float32)) @ axes.T
    result: Singles = (np.sqrt(np.einsum("...i,...i->...", q, q)) - 1) * np.float32(2.0)
    return result


class Flesh:
    """The field of one bent hand, in the arm's frame."""

    def __init__(self, skeleton: Skeleton) -> None:
        self._skeleton = skeleton
        self._hand = skeleton.hand.astype(np.float32)
        back = skeleton.hand
        flat = [
            Limb(limb.joints @ back, limb.along @ back, limb.palmar @ back, limb.radii)
            for limb in skeleton.limbs
        ]
        self._fingers, self._thumb = flat[:-1], flat[-1]

    def bounds(self) -> tuple[Floats, Floats]:
        """Two corners of a box that holds the hand, without the arm."""
        joints = np.concatenate([limb.joints for limb in self._skeleton.limbs])
        margin = 17.0
        return joints.min(0) - margin, joints.max(0) + margin

    def distance(self, points: Singles) -> Singles:
        """Distances of points (any shape, last axis x y z) to the skin, negative inside."""
        arm = _arm(points)
        bump = ball(points, (-17.0, -12.0, 8.5), 7.5)
        arm = melted(arm, bump, 9.0)
        p = points @ self._hand
        palm = _palm(p, self._fingers, self._thumb)
        palm = melted(palm, _sinews(p, self._fingers), 4.5)
        whole = melted(arm, palm, 13.0)
        flat, known, result = p.reshape(-1, 3), whole.ravel(), whole.ravel().copy()
        for limb in (*self._fingers, self._thumb):
            low, high = limb.joints.min(0) - _FAR, limb.joints.max(0) + _FAR
            near = np.flatnonzero(((flat > low) & (flat < high)).all(1))
            melt = melted(known[near], _finger(flat[near], limb), 7.0)
            result[near] = np.minimum(result[near], melt)
        return result.reshape(whole.shape)

    def normals(self, points: Singles) -> Singles:
        """Unit normals out of the skin at points near it."""
        step = np.float32(0.6)
        # Four corners of a tetrahedron: cheaper than six neighbours.
        corners = np.array([[1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]], np.float32)
        total = np.zeros_like(points)
        for corner in corners:
            total += corner * self.distance(points + step * corner)[..., None]
        length = np.sqrt(np.einsum("...i,...i->...", total, total))[..., None]
        result: Singles = total / np.maximum(length, np.float32(1e-9))
        return result
