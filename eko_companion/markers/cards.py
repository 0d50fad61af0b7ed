"""Sheets of marker cards, true to scale: where each card lies on the paper, and what is on it."""

from __future__ import annotations

from enum import Enum

from eko_companion.markers.pattern import COUNT, SQUARES, black_squares
from eko_companion.markers.pdf import Page, Point, pdf
from eko_companion.rules import EkoError

SMALLEST_SIDE = 15.0
LARGEST_SIDE = 110.0

RULER = 100.0
INSTRUCTION = 'Print at 100 %, no "fit to page".'

_EDGE = 10.0
"""Millimetres around the sheet that some printers leave blank."""
_FOOT = 22.0
"""Height of the ruler and its words."""
_STRIP = 9.0
"""Height of the strip below a marker that tells its id and which way is up."""
_CUT_GREY = 0.6


class Paper(Enum):
    """Sizes of paper; width and height in millimetres."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)


class CardsError(EkoError):
    """Cards that cannot be made as asked."""


def marker_cards(side: float, count: int, paper: Paper) -> bytes:
    """A PDF of the cards 0 and up; `side` is the black square's, in millimetres."""
    if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
        raise CardsError(
            f"A marker's side is from {SMALLEST_SIDE:g} to {LARGEST_SIDE:g} mm, not {side:g}."
        )
    if not 1 <= count <= COUNT:
        raise CardsError(f"There can be 1 to {COUNT} cards, not {count}.")
    width, height = paper.value
    across, up = _card_size(side)
    columns = int((width - 2 * _EDGE) / across)
    rows = int((height - 2 * _EDGE - _FOOT) / up)
    pages = []
    for first in range(0, count, columns * rows):
        page = Page(width, height)
        left = (width - columns * across) / 2
        for index, marker in enumerate(range(first, min(count, first + columns * rows))):
            row, column = divmod(index, columns)
            _draw_card(
                page, (left + column * across, height - _EDGE - (row + 1) * up), marker, side
            )
        _draw_foot(page)
        pages.append(page)
    return pdf(pages, f"Ekö Companion: marker cards, {side:g} mm")


def quiet_zone(side: float) -> float:
    """Millimetres of white around a marker: one and a half of its squares, one is needed."""
    return side / 4


def _card_size(side: float) -> tuple[float, float]:
    across = side + 2 * quiet_zone(side)
    return across, across + _STRIP


def _draw_card(page: Page, corner: Point, marker: int, side: float) -> None:
    """A card whose lower left corner is at `corner`."""
    x, y = corner
    across, up = _card_size(side)
    for start, end in (
        ((x, y), (x + across, y)),
        ((x, y + up), (x + across, y + up)),
        ((x, y), (x, y + up)),
        ((x + across, y), (x + across, y + up)),
    ):
        page.line(start, end, 0.15, grey=_CUT_GREY, dash=2.0)
    margin = quiet_zone(side)
    _draw_marker(page, (x + margin, y + _STRIP + margin), marker, side)
    _draw_arrow(page, (x + 5, y + 3))
    size = min(3.5, across / 9)
    page.text((x + 8.5, y + 3.6), f"up   id {marker}   {side:g} mm", size)


def _draw_marker(page: Page, corner: Point, marker: int, side: float) -> None:
    x, y = corner
    square = side / SQUARES
    shapes = []
    for row, squares in enumerate(black_squares(marker)):
        top = y + side - row * square
        for column, black in enumerate(squares):
            if black:
                left = x + column * square
                shapes.append(_box(left, top - square, left + square, top))
    page.fill(shapes)


def _draw_arrow(page: Page, foot: Point) -> None:
    """An arrow of 5 mm that points up from its foot."""
    x, y = foot
    head = [(x - 1.6, y + 2.4), (x + 1.6, y + 2.4), (x, y + 5)]
    page.fill([_box(x - 0.5, y, x + 0.5, y + 2.5), head])


def _draw_foot(page: Page) -> None:
    """The line to check the print with, and how to print."""
    left, y = (page.width - RULER) / 2, _EDGE + 6
    page.line((left, y), (left + RULER, y), 0.25)
    for step in range(int(RULER / 10) + 1):
        # The end marks are drawn inwards: from outer edge to outer edge it is the full length.
        inwards = {0: 0.125, int(RULER / 10): -0.125}.get(step, 0.0)
        x = left + 10 * step + inwards
        page.line((x, y), (x, y + (4 if step % 5 == 0 else 2)), 0.25)
    page.text((left, y - 5), f"This line must measure {RULER:g} mm. {INSTRUCTION}", 3.5)


def _box(left: float, bottom: float, right: float, top: float) -> list[Point]:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]
