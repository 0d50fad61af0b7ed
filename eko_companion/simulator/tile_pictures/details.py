"""Small things that make each tile its own: rocks, cracks, bones, tracks, plants and shards."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Canvas, Patch, Point
from eko_companion.simulator.tile_pictures.noise import floats, smoothstep, stream

Walk = list[Point]


def scatter_details(canvas: Canvas, middles: list[Point], seed: int, name: str) -> None:
    """Strew details over the open cells whose middles are given."""
    if not middles:
        return
    rng = stream(seed, name, "details")
    kinds: list[Callable[[Patch, np.random.Generator], None]]
    kinds = [_rocks, _crack, _bones, _tracks, _bush, _rocks, _shards, _stain, _tracks]
    first = int(rng.integers(len(kinds)))
    count = max(1, round(canvas.style.details * 2.2 * len(middles)))
    order = rng.permutation(len(middles))
    for k in range(count):
        x, y = middles[int(order[k % len(middles)])]
        angle, away = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.47)
        patch = canvas.around((x + away * math.cos(angle), y + away * math.sin(angle)), 0.5)
        if min(patch.shape) > 2:
            # Stepping through the kinds gives every tile a mixture.
            kinds[(first + 4 * k) % len(kinds)](patch, rng)


def _walk(rng: np.random.Generator, steps: int, stride: float, wander: float) -> Walk:
    angle = rng.uniform(0, 2 * math.pi)
    turning = rng.uniform(-wander, wander) / 2
    x, y = -steps / 2 * stride * math.cos(angle), -steps / 2 * stride * math.sin(angle)
    walk = []
    for _ in range(steps):
        walk.append((x, y))
        angle += turning + rng.uniform(-wander, wander)
        x, y = x + stride * math.cos(angle), y + stride * math.sin(angle)
    return walk


def _blob(rng: np.random.Generator, middle: Point, size: float, corners: int = 9) -> Walk:
    turns = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    return [
        (middle[0] + size * f * math.cos(t), middle[1] + size * f * math.sin(t))
        for t, f in zip(turns, rng.uniform(0.7, 1.1, corners), strict=True)
    ]


def _rocks(patch: Patch, rng: np.random.Generator) -> None:
    inks = patch.style.palette
    for _ in range(int(rng.integers(3, 9))):
        x, y = rng.normal(0, 0.045, 2)
        size = float(rng.uniform(0.007, 0.03))
        colour = inks.rock if rng.uniform() < 0.5 else inks.rock_light
        patch.polygon(_blob(rng, (x, y), size), colour, 0.95, 0.6 * size)
        patch.polygon(
            _blob(rng, (x - 0.2 * size, y - 0.2 * size), 0.55 * size), inks.rock_light, 0.7
        )


def _crack(patch: Patch, rng: np.random.Generator) -> None:
    weight = patch.style.line_weight
    walk = _walk(rng, int(rng.integers(7, 13)), 0.035, 0.7)
    for k in range(len(walk) - 1):
        thin = 1 - abs(2 * k / (len(walk) - 1) - 1)
        patch.line(walk[k : k + 2], patch.style.palette.line, weight * (0.5 + 0.8 * thin), 0.65)
    for _ in range(2):
        x, y = walk[int(rng.integers(2, len(walk) - 1))]
        branch = [(x + a - b, y + c - d) for (a, c), (b, d) in _branch(rng)]
        patch.line(branch, patch.style.palette.line, weight * 0.6, 0.55)


def _branch(rng: np.random.Generator) -> list[tuple[Point, Point]]:
    walk = _walk(rng, 5, 0.025, 0.6)
    return [(point, walk[0]) for point in walk]


def _bones(patch: Patch, rng: np.random.Generator) -> None:
    inks = patch.style.palette
    turn = rng.uniform(0, 2 * math.pi)
    cos, sin = math.cos(turn), math.sin(turn)

    def put(x: float, y: float) -> Point:
        return x * cos - y * sin, x * sin + y * cos

    shade, width = inks.line, 0.012
    spine = [put(0.028 * k - 0.1, 0.015 * math.sin(k * 0.5)) for k in range(10)]
    ribs = []
    for k in range(1, 6):
        long = 0.026 + 0.03 * math.sin(math.pi * k / 6)
        for side in (-1, 1):
            x = 0.032 * k - 0.09
            ribs.append([put(x, 0), put(x + 0.012, side * long), put(x - 0.004, side * long * 1.5)])
    for line in (spine, *ribs):
        patch.line([(x + 0.005, y + 0.006) for x, y in line], shade, width, 0.4)
    for line in (spine, *ribs):
        patch.line(line, inks.bone, width * 0.6)
    patch.polygon(_blob(rng, put(-0.13, 0), 0.028), inks.bone, 1.0, 0.01)
    patch.polygon(_blob(rng, put(-0.138, 0.009), 0.006, 6), shade)


def _tracks(patch: Patch, rng: np.random.Generator) -> None:
    walk = _walk(rng, int(rng.integers(9, 17)), 0.034, 0.16)
    wheels = rng.uniform() < 0.3
    for side in (-1, 1):
        line = []
        for k in range(len(walk) - 1):
            (x, y), (a, b) = walk[k], walk[k + 1]
            long = math.hypot(a - x, b - y)
            line.append((x - side * 0.016 * (b - y) / long, y + side * 0.016 * (a - x) / long))
        if wheels:
            patch.line(line, patch.style.palette.line, 0.006, 0.45)
            continue
        for x, y in line[side > 0 :: 2]:
            patch.polygon(_blob(rng, (x, y), 0.009, 7), patch.style.palette.line, 0.55, -0.004)


def _bush(patch: Patch, rng: np.random.Generator) -> None:
    inks = patch.style.palette
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.normal(0, 0.05, 2)
        size = rng.uniform(0.025, 0.05)
        patch.polygon(_blob(rng, (x + 0.01, y + 0.012), size * 0.8), inks.line, 0.3)
        for turn in np.linspace(0, 2 * math.pi, 13, endpoint=False) + rng.uniform(0, 1):
            long = size * rng.uniform(0.6, 1.1)
            bend = turn + rng.uniform(-0.4, 0.4)
            half = (x + 0.5 * long * math.cos(turn), y + 0.5 * long * math.sin(turn))
            tip = (x + long * math.cos(bend), y + long * math.sin(bend))
            patch.line([(x, y), half, tip], inks.plant, 0.009)
        patch.polygon(_blob(rng, (x, y), size * 0.3), inks.plant, 0.9, 0.015)


def _shards(patch: Patch, rng: np.random.Generator) -> None:
    inks = patch.style.palette
    for _ in range(int(rng.integers(4, 8))):
        x, y = rng.normal(0, 0.04, 2)
        colour = (inks.roof_two, inks.roof_one, inks.wall)[int(rng.integers(3))]
        points = _blob(rng, (float(x), float(y)), float(rng.uniform(0.009, 0.018)), 4)
        patch.polygon([(a + 0.004, b + 0.005) for a, b in points], inks.line, 0.5)
        patch.polygon(points, colour, 0.85)


def _stain(patch: Patch, rng: np.random.Generator) -> None:
    """A patch of differently coloured ground, such as salt or iron."""
    inks = patch.style.palette
    colour = (inks.crest, inks.canyon_high, inks.rock)[int(rng.integers(3))]
    spread = patch.r + 0.1 * patch.noise(4, rng, 4)
    patch.paint(smoothstep(0.24, 0.05, floats(spread)), colour, 0.3)
