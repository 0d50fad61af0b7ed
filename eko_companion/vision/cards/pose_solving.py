"""Camera, lens and card places from marker cards that lie anywhere on one plane.

Only the cards' size is known. Focal length, one radial term, the plane and every card's place are
solved together by least squares from several starts; the covariance says how sure the result is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from scipy.optimize import least_squares

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.cards.detecting import SeenCard
from eko_companion.vision.cards.lens import Lens
from eko_companion.vision.cards.pose_error import (
    card_errors,
    covariance_of,
    pixel_errors,
    pixels_a_millimetre,
)
from eko_companion.vision.cards.pose_model import (
    FIRST_CARD,
    FOCAL,
    RADIAL,
    TYPICAL_FOCAL,
    PoseProblem,
)
from eko_companion.vision.errors import CardsError
from eko_companion.vision.table_folder.table import CardPlace, PoseError

LEAST_CARDS: Final = 3
_FOCAL_STARTS: Final = (0.5, 0.68, 0.92, 1.25, 1.7, 2.5)
"""Of the picture's longer side."""
_TRIED: Final = 4
_WORST_CARD: Final = 2.5
"""Pixels of residual at 1280 wide beyond which a card is no card on this plane."""


@dataclass(frozen=True, eq=False)
class Pose:
    """The camera and the cards in one frame, and how sure they are."""

    camera: Camera
    cards: tuple[CardPlace, ...]
    seen: tuple[SeenCard, ...]
    """The cards that were used, in the order of `cards`."""
    residual: float
    """Root mean square of the corners in pixels."""
    focal_error: float
    """One standard deviation, as a share of the focal length."""
    _problem: PoseProblem
    _vector: Floats
    _covariance: Floats

    def error_at(self, points: Any) -> PoseError:
        """The expected error of the pose at points (x, y) on the table, given in its frame."""
        pixels = pixel_errors(self._problem, self._vector, self._covariance, np.asarray(points))
        scale = pixels_a_millimetre(self.camera, np.asarray(points, float))
        worst = int(np.argmax(pixels))
        return PoseError(
            pixels=float(pixels[worst]),
            millimetres=float((pixels / scale).max()),
            focal=self.focal_error,
            residual=self.residual,
        )


def solve_pose(
    seen: tuple[SeenCard, ...], side: float, size: tuple[int, int], lens: Lens | None = None
) -> Pose:
    """Camera and card places, in the frame of the largest card; raises CardsError.

    With a lens one card is enough, if less certain; without one it takes three.
    """
    least = LEAST_CARDS if lens is None else 1
    if len(seen) < least:
        raise CardsError(_too_few(seen, least))
    lens = None if lens is None else lens.for_size(size)
    cards = tuple(sorted(seen, key=lambda card: -card.side))
    while True:
        problem = PoseProblem(cards, side, size, lens)
        problem, vector = _solved(problem)
        errors = card_errors(problem, vector)
        limit = _WORST_CARD * max(size) / 1280
        if errors.max() <= limit:
            return _pose(problem, vector)
        # A false marker, a bent card or one that lies on something: try without each in turn.
        better = _without_one(problem) if len(cards) > max(least, 2) else None
        if better is None:
            raise CardsError(
                "The marker cards do not fit together: are they all flat on the table, printed "
                "in the same size, and of the size that the pieces' document says?"
            )
        cards = better


def _too_few(seen: tuple[SeenCard, ...], least: int) -> str:
    if not seen:
        return "No marker card is to be seen in this photo; lay three to six of them flat around."
    names = ", ".join(str(card.marker) for card in seen)
    count = "Only one marker card is" if len(seen) == 1 else f"Only {len(seen)} marker cards are"
    return (
        f"{count} to be seen (number {names}); at least {least} must lie flat around the board, "
        f"or a camera profile must be given."
    )


def _solved(problem: PoseProblem) -> tuple[PoseProblem, Floats]:
    """The best vector; the radial term is kept only where the corners ask for it."""
    plain = replace(problem, radial_free=False)
    vector, cost = _best_of_starts(plain)
    if problem.lens is not None:
        return problem, vector
    bent, bent_cost = _minimised(problem, vector)
    # A likelihood test: one more number must explain clearly more than one more number would.
    if cost - bent_cost > 2.0:
        return problem, bent
    return problem, vector


def _best_of_starts(problem: PoseProblem) -> tuple[Floats, float]:
    best: tuple[Floats, float] | None = None
    # A start that already fits the other cards badly is seldom worth the walk.
    starts = sorted(_starts(problem), key=lambda start: _start_cost(problem, start))
    for start in starts[:_TRIED]:
        try:
            vector, cost = _minimised(problem, start)
        except ValueError:
            continue
        if vector[FIRST_CARD - 1] <= 0 or problem.camera(vector).rotation[2, 2] >= 0:
            continue
        if best is None or cost < best[1]:
            best = vector, cost
    if best is None:
        raise CardsError(
            "The marker cards do not give the camera's pose; move the camera a little."
        )
    return best


def _start_cost(problem: PoseProblem, start: Floats) -> float:
    cost = float(np.log1p(problem.residuals(start) ** 2).sum())
    return cost if np.isfinite(cost) else math.inf


def _minimised(problem: PoseProblem, start: Floats) -> tuple[Floats, float]:
    free = problem.free

    def whole(values: Floats) -> Floats:
        vector = start.copy()
        vector[free] = values
        return vector

    def distances(values: Floats) -> Floats:
        vector = whole(values)
        return np.concatenate([problem.residuals(vector), problem.priors(vector)])

    found = least_squares(
        distances, start[free], loss="huber", f_scale=3.0, x_scale="jac", max_nfev=60
    )
    return whole(found.x), float(found.cost)


def _starts(problem: PoseProblem) -> Iterator[Floats]:
    """Poses of the largest card for several focal lengths, the others laid onto its plane."""
    focals = [share * max(problem.size) for share in _FOCAL_STARTS]
    if problem.lens is not None:
        focals = [problem.lens.focal]
    half = problem.side / 2
    # The order that OpenCV's solver for squares wants, with y up.
    square = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    for focal in focals:
        lens = problem.lens_start(focal)
        matrix = np.array([[focal, 0, lens[2]], [0, focal, lens[3]], [0, 0, 1.0]])
        bend = np.array([lens[RADIAL], 0, 0, 0])
        corners = problem.cards[0].corners
        count, turns, shifts, _ = cv2.solvePnPGeneric(
            square, corners, matrix, bend, flags=cv2.SOLVEPNP_IPPE_SQUARE
        )
        for turn, shift in zip(turns[:count], shifts[:count], strict=True):
            yield _start(problem, lens, np.asarray(turn, float), np.asarray(shift, float))


def _start(problem: PoseProblem, lens: Floats, turn: Floats, shift: Floats) -> Floats:
    rotation, _ = cv2.Rodrigues(turn)
    # From y up to y down: half a turn about x.
    rotation = np.asarray(rotation, float) @ np.diag([1.0, -1.0, -1.0])
    vector = np.zeros(FIRST_CARD + 3 * (len(problem.cards) - 1))
    vector[:4] = lens
    vector[4:7] = np.asarray(cv2.Rodrigues(rotation)[0], float).ravel()
    vector[7:10] = shift.ravel()
    camera = problem.camera(vector)
    for number, card in enumerate(problem.cards[1:]):
        flat = camera.on_plane(card.corners)
        right = flat[1] + flat[2] - flat[0] - flat[3]
        at = FIRST_CARD + 3 * number
        vector[at : at + 2] = flat.mean(0)
        vector[at + 2] = math.atan2(-right[1], right[0])
    return vector


def _without_one(problem: PoseProblem) -> tuple[SeenCard, ...] | None:
    """The cards without the one whose absence makes the rest fit best."""
    best: tuple[float, tuple[SeenCard, ...]] | None = None
    for left_out in range(len(problem.cards)):
        rest = problem.cards[:left_out] + problem.cards[left_out + 1 :]
        try:
            smaller, vector = _solved(replace(problem, cards=rest))
        except CardsError:
            continue
        worst = float(card_errors(smaller, vector).max())
        if best is None or worst < best[0]:
            best = worst, rest
    return None if best is None else best[1]


def _pose(problem: PoseProblem, vector: Floats) -> Pose:
    camera = problem.camera(vector)
    covariance, residual = covariance_of(problem, vector)
    places = problem.places(vector)
    return Pose(
        camera=camera,
        cards=tuple(
            CardPlace(card.marker, float(x), float(y), math.degrees(yaw) % 360)
            for card, (x, y, yaw) in zip(problem.cards, places, strict=True)
        ),
        seen=problem.cards,
        residual=residual,
        focal_error=float(np.sqrt(covariance[FOCAL, FOCAL])),
        _problem=problem,
        _vector=vector,
        _covariance=covariance,
    )


def single_card_poses(problem: PoseProblem) -> list[tuple[Floats, float]]:
    """The poses that one card allows, as vectors of the problem, and their costs, best first.

    A small square seen from afar looks nearly the same from two sides.
    """
    found: list[tuple[Floats, float]] = []
    for start in _starts(problem):
        vector, cost = _minimised(problem, start)
        if problem.camera(vector).rotation[2, 2] >= 0:
            continue
        if all(np.abs(vector[4:7] - other[4:7]).max() > 0.02 for other, _ in found):
            found.append((vector, cost))
    return sorted(found, key=lambda entry: entry[1])


def typical_lens(size: tuple[int, int]) -> Lens:
    """A guess for a lens of which nothing is known, good enough for small things nearby."""
    width, height = size
    return Lens(size, TYPICAL_FOCAL * max(size), ((width - 1) / 2, (height - 1) / 2))
