"""Colours of wooden pieces: the retail colours with the shades that copies of the game may have."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from eko_companion.rules.pieces import Player
from eko_companion.simulator.look import Paint, Rgb

TYPICAL: Final[Mapping[Player, tuple[Rgb, ...]]] = {
    "cyan": ((0.12, 0.6, 0.73), (0.2, 0.68, 0.7), (0.1, 0.5, 0.68)),
    "navy": ((0.1, 0.17, 0.42), (0.13, 0.16, 0.34), (0.08, 0.22, 0.5)),
    "violet": ((0.45, 0.14, 0.62), (0.33, 0.16, 0.42), (0.52, 0.22, 0.55), (0.38, 0.22, 0.13)),
    "white": ((0.87, 0.85, 0.8), (0.78, 0.78, 0.78), (0.9, 0.9, 0.88)),
}
"""Shades of each colour; the last violet is the brown of one printing."""
HUE: Final = 0.02
SATURATION: Final = 0.12
BRIGHTNESS: Final = 0.1
"""How far a shade may be from a typical one."""
LEAST_APART: Final = 20.0
"""Two players' colours are at least so far apart (CIE Lab): a copy with less is unplayable."""
_GOLD: Final[Rgb] = (0.88, 0.74, 0.3)


def random_paints(players: Sequence[Player], rng: np.random.Generator) -> dict[Player, Paint]:
    """Paint for each player, told apart by the naked eye."""
    while True:
        woods = {player: _shade(player, rng) for player in players}
        values = list(woods.values())
        pairs = [(a, b) for k, a in enumerate(values) for b in values[:k]]
        if all(difference(a, b) >= LEAST_APART for a, b in pairs):
            break
    gold = rng.random() < 0.7
    gloss = float(rng.uniform(0.05, 0.45))
    return {player: _paint(wood, gold, gloss, rng) for player, wood in woods.items()}


def difference(one: Rgb, other: Rgb) -> float:
    """How different two colours look (CIE 1976)."""
    pair = np.array([[one[::-1], other[::-1]]], np.float32)
    lab = cv2.cvtColor(pair, cv2.COLOR_BGR2Lab)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def _shade(player: Player, rng: np.random.Generator) -> Rgb:
    shades = TYPICAL.get(player) or TYPICAL["cyan"]
    base = shades[int(rng.integers(len(shades)))]
    hue, saturation, brightness = colorsys.rgb_to_hsv(*base)
    hue = (hue + HUE * rng.uniform(-1, 1)) % 1
    saturation = float(np.clip(saturation * (1 + SATURATION * rng.uniform(-1, 1)), 0, 1))
    brightness = float(np.clip(brightness * (1 + BRIGHTNESS * rng.uniform(-1, 1)), 0, 0.93))
    return colorsys.hsv_to_rgb(hue, saturation, brightness)


def _paint(wood: Rgb, gold: bool, gloss: float, rng: np.random.Generator) -> Paint:
    bright = max(wood) > 0.72 and min(wood) > 0.5
    if bright:
        warrior = _mixed(wood, (0.25, 0.25, 0.26), rng.uniform(0.55, 0.85))
        emperor = (0.72, 0.42, 0.12) if gold else (0.2, 0.28, 0.5)
    else:
        warrior = _mixed(wood, (0.96, 0.95, 0.9), rng.uniform(0.55, 0.85))
        emperor = _GOLD if gold else warrior
    return Paint(wood, warrior, emperor, gloss)


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (float(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue
