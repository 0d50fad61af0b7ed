"""Pieces behind nearer pieces: judged by what is left to be seen of them.

The networks look at one cell at a time. Once it is known what stands nearer to the camera, its
silhouette says which pixels of a hidden cell's view are its own, and only these are asked.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats, Solid, Stance, building_solid, disc_solid
from eko_companion.geometry.solids import hull_points
from eko_companion.vision.reading.features import Prepared, Seen
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS
from eko_companion.vision.reading.silhouettes import Masks, ViewFrames, fill
from eko_companion.vision.reading.views import HEIGHT, WIDTH

_NEAR: Final = 2.6
"""How many cells away a piece can stand and still hide something."""
_HIDDEN: Final = 0.2
"""A cell of whose likeliest piece less is hidden is left to the networks."""
_WEIGHT: Final = 1 / 30
"""Neighbouring pixels say the same: so many of them count as one."""
_FLOOR: Final = 0.12
_MOST: Final = 7.0
_BACKGROUND: Final = 16.0
"""Perceived difference from the empty board that shadows easily make."""
_MARGIN: Final = np.ones((5, 3), np.uint8)


def with_hidden(ready: Prepared, seen: Seen, scores: Floats) -> Floats:
    """Scores of all cells, in which hidden cells are judged by what is seen of them."""
    best = scores.argmax(1)
    frames = ViewFrames(ready.board, list(ready.cells))
    depth = frames.nearness()
    flat = ready.feet[:, :2]
    apart = np.hypot(*(flat[:, None] - flat[None]).transpose(2, 0, 1))
    # Cells that stand something nearer to the camera, near enough to hide another one.
    hiding = (apart < _NEAR * ready.board.pieces.pitch) & (depth[None] < depth[:, None])
    hiding &= (best > 0)[None] & (frames.beside() < 1.2 * ready.board.pieces.disc_diameter)
    result = scores.copy()
    for number in np.flatnonzero(hiding.any(1)):
        own = _own_mask(ready, int(number), int(best[number])) > 127
        before = _nearer(ready, frames, int(number), np.flatnonzero(hiding[number]), best)
        hidden = float((before[own] > 127).sum() / max(own.sum(), 1))
        if hidden >= _HIDDEN:
            evidence = _evidence(ready, seen, int(number), before)
            share = min(hidden / 0.5, 1.0)
            result[number, : len(evidence)] += share * evidence
    top = result.max(1, keepdims=True)
    normal: Floats = result - top - np.log(np.exp(result - top).sum(1, keepdims=True))
    return normal


def _solid(ready: Prepared, number: int, best: int) -> Solid:
    if ready.walkable[number]:
        return disc_solid(ready.board.pieces, (best - 1) % HEIGHTS + 1)
    return building_solid(ready.board.pieces, KINDS[(best - 1) % len(KINDS)])


def _own_mask(ready: Prepared, number: int, best: int) -> Masks:
    """The place of what a cell seems to hold, or of the smallest piece that it could hold."""
    shapes = ready.shapes.stacks if ready.walkable[number] else ready.shapes.buildings
    count = HEIGHTS if ready.walkable[number] else len(KINDS)
    mask: Masks = shapes[number, (best - 1) % count if best else 0]
    return mask


def _nearer(
    ready: Prepared,
    frames: ViewFrames,
    number: int,
    others: NDArray[np.intp],
    best: NDArray[np.intp],
) -> Masks:
    """What nearer pieces cover of a cell's view."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for other in others:
        x, y, z = (float(v) for v in ready.feet[other])
        solid = _solid(ready, int(other), int(best[other]))
        points = frames.seen_by(number, hull_points(solid, Stance(x, y, z, 20.0)))
        low, high = points.min(0), points.max(0)
        if high[0] > 0 and low[0] < WIDTH and high[1] > 0 and low[1] < HEIGHT:
            fill(mask, points)
    return np.asarray(cv2.dilate(mask, _MARGIN), np.uint8)


def _evidence(ready: Prepared, seen: Seen, number: int, before: Masks) -> Floats:
    """For each hypothesis of a cell how well the pixels fit it that are its own, at most 0."""
    walkable = bool(ready.walkable[number])
    shapes = (ready.shapes.stacks if walkable else ready.shapes.buildings)[number]
    inside = shapes.astype(np.float32) / 255
    region = (inside.max(0) > 0.05) & (before < 128)
    inside = inside[:, region]
    away = seen.difference[number][region].astype(np.float32) * (60 / 255)
    ground = np.log(_FLOOR + np.exp(-0.5 * (away / _BACKGROUND) ** 2))
    paints = np.log(_FLOOR + seen.likeness[number][region].astype(np.float32) / 255)
    total = [float(ground.sum())]
    for owner in range(paints.shape[1]):
        gained = paints[:, owner] - ground
        total += [
            float(ground.sum() + (inside[shape] * gained).sum()) for shape in range(len(inside))
        ]
    evidence = np.array(total) * _WEIGHT
    result: Floats = np.maximum(evidence - evidence.max(), -_MOST)
    return result
