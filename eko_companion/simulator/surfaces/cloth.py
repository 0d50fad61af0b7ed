"""Table cloths: felt, plain weave and twill, plain or in checks, with lint, folds and creases.

A woven cloth is drawn thread by thread: at each crossing the warp or the weft lies on top and
shows its colour, so that checks and mixed tones come about as they do on a loom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from eko_companion.simulator.surfaces.sheet import (
    Rgb,
    Sheet,
    bgr,
    inked,
    looked_up,
    scaled,
    shifted,
    wrapped_blur,
)
from eko_companion.simulator.tile_pictures.noise import Floats, floats

_SHADES: dict[str, tuple[Rgb, ...]] = {
    "cloth_green": ((33, 84, 57), (24, 96, 62), (58, 92, 50), (20, 66, 52)),
    "cloth_red": ((138, 28, 34), (110, 24, 30), (164, 52, 44)),
    "cloth_blue": ((34, 48, 104), (28, 38, 80), (48, 84, 138), (24, 72, 108)),
    "cloth_linen": ((206, 194, 170), (222, 214, 196), (176, 166, 148), (196, 180, 146)),
    "cloth_sand": ((212, 176, 112), (198, 158, 94), (222, 192, 136), (188, 140, 84)),
    "cloth_violet": ((86, 46, 110), (66, 36, 92), (112, 66, 130)),
}
_FELT_CHANCE = {"cloth_linen": 0.0, "cloth_checked": 0.0, "cloth_sand": 0.25}
_CHECKS: tuple[tuple[Rgb, ...], ...] = (
    ((232, 228, 220), (176, 34, 38)),
    ((230, 230, 226), (38, 60, 122)),
    ((226, 206, 160), (150, 96, 44)),
    ((24, 52, 44), (150, 30, 34), (226, 196, 90)),
    ((34, 42, 86), (92, 46, 112), (206, 202, 196)),
    ((236, 232, 224), (60, 110, 84)),
)


@dataclass(frozen=True)
class Weave:
    """Threads of warp and weft: colours in order, which repeat, and how they cross."""

    pitch: float
    warp: Floats
    weft: Floats
    twill: bool
    relief: float


def draw(sheet: Sheet, kind: str, rng: np.random.Generator) -> Floats:
    """A table under a cloth."""
    angle = float(rng.uniform(-0.25, 0.25) + rng.integers(4) * math.pi / 2)
    if kind == "cloth_checked":
        colour = _woven(sheet, _checks(sheet, rng), angle, rng)
    else:
        shades = _SHADES[kind]
        shade = shifted(shades[int(rng.integers(len(shades)))], rng, 0.8)
        if rng.random() < _FELT_CHANCE.get(kind, 0.6):
            colour = _felt(sheet, shade, rng)
        else:
            colour = _woven(sheet, _plain(sheet, shade, kind == "cloth_linen", rng), angle, rng)
    scaled(colour, _folds(sheet, angle, rng))
    return colour


def _felt(sheet: Sheet, shade: Rgb, rng: np.random.Generator) -> Floats:
    """Short fibres pressed in every direction, a mottled nap, and lint."""
    side = 768
    fuzz = np.zeros((side, side), np.float32)
    noise = floats(rng.standard_normal((side, side), dtype=np.float32))
    reach = max(1.0, rng.uniform(0.9, 1.8) * sheet.px)
    for turn in range(4):
        # A slanted blur of repeating noise: each turn gives the fibres of one direction.
        rolled = np.roll(noise, 191 * turn, axis=(0, 1))
        fuzz += _streaked(rolled, reach, math.pi * (turn + 0.5) / 4)
    fuzz = wrapped_blur(fuzz, max(0.35, 0.25 * sheet.px), max(0.35, 0.25 * sheet.px))
    light = sheet.tiled(fuzz) * np.float32(rng.uniform(0.07, 0.14))
    light += sheet.clouds(rng.uniform(4, 9), rng, 2) * np.float32(rng.uniform(0.06, 0.13))
    light += sheet.clouds(190, rng, 3) * np.float32(0.06)
    light += 1
    colour = floats(np.broadcast_to(bgr(shade), (*sheet.shape, 3)).copy())
    scaled(colour, light)
    _lint(sheet, colour, rng)
    return colour


def _streaked(patch: Floats, reach: float, angle: float) -> Floats:
    """A patch blurred along one direction, over its edges."""
    size = 2 * math.ceil(1.5 * reach) + 1
    steps = np.arange(size) - size // 2
    x, y = np.meshgrid(steps, steps)
    along = x * math.cos(angle) + y * math.sin(angle)
    across = y * math.cos(angle) - x * math.sin(angle)
    kernel = np.exp(-((along / reach) ** 2) - (across / 0.55) ** 2)
    pad = size
    wide = cv2.copyMakeBorder(patch, pad, pad, pad, pad, cv2.BORDER_WRAP)
    return floats(cv2.filter2D(wide, -1, kernel / np.sqrt((kernel**2).sum()))[pad:-pad, pad:-pad])


def _plain(sheet: Sheet, shade: Rgb, coarse: bool, rng: np.random.Generator) -> Weave:
    """One colour; threads differ a little, and in linen a lot."""
    pitch = max(float(rng.uniform(1.0, 1.9) if coarse else rng.uniform(0.7, 1.3)), 2.4 / sheet.px)
    spread = rng.uniform(0.05, 0.1) if coarse else rng.uniform(0.02, 0.05)
    second = shifted(shade, rng, 0.7)
    warp, weft = (
        bgr(colour) * (1 + rng.normal(0, spread, (1400, 1))) for colour in (shade, second)
    )
    return Weave(pitch, floats(warp), floats(weft), bool(not coarse and rng.random() < 0.5), 0.16)


def _checks(sheet: Sheet, rng: np.random.Generator) -> Weave:
    """Gingham or tartan: bands of coloured threads, the same both ways."""
    colours = [shifted(colour, rng, 0.5) for colour in _CHECKS[int(rng.integers(len(_CHECKS)))]]
    pitch = max(float(rng.uniform(0.7, 1.1)), 2.2 / sheet.px)
    wide = max(2, round(float(rng.uniform(9, 38)) / pitch))
    sett = [colours[0]] * wide + [colours[1]] * wide
    if len(colours) > 2:
        fine = max(1, round(wide / 7))
        middle = [colours[1]] * (wide // 2 - fine)
        sett = [colours[0]] * wide + middle + [colours[2]] * (2 * fine) + middle
        sett[wide // 2 : wide // 2 + fine] = [colours[2]] * fine
    threads = floats([bgr(colour) for colour in sett])
    return Weave(pitch, threads, threads, bool(rng.random() < 0.7), 0.12)


def _woven(sheet: Sheet, weave: Weave, angle: float, rng: np.random.Generator) -> Floats:
    """Every thread in its place, warp and weft on top by turns."""
    wave = sheet.clouds(150, rng, 2) * np.float32(rng.uniform(0.5, 2.5))
    slubs = [rng.normal(0, 0.03, 1400) for _ in range(2)]
    blots = 1 + sheet.clouds(12, rng, 2) * np.float32(0.025) + sheet.grain(rng) * np.float32(0.025)
    colour = np.empty((*sheet.shape, 3), np.float32)
    for rows, band in sheet.bands():
        across, down = band.turned(angle)
        across += wave[rows]
        down -= wave[rows]
        # Counting from beyond the corner keeps thread numbers above zero.
        across, down = (
            (at + np.float32(sheet.reach)) / np.float32(weave.pitch) for at in (across, down)
        )
        column, row = across.astype(np.intp), down.astype(np.intp)
        over = ((column + row) & 3) < 2 if weave.twill else ((column + row) & 1) == 0
        light = np.where(over, looked_up(slubs[0], column), looked_up(slubs[1], row))
        # Threads are round: darker towards both edges, as far as pixels can show it.
        aside = np.where(over, across - column, down - row) - np.float32(0.5)
        light += 1 - np.float32(4 * weave.relief) * aside * aside
        warp = np.take(weave.warp, column, axis=0, mode="wrap")
        weft = np.take(weave.weft, row, axis=0, mode="wrap")
        painted = np.where(over[..., None], warp, weft)
        scaled(painted, floats(light * blots[rows]))
        colour[rows] = painted
    return colour


def _lint(sheet: Sheet, colour: Floats, rng: np.random.Generator) -> None:
    """A few pale hairs and crumbs of fluff."""
    mask = np.zeros(sheet.shape, np.uint8)
    for _ in range(int(rng.integers(4, 40))):
        x, y = rng.uniform(0, sheet.columns), rng.uniform(0, sheet.rows)
        turns = np.cumsum(rng.normal(0, 0.5, 7)) + rng.uniform(0, 2 * math.pi)
        step = rng.uniform(0.3, 1.2) * sheet.px
        xs, ys = x + step * np.cumsum(np.cos(turns)), y + step * np.cumsum(np.sin(turns))
        points = np.rint(np.stack([xs, ys], axis=1)).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(mask, [points], False, int(rng.integers(60, 190)), 1, cv2.LINE_AA)
    inked(colour, mask, (205, 202, 196))


def _folds(sheet: Sheet, angle: float, rng: np.random.Generator) -> Floats:
    """Brightness from soft waves in the cloth, and creases from the cupboard."""
    light = 1 + sheet.clouds(300, rng, 2) * np.float32(0.04)
    if rng.random() < 0.45:
        along, across = sheet.turned(angle)
        for field in (along, across):
            every = float(rng.uniform(330, 480))
            place = field / np.float32(every) + np.float32(rng.random())
            away = (place - np.rint(place)) * np.float32(every / 5)
            # One side of a crease catches the light, the other does not.
            light += np.float32(0.11) * away * np.exp(-away * away)
    return floats(light)
