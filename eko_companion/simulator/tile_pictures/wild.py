"""Wild terrains: reg (a field of stones), ravine (a canyon), mountain (peaks), chasm (an abyss)."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Patch, ink
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep


def blend(stops: list[tuple[float, Floats]], values: Floats) -> Floats:
    """A picture from a scale of colours, stops in rising order."""
    places = [place for place, _ in stops]
    channels = [np.interp(values, places, [c[k] for _, c in stops]) for k in range(3)]
    return floats(np.stack(channels, axis=-1))


def paint_reg(patch: Patch, rng: np.random.Generator) -> None:
    """Packed stones, each with its own size, colour and rounded top."""
    inks = patch.style.palette
    dust = smoothstep(0.5, 0.36, floats(patch.hex_distance() + 0.05 * patch.noise(5, rng, 3)))
    patch.paint(dust, inks.stone_warm, 0.75)
    patch.paint(floats(dust * smoothstep(0, 0.7, patch.noise(12, rng, 2))), inks.rock, 0.6)
    spots: list[tuple[float, float, float]] = []
    for attempt in range(900):
        # Big stones first, then ever smaller ones into the gaps.
        size = 0.088 * (1 - attempt / 900) ** 1.5 + 0.013
        x, y = rng.uniform(-0.46, 0.46, 2)
        hexagon = max(abs(x), abs(x / 2 + y * 0.866), abs(x / 2 - y * 0.866))
        if hexagon + size > 0.475:
            continue
        if all((x - a) ** 2 + (y - b) ** 2 > (0.9 * (size + c)) ** 2 for a, b, c in spots):
            spots.append((float(x), float(y), size))
    for x, y, size in spots:
        _stone(patch, rng, (x, y), size)


def _stone(
    patch: Patch, rng: np.random.Generator, middle: tuple[float, float], size: float
) -> None:
    inks = patch.style.palette
    reach = int(1.3 * size * patch.px) + 2
    column, row = (round(patch.middle[k] + middle[k] * patch.px) for k in (0, 1))
    rows = slice(max(row - reach, 0), max(row + reach + 1, 0))
    columns = slice(max(column - reach, 0), max(column + reach + 1, 0))
    x, y = patch.x[rows, columns] - middle[0], patch.y[rows, columns] - middle[1]
    angle = np.arctan2(y, x)
    turns = rng.uniform(0, 6.3, 3)
    lumps = 1 + 0.13 * np.cos(2 * angle + turns[0]) + 0.08 * np.cos(3 * angle + turns[1])
    lumps += 0.05 * np.cos(5 * angle + turns[2])
    ratio = np.hypot(x, y) / (size * lumps)
    cover = np.clip((1 - ratio) * size * patch.px, 0, 1)
    dome = np.clip(1 - ratio**2.4, 0, 1)
    shade = float(rng.uniform(0.7, 1.25))
    share = float(rng.uniform())
    colour = (ink(inks.stone_warm) * share + ink(inks.stone_cool) * (1 - share)) * shade
    picture = colour * (0.72 + 0.38 * dome[..., None])
    target = patch.colour[rows, columns]
    target += cover[..., None].astype(np.float32) * (floats(picture) - target)
    patch.height[rows, columns] += floats(0.55 * size * np.sqrt(dome))


def paint_ravine(patch: Patch, rng: np.random.Generator) -> None:
    """A winding canyon with terraced walls in layers of rock and a dry river at the bottom."""
    inks = patch.style.palette
    heading = rng.uniform(0, 2 * math.pi)
    rough = patch.noise(6, rng, 4)
    side = heading + rng.choice([-1, 1]) * rng.uniform(0.8, 1.2)
    walls = np.minimum(
        _gorge(patch, rng, heading, (-0.5, 0.5), 0.19),
        _gorge(patch, rng, side, (0.0, 0.47), 0.13),
    )
    distance = floats(walls + 0.2 * rough)
    depth = np.clip(1.15 - distance, 0, 1)
    steps = 5
    level = depth * steps
    # Each terrace: mostly flat, with a short steep face.
    terrace = floats((np.floor(level) + smoothstep(0.6, 1.0, floats(np.mod(level, 1)))) / steps)
    scale = [
        (0.0, ink(inks.sand_dark)),
        (0.2, ink(inks.canyon_high)),
        (0.42, ink(inks.canyon_mid)),
        (0.5, ink(inks.canyon_high) * np.float32(0.85)),
        (0.62, ink(inks.canyon_mid) * np.float32(0.9)),
        (0.85, ink(inks.canyon_low)),
        (1.0, ink(inks.canyon_low) * np.float32(0.55)),
    ]
    layers = blend(scale, floats(terrace + 0.04 * patch.noise(14, rng, 2)))
    cover = smoothstep(0.0, 0.1, floats(depth)) * smoothstep(0.5, 0.47, patch.hex_distance())
    patch.paint(floats(cover), layers)
    river = smoothstep(0.24, 0.1, floats(walls + 0.05 * rough))
    patch.paint(floats(river * smoothstep(0.49, 0.42, patch.hex_distance())), inks.river, 0.85)
    patch.height -= floats(0.17 * terrace * cover)


def _gorge(
    patch: Patch,
    rng: np.random.Generator,
    heading: float,
    ends: tuple[float, float],
    half_width: float,
) -> Floats:
    """How far each point is from a winding line, 1 at the rim; narrower towards its ends."""
    along = patch.x * math.cos(heading) + patch.y * math.sin(heading)
    across = patch.y * math.cos(heading) - patch.x * math.sin(heading)
    swing = rng.uniform(0.055, 0.09)
    line = swing * np.sin(along * rng.uniform(9, 12) + rng.uniform(0, 6.3))
    middle, half = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
    taper = np.clip(1.06 - np.abs((along - middle) / half) ** 2.6, 0.01, 1)
    # Beyond its ends the gorge is as far away as can be: a thin tail would break into dots.
    return floats(np.abs(across - line) / (half_width * taper) + 4 * (taper < 0.2))


def paint_mountain(patch: Patch, rng: np.random.Generator) -> None:
    """A massif with several peaks, sharp ridges, screes and pale crests."""
    inks = patch.style.palette
    rough = patch.noise(5, rng, 5)
    outline = floats(0.6 * patch.hex_distance() + 0.4 * patch.r + 0.05 * rough)
    outline -= floats(0.03 * patch.noise(6, rng, 3, ridged=True))
    body = smoothstep(0.475, 0.33, outline)
    turn = rng.uniform(0, 6.3)
    peaks = [(rng.uniform(-0.09, 0.09), rng.uniform(-0.09, 0.09), 0.33, 0.47)]
    for k in range(int(rng.integers(3, 5))):
        angle = turn + k * 1.7 + rng.uniform(-0.3, 0.3)
        away, top = rng.uniform(0.2, 0.26), rng.uniform(0.18, 0.24)
        peaks.append((away * math.cos(angle), away * math.sin(angle), top, 0.3))
    height = np.zeros(patch.shape, np.float32)
    for x, y, top, width in peaks:
        dx, dy = patch.x - x, patch.y - y
        angle = np.arctan2(dy, dx)
        away = np.hypot(dx, dy)
        # Spurs run down from each peak and widen as they go.
        count, phase = int(rng.integers(4, 7)), rng.uniform(0, 6.3)
        spurs = 1 - 2 * np.abs(
            np.mod(count * angle / (2 * math.pi) + phase + 0.12 * rough, 1) - 0.5
        )
        cone = top * np.clip(1 - away / width, 0, 1)
        height = np.maximum(height, cone + 0.17 * spurs * np.minimum(away * 2.5, cone * 2.4))
    crags = floats(
        0.55 * patch.noise(4, rng, 3, ridged=True) + 0.5 * patch.noise(13, rng, 3, ridged=True)
    )
    height = floats((height + 0.042 * crags * np.clip(height * 8, 0, 1)) * body)
    height += floats(0.02 * smoothstep(0.0, 0.3, body))
    scale = [
        (0.0, ink(inks.sand_dark)),
        (0.07, ink(inks.rock)),
        (0.2, ink(inks.rock_light)),
        (0.3, ink(inks.rock_light) * np.float32(1.08)),
    ]
    colour = blend(scale, floats(height + 0.03 * rough))
    foot = smoothstep(0.01, 0.12, body)
    patch.paint(smoothstep(0.52, 0.42, outline), inks.sand_dark, 0.5)
    patch.paint(foot, colour)
    patch.paint(floats(foot * smoothstep(0.1, -0.5, crags)), inks.rock_dark, 0.35)
    crest = smoothstep(0.245, 0.275, floats(height + 0.025 * crags + 0.02 * rough))
    patch.paint(crest, inks.crest, 0.95)
    patch.height += height


def paint_chasm(patch: Patch, rng: np.random.Generator) -> None:
    """A hole without bottom: broken rim, one ledge, then darkness, and cracks around it."""
    inks = patch.style.palette
    rough = patch.noise(4, rng, 5)
    jagged = patch.noise(9, rng, 3, ridged=True)
    turn = rng.uniform(0, math.pi)
    x = patch.x * math.cos(turn) + patch.y * math.sin(turn)
    y = patch.y * math.cos(turn) - patch.x * math.sin(turn)
    distance = floats(np.hypot(x / 0.43, y / 0.36) + 0.2 * rough + 0.06 * jagged)
    distance = np.maximum(distance, smoothstep(0.455, 0.5, patch.hex_distance()) * np.float32(1.2))
    start = rng.uniform(0, 6.3)
    for k in range(9):
        _crack(patch, rng, start + k * 0.7 + rng.uniform(-0.2, 0.2))
    rim = smoothstep(1.14, 1.0, distance)
    patch.paint(rim, inks.abyss_rim, 0.8)
    ledge = smoothstep(0.98, 0.9, distance)
    strata = floats(0.5 + 0.5 * np.sin(distance * 46 + 2 * rough))
    patch.paint(ledge, inks.rock_dark)
    patch.paint(floats(ledge * strata), inks.abyss_rim, 0.55)
    patch.paint(smoothstep(0.84, 0.66, distance), inks.abyss)
    patch.height -= floats(0.1 * smoothstep(1.08, 0.94, distance))
    patch.height -= floats(0.2 * smoothstep(0.9, 0.7, distance))


def _crack(patch: Patch, rng: np.random.Generator, angle: float) -> None:
    reach = float(rng.uniform(0.42, 0.52))
    points = []
    for k in range(7):
        away = 0.25 + (reach - 0.25) * k / 6
        angle += rng.uniform(-0.12, 0.12)
        points.append((away * math.cos(angle), away * math.sin(angle)))
    for k in range(6):
        width = patch.style.line_weight * (1.8 - 0.25 * k)
        patch.line(points[k : k + 2], patch.style.palette.rock_dark, width, 0.8)
