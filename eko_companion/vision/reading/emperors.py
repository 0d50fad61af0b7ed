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
_BIAS: Final = 1.4
"""The logarithm of the odds is the sum of both kinds of evidence with these weights."""
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
    shown = _shown(ready, seen, photo, change, tops)
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


def _shown(
    ready: Prepared, seen: Seen, photo: Image, change: LightField, tops: list[TopDisc]
) -> Faces:
    """The faces in the mean light, each at a few places: tops, tries, rings, spokes, Lab."""
    board = ready.board
    numbers = [top.number for top in tops]
    frames = ViewFrames(board, [ready.cells[number] for number in numbers])
    middles = []
    for place, top in enumerate(tops):
        view = np.asarray(seen.likeness[top.number, :, :, top.owner] / 255, np.float32)
        fit = best_fit(view, contrast(ready.shapes.stacks[top.number, top.discs - 1]))
        foot = ready.feet[top.number] + frames.on_ground(place, fit.columns, fit.rows)
        top_at = foot + np.array([0, 0, top.discs * board.pieces.disc_thickness])
        tries = np.column_stack([TRIES * board.pieces.disc_diameter, np.zeros(len(TRIES))])
        middles.append(top_at + tries)
    flat = np.concatenate(middles)
    cut = faces(photo, board.camera, flat, board.pieces.disc_diameter)
    feet = ready.feet[numbers]
    gain = np.repeat(change.at(feet) + ready.palette.light.at(feet), len(TRIES), axis=0)
    logs = logarithms(cut) - gain[:, None, None]
    level = np.empty_like(logs)
    owners = np.repeat([top.owner for top in tops], len(TRIES))
    for owner, paint in enumerate(ready.palette.paints):
        mine = owners == owner
        if mine.any():
            level[mine] = levelled(logs[mine], logarithms(255 * paint.top))
    plain = perceived(from_logarithms(level))
    return plain.reshape(len(tops), len(TRIES), RINGS, SPOKES, 3).astype(np.float32)
