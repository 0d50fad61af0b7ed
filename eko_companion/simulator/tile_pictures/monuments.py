"""What people built in the desert: the ruined capital, the portal and the three temples."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Patch, Point
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep
from eko_companion.simulator.tile_pictures.styles import Rgb


def polar(radius: float, angle: float) -> Point:
    """A point by its distance and angle."""
    return radius * math.cos(angle), radius * math.sin(angle)


def paint_capital(patch: Patch, rng: np.random.Generator) -> None:
    """A walled city in ruins: roofs in its own colours around a domed court."""
    inks = patch.style.palette
    turn = float(rng.uniform(0, math.pi))
    wall = patch.ngon(9, turn)
    worn = floats(wall + 0.012 * patch.noise(7, rng, 3))
    patch.paint(smoothstep(0.47, 0.4, worn), inks.paving)
    patch.height *= 1 - smoothstep(0.47, 0.4, worn)
    for row in range(-5, 6):
        for column in range(-5, 6):
            _house(patch, rng, turn, (column * 0.083, row * 0.083))
    broken = patch.noise(5, rng, 2) > -0.42
    ring = floats(patch.inside(floats(np.abs(wall - 0.405)), 0.017) * broken)
    patch.paint(ring, inks.wall)
    patch.height += np.float32(0.055) * ring
    part = 2 * math.pi / 9
    for k in range(9):
        if rng.uniform() < 0.85:
            x, y = polar(0.405 / math.cos(part / 2), turn + (k + 0.5) * part)
            _disc(patch, (x, y), 0.036, inks.wall, 0.09)
            _disc(patch, (x, y), 0.021, inks.roof_two, 0.03)
    for sides, size, colour, lift in (
        (8, 0.14, inks.wall, 0.03),
        (8, 0.118, inks.gold, 0.02),
        (8, 0.098, inks.wall, 0.025),
    ):
        step = patch.inside(patch.ngon(sides, turn), size)
        patch.paint(step, colour)
        patch.height += np.float32(lift) * step
    dome = patch.inside(patch.r, 0.078)
    patch.paint(dome, inks.roof_one)
    patch.height += floats(np.sqrt(np.clip(0.078**2 - patch.r**2, 0, 1)))
    patch.paint(patch.inside(patch.r, 0.017), inks.gold)


def _house(patch: Patch, rng: np.random.Generator, turn: float, place: Point) -> None:
    inks = patch.style.palette
    x, y = place[0] + rng.uniform(-0.008, 0.008), place[1] + rng.uniform(-0.008, 0.008)
    width, depth = rng.uniform(0.024, 0.039, 2)
    ruined = rng.uniform()
    roofs = (inks.wall, inks.wall, inks.roof_one, inks.roof_two, inks.paving, inks.gold)
    chances = (0.28, 0.1, 0.27, 0.23, 0.07, 0.05)
    roof = roofs[int(rng.choice(len(roofs), p=chances))]
    lift = float(rng.uniform(0.025, 0.065))
    away = math.hypot(x, y)
    if away > 0.365 or away < 0.165 or ruined < 0.1:
        return
    box = [(-width, -depth), (width, -depth), (width, depth), (-width, depth)]
    if ruined < 0.3:
        # A corner has fallen in.
        box[2:3] = [(width, depth * 0.1), (width * 0.2, depth * 0.2), (width * 0.1, depth)]
    cos, sin = math.cos(turn), math.sin(turn)
    inner = 0.55 if ruined > 0.7 else 0.0
    place_of = [(x + a, y + b) for a, b in box]
    patch.polygon([(a * cos - b * sin, a * sin + b * cos) for a, b in place_of], roof, 1, lift)
    ridge = [(x - width * 0.8, y), (x + width * 0.8, y)]
    if inner:
        court = [(x + a * inner, y + b * inner) for a, b in box]
        around = [(a * cos - b * sin, a * sin + b * cos) for a, b in court]
        patch.polygon(around, inks.paving, 0.9, -lift)
    elif roof != inks.wall:
        spine = [(a * cos - b * sin, a * sin + b * cos) for a, b in ridge]
        patch.line(spine, inks.line, 0.005, 0.6)


def _disc(patch: Patch, middle: Point, radius: float, colour: Rgb, lift: float) -> None:
    points = [
        (middle[0] + x, middle[1] + y) for x, y in (polar(radius, k * 0.393) for k in range(16))
    ]
    patch.polygon(points, colour, 1.0, lift)


def paint_portal(patch: Patch, rng: np.random.Generator, front: int) -> None:
    """A gate of light in a court walled on five sides, with a paved way out of the open edge."""
    inks = patch.style.palette
    rough = patch.noise(9, rng, 3)
    ahead = -math.radians(60 * front)
    forth = patch.x * math.cos(ahead) + patch.y * math.sin(ahead)
    aside = patch.y * math.cos(ahead) - patch.x * math.sin(ahead)
    edge = patch.hex_distance()
    floor = patch.inside(edge, 0.48)
    patch.paint(floor, inks.stone_cool, 0.8)
    patch.paint(floats(floor * smoothstep(0, 0.8, rough)), inks.rock_dark, 0.35)
    patch.height *= 1 - floor
    slabs = np.minimum(np.mod(forth * 11, 1), np.mod(aside * 7 + 0.5, 1))
    way = floats((np.abs(aside) < 0.2) & (forth > 0.05)) * patch.inside(edge, 0.5)
    patch.paint(floats(way), inks.paving)
    patch.paint(floats(way * (slabs < 0.09)), inks.line, 0.5)
    open_side = smoothstep(0.0, 0.02, floats(forth - 0.415)) * (np.abs(aside) < 0.235)
    walls = patch.inside(floats(np.abs(edge - 0.44)), 0.045) * (1 - open_side)
    joints = np.mod((patch.angle - ahead) * 24 / (2 * math.pi), 1) < 0.08
    patch.paint(floats(walls), inks.gate_stone)
    patch.paint(floats(walls * joints), inks.line, 0.6)
    patch.height += floats(walls * (0.11 + 0.01 * rough))
    _gate(patch, rng, ahead, forth, aside)
    for place in (0.27, 0.35, 0.43):
        tip = np.abs(forth + np.abs(aside) * 0.6 - place)
        mark = patch.inside(floats(tip), 0.016) * patch.inside(floats(np.abs(aside)), 0.12)
        patch.paint(floats(mark), inks.silver, 0.95)


def _gate(
    patch: Patch, rng: np.random.Generator, ahead: float, forth: Floats, aside: Floats
) -> None:
    """The arch: wedge stones in a horseshoe that opens ahead, and the light within."""
    inks = patch.style.palette
    bow = np.where(forth < 0.03, np.hypot(forth - 0.03, aside), np.abs(aside))
    within = floats(np.maximum(bow - 0.17, forth - 0.17))
    swirl = np.sin(3 * patch.angle + 26 * patch.r + 1.5 * patch.noise(5, rng, 2))
    light = patch.inside(within, 0.0)
    patch.paint(light, inks.gate_glow)
    patch.paint(floats(light * smoothstep(0.1, 1.0, floats(swirl))), inks.silver, 0.55)
    patch.paint(floats(light * smoothstep(0.13, 0.0, patch.r)), inks.silver, 0.7)
    arch = patch.inside(floats(np.abs(bow - 0.205)), 0.042) * patch.inside(forth, 0.17)
    patch.paint(floats(arch), inks.wall)
    wedges = np.where(
        forth < 0.03,
        np.mod(np.arctan2(aside, forth - 0.03) * 2.6, 1),
        np.mod(forth * 13, 1),
    )
    patch.paint(floats(arch * (wedges < 0.1)), inks.line, 0.7)
    patch.height += np.float32(0.14) * floats(arch)


def _platform(patch: Patch, sides: int, turn: float, steps: list[tuple[float, Rgb]]) -> None:
    """Steps of stone, widest first."""
    for size, colour in steps:
        step = patch.inside(patch.ngon(sides, turn), size)
        patch.paint(step, colour)
        lip = step - patch.inside(patch.ngon(sides, turn), size - 0.008)
        patch.paint(lip, patch.style.palette.line, 0.35)
        patch.height += np.float32(0.035) * step


def paint_wind_temple(patch: Patch, rng: np.random.Generator) -> None:
    """A round terrace with a wheel of curved sails."""
    inks = patch.style.palette
    turn = float(rng.uniform(0, 1))
    _platform(patch, 12, turn, [(0.43, inks.paving), (0.39, inks.wall), (0.34, inks.wind)])
    swept = np.mod((patch.angle + 4.2 * patch.r) * 6 / (2 * math.pi) + turn, 1)
    sail = floats((swept < 0.52) & (patch.r < 0.315) & (patch.r > 0.05))
    patch.paint(floats(sail), inks.wall)
    fold = floats(sail * smoothstep(0.52, 0.05, floats(swept)))
    patch.paint(fold, inks.wind, 0.45)
    patch.height += floats(0.05 * fold)
    patch.paint(patch.inside(floats(np.abs(patch.r - 0.365)), 0.008), inks.line, 0.5)
    for k in range(12):
        _disc(patch, polar(0.41, turn + (k + 0.5) * math.pi / 6), 0.017, inks.wind, 0.05)
    _disc(patch, (0, 0), 0.062, inks.gold, 0.07)
    _disc(patch, (0, 0), 0.034, inks.wall, 0.03)


def paint_moon_temple(patch: Patch, rng: np.random.Generator) -> None:
    """A dark round court with a silver crescent, stars, and the phases of the moon around."""
    inks = patch.style.palette
    turn = float(rng.uniform(0, 1))
    _platform(patch, 8, turn, [(0.43, inks.gate_stone), (0.385, inks.moon)])
    patch.paint(patch.inside(floats(np.abs(patch.r - 0.27)), 0.009), inks.silver, 0.9)
    tilt = float(rng.uniform(-0.6, 0.6))
    bite = np.hypot(patch.x - 0.085 * math.cos(tilt), patch.y - 0.085 * math.sin(tilt))
    crescent = floats(patch.inside(patch.r, 0.2) * (1 - patch.inside(floats(bite), 0.155)))
    patch.paint(crescent, inks.silver)
    patch.height += np.float32(0.035) * crescent
    for k in range(8):
        x, y = polar(0.326, turn + k * math.pi / 4)
        away = floats(np.hypot(patch.x - x, patch.y - y))
        disc = patch.inside(away, 0.036)
        dark = patch.inside(floats(np.hypot(patch.x - x - 0.022 * (k - 4), patch.y - y)), 0.036)
        patch.paint(disc, inks.storm_dark)
        patch.paint(floats(disc * (1 - dark)) if k != 4 else disc, inks.silver)
    for _ in range(5):
        x, y = polar(rng.uniform(0.02, 0.13), tilt + rng.uniform(-0.9, 0.9))
        away = np.hypot(patch.x - x, patch.y - y)
        arms = np.minimum(np.abs(patch.x - x), np.abs(patch.y - y))
        star = smoothstep(0.028, 0.0, floats(away + 5 * arms))
        patch.paint(star, inks.silver)


def paint_sand_temple(patch: Patch, rng: np.random.Generator) -> None:
    """A square ziggurat of amber stone with an hourglass on its top."""
    inks = patch.style.palette
    turn = float(rng.uniform(-0.25, 0.25))
    steps = [(0.345, inks.sand_dark), (0.31, inks.amber), (0.27, inks.sand_light)]
    _platform(patch, 4, turn, [*steps, (0.235, inks.amber), (0.195, inks.wall)])
    for k in range(4):
        # Stairs up the middle of each side.
        angle = turn + k * math.pi / 2
        forth = patch.x * math.cos(angle) + patch.y * math.sin(angle)
        aside = patch.y * math.cos(angle) - patch.x * math.sin(angle)
        stairs = patch.inside(floats(np.abs(aside)), 0.045) * patch.inside(
            floats(np.abs(forth - 0.28)), 0.08
        )
        patch.paint(floats(stairs), inks.wall)
        patch.paint(floats(stairs * (np.mod(forth * 45, 1) < 0.35)), inks.line, 0.45)
    upright = patch.y * math.cos(turn) - patch.x * math.sin(turn)
    sideways = floats(np.abs(patch.x * math.cos(turn) + patch.y * math.sin(turn)))
    waist = 0.014 + 0.62 * np.abs(upright) ** 1.15
    glass = floats(np.clip((waist - sideways) * patch.px, 0, 1)) * patch.inside(
        floats(np.abs(upright)), 0.145
    )
    patch.paint(floats(glass), inks.line)
    inner = floats(np.clip((waist - 0.018 - sideways) * patch.px, 0, 1))
    fill = ((upright > 0.06) | ((upright < -0.02) & (upright > -0.085))).astype(np.float32)
    full = floats(inner * patch.inside(floats(np.abs(upright)), 0.13))
    patch.paint(full, inks.bone)
    patch.paint(floats(full * fill), inks.amber)
    caps = patch.inside(floats(np.abs(np.abs(upright) - 0.148)), 0.014)
    patch.paint(floats(caps * patch.inside(sideways, 0.125)), inks.line)
