"""Storm cells: arms of dust and cloud turning about a dark eye."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Patch, ink
from eko_companion.simulator.tile_pictures.noise import floats, smoothstep
from eko_companion.simulator.tile_pictures.wild import blend


def paint_storm(patch: Patch, rng: np.random.Generator) -> None:
    """A whirl that fills the cell."""
    inks = patch.style.palette
    warp = patch.noise(3, rng, 4)
    twist = np.log(patch.r + 0.06)
    way = int(rng.choice([-1, 1]))
    arms = int(rng.integers(3, 5))
    phase = arms * way * patch.angle + 5.2 * twist + 1.1 * warp + rng.uniform(0, 6.3)
    broad = 0.5 + 0.5 * np.sin(phase)
    wisps = 0.5 + 0.5 * np.sin(3 * phase + 2.5 * patch.noise(6, rng, 3))
    # A field with whole periods around the middle, so that no seam shows where angles wrap.
    tone = floats(np.clip(0.72 * broad + 0.28 * wisps + 0.16 * patch.noise(10, rng, 3), 0, 1))
    scale = [
        (0.0, ink(inks.storm_dark)),
        (0.45, ink(inks.storm)),
        (0.8, ink(inks.storm_light)),
        (1.0, floats(np.minimum(ink(inks.storm_light) * 1.08, 1))),
    ]
    edge = patch.hex_distance() + 0.03 * warp + 0.035 * np.sin(phase)
    cover = smoothstep(0.5, 0.4, floats(edge))
    patch.paint(cover, blend(scale, tone), 0.97)
    # Sand is drawn up along the arms at the brim.
    sand = cover * smoothstep(0.25, 0.46, patch.r) * smoothstep(0.55, 0.9, floats(1 - broad))
    patch.paint(floats(sand), inks.sand, 0.7)
    patch.paint(smoothstep(0.1, 0.03, floats(patch.r + 0.02 * warp)), inks.storm_dark, 0.95)
    patch.height *= 1 - 0.8 * cover
    swell = smoothstep(0.02, 0.14, patch.r) * smoothstep(0.48, 0.3, patch.r)
    patch.height += floats(cover * (0.05 * tone * swell))
    _debris(patch, rng, way)


def _debris(patch: Patch, rng: np.random.Generator, way: int) -> None:
    """Streaks of flying grit that follow the whirl."""
    inks = patch.style.palette
    for _ in range(26):
        away, angle = rng.uniform(0.14, 0.44), rng.uniform(0, 2 * math.pi)
        length = rng.uniform(0.08, 0.3)
        points = []
        for k in range(6):
            turned = angle + way * length * k / 5
            near = away * (1 - 0.12 * k / 5)
            points.append((near * math.cos(turned), near * math.sin(turned)))
        colour = inks.storm_light if rng.uniform() < 0.6 else inks.storm_dark
        patch.line(points, colour, patch.style.line_weight * 0.6, 0.6)
