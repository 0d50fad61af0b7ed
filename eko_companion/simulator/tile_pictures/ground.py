"""The desert itself: shifting ochres, long dunes with slip faces, wind ripples and fine pebbles."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Canvas, ink
from eko_companion.simulator.tile_pictures.noise import floats, smoothstep, stream


def paint_ground(canvas: Canvas, seed: int, name: str) -> None:
    """Cover the whole sheet with sand."""
    rng = stream(seed, name, "ground")
    sheet = canvas.whole
    style, inks = canvas.style, canvas.style.palette
    heading = rng.uniform(0, math.pi)
    along = sheet.x * math.cos(heading) + sheet.y * math.sin(heading)
    across = sheet.y * math.cos(heading) - sheet.x * math.sin(heading)
    bend = sheet.noise(0.8, rng, 3)
    # A saw-tooth wave with a long windward and a short lee side is what makes a dune.
    phase = across * rng.uniform(1.0, 1.5) + 0.45 * bend + 0.12 * np.sin(along * 3.1)
    saw = np.mod(phase + rng.uniform(), 1.0)
    dune = floats(np.where(saw < 0.8, saw / 0.8, (1 - saw) / 0.2))
    fade = smoothstep(-0.5, 0.6, sheet.noise(0.9, rng, 2))
    dune = floats(dune * fade)
    wave = 2 * math.pi * style.ripple_scale * (across + 0.05 * sheet.noise(2.2, rng, 2))
    patches = smoothstep(-0.45, 0.6, sheet.noise(1.3, rng, 2))
    ripples = floats((0.5 + 0.5 * np.sin(wave + 2.2 * bend)) ** 1.6 * patches)

    sheet.colour[:] = ink(inks.sand)
    mottle = sheet.noise(1.1, rng, 5)
    sheet.paint(smoothstep(0.0, 1.0, mottle), inks.sand_light, 1.0 * style.mottle)
    sheet.paint(smoothstep(0.0, -1.0, mottle), inks.sand_dark, 0.9 * style.mottle)
    odd = smoothstep(-0.4, 0.7, sheet.noise(0.7, rng, 4))
    sheet.paint(odd, inks.sand_odd, style.mottle * rng.uniform(0.4, 1.0))
    sheet.paint(smoothstep(0.35, 1.0, dune), inks.sand_light, 0.55 * style.dunes)
    lee = smoothstep(0.78, 0.86, floats(saw)) * smoothstep(1.0, 0.9, floats(saw))
    sheet.paint(floats(lee * fade), inks.sand_dark, 0.55 * style.dunes)
    sheet.paint(smoothstep(0.55, 0.05, ripples) * patches, inks.sand_dark, 0.6 * style.ripple)
    fine = sheet.noise(40, rng, 2)
    gravel = smoothstep(0.1, 0.9, sheet.noise(2.5, rng, 2))
    sheet.paint(floats(smoothstep(0.55, 0.95, fine) * gravel), inks.rock, 0.5)

    sheet.height += np.float32(0.075 * style.dunes) * dune
    sheet.height += np.float32(0.13 / style.ripple_scale * style.ripple) * ripples
    sheet.height += np.float32(0.006) * sheet.noise(9, rng, 3)
