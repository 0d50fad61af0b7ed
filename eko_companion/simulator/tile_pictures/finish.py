"""From painting to print: light over the heights, etched strokes, flat inks, grain and grading."""

from __future__ import annotations

import math

import cv2
import numpy as np

from eko_companion.simulator.tile_pictures.canvas import Canvas
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep, stream

LIGHT = (-0.58, -0.62, 0.75)
"""Where the painted light comes from: the upper left."""


def shade(canvas: Canvas) -> None:
    """Light the colours by the heights: slopes, hollows and cast shadows."""
    style, px = canvas.style, canvas.px
    height = canvas.height
    # Smoothing by a fixed part of the pitch keeps steps equally steep at any resolution.
    soft = floats(cv2.GaussianBlur(height, (0, 0), max(0.5, 0.0042 * px)))
    down, across = np.gradient(soft * np.float32(px))
    facing = (LIGHT[2] - LIGHT[0] * across - LIGHT[1] * down) / np.sqrt(1 + across**2 + down**2)
    light = 1 + (facing / LIGHT[2] - 1) * 0.62 * style.relief
    hollow = floats(cv2.GaussianBlur(height, (0, 0), 0.035 * px)) - soft
    light -= style.relief * np.clip(hollow * 5, -0.1, 0.4)
    dark = cast_shadows(soft, px)
    light *= 1 - 0.5 * style.relief * dark
    light = floats(np.clip(light, 0.2, 1.42))
    # Shadows under an open sky are bluish, lit slopes are warm.
    canvas.colour *= cv2.merge([light - 0.07 * (light - 1), light, light + 0.05 * (light - 1)])


def cast_shadows(height: Floats, px: float) -> Floats:
    """How deep each point lies in the shadow of something higher, 0 to 1."""
    rows, columns = height.shape
    slope = LIGHT[2] / math.hypot(LIGHT[0], LIGHT[1])
    depth = np.zeros_like(height)
    for step in np.arange(0.012, 0.2, 0.017):
        across, down = (round(-LIGHT[k] * 1.18 * step * px) for k in (0, 1))
        if across >= columns or down >= rows:
            break
        over = height[: rows - down, : columns - across] - np.float32(step * slope)
        target = depth[down:, across:]
        np.maximum(target, over - height[down:, across:], out=target)
    blurred = cv2.GaussianBlur(np.clip(depth * 40, 0, 1), (0, 0), max(0.5, 0.006 * px))
    return floats(blurred)


def engrave(canvas: Canvas, seed: int, name: str) -> None:
    """The style's printing technique: flat inks, outlines, etched strokes."""
    style, px = canvas.style, canvas.px
    if style.flat > 0:
        _flatten(canvas)
    tone = _tone(canvas.colour)
    sheet = canvas.whole
    if style.outline > 0:
        soft = floats(cv2.GaussianBlur(tone, (0, 0), max(0.6, 0.006 * px)))
        wide = floats(cv2.GaussianBlur(tone, (0, 0), max(1.2, 0.02 * px)))
        # Darker than the surroundings: the line falls on the dark side of each step.
        lines = smoothstep(0.025, 0.11, wide - soft)
        sheet.paint(lines, style.palette.line, 0.75 * style.outline)
    if style.hatch > 0:
        bend = sheet.noise(2.0, stream(seed, name, "hatch"), 3)
        dark = 1 - floats(cv2.GaussianBlur(tone, (0, 0), 0.012 * px))
        for angle, start in ((0.7, 0.3), (2.2, 0.5), (1.45, 0.68)):
            along = sheet.x * math.cos(angle) + sheet.y * math.sin(angle)
            wave = 0.5 + 0.5 * np.sin(2 * math.pi * 34 * along + 2.5 * bend)
            amount = np.clip((dark - start) * 2.6, 0, 0.8)
            strokes = smoothstep(-0.15, 0.15, floats(amount - wave)) * (amount > 0)
            sheet.paint(floats(strokes), style.palette.line, 0.62 * style.hatch)


def _flatten(canvas: Canvas) -> None:
    """Fewer tones, as separate inks give; the steps stay soft enough not to look jagged."""
    px = canvas.px
    smooth = floats(cv2.GaussianBlur(canvas.colour, (0, 0), max(0.5, 0.007 * px)))
    tone = np.maximum(_tone(smooth), np.float32(0.02))
    level = tone * 6
    stepped = (np.floor(level) + smoothstep(0.38, 0.62, floats(np.mod(level, 1)))) / 6
    flat = smooth * np.clip((stepped + 0.02) / tone, 0.5, 1.6)[..., None]
    canvas.colour += np.float32(canvas.style.flat) * (floats(flat) - canvas.colour)


def _tone(colour: Floats) -> Floats:
    return floats(colour @ floats([0.114, 0.587, 0.299]))


def grade(canvas: Canvas, seed: int, name: str) -> None:
    """Saturation, contrast, grain of the paper and small faults of the print."""
    style = canvas.style
    rng = stream(seed, name, "print")
    sheet = canvas.whole
    tone = cv2.merge([_tone(canvas.colour)] * 3)
    canvas.colour[:] = tone + np.float32(style.saturation) * (canvas.colour - tone)
    canvas.colour[:] = (canvas.colour - 0.5) * np.float32(style.contrast) + 0.5
    speck = rng.standard_normal(sheet.shape, np.float32)
    paper = speck * np.float32(0.6) + floats(cv2.GaussianBlur(speck, (0, 0), 1.2)) * 2
    canvas.colour *= cv2.merge([np.float32(style.brightness) * (1 + style.grain * paper)] * 3)
    # Rubbed places: the card shows a little through every ink.
    rubbed = smoothstep(0.2, 0.9, sheet.noise(3, rng, 5))
    sheet.paint(floats(rubbed * smoothstep(0.0, 1.2, speck)), style.palette.sand_light, 0.14)
    np.clip(canvas.colour, 0, 1, out=canvas.colour)
