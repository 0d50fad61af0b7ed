"""What a table's boards are made of: kinds of wood, and the tables that describe one trunk's cut.

Everything random about the boards is decided here; `wood` paints what was decided.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from eko_companion.simulator.surfaces.sheet import Rgb, Sheet, repeating, wrapped_blur
from eko_companion.simulator.tile_pictures.noise import Floats, floats

BOARDS = 1009
"""How many different boards there are before they repeat."""
TONES_PER_MM = 4
"""Entries a millimetre in tables of rings."""
BENDS_PER_MM = 2
"""Entries a millimetre in tables of bends."""


@dataclass(frozen=True)
class Timber:
    """What one kind of wood looks like: colours from pale to dark, and how strong each trait is."""

    stops: tuple[Rgb, Rgb, Rgb]
    ring: tuple[float, float]
    rings: float
    fibres: float
    pores: float
    knots: float
    variety: float


TIMBERS = {
    "wood_oak": Timber(
        ((186, 143, 100), (148, 105, 68), (88, 58, 35)), (2.5, 7), 0.62, 0.7, 0.6, 0.6, 0.08
    ),
    "wood_dark": Timber(
        ((118, 80, 55), (76, 49, 34), (34, 22, 16)), (2.5, 8), 0.65, 0.6, 0.6, 0.2, 0.09
    ),
    "wood_grey": Timber(
        ((174, 168, 158), (136, 129, 119), (78, 72, 65)), (2, 6), 0.6, 1.0, 0.4, 0.8, 0.1
    ),
    "wood_light": Timber(
        ((226, 196, 150), (203, 164, 114), (150, 107, 64)), (3, 9), 0.6, 0.4, 0.2, 1.5, 0.06
    ),
    "wood_red": Timber(
        ((156, 88, 60), (116, 58, 40), (60, 28, 22)), (3, 9), 0.55, 0.65, 0.7, 0.1, 0.08
    ),
}


@dataclass(frozen=True)
class Knot:
    """A branch that was sawn through, at a place of the sheet, all in millimetres."""

    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Cut:
    """One table's boards: how they lie, and tables by board, by length and by distance."""

    angle: float
    width: float
    length: float
    offset: float
    starts: Floats
    pith_aside: Floats
    pith_depth: Floats
    squash: float
    tone: Floats
    warmth: Floats
    slant: Floats
    bends: Floats
    ring_tones: Floats
    ripple: Floats
    ripple_mm: float
    fibres: Floats
    fibre_mm: tuple[float, float]
    knots: tuple[Knot, ...]
    gap_mm: float
    gap_depth: float
    rounded: bool


def cut_boards(sheet: Sheet, timber: Timber, rng: np.random.Generator) -> Cut:
    """Decide on everything random about the boards of a table."""
    width = float(rng.choice([rng.uniform(60, 95), rng.uniform(95, 150), rng.uniform(150, 220)]))
    # Most tables have boards from end to end; in floors and cheap tops they are pieced together.
    length = float(rng.choice([rng.uniform(800, 1600), rng.uniform(2500, 6000)]))
    glued = rng.random() < 0.3
    texel = max(0.45, 0.6 / sheet.px)
    return Cut(
        angle=float(rng.uniform(0, 2 * math.pi)),
        width=width,
        length=length,
        offset=float(sheet.reach + rng.uniform(0, width)),
        starts=floats(sheet.reach + rng.uniform(0, 5 * length, 499)),
        pith_aside=floats(rng.normal(0.5, 0.45, BOARDS) * width),
        pith_depth=floats(rng.uniform(-35, 35, BOARDS)),
        squash=float(rng.uniform(0.55, 0.9)),
        tone=floats(rng.normal(0, timber.variety, BOARDS)),
        warmth=floats(rng.normal(0, 0.12 * timber.variety, BOARDS)),
        slant=floats(rng.normal(0, 0.006, BOARDS)),
        bends=_bends(rng),
        ring_tones=_ring_tones(timber, sheet.px, rng),
        ripple=repeating(wrapped_blur(floats(rng.standard_normal((256, 512))), 2.5, 2.5)),
        ripple_mm=float(rng.uniform(0.5, 1.6)),
        fibres=_fibres(timber, rng),
        fibre_mm=(float(rng.uniform(5, 9)), texel),
        knots=_knots(sheet, timber, rng),
        gap_mm=0.35 if glued else float(rng.uniform(0.5, 1.2)),
        gap_depth=float(rng.uniform(0.2, 0.4) if glued else rng.uniform(0.6, 0.85)),
        rounded=not glued,
    )


def _bends(rng: np.random.Generator) -> Floats:
    """The slow winding of a trunk along its length."""
    noise = floats(rng.standard_normal((1, 2400 * BENDS_PER_MM)))
    slow = wrapped_blur(noise, 130 * BENDS_PER_MM, 0.01) * np.float32(rng.uniform(7, 16))
    quick = wrapped_blur(noise, 30 * BENDS_PER_MM, 0.01) * np.float32(1.6)
    return floats((slow + quick).ravel())


def _ring_tones(timber: Timber, px: float, rng: np.random.Generator) -> Floats:
    """Tones by distance from the pith: pale spring wood, then a dark edge, year by year."""
    low, high = timber.ring
    mean = rng.uniform(low, high)
    steps = TONES_PER_MM * 400
    tones = np.zeros(steps, np.float32)
    at = 0
    while at < steps:
        ring = max(5, int(TONES_PER_MM * mean * rng.lognormal(0, 0.35)))
        part = np.linspace(0, 1, ring)
        dark = rng.uniform(0.55, 1.0)
        tones[at : at + ring] = (dark * part**2.6)[: steps - at]
        at += ring
    # The saw cuts rings at a slant, so that even the late wood's edge is a little soft.
    blur = max(1.4, 1.6 / px)
    soft = floats(cv2.GaussianBlur(tones[None], (0, 0), sigmaX=blur, sigmaY=0.01))
    # Next to the pith lies the darkest heart wood.
    soft[0, :24] += np.linspace(0.6, 0, 24)
    return floats(soft.ravel() * np.float32(timber.rings * rng.uniform(0.7, 1.15)))


def _fibres(timber: Timber, rng: np.random.Generator) -> Floats:
    """Streaks, fine and broad, and pores as short dark dashes; to be stretched lengthwise."""
    noise = floats(rng.standard_normal((512, 512)))
    streaks = wrapped_blur(noise, 5, 0.45) * np.float32(0.6)
    streaks += wrapped_blur(noise, 9, 3) * np.float32(0.4)
    dots = wrapped_blur(floats(rng.standard_normal((512, 512))), 1.6, 0.35)
    both = streaks * np.float32(0.085 * timber.fibres * rng.uniform(0.7, 1.4))
    both += np.clip(dots - 1.5, 0, 1.2) * np.float32(0.45 * timber.pores)
    return repeating(floats(both))


def _knots(sheet: Sheet, timber: Timber, rng: np.random.Generator) -> tuple[Knot, ...]:
    width, depth = sheet.columns / sheet.px, sheet.rows / sheet.px
    # As many to the square metre on any size of table.
    count = rng.poisson(timber.knots * 1.8 * width * depth / 1e6)
    return tuple(
        Knot(
            float(rng.uniform(-width / 2, width / 2)),
            float(rng.uniform(-depth / 2, depth / 2)),
            float(rng.uniform(5, 13)),
        )
        for _ in range(int(count))
    )
