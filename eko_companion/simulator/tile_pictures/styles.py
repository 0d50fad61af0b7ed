"""Looks of printed tiles: palettes, line weights, textures and rings, and how far each may vary."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

import numpy as np

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of a style, red, green, blue from 0 to 255."""

    sand_light: Rgb = (240, 206, 146)
    sand: Rgb = (222, 172, 106)
    sand_dark: Rgb = (172, 112, 60)
    sand_odd: Rgb = (204, 126, 84)
    rock_light: Rgb = (176, 140, 112)
    rock: Rgb = (122, 84, 64)
    rock_dark: Rgb = (62, 42, 38)
    crest: Rgb = (240, 228, 208)
    stone_warm: Rgb = (168, 128, 108)
    stone_cool: Rgb = (128, 122, 122)
    canyon_high: Rgb = (214, 120, 62)
    canyon_mid: Rgb = (158, 64, 40)
    canyon_low: Rgb = (74, 34, 40)
    river: Rgb = (84, 140, 146)
    abyss: Rgb = (10, 9, 16)
    abyss_rim: Rgb = (72, 52, 52)
    storm_light: Rgb = (226, 222, 216)
    storm: Rgb = (124, 128, 158)
    storm_dark: Rgb = (52, 52, 82)
    wall: Rgb = (238, 226, 196)
    paving: Rgb = (198, 178, 146)
    roof_one: Rgb = (36, 138, 138)
    roof_two: Rgb = (178, 62, 46)
    gold: Rgb = (244, 190, 62)
    wind: Rgb = (96, 190, 214)
    moon: Rgb = (44, 42, 96)
    silver: Rgb = (222, 226, 240)
    amber: Rgb = (226, 142, 38)
    gate_stone: Rgb = (150, 138, 138)
    gate_glow: Rgb = (176, 84, 214)
    line: Rgb = (62, 38, 26)
    plant: Rgb = (104, 116, 56)
    bone: Rgb = (244, 234, 208)
    ring: Rgb = (70, 38, 24)


@dataclass(frozen=True, slots=True)
class Style:
    """How tiles are printed. Lengths are parts of the pitch; `RANGES` says how far each may go."""

    name: str
    palette: Palette = field(default_factory=Palette)
    ring_radius: float = 0.385
    ring_width: float = 0.016
    ring_kind: str = "double"
    """One of `RING_KINDS`."""
    ring_ink: float = 0.85
    """How much ink the rings have; 0 leaves them out."""
    ring_wear: float = 0.35
    border_width: float = 0.009
    border_ink: float = 0.4
    edge_width: float = 0.03
    ripple_scale: float = 11.0
    """Ripples of the sand in one pitch."""
    ripple: float = 0.5
    dunes: float = 0.6
    mottle: float = 0.7
    grain: float = 0.035
    relief: float = 0.85
    """How strongly heights are shaded."""
    line_weight: float = 0.011
    outline: float = 0.15
    """How strongly steps between colours are drawn over as lines."""
    hatch: float = 0.0
    """How strongly dark places are etched with strokes."""
    flat: float = 0.0
    """How far tones are flattened to a few steps."""
    saturation: float = 1.0
    brightness: float = 1.0
    contrast: float = 1.0
    details: float = 1.0
    """How many small things lie about, about 10 on a large tile at 1."""


RING_KINDS: Final = ("double", "single", "dashed", "dotted")

RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "ring_radius": (0.35, 0.42),
    "ring_width": (0.009, 0.03),
    "ring_ink": (0.55, 1.0),
    "ring_wear": (0.0, 0.7),
    "border_width": (0.005, 0.014),
    "border_ink": (0.1, 0.7),
    "edge_width": (0.015, 0.05),
    "ripple_scale": (6.0, 18.0),
    "ripple": (0.0, 1.0),
    "dunes": (0.2, 1.0),
    "mottle": (0.2, 1.2),
    "grain": (0.0, 0.07),
    "relief": (0.5, 1.1),
    "line_weight": (0.007, 0.018),
    "outline": (0.0, 0.9),
    "hatch": (0.0, 0.8),
    "flat": (0.0, 0.8),
    "saturation": (0.25, 1.35),
    "brightness": (0.8, 1.15),
    "contrast": (0.85, 1.15),
    "details": (0.3, 1.8),
}
"""The least and greatest value of each number that `varied` changes."""

HUE_SHIFT: Final = 12
"""The most that `varied` adds to or takes from each channel of an ink."""

HOUSE: Final = Style("house")

INK: Final = Style(
    "ink",
    palette=Palette(
        sand_light=(236, 226, 204),
        sand=(222, 208, 180),
        sand_dark=(184, 168, 140),
        sand_odd=(214, 196, 172),
        rock_light=(204, 194, 176),
        rock=(140, 128, 114),
        rock_dark=(58, 52, 50),
        canyon_high=(206, 168, 134),
        canyon_mid=(140, 102, 84),
        canyon_low=(66, 52, 52),
        river=(170, 200, 204),
        ring=(34, 32, 40),
        line=(30, 28, 34),
    ),
    ring_kind="single",
    ring_width=0.013,
    ring_radius=0.4,
    ring_wear=0.2,
    saturation=0.55,
    hatch=0.75,
    outline=0.8,
    ripple=0.3,
    ripple_scale=8.0,
    grain=0.025,
    mottle=0.4,
    relief=1.0,
    brightness=1.06,
)

NIGHT: Final = Style(
    "night",
    palette=Palette(
        sand_light=(156, 96, 70),
        sand=(124, 68, 52),
        sand_dark=(80, 40, 40),
        sand_odd=(112, 56, 66),
        rock_light=(128, 104, 116),
        rock=(78, 58, 70),
        rock_dark=(32, 24, 36),
        crest=(206, 206, 226),
        stone_warm=(120, 88, 84),
        stone_cool=(92, 88, 106),
        canyon_high=(150, 66, 44),
        canyon_mid=(96, 34, 36),
        canyon_low=(42, 18, 30),
        river=(58, 110, 130),
        storm_light=(176, 168, 190),
        storm=(86, 84, 124),
        storm_dark=(30, 28, 56),
        wall=(206, 182, 156),
        paving=(128, 100, 88),
        plant=(84, 90, 60),
        bone=(210, 194, 176),
        line=(28, 14, 16),
        ring=(240, 204, 150),
    ),
    ring_kind="dashed",
    ring_width=0.02,
    ring_radius=0.37,
    ring_ink=0.75,
    ripple_scale=14.0,
    dunes=0.9,
    relief=1.0,
    grain=0.04,
    contrast=1.05,
)

BRIGHT: Final = Style(
    "bright",
    palette=Palette(
        sand_light=(255, 220, 128),
        sand=(250, 198, 92),
        sand_dark=(232, 158, 62),
        sand_odd=(246, 184, 96),
        rock_light=(196, 150, 128),
        rock=(140, 92, 84),
        rock_dark=(84, 50, 60),
        crest=(255, 252, 244),
        canyon_high=(240, 120, 50),
        canyon_mid=(200, 66, 40),
        canyon_low=(110, 32, 46),
        river=(50, 170, 190),
        ring=(255, 252, 240),
        line=(96, 46, 30),
    ),
    ring_kind="single",
    ring_width=0.028,
    ring_radius=0.39,
    ring_wear=0.1,
    flat=0.75,
    outline=0.5,
    saturation=1.15,
    ripple=0.75,
    ripple_scale=6.5,
    mottle=0.35,
    grain=0.012,
    relief=0.75,
    line_weight=0.015,
)

PALE: Final = Style(
    "pale",
    palette=Palette(
        sand_light=(240, 242, 250),
        sand=(216, 224, 240),
        sand_dark=(168, 180, 206),
        sand_odd=(204, 208, 230),
        rock_light=(200, 192, 196),
        rock=(150, 140, 148),
        rock_dark=(88, 82, 94),
        canyon_high=(222, 178, 150),
        canyon_mid=(182, 120, 100),
        canyon_low=(108, 78, 82),
        stone_warm=(196, 178, 170),
        stone_cool=(170, 172, 180),
        storm_light=(240, 240, 246),
        storm=(168, 178, 206),
        storm_dark=(104, 112, 150),
        ring=(150, 126, 112),
        line=(112, 98, 96),
    ),
    ring_kind="single",
    ring_width=0.022,
    ring_radius=0.395,
    ring_ink=0.9,
    saturation=0.75,
    ripple=0.2,
    dunes=0.35,
    mottle=0.4,
    grain=0.02,
    relief=0.65,
)

COPPER: Final = Style(
    "copper",
    palette=Palette(
        sand_light=(232, 166, 112),
        sand=(206, 126, 74),
        sand_dark=(150, 78, 46),
        sand_odd=(186, 92, 66),
        rock_light=(150, 128, 104),
        rock=(92, 82, 66),
        rock_dark=(42, 40, 36),
        canyon_high=(120, 96, 60),
        canyon_mid=(72, 66, 46),
        canyon_low=(34, 36, 30),
        river=(70, 128, 96),
        stone_warm=(142, 112, 84),
        stone_cool=(104, 108, 92),
        roof_one=(60, 96, 64),
        plant=(84, 120, 60),
        ring=(46, 28, 22),
        line=(46, 26, 18),
    ),
    ring_kind="double",
    ring_width=0.012,
    ring_radius=0.41,
    ring_wear=0.45,
    ripple_scale=9.0,
    ripple=0.85,
    dunes=0.8,
    hatch=0.25,
    outline=0.3,
    grain=0.05,
)

STYLES: Final[Mapping[str, Style]] = {s.name: s for s in (HOUSE, INK, NIGHT, BRIGHT, PALE, COPPER)}


def varied(style: Style, seed: int, amount: float = 1.0) -> Style:
    """A neighbour of a style: inks shifted, and numbers moved up to `amount` of their range.

    The result always stays inside `RANGES`; the same style and seed give the same result.
    """
    rng = np.random.default_rng([seed, zlib.crc32(style.name.encode())])
    numbers: dict[str, float] = {}
    for name, (least, greatest) in RANGES.items():
        # A quarter of the range each way keeps the style's own character.
        step = (greatest - least) * 0.25 * amount * rng.uniform(-1, 1)
        numbers[name] = float(np.clip(getattr(style, name) + step, least, greatest))
    for name in ("hatch", "flat"):
        # A style without strokes or steps does not grow them by chance.
        numbers[name] = min(numbers[name], 2 * getattr(style, name))
    kinds = (*RING_KINDS, style.ring_kind, style.ring_kind)
    kind = kinds[int(rng.integers(len(kinds)))] if amount > 0 else style.ring_kind
    common = rng.uniform(-1, 1, 3) * HUE_SHIFT * amount
    inks: dict[str, Rgb] = {}
    for ink in fields(Palette):
        shift = 0.6 * common + 0.4 * rng.uniform(-1, 1, 3) * HUE_SHIFT * amount
        red, green, blue = np.clip(np.add(getattr(style.palette, ink.name), shift), 0, 255)
        inks[ink.name] = (int(red), int(green), int(blue))
    return replace(style, palette=Palette(**inks), ring_kind=kind, **numbers)  # type: ignore[arg-type]
