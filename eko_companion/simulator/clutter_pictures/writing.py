"""Things to read and scribble that only look so: made-up words, lines of text, handwriting."""

from __future__ import annotations

import math

import numpy as np

from eko_companion.simulator.clutter_pictures.drawing import Drawing, Point, Rgb

_SYLLABLES = ("ka", "ro", "mi", "ten", "sal", "dor", "ek", "lu", "vi", "nas", "pe", "tho", "ar")


def word(rng: np.random.Generator) -> str:
    """A word of no language."""
    return "".join(rng.choice(_SYLLABLES) for _ in range(int(rng.integers(1, 4))))


def paragraph(
    drawing: Drawing, at: Point, width: float, lines: int, height: float, colour: Rgb,
    rng: np.random.Generator,
) -> float:  # fmt: skip
    """Lines of text from a left upper corner; gives where the next paragraph may begin."""
    y = at[1] + height
    for line in range(lines):
        length = width * (0.55 if line == lines - 1 else 1.0)
        text = word(rng).capitalize() if line == 0 else word(rng)
        while drawing.length(longer := f"{text} {word(rng)}", height) < length:
            text = longer
        drawing.text((at[0], y), text, height, colour, 0.1 * height)
        y += 1.9 * height
    return y


def handwriting(
    drawing: Drawing, at: Point, width: float, height: float, colour: Rgb, rng: np.random.Generator
) -> None:
    """One line of joined strokes, word by word."""
    x = at[0]
    while x < at[0] + width - 4 * height:
        strokes = int(rng.integers(5, 16))
        ups = np.where(np.arange(strokes) % 2, rng.uniform(-0.25, 0.5, strokes), 0.5)
        # Now and then a tall letter, or one that reaches below the line.
        ups -= np.where(rng.random(strokes) < 0.2, rng.uniform(0.5, 1.2, strokes), 0)
        ups += np.where(rng.random(strokes) < 0.08, 0.8, 0)
        steps = np.cumsum(rng.uniform(0.2, 0.5, strokes)) * height
        fine = np.linspace(0, strokes - 1, 8 * strokes)
        whole = np.floor(fine)
        # A cosine between the turning points rounds the strokes as a hand does.
        eased = whole + (1 - np.cos(math.pi * (fine - whole))) / 2
        ys = at[1] + height * (np.interp(eased, np.arange(strokes), ups) - 0.5)
        xs = x + np.interp(fine, np.arange(strokes), steps) + 0.3 * (at[1] - ys)
        points = [(float(a), float(b)) for a, b in zip(xs, ys, strict=True)]
        drawing.line(points, 0.35, colour)
        x = float(xs.max()) + height


def title(drawing: Drawing, at: Point, height: float, colour: Rgb) -> None:
    """EKO in broad strokes, from its left upper corner."""
    x, y, w = at[0], at[1], 0.16 * height
    drawing.line([(x, y), (x, y + height)], w, colour)
    for part, reach in ((0.0, 0.55), (0.5, 0.45), (1.0, 0.55)):
        drawing.line([(x, y + part * height), (x + reach * height, y + part * height)], w, colour)
    x += 0.95 * height
    drawing.line([(x, y), (x, y + height)], w, colour)
    knee = (x + 0.06 * height, y + 0.5 * height)
    drawing.line([(x + 0.55 * height, y), knee, (x + 0.6 * height, y + height)], w, colour)
    middle = (x + 1.45 * height, y + 0.5 * height)
    turns = np.linspace(0, 2 * math.pi, 60)
    loop = [
        (middle[0] + 0.48 * height * math.cos(t), middle[1] + 0.5 * height * math.sin(t))
        for t in turns
    ]
    drawing.line(loop, w, colour)
