"""Printed play mats, busy on purpose: a starry sky, dunes, a map, rings of signs, loud shapes."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.surfaces.sheet import Rgb, Sheet, inked, ramped, scaled
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep

_FINEST = 1.2
"""Pixels a millimetre at which the art is drawn; print on rubber is no sharper."""
_SHIFT = 4


def draw(sheet: Sheet, kind: str, rng: np.random.Generator) -> Floats:
    """A neoprene mat with art on it, and a frame near its rim."""
    px = min(sheet.px, _FINEST)
    rows, columns = (max(8, round(n * px / sheet.px)) for n in sheet.shape)
    small = Sheet(rows, columns, px)
    art = _ARTS[int(rng.integers(len(_ARTS)))](small, rng)
    _frame(small, art, rng)
    colour = floats(cv2.resize(art, (sheet.columns, sheet.rows), interpolation=cv2.INTER_CUBIC))
    scaled(colour, 1 + sheet.grain(rng, 0.25) * np.float32(0.035))
    return colour


def _sky(sheet: Sheet, rng: np.random.Generator) -> Floats:
    """Clouds of violet and blue gas, stars and a planet or two."""
    glow = 0.5 + 0.5 * sheet.clouds(330, rng, 5)
    glow *= 0.6 + 0.4 * sheet.clouds(140, rng, 4, ridged=True)
    colour = ramped(
        glow, [(12, 10, 30), (34, 26, 84), (92, 40, 128), (70, 110, 190), (210, 190, 230)]
    )
    stars = _blank(sheet)
    for _ in range(int(rng.integers(250, 600))):
        at = (int(rng.uniform(0, sheet.columns)), int(rng.uniform(0, sheet.rows)))
        radius = 0 if rng.random() < 0.85 else max(1, round(sheet.px))
        cv2.circle(stars, at, radius, int(rng.integers(100, 256)), -1, cv2.LINE_AA)
    inked(colour, stars, (255, 248, 232))
    for _ in range(int(rng.integers(1, 4))):
        _planet(sheet, colour, rng)
    return colour


def _planet(sheet: Sheet, colour: Floats, rng: np.random.Generator) -> None:
    """A banded ball, lit from one side."""
    radius = float(rng.uniform(28, 110)) * sheet.px
    x0, y0 = rng.uniform(0, sheet.columns), rng.uniform(0, sheet.rows)
    y, x = np.mgrid[: sheet.rows, : sheet.columns]
    across, down = floats((x - x0) / radius), floats((y - y0) / radius)
    away = cv2.magnitude(across, down)
    bands = 0.5 + 0.5 * np.sin(down * rng.uniform(6, 16) + 2 * sheet.clouds(120, rng, 3))
    hue = float(rng.random())
    ball = ramped(floats(bands), [_hue(hue, 0.6, 0.5), _hue(hue + 0.08, 0.45, 0.85)])
    scaled(ball, floats(np.clip(0.9 - 0.7 * (across + down), 0.12, 1.15)))
    cover = np.clip((1 - away) * radius + 0.5, 0, 1)[..., None]
    colour += cover * (ball - colour)


def _dunes(sheet: Sheet, rng: np.random.Generator) -> Floats:
    """Desert ridges one behind the other: the colours of the tiles themselves."""
    colour = ramped(
        0.5 + 0.5 * sheet.clouds(200, rng, 4), [(196, 150, 84), (216, 178, 112), (232, 204, 146)]
    )
    x = np.arange(sheet.columns) / sheet.px
    y = (np.arange(sheet.rows) / sheet.px)[:, None]
    warp = sheet.clouds(120, rng, 3)
    for at in np.arange(-60, sheet.rows / sheet.px, rng.uniform(70, 130)):
        ridge = at + sum(
            size * np.sin(x / length + rng.uniform(0, 6.3))
            for size, length in ((28, 130), (12, 47), (5, 19))
        )
        below = floats(y - ridge)
        # Bright on the crest, then a long shadow that fades downhill.
        colour *= (1 - 0.42 * np.exp(-np.maximum(below, 0) / 55) * (below > 0))[..., None]
        ripples = np.sin(below * 0.9 + 5 * warp) * np.exp(-np.maximum(below, 0) / 45) * (below > 0)
        colour *= (1 + 0.07 * ripples)[..., None]
    return floats(colour)


def _map(sheet: Sheet, rng: np.random.Generator) -> Floats:
    """Sea, shore, plains, woods and hills by height, with contours and a hex grid."""
    height = sheet.clouds(380, rng, 5) + np.float32(0.1)
    stops: list[Rgb] = [
        (30, 60, 110), (52, 104, 150), (208, 186, 130), (122, 146, 78), (76, 112, 60),
        (140, 112, 76), (206, 200, 196),
    ]  # fmt: skip
    colour = ramped(0.5 + 0.55 * height, stops)
    lines = height * np.float32(12)
    part = np.abs(lines - np.rint(lines))
    colour *= (1 - 0.35 * smoothstep(0.12, 0.03, floats(part)))[..., None]
    pitch = float(rng.uniform(30, 46)) * sheet.px
    grid = _blank(sheet)
    for row in range(-1, int(sheet.rows / (pitch * 0.866)) + 2):
        for column in range(-1, int(sheet.columns / pitch) + 2):
            middle = (pitch * (column + (row & 1) / 2), pitch * 0.866 * row)
            _loop(grid, _ngon(middle, pitch / math.sqrt(3), 6, math.pi / 6), 1)
    inked(colour, grid, (30, 26, 26))
    return colour


def _signs(sheet: Sheet, rng: np.random.Generator) -> Floats:
    """Rings of rays, stars and ticks around a middle, gold on dark cloth."""
    hue = float(rng.choice([0.62, 0.72, 0.78, 0.95, 0.48]))
    colour = ramped(
        0.5 + 0.5 * sheet.clouds(260, rng, 4), [_hue(hue, 0.7, 0.16), _hue(hue, 0.6, 0.38)]
    )
    gold = _blank(sheet)
    middle = (sheet.columns / 2, sheet.rows / 2)
    radius = 30.0 * sheet.px
    while radius < sheet.reach * sheet.px / 2:
        width = max(1, round(float(rng.choice([0.8, 1.6, 3.0])) * sheet.px))
        _loop(gold, _ngon(middle, radius, 180, 0), width)
        step = float(rng.uniform(18, 60)) * sheet.px
        sides = int(rng.integers(3, 9))
        turn = float(rng.uniform(0, 6.3))
        if rng.random() < 0.45:
            _loop(gold, _ngon(middle, radius, sides, turn), width)
            _loop(gold, _ngon(middle, radius, sides, turn + math.pi / sides), width)
        else:
            for ray in np.linspace(0, 2 * math.pi, sides * 8, endpoint=False) + turn:
                at = (middle[0] + (radius + step / 2) * math.cos(ray),
                      middle[1] + (radius + step / 2) * math.sin(ray))  # fmt: skip
                _loop(gold, _ngon(at, step * 0.3, 4, ray), width)
        radius += step
    inked(colour, gold, (214, 178, 104))
    return colour


def _shapes(sheet: Sheet, rng: np.random.Generator) -> Floats:
    """Loud overlapping discs, triangles and bars."""
    sheet_colour = _bytes(_hue(float(rng.random()), 0.3, 0.8))
    colour = np.empty((*sheet.shape, 3), np.uint8)
    colour[:] = sheet_colour
    for _ in range(int(rng.integers(110, 200))):
        middle = (rng.uniform(0, sheet.columns), rng.uniform(0, sheet.rows))
        size = float(rng.uniform(10, 75)) * sheet.px
        hue, saturation, value = rng.random(), rng.uniform(0.3, 0.85), rng.uniform(0.25, 0.95)
        paint = _bytes(_hue(float(hue), float(saturation), float(value)))
        points = _ngon(middle, size, int(rng.choice([3, 4, 4, 6, 40])), float(rng.uniform(0, 6.3)))
        if rng.random() < 0.4:
            thick = max(1, round(size / 6))
            cv2.polylines(colour, [points], True, paint, thick, cv2.LINE_AA, _SHIFT)
        else:
            cv2.fillPoly(colour, [points], paint, cv2.LINE_AA, _SHIFT)
    return floats(colour) / np.float32(255)


def _frame(sheet: Sheet, colour: Floats, rng: np.random.Generator) -> None:
    """A printed line inside the rim and a stitched edge."""
    tone = float(rng.choice([20.0, 230.0]))
    lines = _blank(sheet)
    for inset, width in ((float(rng.uniform(14, 45)), 1.6), (1.5, 3.5)):
        start = round(inset * sheet.px)
        end = (sheet.columns - 1 - start, sheet.rows - 1 - start)
        thick = max(1, round(width * sheet.px))
        cv2.rectangle(lines, (start, start), end, 255, thick)
    inked(colour, lines, (tone, tone, tone))


def _hue(hue: float, saturation: float, value: float) -> Rgb:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return red * 255, green * 255, blue * 255


def _ngon(middle: tuple[float, float], radius: float, sides: int, turn: float) -> NDArray[np.int32]:
    angles = turn + np.arange(sides) * (2 * math.pi / sides)
    points = np.stack(
        [middle[0] + radius * np.cos(angles), middle[1] + radius * np.sin(angles)], axis=1
    )
    fixed: NDArray[np.int32] = np.rint(points * 2**_SHIFT).astype(np.int32)
    return fixed.reshape(-1, 1, 2)


def _blank(sheet: Sheet) -> NDArray[np.uint8]:
    return np.zeros(sheet.shape, np.uint8)


def _loop(mask: NDArray[np.uint8], points: NDArray[np.int32], width: int) -> None:
    cv2.polylines(mask, [points], True, 255, width, cv2.LINE_AA, _SHIFT)


def _bytes(colour: Rgb) -> tuple[float, float, float]:
    """A colour as OpenCV wants it on pictures of bytes."""
    return colour[2], colour[1], colour[0]


_ARTS: tuple[Callable[[Sheet, np.random.Generator], Floats], ...] = (
    _sky,
    _dunes,
    _map,
    _signs,
    _shapes,
)
