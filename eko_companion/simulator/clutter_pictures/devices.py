"""Phones and tablets that lie face up, their screens dark or lit."""

from __future__ import annotations

import numpy as np

from eko_companion.simulator.clutter_pictures.drawing import Drawing, Rgb, box, closed, rounded
from eko_companion.simulator.clutter_pictures.writing import paragraph


def phone_dark(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A phone that is asleep: nearly black glass with a soft streak of a window in it."""
    device = _slab(float(rng.uniform(68, 78)), float(rng.uniform(140, 165)), 9, 3, rng)
    _reflection(device)
    return device, float(rng.uniform(7, 9.5))


def phone_lit(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A phone in use: icons or messages."""
    width, depth = float(rng.uniform(68, 78)), float(rng.uniform(140, 165))
    device = _slab(width, depth, 9, 3, rng)
    if rng.random() < 0.5:
        _icons(device, 3, rng)
    else:
        _messages(device, rng)
    return device, float(rng.uniform(7, 9.5))


def tablet(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A tablet, asleep or with a page on it."""
    device = _slab(float(rng.uniform(235, 260)), float(rng.uniform(165, 180)), 11, 9, rng)
    look = rng.random()
    if look < 0.4:
        _reflection(device)
    elif look < 0.7:
        _icons(device, 9, rng)
    else:
        device.area(box(9, 9, device.width - 18, device.depth - 18), (232, 234, 238))
        y = 26.0
        while y < device.depth - 30:
            y = paragraph(device, (20, y), device.width - 44, 3, 2.6, (60, 62, 70), rng) + 4
    return device, float(rng.uniform(6, 8.5))


def _slab(
    width: float, depth: float, corner: float, rim: float, rng: np.random.Generator
) -> Drawing:
    """Glass in a thin metal frame, with a lens for the camera."""
    frames: tuple[Rgb, ...] = ((40, 40, 44), (150, 150, 156), (196, 180, 150), (60, 70, 96))
    device = Drawing(width, depth, frames[int(rng.integers(len(frames)))])
    device.area(rounded(0, 0, width, depth, corner), None, 1.0)
    device.area(rounded(0.9, 0.9, width - 1.8, depth - 1.8, corner - 1), (16, 16, 18))
    inner = rounded(rim, rim, width - 2 * rim, depth - 2 * rim, max(corner - rim, 1))
    device.area(inner, (22, 23, 27))
    device.disc((width / 2, rim + 3.2), 1.5, (8, 8, 12))
    return device


def _reflection(device: Drawing) -> None:
    x, y = device.grid()
    along = x / device.width + y / device.depth
    streak = np.clip(1 - np.abs(along - 0.75) * 3.5, 0, 1) * np.float32(0.22)
    inside = (x > 3) & (x < device.width - 3) & (y > 3) & (y < device.depth - 3)
    device.blend(np.asarray(streak * inside, np.float32), (190, 200, 214))


def _icons(device: Drawing, rim: float, rng: np.random.Generator) -> None:
    """A picture behind rows of round-cornered signs."""
    width, depth = device.width, device.depth
    screen = rounded(rim, rim, width - 2 * rim, depth - 2 * rim, 4)
    ground = rng.uniform(30, 160, 3)
    device.area(screen, (float(ground[0]), float(ground[1]), float(ground[2])))
    step = 16.0
    for row in range(int((depth - 2 * rim - 14) / step)):
        for column in range(int((width - 2 * rim - 1) / step)):
            if rng.random() < 0.25:
                continue
            shade = rng.uniform(40, 250, 3)
            corner = (rim + 4 + column * step, rim + 14 + row * step)
            paint = (float(shade[0]), float(shade[1]), float(shade[2]))
            device.area(rounded(*corner, 10.5, 10.5, 2.4), paint)


def _messages(device: Drawing, rng: np.random.Generator) -> None:
    """Bubbles on either side."""
    width, depth = device.width, device.depth
    device.area(rounded(3, 3, width - 6, depth - 6, 6), (236, 236, 240))
    device.area(box(3, 9, width - 6, 11), (70, 110, 190))
    y = 25.0
    while y < depth - 26:
        high = float(rng.uniform(8, 22))
        wide = float(rng.uniform(0.4, 0.7)) * width
        mine = rng.random() < 0.5
        x = width - wide - 6 if mine else 6.0
        bubble = rounded(x, y, wide, high, 3)
        device.area(bubble, (140, 210, 150) if mine else (252, 252, 252))
        device.line(closed(bubble), 0.2, (200, 200, 204))
        paragraph(device, (x + 3, y + 2), wide - 6, max(1, int(high / 4.5)), 1.8, (60, 60, 66), rng)
        y += high + 4
