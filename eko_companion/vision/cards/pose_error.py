"""How sure a solved pose is: the cards' distances, and the covariance carried to the board."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.cards.pose_model import PoseProblem

_EXPECTED: Final = 4.0
"""So many measurements' worth of trust in the corners' own estimate of their error."""
_HEIGHTS: Final = (0.0, 30.0)
"""Millimetres: where the pose's error is judged, the table and the top of a high stack."""


def card_errors(problem: PoseProblem, vector: Floats) -> Floats:
    """Each card's root mean square distance in pixels."""
    expected = problem.camera(vector).project(problem.corners(vector))
    seen = np.stack([card.corners for card in problem.cards])
    result: Floats = np.sqrt(((seen - expected) ** 2).sum(2).mean(1))
    return result


def covariance_of(problem: PoseProblem, vector: Floats) -> tuple[Floats, float]:
    """Covariance of all numbers, the radial term counted as unknown even where it is 0."""
    free = problem.free
    jacobian = _derivatives(
        lambda v: np.concatenate([problem.residuals(v), problem.priors(v)]), vector
    )[:, free]
    residuals = problem.residuals(vector)
    spare = max(len(residuals) - int(free.sum()) + len(problem.priors(vector)), 1)
    # The fit itself tells how good the corners are, the more so the more of them there are.
    scale = (_EXPECTED + float((residuals**2).sum())) / (_EXPECTED + spare)
    inverse = np.linalg.pinv(jacobian.T @ jacobian) * scale
    whole = np.zeros((len(vector), len(vector)))
    whole[np.ix_(free, free)] = inverse
    errors = card_errors(problem, vector)
    return whole, float(np.sqrt((errors**2).mean()))


def _derivatives(function: Any, vector: Floats) -> Floats:
    columns = []
    for number in range(len(vector)):
        step = 1e-5 * max(1.0, abs(vector[number]))
        up, down = vector.copy(), vector.copy()
        up[number] += step
        down[number] -= step
        columns.append((function(up) - function(down)) / (2 * step))
    return np.stack(columns, axis=1)


def pixel_errors(
    problem: PoseProblem, vector: Floats, covariance: Floats, points: Floats
) -> Floats:
    """The standard deviation in pixels at each point, the frame's own place taken out.

    Where the frame lies on the table is free to choose, so errors that only shift or turn it
    within the plane are none.
    """
    solid = np.concatenate([np.column_stack([points, np.full(len(points), z)]) for z in _HEIGHTS])
    camera = problem.camera(vector)
    by_vector = _derivatives(lambda v: problem.camera(v).project(solid).ravel(), vector)
    moves = []
    for shift in ((0.01, 0), (0, 0.01)):
        moves.append(
            (camera.project(solid + np.array([*shift, 0.0])) - camera.project(solid)).ravel()
        )
    spun = np.column_stack([-solid[:, 1], solid[:, 0], np.zeros(len(solid))]) * 1e-4
    moves.append((camera.project(solid + spun) - camera.project(solid)).ravel())
    gauge = np.stack(moves, axis=1)
    by_vector = by_vector - gauge @ np.linalg.lstsq(gauge, by_vector, rcond=None)[0]
    variance = np.einsum("ij,jk,ik->i", by_vector, covariance, by_vector)
    by_point = variance.reshape(len(_HEIGHTS), len(points), 2).sum(2).max(0)
    result: Floats = np.sqrt(np.maximum(by_point, 0))
    return result


def pixels_a_millimetre(camera: Camera, points: Floats) -> Floats:
    """The smallest scale of the table in the picture at each point."""
    flat = np.column_stack([points, np.zeros(len(points))])
    here = camera.project(flat)
    right = camera.project(flat + np.array([1.0, 0, 0])) - here
    down = camera.project(flat + np.array([0, 1.0, 0])) - here
    both = np.stack([right, down], axis=2)
    result: Floats = np.asarray(np.linalg.svd(both, compute_uv=False)[:, -1], float)
    return np.maximum(result, 1e-6)
