"""The pyramid and the lighthouse, which stand where three storm cells meet."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Patch
from eko_companion.simulator.tile_pictures.noise import floats, smoothstep


def paint_landmark(patch: Patch, rng: np.random.Generator, landmark: str) -> None:
    """A landmark by its name in the tile set."""
    if landmark == "pyramid":
        _pyramid(patch, rng)
    else:
        _lighthouse(patch, rng)


def _pyramid(patch: Patch, rng: np.random.Generator) -> None:
    inks = patch.style.palette
    turn = math.pi / 4 + rng.uniform(-0.12, 0.12)
    away = patch.ngon(4, turn)
    rough = patch.noise(14, rng, 3)
    sand = smoothstep(0.3, 0.2, floats(away + 0.02 * patch.noise(5, rng, 3)))
    patch.paint(sand, inks.sand)
    patch.height *= 1 - sand
    body = patch.inside(away, 0.205)
    patch.paint(body, inks.amber)
    patch.paint(body, inks.sand_light, 0.45)
    patch.paint(floats(body * smoothstep(0.1, 0.9, rough)), inks.sand_dark, 0.4)
    patch.paint(patch.inside(floats(np.abs(away - 0.205)), 0.006), inks.line, 0.7)
    courses = np.mod(away / 0.0228, 1)
    patch.paint(floats(body * (courses < 0.2)), inks.line, 0.4)
    patch.height += floats(np.clip(0.205 - away, 0, 1) * 0.75)
    patch.paint(patch.inside(away, 0.048), inks.gold)
    patch.paint(patch.inside(floats(np.abs(away - 0.05)), 0.004), inks.line, 0.7)


def _lighthouse(patch: Patch, rng: np.random.Generator) -> None:
    inks = patch.style.palette
    turn = float(rng.uniform(0, math.pi))
    wedge = np.abs(np.mod(patch.angle - turn + math.pi / 2, math.pi) - math.pi / 2)
    beam = smoothstep(0.3, 0.05, floats(wedge)) * smoothstep(0.55, 0.15, patch.r)
    patch.paint(floats(beam), inks.gold, 0.75)
    rock = floats(patch.r + 0.03 * patch.noise(5, rng, 4))
    patch.paint(patch.inside(rock, 0.2), inks.rock)
    patch.height *= 1 - patch.inside(rock, 0.2)
    patch.height += floats(0.05 * smoothstep(0.21, 0.16, rock))
    deck = patch.inside(patch.r, 0.155)
    stripes = np.mod(patch.angle * 12 / (2 * math.pi), 1) < 0.5
    patch.paint(deck, inks.wall)
    patch.paint(floats(deck * stripes), inks.roof_two)
    patch.paint(patch.inside(floats(np.abs(patch.r - 0.152)), 0.008), inks.line, 0.9)
    patch.height += np.float32(0.11) * deck
    lantern = patch.inside(patch.ngon(8, turn), 0.088)
    patch.paint(lantern, inks.line)
    patch.height += np.float32(0.05) * lantern
    patch.paint(patch.inside(patch.ngon(8, turn), 0.074), inks.gold)
    patch.paint(smoothstep(0.06, 0.0, patch.r), inks.bone)
