"""What a hand looks like, apart from its pose: skin, sleeve, what is worn on the wrist.

Plain choices with their ranges; `random_look` draws one of them. Colours are given as people
pick them (sRGB, red first) and used as linear light, blue first.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from eko_companion.rules.errors import EkoError

Rgb = tuple[float, float, float]
Cloth = Literal["woven", "knitted", "fleece"]
Worn = Literal["nothing", "watch", "band", "bangle"]
Side = Literal["left", "right"]
CLOTHS: Final[tuple[Cloth, ...]] = get_args(Cloth)
WORN: Final[tuple[Worn, ...]] = get_args(Worn)

SIZES: Final = (0.85, 1.1)

_SKINS: Final[tuple[Rgb, ...]] = (
    (234, 197, 174),
    (226, 180, 152),
    (205, 152, 119),
    (172, 118, 86),
    (128, 82, 58),
    (88, 56, 42),
    (62, 41, 34),
)


@dataclass(frozen=True)
class Sleeve:
    """A sleeve of one cloth; `cuff` is how far behind the wrist it ends, in millimetres."""

    colour: Rgb = (60.0, 74.0, 96.0)
    cuff: float = 35.0
    cloth: Cloth = "woven"
    seed: int = 0


@dataclass(frozen=True)
class Look:
    """One person's hand."""

    skin: float = 0.3
    """0 the lightest skin, 1 the darkest."""
    flush: float = 0.0
    """-1 sallow to 1 ruddy."""
    size: float = 1.0
    side: Side = "right"
    sleeve: Sleeve | None = Sleeve()
    worn: Worn = "nothing"
    worn_colour: Rgb = (46.0, 44.0, 42.0)

    def __post_init__(self) -> None:
        if not SIZES[0] - 1e-9 <= self.size <= SIZES[1] + 1e-9:
            raise EkoError(f"a hand's size is between {SIZES[0]} and {SIZES[1]}, not {self.size}.")
        if not 0 <= self.skin <= 1:
            raise EkoError(f"a skin's tone is between 0 and 1, not {self.skin}.")


def linear_bgr(colour: Rgb) -> tuple[float, float, float]:
    """A colour of 0..255 as people pick it, as linear light in 0..1, blue first."""
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (min(max(c / 255, 0.0), 1.0) for c in colour)
    )
    return blue, green, red


def skin_colour(look: Look) -> tuple[float, float, float]:
    """The skin's colour on the back of the hand, linear, blue first."""
    stops = np.array([linear_bgr(skin) for skin in _SKINS])
    at = look.skin * (len(stops) - 1)
    # Between the stops in logarithms: pigment multiplies.
    logs = [np.interp(at, np.arange(len(stops)), np.log(stops[:, k])) for k in range(3)]
    blue, green, red = np.exp(logs) * (1 - 0.1 * look.flush, 1 - 0.08 * look.flush, 1.0)
    return float(blue), float(green), float(red)


def random_look(rng: np.random.Generator) -> Look:
    """Anybody who might sit at the table."""
    bare = rng.random() < 0.18
    hue, strength = rng.random(), rng.beta(1.3, 2.0)
    red, green, blue = colorsys.hsv_to_rgb(hue, strength, 0.08 + 0.85 * rng.beta(1.3, 1.6))
    near_wrist = rng.random() < 0.65
    cuff = rng.uniform(0, 45) if near_wrist else rng.uniform(45, 190)
    sleeve = Sleeve(
        colour=(255 * red, 255 * green, 255 * blue),
        cuff=round(float(cuff)),
        cloth=CLOTHS[int(rng.integers(len(CLOTHS)))],
        seed=int(rng.integers(16)),
    )
    worn = WORN[int(rng.choice(len(WORN), p=(0.62, 0.2, 0.1, 0.08)))]
    dark = rng.uniform(20, 90)
    metal = rng.uniform(150, 205)
    colour = (metal, metal * 0.93, metal * 0.8) if worn == "bangle" else (dark, dark, dark * 1.05)
    return Look(
        skin=float(rng.random() ** 1.3),
        flush=float(rng.uniform(-1, 1)),
        # Few sizes, so that meshes can be kept.
        size=float(rng.choice((0.85, 0.9, 0.95, 1.0, 1.05, 1.1))),
        side="left" if rng.random() < 0.35 else "right",
        sleeve=None if bare else sleeve,
        worn=worn,
        worn_colour=colour,
    )
