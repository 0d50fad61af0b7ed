"""Runs the trained networks: for each cell how probable each owner's shapes are.

How the networks were trained is in `learned.train`; here OpenCV only evaluates them.
"""

from __future__ import annotations

import threading
from typing import Any, Final

import cv2
import numpy as np

from eko_companion.geometry import Floats
from eko_companion.rules.errors import EkoError
from eko_companion.vision.learned.weights import weights_path
from eko_companion.vision.reading.features import CANDIDATES, Prepared, Seen, Tensor, tensor
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS

_BATCH: Final = 32
"""Cells at a time: more would only take memory."""
_CLEAR: Final = 0.995
"""An answer this probable is not asked for again."""


class ShapeNetworks:
    """The two networks; one object may be used by one thread at a time."""

    def __init__(self) -> None:
        self._networks = {True: _network("stacks"), False: _network("buildings")}
        self._lock = threading.Lock()

    def scores(self, ready: Prepared, seen: Seen) -> tuple[Floats, Floats]:
        """Logarithms of probabilities for each cell: nothing, then for each owner each shape.

        Rows of building cells have fewer shapes; the rest of the row is minus infinity. The second
        answer is the probability that something foreign is before the cell.
        """
        owners = len(ready.palette.owners)
        covered = np.zeros(len(ready.cells))
        result = np.full((len(ready.cells), 1 + owners * HEIGHTS), -np.inf)
        for stacks, shapes in ((True, HEIGHTS), (False, len(KINDS))):
            numbers = np.flatnonzero(ready.walkable == stacks)
            for start in range(0, len(numbers), _BATCH):
                some = numbers[start : start + _BATCH]
                inputs = tensor(ready, seen, some, stacks)
                answers = self._answers(stacks, inputs)
                self._look_again(stacks, inputs, answers)
                for row, number in zip(answers, some, strict=True):
                    covered[number] = _share(row, len(row) - 1)
                    ordered = row[1:-1].reshape(-1, shapes)[:owners]
                    own = np.empty_like(ordered)
                    own[seen.candidates[number]] = ordered
                    result[number, 0] = row[0]
                    result[number, 1 : 1 + owners * shapes] = own.ravel()
        top = result.max(1, keepdims=True)
        total = np.log(np.exp(result - top).sum(1, keepdims=True)) + top
        normal: Floats = result - total
        return normal, covered

    def _look_again(self, stacks: bool, inputs: Tensor, answers: Floats) -> None:
        """Where the first answer is in doubt, take the mean of a few slightly different looks."""
        doubt = np.array([_share(row, int(row.argmax())) < _CLEAR for row in answers])
        if not doubt.any():
            return
        some = inputs[doubt]
        total = answers[doubt]
        variants = [some[..., ::-1]]
        # The silhouettes in the last channels stay where they are: the picture moves under them.
        for down, mirrored in ((1, False), (-1, False), (1, True), (-1, True)):
            moved = (some[..., ::-1] if mirrored else some).copy()
            moved[:, : CANDIDATES + 4] = np.roll(moved[:, : CANDIDATES + 4], down, axis=2)
            variants.append(moved)
        for variant in variants:
            total = total + self._answers(stacks, np.ascontiguousarray(variant))
        answers[doubt] = total / (1 + len(variants))

    def _answers(self, stacks: bool, inputs: Any) -> Floats:
        with self._lock:
            network = self._networks[stacks]
            network.setInput(inputs.astype(np.float32) * np.float32(1 / 255))
            return np.asarray(network.forward(), float)


def _share(scores: Floats, place: int) -> float:
    """The probability of one answer."""
    weights = np.exp(scores - scores.max())
    return float(weights[place] / weights.sum())


def _network(name: str) -> Any:
    path = weights_path(name)
    try:
        return cv2.dnn.readNetFromONNX(str(path))
    except cv2.error:
        raise EkoError(f"The weights {path.name} are missing or damaged; install again.") from None
