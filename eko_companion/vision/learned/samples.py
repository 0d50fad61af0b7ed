"""Training samples: what the networks are shown of simulated boards, and what is right."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.rules import EkoError
from eko_companion.simulator.ranges import Family
from eko_companion.vision.learned.scenes import CrowdedBoard, training_table
from eko_companion.vision.reading.features import CANDIDATES, Prepared, Seen, look, prepare, tensor
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS, Holding
from eko_companion.vision.reading.light import light_change
from eko_companion.vision.reading.silhouettes import ViewFrames
from eko_companion.vision.reading.views import FOOT
from eko_companion.vision.start.learning import learn_start

_log = logging.getLogger(__name__)

_EMPTY_KEPT: Final = 0.5
_HIDDEN: Final = 0.04
"""A piece of which less is seen cannot be read by anybody."""
_BARELY: Final = 0.08
_COVERED: Final = 0.4
"""The share of a piece's place that a hand hides: below the first it is read all the same, from the
second on the hand is what is to be seen; what lies between teaches nothing."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Inputs and labels for one network."""

    inputs: NDArray[np.uint8]
    labels: NDArray[np.int64]
    """0 for nothing, then for each candidate owner each shape, last a hand over the cell."""
    places: NDArray[np.float32]
    """Column and row of the lowest disc's foot and of the highest disc's face, off the middle of
    the cell's foot; not a number where there is no stack."""


def label_of(holding: Holding, order: NDArray[np.intp], owners: tuple[str, ...]) -> int:
    """The class of what a cell holds, when owners are listed in this order."""
    if holding.owner is None:
        return 0
    place = list(order).index(owners.index(holding.owner))
    if holding.kind is None:
        return 1 + place * HEIGHTS + min(holding.discs, HEIGHTS) - 1
    return 1 + place * len(KINDS) + KINDS.index(holding.kind)


def classes(stacks: bool) -> int:
    """How many classes a network tells apart."""
    return 2 + CANDIDATES * (HEIGHTS if stacks else len(KINDS))


def make_samples(seed: int, photos: int, folder: Path, family: Family = Family.TRYING) -> bool:
    """Draw the table of a seed and keep its samples; False where its start was not understood."""
    made = training_table(seed, photos, family)
    rng = np.random.default_rng([seed, 5])
    try:
        start = learn_start(made.board, made.start, made.board.players)
    except EkoError as error:
        _log.warning("table %d: %s", seed, error)
        return False
    right = {stack.cell: (stack.owner, stack.emperor) for stack in made.table.start.stacks}
    wrong = sum(right[disc.cell] != (disc.owner, disc.emperor) for disc in start.discs)
    if wrong:
        _log.warning("table %d: %d discs of the start were taken wrongly", seed, wrong)
        return False
    ready = prepare(made.board, start.looks.palette)
    parts: dict[bool, list[Samples]] = {True: [], False: []}
    for scene in made.boards:
        seen = look(ready, scene.photo, light_change(made.board, scene.photo))
        for stacks in (True, False):
            parts[stacks].append(_samples(ready, seen, scene, stacks, rng))
    for stacks, name in ((True, "stacks"), (False, "buildings")):
        inputs = np.concatenate([part.inputs for part in parts[stacks]])
        labels = np.concatenate([part.labels for part in parts[stacks]])
        places = np.concatenate([part.places for part in parts[stacks]])
        np.save(folder / f"{name}-{seed:06d}-places.npy", places)
        np.save(folder / f"{name}-{seed:06d}-inputs.npy", inputs)
        np.save(folder / f"{name}-{seed:06d}-labels.npy", labels)
    return True


def _samples(
    ready: Prepared, seen: Seen, scene: CrowdedBoard, stacks: bool, rng: np.random.Generator
) -> Samples:
    kept, labels, places = [], [], []
    frames = ViewFrames(ready.board, list(ready.cells))
    for number, cell in enumerate(ready.cells):
        if ready.walkable[number] != stacks:
            continue
        holding = scene.holdings.get(cell, Holding())
        if holding.owner is None and rng.random() > _EMPTY_KEPT:
            continue
        behind = scene.hand is None and scene.visible.get(cell, 1.0) < _HIDDEN
        if holding.owner is not None and behind:
            continue
        hidden = _hidden(ready, scene, number, holding)
        if _BARELY < hidden < _COVERED:
            continue
        kept.append(number)
        right = label_of(holding, seen.candidates[number], ready.palette.owners)
        labels.append(right if hidden <= _BARELY else classes(stacks) - 1)
        places.append(_places(ready, frames, scene, number))
    numbers = np.array(kept, np.intp)
    inputs = tensor(ready, seen, numbers, stacks)
    return Samples(inputs, np.array(labels, np.int64), np.array(places, np.float32).reshape(-1, 4))


def _places(
    ready: Prepared, frames: ViewFrames, scene: CrowdedBoard, number: int
) -> NDArray[np.float64]:
    """Where the foot and the top of a cell's stack are seen."""
    discs = scene.discs.get(ready.cells[number])
    if not discs:
        return np.full(4, np.nan)
    thick = ready.board.pieces.disc_thickness
    foot, top = discs[0], discs[-1]
    points = np.array([[foot.x, foot.y, foot.z], [top.x, top.y, top.z + thick]])
    everywhere = np.tile(points[None], (len(ready.cells), 1, 1))
    seen = frames.seen_points(everywhere)[number] - np.array(FOOT)
    return np.asarray(seen.ravel(), float)


def _hidden(ready: Prepared, scene: CrowdedBoard, number: int, holding: Holding) -> float:
    """How much of the place where a cell's piece stands, or would stand, a hand hides."""
    if scene.hand is None:
        return 0.0
    if ready.walkable[number]:
        mask = ready.shapes.stacks[number, max(min(holding.discs, HEIGHTS), 1) - 1]
    else:
        mask = ready.shapes.buildings[number, KINDS.index(holding.kind) if holding.kind else 0]
    cover = ready.maps.cut_one(scene.hand, number)
    return float((cover * mask).sum() / max(float(mask.sum()), 1.0))
