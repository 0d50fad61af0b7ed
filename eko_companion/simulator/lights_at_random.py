"""Random light: windows, lamps and mixtures, and how it changes while people play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from eko_companion.simulator.lighting import Light, Lighting

WARM = (1.0, 0.8, 0.58)
NEUTRAL = (1.0, 0.97, 0.93)
COOL = (0.86, 0.94, 1.0)


def random_lighting(rng: np.random.Generator) -> Lighting:
    """A room: a window, lamps, both, or an overcast sky."""
    kind = ("window", "lamps", "mixed", "soft", "spot")[int(rng.integers(5))]
    match kind:
        case "window":
            lights = [_light(rng, COOL, (0.7, 1.0), (25, 50), (5, 12), 0.35)]
            sky = _sky(rng, COOL, 0.3, 0.45)
        case "lamps":
            count = int(rng.integers(1, 4))
            power = 1.0 / count**0.7
            lights = [
                _light(rng, WARM, (0.7 * power, 1.0 * power), (40, 75), (2, 6), 0.3)
                for _ in range(count)
            ]
            sky = _sky(rng, WARM, 0.2, 0.35)
        case "mixed":
            lights = [
                _light(rng, COOL, (0.4, 0.7), (25, 50), (5, 12), 0.3),
                _light(rng, WARM, (0.3, 0.6), (45, 75), (2, 6), 0.3),
            ]
            sky = _sky(rng, NEUTRAL, 0.25, 0.4)
        case "soft":
            lights = [_light(rng, NEUTRAL, (0.3, 0.5), (50, 80), (10, 16), 0.15)]
            sky = _sky(rng, NEUTRAL, 0.5, 0.7)
        case _:
            lights = [_light(rng, NEUTRAL, (0.9, 1.2), (35, 65), (1.5, 3), 0.25)]
            sky = _sky(rng, NEUTRAL, 0.14, 0.25)
    return Lighting(tuple(lights), sky)


def changed_lighting(lighting: Lighting, rng: np.random.Generator) -> Lighting:
    """The same room a while later: brighter or darker, warmer or cooler, a lamp on or off."""
    match int(rng.integers(4)):
        case 0:
            return lighting.dimmed(float(rng.uniform(0.65, 0.9)))
        case 1:
            return lighting.dimmed(float(rng.uniform(1.05, 1.25)))
        case 2:
            lamp = _light(rng, WARM, (0.25, 0.5), (40, 75), (2, 6), 0.3)
            return replace(lighting, lights=(*lighting.lights, lamp))
        case _:
            first, *rest = lighting.lights
            turned = replace(first, azimuth=first.azimuth + float(rng.uniform(-30, 30)))
            tint = tuple(
                float(part * gain)
                for part, gain in zip(first.colour, rng.uniform(0.85, 1.15, 3), strict=True)
            )
            turned = replace(turned, colour=(tint[0], tint[1], tint[2]))
            return replace(lighting, lights=(turned, *rest))


def _light(
    rng: np.random.Generator,
    tint: tuple[float, float, float],
    power: tuple[float, float],
    elevation: tuple[float, float],
    spread: tuple[float, float],
    fall_off: float,
) -> Light:
    strength = rng.uniform(*power)
    red, green, blue = (float(strength * part * rng.uniform(0.96, 1.04)) for part in tint)
    return Light(
        float(rng.uniform(0, 360)),
        float(rng.uniform(*elevation)),
        (red, green, blue),
        float(rng.uniform(*spread)),
        float(rng.uniform(0, fall_off)),
    )


def _sky(
    rng: np.random.Generator, tint: tuple[float, float, float], least: float, most: float
) -> tuple[float, float, float]:
    strength = rng.uniform(least, most)
    red, green, blue = (float(strength * (0.5 + 0.5 * part)) for part in tint)
    return red, green, blue
