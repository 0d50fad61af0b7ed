"""Paper that lies about: the rulebook, an open booklet, a notepad, a score sheet, a napkin."""

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
)
from eko_companion.simulator.clutter_pictures.writing import handwriting, paragraph, title, word

_COVERS: tuple[tuple[Rgb, Rgb, Rgb, Rgb], ...] = (
    ((74, 58, 30), (168, 128, 60), (240, 196, 84), (240, 228, 196)),
    ((28, 44, 78), (196, 116, 70), (250, 210, 120), (244, 236, 214)),
    ((96, 34, 30), (214, 132, 60), (250, 220, 150), (250, 240, 222)),
    ((20, 70, 84), (120, 170, 160), (246, 214, 130), (248, 242, 224)),
    ((52, 28, 74), (170, 90, 120), (246, 190, 110), (246, 232, 216)),
)


def rulebook(rng: np.random.Generator) -> tuple[Drawing, float]:
    """The game's own book, closed: a sun over dunes and the name."""
    width = float(rng.choice([200.0, 210.0, 230.0]))
    depth = float(rng.choice([width, 1.3 * width]))
    sky, low, sun, pale = _COVERS[int(rng.integers(len(_COVERS)))]
    book = Drawing(width, depth, sky)
    book.area(box(0, 0, width, depth), None, 1.0)
    _, y = book.grid()
    book.blend(np.asarray((y / (0.62 * depth)) ** 1.6, np.float32), low)
    at = (width * float(rng.uniform(0.3, 0.7)), depth * float(rng.uniform(0.42, 0.52)))
    radius = 0.16 * width
    for k in range(24):
        a, b = k * math.pi / 12, 0.05
        tip = (at[0] + 2.6 * radius * math.cos(a), at[1] + 2.6 * radius * math.sin(a))
        base = [
            (at[0] + 1.25 * radius * math.cos(a + s), at[1] + 1.25 * radius * math.sin(a + s))
            for s in (-b, b)
        ]
        book.area([tip, *base], mixed(low, sun, 0.5))
    book.disc(at, radius, sun)
    _dunes(book, low, rng)
    title(book, (0.1 * width, 0.09 * depth), 0.13 * width, pale)
    book.text((0.1 * width, 0.27 * depth), "R U L E S", 0.026 * width, pale, 0.7)
    book.blend(book.noise(25, rng) * np.float32(0.06), (255, 240, 210))
    # The back: a darker fold, and rubbed corners.
    book.area(box(0, 0, 1.6, depth), mixed(sky, (0, 0, 0), 0.4))
    return book, float(rng.uniform(2.5, 6))


def _dunes(book: Drawing, low: Rgb, rng: np.random.Generator) -> None:
    xs = np.linspace(0, book.width, 60)
    for k, level in enumerate((0.6, 0.7, 0.8, 0.9)):
        wave = np.sin(xs / book.width * rng.uniform(3, 7) + rng.uniform(0, 6.3))
        ys = book.depth * (level + 0.05 * wave)
        shade = mixed(low, (40, 20, 10), 0.25 + 0.17 * k)
        ridge = [(float(x), float(y)) for x, y in zip(xs, ys, strict=True)]
        book.area([*ridge, (book.width, book.depth), (0, book.depth)], shade)


def booklet_page(rng: np.random.Generator) -> tuple[Drawing, float]:
    """The rulebook open: two pages of text with a picture and boxes."""
    width, depth = float(rng.uniform(270, 300)), float(rng.uniform(185, 205))
    page = Drawing(width, depth, (238, 230, 212))
    page.area(rounded(0, 0, width, depth, 2), None, 1.0)
    ink, accent = (46, 40, 36), (150, 70, 30)
    for left in (12.0, width / 2 + 10):
        column = width / 2 - 22
        y = 18.0
        page.text((left, y), word(rng).upper() + " " + word(rng).upper(), 5.0, accent, 0.8)
        y += 6
        picture = float(rng.uniform(30, 55))
        while y < depth - 26:
            if rng.random() < 0.22 and y + picture < depth - 15:
                _figure(page, box(left, y, column, picture), rng)
                y += picture + 6
            else:
                lines = min(int(rng.integers(3, 8)), int((depth - 12 - y) / 3.8))
                y = paragraph(page, (left, y), column, max(lines, 1), 2.0, ink, rng) + 3
    x, _ = page.grid()
    # The pages bend into the fold.
    fold = np.exp(-np.abs(x - width / 2) / np.float32(5))
    page.blend(np.asarray(0.4 * fold, np.float32), (60, 50, 40))
    return page, float(rng.uniform(1, 3))


def _figure(page: Drawing, frame: list[Point], rng: np.random.Generator) -> None:
    """A picture of hexes in a box."""
    page.area(frame, (222, 190, 130))
    (x0, y0), (x1, y1) = frame[0], frame[2]
    shades = ((196, 148, 84), (120, 96, 80), (150, 160, 170), (90, 50, 110), (40, 150, 180))
    size = (y1 - y0) / 7
    for _ in range(14):
        at = (float(rng.uniform(x0 + 8, x1 - 8)), float(rng.uniform(y0 + 6, y1 - 6)))
        hexagon = ellipse(at, size, size, 6)
        page.area(hexagon, shades[int(rng.integers(len(shades)))])
        page.line(closed(hexagon), 0.4, (70, 50, 34))
    page.line(closed(frame), 0.6, (110, 80, 50))


def notepad(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A spiral pad with squared or lined paper and pencil scribbles."""
    width, depth = float(rng.uniform(95, 110)), float(rng.uniform(138, 152))
    pad = Drawing(width, depth, (240, 238, 228))
    pad.area(rounded(0, 3, width, depth - 3, 2), None, 1.0)
    rule, step = (178, 196, 214), 5.0
    for k in range(3, int(depth / step)):
        pad.line([(0, k * step), (width, k * step)], 0.2, rule)
    if rng.random() < 0.6:
        for k in range(1, int(width / step)):
            pad.line([(k * step, 12), (k * step, depth)], 0.2, rule)
    pencil = (84, 84, 90) if rng.random() < 0.6 else (40, 52, 130)
    for k in range(int(rng.integers(4, 12))):
        handwriting(pad, (8, 24 + 10 * k), width * float(rng.uniform(0.4, 0.85)), 2.2, pencil, rng)
    for x in np.arange(5, width - 3, 6.4):
        pad.disc((float(x), 7.5), 1.4, (90, 88, 84))
        pad.line([(float(x), 1), (float(x), 7.5)], 1.1, (166, 168, 172), 1.0)
    return pad, float(rng.uniform(3, 8))


def score_sheet(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A printed table with some numbers pencilled in."""
    width, depth = (148.0, 210.0) if rng.random() < 0.4 else (105.0, 148.0)
    sheet = Drawing(width, depth, (244, 242, 236))
    sheet.area(box(0, 0, width, depth), None, 1.0)
    columns, rows = int(rng.integers(3, 6)), int(rng.integers(8, 15))
    left, top, wide, high = 10.0, 28.0, (width - 20) / columns, (depth - 40) / rows
    title(sheet, (left, 8), 10, (120, 70, 34))
    heads = ((40, 160, 190), (110, 60, 140), (40, 50, 110), (200, 200, 196), (150, 110, 60))
    for k in range(columns):
        sheet.area(box(left + k * wide, top, wide, high), heads[k])
    for k in range(columns + 1):
        sheet.line(
            [(left + k * wide, top), (left + k * wide, top + rows * high)], 0.35, (70, 66, 62)
        )
    for k in range(rows + 1):
        sheet.line([(left, top + k * high), (width - 10, top + k * high)], 0.35, (70, 66, 62))
    for row in range(1, int(rng.integers(2, rows))):
        for column in range(columns):
            at = (left + (column + 0.35) * wide, top + (row + 0.75) * high)
            sheet.text(at, str(int(rng.integers(0, 14))), 0.42 * high, (80, 80, 88), 0.45)
    return sheet, 0.3


def playing_cards(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A few cards of another game, spread or squared up."""
    count = int(rng.integers(1, 5))
    width, depth, shift = 63.0, 88.0, float(rng.uniform(8, 20))
    cards = Drawing(width + (count - 1) * shift, depth, (236, 234, 230))
    back = tuple(float(part) for part in rng.uniform(30, 170, 3))
    for k in range(count):
        x = k * shift
        outline = rounded(x, 0, width, depth, 3.5)
        cards.area(outline, (240, 239, 235), 1.0)
        cards.line(closed(outline), 0.35, (150, 148, 144))
        if rng.random() < 0.5:
            _card_back(cards, x, (back[0], back[1], back[2]))
        else:
            _card_front(cards, x, rng)
    return cards, 0.3 * count


def _card_back(cards: Drawing, x: float, shade: Rgb) -> None:
    cards.area(rounded(x + 4, 4, 55, 80, 2), shade)
    pale = mixed(shade, (255, 255, 255), 0.6)
    for k in range(4, 55, 5):
        cards.line([(x + 4 + k, 6), (x + 59 - k, 82)], 0.5, pale)
    cards.line(closed(rounded(x + 7, 7, 49, 74, 2)), 0.8, pale)


def _card_front(cards: Drawing, x: float, rng: np.random.Generator) -> None:
    red = rng.random() < 0.5
    shade = (190, 30, 36) if red else (30, 30, 34)
    cards.text((x + 4, 13), str(int(rng.integers(2, 11))), 7, shade, 1.0)
    for row in range(int(rng.integers(2, 5))):
        for column in (22.0, 41.0):
            at = (x + column, 20 + row * 16.0)
            diamond = ellipse(at, 5, 7, 4) if red else ellipse(at, 5, 5, 24)
            cards.area(diamond, shade)


def napkin(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A paper napkin, folded in four, embossed along its edge."""
    side = float(rng.uniform(120, 170))
    shades: tuple[Rgb, ...] = ((240, 238, 234), (196, 60, 60), (222, 196, 120), (70, 110, 160))
    shade = shades[int(rng.integers(len(shades)))]
    cloth = Drawing(side, side, shade)
    cloth.area(rounded(0, 0, side, side, 1.5), None, 1.0)
    dark = mixed(shade, (0, 0, 0), 0.13)
    for inset in (4.0, 7.0):
        for at in np.arange(inset, side - inset, 2.4):
            for spot in ((at, inset), (at, side - inset), (inset, at), (side - inset, at)):
                cloth.disc((float(spot[0]), float(spot[1])), 0.6, dark)
    cloth.blend(np.abs(cloth.noise(40, rng, 4)) * np.float32(0.16), (0, 0, 0))
    cloth.line([(0, 0.6), (side, 0.6)], 0.7, dark)
    return cloth, float(rng.uniform(1, 2.5))


def sticky_note(rng: np.random.Generator) -> tuple[Drawing, float]:
    """A bright square of paper with a few words."""
    shades: tuple[Rgb, ...] = ((248, 226, 96), (250, 150, 170), (150, 220, 130), (130, 206, 236))
    note = Drawing(76, 76, shades[int(rng.integers(len(shades)))])
    note.area(box(0, 0, 76, 76), None, 1.0)
    for k in range(int(rng.integers(1, 6))):
        handwriting(note, (6, 14 + 11 * k), float(rng.uniform(30, 62)), 3, (50, 50, 60), rng)
    return note, 0.3
