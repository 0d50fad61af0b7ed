"""A leather top: pebbled grain, worn places, creases and a stitched seam."""

from __future__ import annotations

import math

import cv2
import numpy as np

from eko_companion.simulator.surfaces.sheet import Rgb, Sheet, bgr, inked, scaled, shifted
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep

_HIDES: tuple[Rgb, ...] = ((92, 54, 34), (58, 36, 28), (36, 36, 38), (128, 84, 50), (44, 58, 50))
_PATCH = 768


def draw(sheet: Sheet, kind: str, rng: np.random.Generator) -> Floats:
    """A table covered with leather."""
    hide = shifted(_HIDES[int(rng.integers(len(_HIDES)))], rng, 0.8)
    pebbles = sheet.tiled(_pebbles(sheet.px, float(rng.uniform(1.3, 2.6)), rng))
    worn = smoothstep(-0.2, 0.9, sheet.clouds(280, rng, 3))
    light = np.float32(0.5) + pebbles * np.float32(0.62) + worn * np.float32(0.16)
    creases = np.abs(sheet.clouds(140, rng, 3))
    light -= np.float32(0.07) * np.exp(creases * np.float32(-22))
    light += sheet.grain(rng) * np.float32(0.015)
    colour = floats(np.broadcast_to(bgr(hide), (*sheet.shape, 3)).copy())
    scaled(colour, floats(light))
    if rng.random() < 0.7:
        _stitch(sheet, colour, rng)
    return colour


def _pebbles(px: float, size_mm: float, rng: np.random.Generator) -> Floats:
    """Round cells side by side, dark in the furrows between; the patch repeats."""
    count = max(8, int(_PATCH / max(size_mm * px, 3.0)))
    cell = _PATCH / count
    # One point a square, moved about in it: cells of nearly one size.
    grid = np.indices((count, count)).reshape(2, -1).T
    points = ((grid + rng.uniform(0.0, 0.9, grid.shape)) * cell).astype(np.intp) % _PATCH
    blank = np.full((_PATCH, _PATCH), 255, np.uint8)
    blank[points[:, 0], points[:, 1]] = 0
    pad = int(4 * cell)
    wide = cv2.copyMakeBorder(blank, pad, pad, pad, pad, cv2.BORDER_WRAP)
    away = cv2.distanceTransform(wide, cv2.DIST_L2, cv2.DIST_MASK_5)
    height = np.clip(1 - (away / (0.8 * cell)) ** 2, 0, 1)
    return floats(cv2.GaussianBlur(height, (0, 0), max(0.4, 0.1 * cell))[pad:-pad, pad:-pad])


def _stitch(sheet: Sheet, colour: Floats, rng: np.random.Generator) -> None:
    """A seam along the rim: two furrows and a dashed thread between them."""
    inset = float(rng.uniform(18, 40)) * sheet.px
    left, top = inset, inset
    right, bottom = sheet.columns - inset, sheet.rows - inset
    if right - left < 20 or bottom - top < 20:
        return
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    furrow = np.zeros(sheet.shape, np.uint8)
    frame = np.rint(np.array(corners)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(furrow, [frame], True, 255, max(1, round(2.6 * sheet.px)), cv2.LINE_AA)
    light = 1 - floats(cv2.GaussianBlur(furrow, (0, 0), max(0.5, 0.7 * sheet.px))) * np.float32(
        0.5 / 255
    )
    scaled(colour, light)
    thread = np.zeros(sheet.shape, np.uint8)
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(x1 - x0, y1 - y0)
        for at in np.arange(0, length, 5.5 * sheet.px):
            end = min(at + 3.4 * sheet.px, length)
            ends = [
                (round(x0 + (x1 - x0) * t / length), round(y0 + (y1 - y0) * t / length))
                for t in (at, end)
            ]
            cv2.line(thread, ends[0], ends[1], 255, max(1, round(0.9 * sheet.px)), cv2.LINE_AA)
    inked(colour, thread, shifted((206, 182, 136), rng))
