"""Puts a tile's place right to a part of a millimetre, by the edges along its rim in the photo.

A single small card leaves the plane a little uncertain farther away. The tile's shape is known
exactly, so its rim and the card's corners together settle camera, lens and the tile's place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.cards.pose_model import FIRST_CARD, PoseProblem
from eko_companion.vision.table_folder.table import turned_points
from eko_companion.vision.tiles.outlines import OutlineEdge

_WINDOWS: Final = (4.0, 2.0, 1.2, 1.0)
"""Millimetres to either side in which the rim is looked for, round by round."""
_PLACE_WINDOWS: Final = (3.0, 2.0, 1.2, 1.0)
_STEPS: Final = 25
_POINTS_A_SIDE: Final = 7
_LOOSE: Final = 0.35
"""Millimetres: what a point of the rim may be off before it counts less."""
_WIDE: Final = 2.5
_STRAIN: Final = 0.01
"""What one squared standard deviation of card and lens costs in quality."""


@dataclass(frozen=True, eq=False)
class RimFit:
    """Camera and tile after the rim was looked at."""

    camera: Camera
    x: float
    y: float
    turn: float
    """Radians counter-clockwise as seen."""
    found: float
    """The share of the rim that shows an edge where it should, at most 1; bare table has 0.4."""
    quality: float
    """The same less what the card and the lens have to bend for it; to choose between fits."""


def refine_by_rim(
    lab: NDArray[np.float32],
    problem: PoseProblem,
    vector: Floats,
    tile: tuple[float, float, float],
    edges: list[OutlineEdge],
    height: float,
) -> RimFit:
    """Camera and tile place from the card's corners and the rim's edges together.

    `lab` is the photo in Lab; `vector` the card's pose as `problem` writes it; `tile` is (x, y,
    turn) in the card's frame.
    """
    rim, outward = _rim(edges)
    usual = _usual_slope(lab)
    whole = np.concatenate([vector, tile])
    offsets = strength = np.zeros(len(rim))
    for window in _WINDOWS:
        camera = problem.camera(whole[:FIRST_CARD])
        points, normals = _placed(rim, outward, whole[FIRST_CARD:])
        offsets, strength = _edges(lab, camera, points, normals, height, window)
        targets = camera.project(_solid(points + offsets[:, None] * normals, height))
        across = targets - camera.project(
            _solid(points + (offsets[:, None] - 0.5) * normals, height)
        )
        scale = 2 * np.linalg.norm(across, axis=1)
        across /= np.maximum(np.linalg.norm(across, axis=1), 1e-9)[:, None]
        weights = strength / (strength + 2 * usual)
        whole = _solved(problem, whole, rim, height, targets, across, weights / (scale * _LOOSE))
    camera = problem.camera(whole[:FIRST_CARD])
    points, normals = _placed(rim, outward, whole[FIRST_CARD:])
    offsets, strength = _edges(lab, camera, points, normals, height, 1.0)
    there = (np.abs(offsets) < 0.5) & (strength > 2 * usual)
    # In a busy surrounding only the rim of a real tile stands out over a wider stretch as well.
    wide, _ = _edges(lab, camera, points, normals, height, _WIDE)
    found = (float(there.mean()) + float((np.abs(wide) < 0.6).mean())) / 2
    clear = strength / (strength + 4 * usual) * np.exp(-((offsets / 0.5) ** 2))
    strain = float((problem.residuals(whole[:FIRST_CARD]) ** 2).sum())
    strain += float((problem.priors(whole[:FIRST_CARD]) ** 2).sum())
    x, y, turn = whole[FIRST_CARD:]
    return RimFit(
        camera=camera,
        x=float(x),
        y=float(y),
        turn=float(turn),
        found=found,
        quality=float(clear.mean()) - _STRAIN * strain,
    )


def refine_place(
    lab: NDArray[np.float32],
    camera: Camera,
    start: tuple[float, float, float],
    edges: list[OutlineEdge],
    height: float,
) -> tuple[float, float, float]:
    """The place (x, y, turn) of a tile near a start, by its rim, where the camera is known."""
    rim, outward = _rim(edges)
    place = np.array(start, float)
    for window in _PLACE_WINDOWS:
        points, normals = _placed(rim, outward, place)
        offsets, strength = _edges(lab, camera, points, normals, height, window)
        around = points - place[:2]
        # A counter-clockwise turn moves (x, y) by the angle times (y, -x).
        spin = (np.column_stack([around[:, 1], -around[:, 0]]) * normals).sum(1)
        system = np.column_stack([normals, spin])
        weights = strength.copy()
        step = np.zeros(3)
        damping = np.diag([1.0, 1.0, 400.0]) * 0.02 * float(weights.sum())
        for _ in range(4):
            left = offsets - system @ step
            now = weights / (1 + (left / _LOOSE) ** 2)
            weighted = system * now[:, None]
            step = np.linalg.solve(weighted.T @ system + damping, weighted.T @ offsets)
        place = place + step
    if np.linalg.norm(place[:2] - np.array(start[:2])) > _PLACE_WINDOWS[0] + 1:
        return start
    return float(place[0]), float(place[1]), float(place[2])


def _solved(
    problem: PoseProblem,
    start: Floats,
    rim: Floats,
    height: float,
    targets: Floats,
    across: Floats,
    weights: Floats,
) -> Floats:
    def distances(whole: Floats) -> Floats:
        points = turned_points(rim, whole[-1]) + whole[-3:-1]
        there = problem.project(whole[:FIRST_CARD], _solid(points, height))
        gaps = ((there - targets) * across).sum(1)
        rims = gaps * weights
        # A point far off its edge pulls no more than a little.
        rims = np.sign(rims) * np.sqrt(np.log1p(rims**2))
        card = problem.residuals(whole[:FIRST_CARD])
        return np.concatenate([rims, card, problem.priors(whole[:FIRST_CARD])])

    found = least_squares(distances, start, x_scale="jac", max_nfev=20)
    result: Floats = found.x
    return result


def _rim(edges: list[OutlineEdge]) -> tuple[Floats, Floats]:
    """Points along the rim and their directions outward, in the tile's own frame."""
    along = 0.1 + 0.8 * np.arange(_POINTS_A_SIDE) / (_POINTS_A_SIDE - 1)
    points, outward = [], []
    for edge in edges:
        points.append(edge.start + along[:, None] * (edge.end - edge.start))
        angle = math.radians(60 * edge.direction)
        outward.append(np.tile([math.cos(angle), -math.sin(angle)], (len(along), 1)))
    return np.concatenate(points), np.concatenate(outward)


def _placed(rim: Floats, outward: Floats, tile: Floats) -> tuple[Floats, Floats]:
    x, y, turn = tile
    return turned_points(rim, turn) + np.array([x, y]), turned_points(outward, turn)


def _edges(
    lab: NDArray[np.float32],
    camera: Camera,
    points: Floats,
    normals: Floats,
    height: float,
    window: float,
) -> tuple[Floats, Floats]:
    """Where across the rim the strongest change is, in millimetres outward, and its strength."""
    steps = np.linspace(-window, window, _STEPS)
    lines = points[:, None, :] + steps[None, :, None] * normals[:, None, :]
    pixels = camera.project(_solid(lines.reshape(-1, 2), height)).astype(np.float32)
    values: Any = cv2.remap(lab, pixels.reshape(len(points), _STEPS, 2), None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    gap = steps[1] - steps[0]
    change = np.sqrt(((values[:, 2:] - values[:, :-2]) ** 2).sum(2)) / (2 * gap)
    # Nearer edges are likelier the rim's.
    inner = steps[1:-1]
    likely = change * np.exp(-0.5 * (inner / (0.7 * window)) ** 2)
    best = likely.argmax(1)
    row = np.arange(len(points))
    strength = change[row, best]
    middle = np.clip(best, 1, len(inner) - 2)
    left, here, right = (likely[row, middle + k] for k in (-1, 0, 1))
    bend = left - 2 * here + right
    shift = np.where(bend < -1e-9, 0.5 * (left - right) / np.minimum(bend, -1e-9), 0.0)
    offsets = inner[middle] + np.clip(shift, -1, 1) * gap
    return np.where(middle == best, offsets, inner[best]), strength


def _usual_slope(lab: NDArray[np.float32]) -> float:
    """The photo's median change, per pixel and so about per half a millimetre."""
    small = lab[::4, ::4]
    return float(np.median(np.abs(np.diff(small, axis=0)).sum(2))) + 0.3


def _solid(points: Floats, height: float) -> Floats:
    return np.column_stack([points, np.full(len(points), height)])
