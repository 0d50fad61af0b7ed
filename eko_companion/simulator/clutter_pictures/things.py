"""Small things of metal, wood, glass and crumbs: pens, coins, glasses, keys and what is eaten."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.clutter_pictures.drawing import (
    Drawing,
    Point,
    Rgb,
    box,
    closed,
    ellipse,
    mixed,
    rounded,
    turned,
)

_PAINTS: tuple[Rgb, ...] = (
    (212, 160, 40), (190, 36, 40), (36, 70, 150), (40, 110, 70), (40, 40, 44), (100, 50, 120),
)  # fmt: skip


def _paint(rng: np.random.Generator) -> Rgb:
    return _PAINTS[int(rng.integers(len(_PAINTS)))]


def _lit(shade: Rgb, light: float) -> Rgb:
    red, green, blue = (min(255.0, part * light) for part in shade)
    return red, green, blue


def pencil(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A six-sided pencil: three of its sides are seen."""
    length, thick, shade = float(rng.uniform(90, 176)), 7.4, _paint(rng)
    wood, bare = (222, 184, 134), 20.0
    drawing = Drawing(length, thick, shade)
    drawing.area(box(bare - 3, 0, length - bare + 3, thick), None, 1.0)
    for top, deep, light in ((0.0, 1.9, 0.8), (1.9, 3.6, 1.12), (5.5, 1.9, 0.66)):
        drawing.area(box(bare, top, length - bare, deep), _lit(shade, light))
    cone: list[Point] = [(0, thick / 2), (bare, 0), (bare + 1.5, thick / 2), (bare, thick)]
    drawing.area(cone, wood, 1.0)
    drawing.area([(0, thick / 2), (6, thick / 2 - 1.1), (6, thick / 2 + 1.1)], (50, 50, 54), 1.0)
    drawing.area(box(length - 18, 0, 10, thick), (188, 186, 180))
    for x in (length - 17, length - 14, length - 11):
        drawing.line([(x, 0), (x, thick)], 0.5, (120, 118, 114))
    drawing.area(box(length - 8, 0, 8, thick), (222, 130, 130))
    return drawing, 7.0


def pen(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A ball pen with a clip."""
    length, thick = float(rng.uniform(135, 148)), 9.6
    shade = _paint(rng)
    drawing = Drawing(length, thick, shade)
    barrel = [(0.0, 4.8), (3, 4), (14, 0.4), (length - 6, 0.4), (length, 3), (length, 6.6),
              (length - 6, 9.2), (14, 9.2), (3, 5.6)]  # fmt: skip
    drawing.area(barrel, shade, 1.0)
    drawing.area(box(14, 1.8, length - 20, 1.9), _lit(shade, 1.5))
    drawing.area(box(14, 7.4, length - 20, 1.8), _lit(shade, 0.6))
    drawing.area([(0, 4.8), (3, 4), (9, 2), (9, 7.6), (3, 5.6)], (186, 186, 190))
    drawing.area(box(length * 0.62, 0.4, 3, 8.8), (190, 190, 194))
    drawing.area(rounded(length * 0.64, 3.6, length * 0.3, 2.4, 1), (206, 206, 210))
    return drawing, 9.0


def coin(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A coin with a raised rim, a number and dots around."""
    size = float(rng.uniform(18, 26))
    metals: tuple[Rgb, ...] = ((196, 160, 84), (180, 180, 182), (168, 104, 66))
    metal, r = metals[int(rng.integers(len(metals)))], size / 2
    drawing = Drawing(size, size, metal)
    drawing.disc((r, r), r, metal, 1.0)
    drawing.line(closed(ellipse((r, r), r - 0.7, r - 0.7)), 0.8, _lit(metal, 1.25))
    drawing.line(closed(ellipse((r, r), r - 1.5, r - 1.5)), 0.5, _lit(metal, 0.6))
    if rng.random() < 0.4:
        drawing.disc((r, r), 0.62 * r, metals[int(rng.integers(len(metals)))])
    value = str(rng.choice(["1", "2", "5"]))
    drawing.text((0.64 * r, 1.45 * r), value, 0.85 * r, _lit(metal, 0.55), 1.0)
    for k in range(12):
        at = turned([(r, 0.34 * r)], (r, r), k * math.pi / 6)[0]
        drawing.disc(at, 0.4, _lit(metal, 0.6))
    drawing.blend(np.abs(drawing.noise(6, rng)) * np.float32(0.3), (40, 30, 20))
    return drawing, float(rng.uniform(1.6, 2.4))


def game_chip(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A chip of another game, in a colour that a player's disc might have."""
    shades: tuple[Rgb, ...] = (
        (40, 160, 190), (110, 56, 140), (36, 46, 100), (226, 224, 218), (180, 40, 44),
    )  # fmt: skip
    shade, r = shades[int(rng.integers(len(shades)))], 19.5
    drawing = Drawing(2 * r, 2 * r, shade)
    drawing.disc((r, r), r, shade, 1.0)
    pale = (236, 234, 228) if sum(shade) < 500 else (60, 60, 66)
    for k in range(6):
        wedge = [(r - 3, 0.0), (r + 3, 0.0), (r + 2.4, 5), (r - 2.4, 5)]
        drawing.area(turned(wedge, (r, r), k * math.pi / 3), pale)
    drawing.line(closed(ellipse((r, r), 13.4, 13.4)), 0.8, pale)
    drawing.text((r - 6, r + 3), str(rng.choice(["10", "25", "50"])), 6, pale, 1.0)
    return drawing, 3.3


def glasses(rng: np.random.Generator) -> tuple[Drawing, float]:
    """Folded spectacles: frames, a bridge, and lenses that let the table show."""
    shade: Rgb = (40, 32, 30) if rng.random() < 0.6 else (120, 70, 40)
    drawing = Drawing(140, 52, shade)
    tint = float(rng.choice([0.1, 0.16, 0.75]))
    lenses = [rounded(x, 6, 54, 40, float(rng.uniform(12, 19))) for x in (6.0, 80.0)]
    for lens in lenses:
        drawing.area(lens, (196, 206, 210) if tint < 0.5 else (46, 44, 50), tint)
        drawing.line(closed(lens), 3.0, shade, 1.0)
    drawing.line([(60, 18), (66, 13), (74, 13), (80, 18)], 3.0, shade, 1.0)
    drawing.line([(6, 10), (128, 3.5)], 2.6, shade, 1.0)
    drawing.line([(134, 10), (12, 5.5)], 2.6, _lit(shade, 1.3), 1.0)
    for x in (20.0, 94.0):
        drawing.line([(x, 16), (x + 9, 12)], 1.4, (236, 240, 244), 0.5)
    return drawing, float(rng.uniform(6, 12))


def coaster(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A round or square mat for a glass: cork or printed."""
    size, round_one = float(rng.uniform(88, 102)), rng.random() < 0.6
    cork = rng.random() < 0.5
    shade = (186, 140, 92) if cork else _paint(rng)
    drawing = Drawing(size, size, shade)
    r = size / 2
    outline = ellipse((r, r), r, r) if round_one else rounded(0, 0, size, size, 6)
    drawing.area(outline, shade, 1.0)
    if cork:
        drawing.blend(
            np.clip(drawing.noise(3, rng, 3) - 0.1, 0, 1) * np.float32(1.1), (110, 72, 42)
        )
    else:
        pale = mixed(shade, (226, 214, 190), 0.7)
        for part in (0.9, 0.62, 0.34):
            drawing.line(closed(ellipse((r, r), part * r, part * r)), 2.0, pale)
        for k in range(8):
            petal = ellipse((r, 0.52 * r), 0.13 * r, 0.26 * r, 24)
            drawing.area(turned(petal, (r, r), k * math.pi / 4), pale)
    drawing.line(closed(ellipse((r + 3, r - 2), 0.66 * r, 0.66 * r)), 1.2, _lit(shade, 0.75))
    return drawing, float(rng.uniform(2, 5))


def crumbs(rng: np.random.Generator) -> tuple[Drawing, float]:
    """What is left of a biscuit."""
    drawing = Drawing(90, 70, (190, 140, 80))
    for _ in range(int(rng.integers(18, 60))):
        at = (float(np.clip(rng.normal(45, 17), 4, 86)), float(np.clip(rng.normal(35, 13), 4, 66)))
        size = min(float(rng.exponential(0.8)) + 0.4, 3.2)
        shape = [
            (at[0] + size * r * math.cos(a), at[1] + size * r * math.sin(a))
            for a, r in zip(np.linspace(0, 5.6, 8), rng.uniform(0.6, 1.2, 8), strict=True)
        ]
        shade = _lit((206, 156, 92), float(rng.uniform(0.7, 1.15)))
        drawing.area(shape, shade, 1.0)
    return drawing, 1.5


def keyring(rng: np.random.Generator) -> tuple[Drawing, float]:
    """Two or three keys and a tag on a ring."""
    steel, brass = (176, 178, 182), (196, 164, 92)
    drawing = Drawing(110, 110, steel)
    hub = (38.0, 38.0)
    start, count = float(rng.uniform(-0.4, 0.2)), int(rng.integers(2, 4))
    for k in range(count):
        metal = _lit(steel if rng.random() < 0.6 else brass, float(rng.uniform(0.8, 1.1)))
        angle = start + k * 0.55
        shaft = [(50.0, 35.0), (96, 35), (100, 38), (96, 41), (92, 41), (90, 43.5), (86, 41),
                 (82, 43.5), (78, 41), (74, 42.5), (70, 41), (50, 41)]  # fmt: skip
        drawing.area(turned(shaft, hub, angle), metal, 1.0)
        bow = ellipse((52, 38), 11, 10)
        drawing.area(turned(bow, hub, angle), metal, 1.0)
        drawing.line(turned([(62, 37), (94, 37)], hub, angle), 0.8, _lit(metal, 0.65))
        drawing.line(turned(closed(ellipse((52, 38), 8, 7)), hub, angle), 0.7, _lit(metal, 0.7))
    tag = rounded(12, 46, 22, 40, 5)
    drawing.area(turned(tag, hub, 0.25), _paint(rng), 1.0)
    drawing.line(closed(ellipse(hub, 13, 13)), 1.9, (196, 198, 202), 1.0)
    drawing.line(closed(ellipse(hub, 13.5, 13.5)), 0.5, (96, 96, 100))
    return drawing, float(rng.uniform(3, 6))


def paperclip(rng: np.random.Generator) -> tuple[Drawing, float]:
    """Bent wire."""
    shade = (180, 182, 186) if rng.random() < 0.5 else _paint(rng)
    drawing = Drawing(34, 10, shade)

    def bend(x: float, radius: float, side: int) -> list[Point]:
        turns = np.linspace(-math.pi / 2, math.pi / 2, 12)
        return [(x + side * radius * math.cos(t), 5 + radius * math.sin(t)) for t in turns]

    outer, inner, last = bend(28.5, 4.2, 1), bend(5.2, 3.2, -1), bend(24, 2.2, 1)
    wire = [(8.0, 0.8), *outer, (6, 9.2), *reversed(bend(5.2, 4.2, -1)), (24, 2.6)]
    drawing.line([(12.0, 0.8), *outer, (5.2, 9.2)], 1.1, shade, 1.0)
    drawing.line([*reversed(bend(5.2, 4.2, -1))], 1.1, shade, 1.0)
    drawing.line([(wire[-2][0], 0.8), (8, 0.8)], 1.1, shade, 1.0)
    drawing.line(
        [(8, inner[0][1]), (24, last[0][1]), *last, (12, 7.2)], 1.1, _lit(shade, 0.85), 1.0
    )
    return drawing, 1.0
