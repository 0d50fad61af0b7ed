"""Which table tops there are, how rough each is, and the one function that draws any of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.surfaces import cloth, leather, playmat, stone, wood
from eko_companion.simulator.surfaces.sheet import Sheet
from eko_companion.simulator.tile_pictures.noise import Floats, floats, stream

Painter = Callable[[Sheet, str, np.random.Generator], Floats]

_PAINTERS: dict[str, tuple[Painter, float]] = {
    "wood_oak": (wood.draw, 0.55),
    "wood_dark": (wood.draw, 0.35),
    "wood_grey": (wood.draw, 0.7),
    "wood_light": (wood.draw, 0.5),
    "wood_red": (wood.draw, 0.3),
    "cloth_green": (cloth.draw, 0.95),
    "cloth_red": (cloth.draw, 0.95),
    "cloth_blue": (cloth.draw, 0.95),
    "cloth_linen": (cloth.draw, 0.9),
    "cloth_checked": (cloth.draw, 0.9),
    "cloth_sand": (cloth.draw, 0.92),
    "cloth_violet": (cloth.draw, 0.95),
    "laminate_white": (stone.draw_laminate, 0.15),
    "laminate_grey": (stone.draw_laminate, 0.2),
    "slate": (stone.draw_slate, 0.6),
    "leather": (leather.draw, 0.45),
    "playmat": (playmat.draw, 0.8),
}

SURFACES: tuple[str, ...] = tuple(_PAINTERS)
"""Every kind of table top."""
AWKWARD_SURFACES: tuple[str, ...] = (
    "cloth_sand",
    "cloth_violet",
    "cloth_blue",
    "cloth_checked",
    "playmat",
)
"""Those that look like tiles or pieces, or are strongly patterned: hard to see the game on."""


class UnknownSurfaceError(EkoError):
    """A table top that nobody knows how to draw."""


def draw_surface(kind: str, seed: int, size_mm: tuple[float, float], px_per_mm: float) -> Floats:
    """A table top from above, blue, green, red from 0 to 1 as sRGB values.

    `size_mm` is width and depth; the array has `round(depth * px_per_mm)` rows. The same seed
    gives the same top: colours, direction, planks or weave, and wear all hang on it.
    """
    painter, _ = _known(kind)
    sheet = Sheet(round(size_mm[1] * px_per_mm), round(size_mm[0] * px_per_mm), px_per_mm)
    colour = painter(sheet, kind, stream(seed, "surface", kind))
    return floats(np.clip(colour, 0.0, 1.0, out=colour))


def roughness(kind: str) -> float:
    """How rough a table top is, from 0 (a mirror) to 1 (felt)."""
    return _known(kind)[1]


def _known(kind: str) -> tuple[Painter, float]:
    if kind not in _PAINTERS:
        raise UnknownSurfaceError(
            f"There is no table top named {kind!r}; there are {', '.join(SURFACES)}."
        )
    return _PAINTERS[kind]
