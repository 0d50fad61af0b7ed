"""Is the disc on top an emperor? Its face against the faces that the start has taught."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from eko_companion.geometry import Floats
from eko_companion.vision.reading.features import Prepared, Seen
from eko_companion.vision.reading.fitting import best_fit, contrast
from eko_companion.vision.reading.known_board import Image
from eko_companion.vision.reading.light import LightField, logarithms
from eko_companion.vision.reading.looks import Looks
from eko_companion.vision.reading.palette import from_logarithms, perceived
from eko_companion.vision.reading.silhouettes import ViewFrames
from eko_companion.vision.reading.tops import (
    RINGS,
    SPOKES,
    TRIES,
    Faces,
    agreement,
    faces,
    levelled,
    unlikeness,
)

_WEIGHTS: Final = np.array([6.4, 12.9])
_BIAS: Final = 4.0
"""The logarithm of the odds, at even chances, is the sum of both kinds with these weights."""
_CLEAR: Final = 3.0
"""Against such odds (a logarithm) a first look is enough to be a warrior."""
_NEAREST: Final = 4
"""So many of the most similar warriors are the measure: the others lie in other light."""


@dataclass(frozen=True, slots=True)
class TopDisc:
    """A stack whose top is to be judged."""

    number: int
    """Of its cell among the prepared ones."""
    owner: int
    discs: int


def emperor_odds(
    ready: Prepared, seen: Seen, looks: Looks, photo: Image, change: LightField, tops: list[TopDisc]
) -> Floats:
    """For each top the logarithm of the odds that it is the emperor, from its face alone."""
    evidence = emperor_evidence(ready, seen, looks, photo, change, tops)
    result: Floats = evidence @ _WEIGHTS + _BIAS
    return result


def emperor_evidence(
    ready: Prepared, seen: Seen, looks: Looks, photo: Image, change: LightField, tops: list[TopDisc]
) -> Floats:
    """For each top two numbers from about -1, as a warrior, to 1, as the emperor.

    The first compares colours, the second the prints whatever their contrast.
    """
    if not tops:
        return np.zeros((0, 2))
    middles = _middles(ready, seen, tops)
    shown = _shown(ready, photo, change, tops, middles[:, None])
    result = _compared(ready, looks, tops, shown)
    # What is not clearly a warrior is looked at again: its middle may have been missed a little.
    odds = result @ _WEIGHTS + _BIAS
    doubtful = np.flatnonzero(odds > -_CLEAR)
    if len(doubtful):
        some = [tops[place] for place in doubtful]
        tries = np.column_stack([TRIES, np.zeros(len(TRIES))]) * ready.board.pieces.disc_diameter
        again = _shown(ready, photo, change, some, middles[doubtful][:, None] + tries)
        result[doubtful] = _compared(ready, looks, some, again)
    return result


def _compared(ready: Prepared, looks: Looks, tops: list[TopDisc], shown: Faces) -> Floats:
    """The evidence from faces: tops, tries, rings, spokes, Lab."""
    result = np.zeros((len(tops), 2))
    for owner, name in enumerate(ready.palette.owners):
        mine = [place for place, top in enumerate(tops) if top.owner == owner]
        if not mine:
            continue
        crown, plain = looks.emperors[name], looks.warriors[name]
        some = shown[mine].reshape(-1, RINGS, SPOKES, 3)
        to_crown = unlikeness(some, crown).min(1).reshape(len(mine), -1).min(1)
        each = np.sort(unlikeness(some, plain), axis=1)[:, :_NEAREST].mean(1)
        to_plain = each.reshape(len(mine), -1).min(1)
        between = float(np.median(unlikeness(crown, plain)))
        result[mine, 0] = (to_plain - to_crown) / max(between, 1e-3)
        as_crown = agreement(some, crown).max(1).reshape(len(mine), -1).max(1)
        each = np.sort(agreement(some, plain), axis=1)[:, -_NEAREST:].mean(1)
        result[mine, 1] = as_crown - each.reshape(len(mine), -1).max(1)
    return result


def _middles(ready: Prepared, seen: Seen, tops: list[TopDisc]) -> Floats:
    """Where the middles of the faces are on the board, found by laying the silhouettes over."""
    thick = ready.board.pieces.disc_thickness
    frames = ViewFrames(ready.board, [ready.cells[top.number] for top in tops])
    middles = []
    for place, top in enumerate(tops):
        view = np.asarray(seen.likeness[top.number, :, :, top.owner] / 255, np.float32)
        fit = best_fit(view, contrast(ready.shapes.stacks[top.number, top.discs - 1]))
        foot = ready.feet[top.number] + frames.on_ground(place, fit.columns, fit.rows)
        middles.append(foot + np.array([0, 0, top.discs * thick]))
    return np.array(middles)


def _shown(
    ready: Prepared, photo: Image, change: LightField, tops: list[TopDisc], middles: Floats
) -> Faces:
    """The faces in the mean light at one or more middles each: tops, tries, rings, spokes, Lab."""
    board = ready.board
    tries = middles.shape[1]
    cut = faces(photo, board.camera, middles.reshape(-1, 3), board.pieces.disc_diameter)
    feet = ready.feet[[top.number for top in tops]]
    gain = np.repeat(change.at(feet) + ready.palette.light.at(feet), tries, axis=0)
    logs = logarithms(cut) - gain[:, None, None]
    owners = np.repeat([top.owner for top in tops], tries)
    level = np.empty_like(logs)
    for owner, paint in enumerate(ready.palette.paints):
        mine = owners == owner
        if mine.any():
            level[mine] = levelled(logs[mine], logarithms(255 * paint.top))
    plain = perceived(from_logarithms(level))
    return plain.reshape(len(tops), tries, RINGS, SPOKES, 3).astype(np.float32)
