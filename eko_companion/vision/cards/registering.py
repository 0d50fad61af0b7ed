"""Is the camera where it was? And where is it now, if it was pushed?

Known cards are looked for where they were first, which is fast. A camera that moved is placed anew
by the cards that still lie together; a card that somebody moved is found and left out. With every
card covered, the picture itself says whether the camera stands still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.corner_refining import linear_light
from eko_companion.vision.cards.detecting import SeenCard, detect_cards, find_card_near
from eko_companion.vision.table_folder.table import CardPlace

_STILL: Final = 1.2
"""Pixels at 1280 wide that a card's corners may be off without anything having moved."""
_FITS: Final = 2.0
"""The same for a card in a new pose."""
_FLAT: Final = np.diag([1.0, 1.0, -1.0])
"""The board's z points up, and OpenCV's rotations are right-handed."""
_STILL_SHARE: Final = 0.3
"""Of all points followed: so many at their old places say that the camera stands still."""


@dataclass(frozen=True, eq=False)
class Registration:
    """Where the camera is in a new frame."""

    camera: Camera
    """The old one where nothing moved, the new one where it could be found, else the old one."""
    moved: bool
    """Whether the camera stands elsewhere than before."""
    certain: bool
    """Whether the camera's place is supported by what is seen; False means: do not read."""
    seen: tuple[int, ...]
    """The markers of the cards that support it."""
    displaced: tuple[int, ...] = ()
    """The markers of cards that lie elsewhere than before."""


def register(
    image: Image,
    camera: Camera,
    cards: Sequence[CardPlace],
    side: float,
    reference: Image | None = None,
) -> Registration:
    """The camera's place in a frame of the size that it was solved for.

    `reference` is an older picture from the camera's old place; it is needed only where all cards
    are covered.
    """
    limit = camera.size[0] / 1280
    light = linear_light(image)
    near = [_at_old_place(light, camera, card, side) for card in cards]
    still = [
        card
        for card, seen in zip(cards, near, strict=True)
        if seen is not None and _off(camera, card, side, seen) < _STILL * limit
    ]
    elsewhere = [one for one in near if one is not None]
    if len(still) >= 2 and 2 * len(still) > len(elsewhere):
        markers = tuple(card.marker for card in still)
        gone = tuple(
            card.marker
            for card, seen in zip(cards, near, strict=True)
            if seen is not None and card not in still
        )
        return Registration(camera, False, True, markers, gone)
    pairs = _matched(detect_cards(image, thorough=False), camera, cards)
    placed = _placed(pairs, camera, side, _FITS * limit)
    if placed is None:
        pairs = _matched(detect_cards(image), camera, cards)
        placed = _placed(pairs, camera, side, _FITS * limit)
    if placed is not None:
        return _judged(placed, pairs, camera, side, limit)
    if still or _stands_still(reference, image):
        return Registration(camera, False, True, tuple(card.marker for card in still))
    return Registration(camera, bool(pairs), False, ())


def _judged(
    placed: tuple[Camera, list[int]],
    pairs: list[tuple[CardPlace, SeenCard]],
    camera: Camera,
    side: float,
    limit: float,
) -> Registration:
    found, members = placed
    seen = tuple(pairs[number][0].marker for number in members)
    gone = tuple(card.marker for n, (card, _) in enumerate(pairs) if n not in members)
    off = max(_off(camera, *_reordered(pairs[n], side)) for n in members)
    if off < _STILL * limit:
        return Registration(camera, False, True, seen, gone)
    return Registration(found, True, True, seen, gone)


def _reordered(pair: tuple[CardPlace, SeenCard], side: float) -> tuple[CardPlace, float, SeenCard]:
    return pair[0], side, pair[1]


def _at_old_place(
    light: NDArray[np.float32], camera: Camera, card: CardPlace, side: float
) -> SeenCard | None:
    return find_card_near(light, card.marker, camera.project(card.corners(side)), rounds=1)


def _off(camera: Camera, card: CardPlace, side: float, seen: SeenCard) -> float:
    """The mean distance in pixels of a card's corners from where they should be."""
    expected = camera.project(card.corners(side))
    return float(np.linalg.norm(seen.corners - expected, axis=1).mean())


def _matched(
    seen: Sequence[SeenCard], camera: Camera, cards: Sequence[CardPlace]
) -> list[tuple[CardPlace, SeenCard]]:
    """Known cards with the detections of their marker; twins go to the nearer place."""
    left = list(seen)
    pairs = []
    for card in cards:
        own = [one for one in left if one.marker == card.marker]
        if not own:
            continue
        at = camera.project(np.array([card.x, card.y, 0.0]))
        nearest = min(own, key=lambda one: float(np.linalg.norm(one.corners.mean(0) - at)))
        left.remove(nearest)
        pairs.append((card, nearest))
    return pairs


def _placed(
    pairs: list[tuple[CardPlace, SeenCard]], camera: Camera, side: float, limit: float
) -> tuple[Camera, list[int]] | None:
    """The pose on which most cards agree, and which they are; None for fewer than two."""
    best: tuple[Camera, list[int]] | None = None
    for couple in combinations(range(len(pairs)), 2):
        found = _solved([pairs[number] for number in couple], camera, side)
        if found is None:
            continue
        members = _fitting(found, pairs, side, 3 * limit)
        if not set(couple) <= set(members):
            continue
        found = _solved([pairs[number] for number in members], found, side)
        if found is None:
            continue
        members = _fitting(found, pairs, side, limit)
        if len(members) >= 2 and (best is None or len(members) > len(best[1])):
            best = found, members
    return best


def _fitting(
    camera: Camera, pairs: list[tuple[CardPlace, SeenCard]], side: float, limit: float
) -> list[int]:
    return [
        number
        for number, (card, seen) in enumerate(pairs)
        if _off(camera, card, side, seen) < limit
    ]


def _solved(
    pairs: Sequence[tuple[CardPlace, SeenCard]], camera: Camera, side: float
) -> Camera | None:
    """The pose of the same lens from cards at known places, starting from an older pose."""
    points = np.concatenate([card.corners(side) for card, _ in pairs])
    pixels = np.concatenate([seen.corners for _, seen in pairs])
    x, y = camera.centre
    matrix = np.array([[camera.focal, 0, x], [0, camera.focal, y], [0, 0, 1.0]])
    bend = np.array([*camera.radial, 0.0, 0.0])
    turn, _ = cv2.Rodrigues(camera.rotation @ _FLAT)
    done, turn, shift = cv2.solvePnP(
        points,
        pixels,
        matrix,
        bend,
        np.asarray(turn, float),
        camera.translation.reshape(3, 1).astype(float).copy(),
        True,
        cv2.SOLVEPNP_ITERATIVE,
    )
    if not done or not np.isfinite(turn).all() or not np.isfinite(shift).all():
        return None
    rotation: Floats = np.asarray(cv2.Rodrigues(turn)[0], float) @ _FLAT
    # From below the table or behind the camera nothing can be seen.
    if rotation[2, 2] >= 0 or float(shift.ravel()[2]) <= 0:
        return None
    return replace(camera, rotation=rotation, translation=np.asarray(shift, float).ravel())


def _stands_still(reference: Image | None, image: Image) -> bool:
    """Whether much of an older picture is still at its old place, whatever covers the rest."""
    if reference is None or reference.shape != image.shape:
        return False
    before: Any = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY)
    after: Any = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    points = cv2.goodFeaturesToTrack(before, 300, 0.01, 12)
    if points is None or len(points) < 20:
        return False
    follow: Any = cv2.calcOpticalFlowPyrLK
    moved, found, _ = follow(before, after, points, None, winSize=(21, 21), maxLevel=3)
    shift = np.linalg.norm((moved - points).reshape(-1, 2), axis=1)
    limit = _STILL * image.shape[1] / 1280
    return float(((shift < limit) & (found.ravel() > 0)).mean()) > _STILL_SHARE
