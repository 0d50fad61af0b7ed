"""What is known of the whole board: nobody has more pieces than the game gives him.

Scores of single cells are weighed against each other only where the likeliest reading of the board
would break these counts.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.rules.pieces import DISCS, SUPPLY
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS

_STEP: Final = 0.25
_STEPS: Final = 60
_EMPEROR_AWAY: Final = 0.2
"""How often an emperor is not on the board, before anything is seen."""


def within_supply(scores: Floats, walkable: NDArray[np.bool_], owners: int) -> Floats:
    """Scores (logarithms of probabilities) that respect the numbers of discs and buildings.

    Where the likeliest reading has too many of something, it is made dearer until it has not.
    """
    result = scores.copy()
    stacks = np.flatnonzero(walkable)
    houses = np.flatnonzero(~walkable)
    for owner in range(owners):
        columns = 1 + owner * HEIGHTS + np.arange(HEIGHTS)
        _make_dearer(result, stacks, columns, np.arange(1, HEIGHTS + 1), DISCS)
        for index, kind in enumerate(KINDS):
            column = np.array([1 + owner * len(KINDS) + index])
            _make_dearer(result, houses, column, np.ones(1, int), SUPPLY[kind])
    top = result.max(1, keepdims=True)
    normal: Floats = result - top - np.log(np.exp(result - top).sum(1, keepdims=True))
    return normal


def _make_dearer(
    scores: Floats,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    amounts: NDArray[np.intp],
    most: int,
) -> None:
    if not len(rows):
        return
    for _ in range(_STEPS):
        best = scores[rows].argmax(1)
        used = sum(int(amounts[columns == b].sum()) for b in best)
        if used <= most:
            return
        scores[np.ix_(rows, columns)] -= _STEP * amounts


def one_emperor(odds: Floats) -> Floats:
    """The probability for each of an owner's stacks that his one emperor is on top of it.

    `odds` are logarithms of the odds from each face alone, with even chances.
    """
    if not len(odds):
        return np.zeros(0)
    weights = np.append(odds + np.log((1 - _EMPEROR_AWAY) / len(odds)), np.log(_EMPEROR_AWAY))
    weights = np.exp(weights - weights.max())
    result: Floats = (weights / weights.sum())[:-1]
    return result
