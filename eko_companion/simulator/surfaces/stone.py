"""Hard even tops: laminate boards, plain, speckled or veined, and riven slate."""

from __future__ import annotations

import math

import cv2
import numpy as np

from eko_companion.simulator.surfaces.sheet import (
    Rgb,
    Sheet,
    bgr,
    inked,
    looked_up,
    ramped,
    scaled,
    shifted,
    wrapped_blur,
)
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep

_LAMINATES: dict[str, tuple[Rgb, ...]] = {
    "laminate_white": ((226, 226, 222), (232, 228, 218), (214, 216, 218)),
    "laminate_grey": ((142, 144, 146), (112, 114, 118), (166, 162, 156), (84, 86, 90)),
}
_SLATES: tuple[Rgb, ...] = ((62, 66, 72), (50, 52, 56), (70, 68, 82), (74, 78, 74))


def draw_laminate(sheet: Sheet, kind: str, rng: np.random.Generator) -> Floats:
    """A kitchen table: one colour, specks, or veins like marble."""
    shades = _LAMINATES[kind]
    shade = shifted(shades[int(rng.integers(len(shades)))], rng, 0.35)
    colour = floats(np.broadcast_to(bgr(shade), (*sheet.shape, 3)).copy())
    light = 1 + sheet.clouds(350, rng, 2) * np.float32(0.015)
    light += sheet.grain(rng) * np.float32(0.008)
    look = str(rng.choice(["plain", "specks", "veins", "brushed"]))
    if look == "specks":
        _speckle(sheet, light, rng)
    elif look == "veins":
        _vein(sheet, light, rng)
    elif look == "brushed":
        streaks = floats(rng.normal(0, 0.016, (sheet.rows, max(2, sheet.columns // 128))))
        light += cv2.resize(streaks, (sheet.columns, sheet.rows), interpolation=cv2.INTER_CUBIC)
    scaled(colour, floats(light))
    _smear(sheet, colour, rng)
    return colour


def _speckle(sheet: Sheet, light: Floats, rng: np.random.Generator) -> None:
    """Chips of darker and lighter stone."""
    noise = floats(rng.standard_normal((1200, 1200), dtype=np.float32))
    for size, share, tone in ((0.5, 1.9, -0.22), (0.9, 2.1, 0.12), (1.3, 2.3, -0.3)):
        blur = size * float(rng.uniform(0.8, 1.3)) * sheet.px
        # Other parts of the same noise for each size: making it is the slow part.
        patch = wrapped_blur(floats(np.roll(noise, round(900 * size), axis=(0, 1))), blur, blur)
        light += sheet.tiled(np.float32(tone) * smoothstep(share, share + 0.35, patch))


def _vein(sheet: Sheet, light: Floats, rng: np.random.Generator) -> None:
    """Marble: thin lines along the crests of slow noise, over soft clouds."""
    light += sheet.clouds(160, rng, 4) * np.float32(0.05)
    for wavelength, depth in ((420, 0.2), (190, 0.12), (90, 0.05)):
        crests = np.abs(sheet.clouds(wavelength, rng, 5))
        broken = 0.5 + 0.5 * sheet.clouds(wavelength / 2, rng, 2)
        light -= np.float32(depth) * np.exp(crests * np.float32(-26)) * np.clip(broken, 0, 1)


def _smear(sheet: Sheet, colour: Floats, rng: np.random.Generator) -> None:
    """Scratches and a join between two leaves of the table."""
    mask = np.zeros(sheet.shape, np.uint8)
    for _ in range(int(rng.integers(0, 10))):
        x, y = rng.uniform(0, sheet.columns), rng.uniform(0, sheet.rows)
        angle, length = rng.uniform(0, math.pi), rng.exponential(25) * sheet.px
        end = (round(x + length * math.cos(angle)), round(y + length * math.sin(angle)))
        cv2.line(mask, (round(x), round(y)), end, int(rng.integers(10, 40)), 1, cv2.LINE_AA)
    inked(colour, mask, (60, 60, 60))
    if rng.random() < 0.3:
        row = rng.uniform(0.1, 0.9) * sheet.rows
        away = np.abs(np.arange(sheet.rows) - row) / sheet.px
        colour *= floats(1 - 0.75 * np.clip(1.1 - away, 0, 1))[:, None, None]


def draw_slate(sheet: Sheet, kind: str, rng: np.random.Generator) -> Floats:
    """Riven stone: flakes one over the other, rust and chalky scratches."""
    base = shifted(_SLATES[int(rng.integers(len(_SLATES)))], rng, 0.8)
    slope = sheet.clouds(rng.uniform(200, 420), rng, 6)
    # Terraces: the stone splits along layers, and each layer's edge catches the light.
    layers = float(rng.uniform(5, 10))
    steps = slope * np.float32(layers) + np.float32(20)
    layer = np.floor(steps)
    height = (layer + smoothstep(0.88, 1.0, steps - layer)) * np.float32(0.5 / layers)
    height += sheet.clouds(60, rng, 5) * np.float32(0.07)
    relief = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=sheet.px)
    relief += cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=sheet.px)
    tone = np.float32(0.42) + np.clip(relief, -0.45, 0.6) * np.float32(0.5)
    tone += looked_up(rng.normal(0, 0.05, 41), layer.astype(np.intp))
    tone += sheet.clouds(90, rng, 5) * np.float32(0.12)
    tone += sheet.grain(rng, 0.3) * np.float32(0.05)
    red, green, blue = base
    dark, pale = (red * 0.6, green * 0.6, blue * 0.62), (red * 1.55, green * 1.55, blue * 1.52)
    colour = ramped(floats(tone), [dark, base, pale])
    rust = smoothstep(0.45, 0.9, sheet.clouds(230, rng, 4)) * np.float32(rng.uniform(0, 0.35))
    colour[..., 2] += rust * np.float32(0.12)
    colour[..., 1] += rust * np.float32(0.05)
    return colour
