"""Every kind of clutter by name, and the one function that draws any of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.clutter_pictures import devices, paper, things
from eko_companion.simulator.clutter_pictures.drawing import PX_PER_MM, Drawing
from eko_companion.simulator.tile_pictures.noise import Floats, stream

_PAINTERS: dict[str, Callable[[np.random.Generator], tuple[Drawing, float]]] = {
    "rulebook": paper.rulebook,
    "booklet_page": paper.booklet_page,
    "notepad": paper.notepad,
    "score_sheet": paper.score_sheet,
    "playing_cards": paper.playing_cards,
    "napkin": paper.napkin,
    "sticky_note": paper.sticky_note,
    "phone_dark": devices.phone_dark,
    "phone_lit": devices.phone_lit,
    "tablet": devices.tablet,
    "pencil": things.pencil,
    "pen": things.pen,
    "coin": things.coin,
    "game_chip": things.game_chip,
    "glasses": things.glasses,
    "coaster": things.coaster,
    "crumbs": things.crumbs,
    "keyring": things.keyring,
    "paperclip": things.paperclip,
}

CLUTTER: tuple[str, ...] = tuple(_PAINTERS)
"""Every kind of clutter."""


class UnknownClutterError(EkoError):
    """A thing that nobody knows how to draw."""


@dataclass(frozen=True)
class ClutterPicture:
    """A flat thing from above, with `PX_PER_MM` pixels a millimetre.

    `bgra` holds blue, green, red and cover from 0 to 1; colours are not multiplied by the cover,
    and go on beyond the thing's edge, so that resampling leaves no dark fringe.
    """

    bgra: Floats
    width_mm: float
    depth_mm: float
    height_mm: float


def draw_clutter(kind: str, seed: int) -> ClutterPicture:
    """One thing; the seed gives its size, colours and what is on it."""
    if kind not in _PAINTERS:
        raise UnknownClutterError(
            f"There is no clutter named {kind!r}; there are {', '.join(CLUTTER)}."
        )
    rng = stream(seed, "clutter", kind)
    drawing, height = _PAINTERS[kind](rng)
    bgra = _trimmed(drawing.finished(rng))
    rows, columns = bgra.shape[:2]
    return ClutterPicture(bgra, columns / PX_PER_MM, rows / PX_PER_MM, height)


def _trimmed(bgra: Floats) -> Floats:
    """The picture cut close around the thing, so that its size is the thing's own."""
    seen = bgra[..., 3] > 0
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    return bgra[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()
