"""Arrows on a picture: along the walk of a stack, or from a payer to what is built.

Only how arrows look; which arrows belong to an action is in `action_pictures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import hypot
from typing import Final

from eko_companion.drawing.geometry import middle
from eko_companion.drawing.shapes import (
    Markup,
    Point,
    group,
    moved,
    pair,
    path,
    polygon_path,
)
from eko_companion.drawing.terrain_symbols import star
from eko_companion.drawing.theme import Theme
from eko_companion.rules import Cell

_SHAFT: Final = 11.0
_LONG_SHAFT: Final = 7.0
"""Temples and swaps reach straight across the board, over pieces that should stay in sight."""
_HEAD_LENGTH: Final = 27.0
_HEAD_WIDTH: Final = 17.0
_FREE_START: Final = 30.0
_FREE_END: Final = 27.0
"""How far from the middles of its cells an arrow begins and ends, to leave pieces in sight."""
_FREE_ABOVE: Final = 16.0
"""How much more room they leave above a cell, where stacks and crowns rise."""
_BEND: Final = 30.0


class ArrowKind(Enum):
    """What an arrow stands for."""

    MOVE = "move"
    ATTACK = "attack"
    BUILD = "build"
    TEMPLE = "temple"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line through the middles of at least two cells, with its head at the last."""

    cells: tuple[Cell, ...]
    kind: ArrowKind = ArrowKind.MOVE


def arrows_layer(arrows: Iterable[Arrow], theme: Theme) -> Markup:
    """Arrows, to be laid over the pieces."""
    return group(*(_arrow(arrow, theme) for arrow in arrows), class_="eko-arrows")


def _colour(kind: ArrowKind, theme: Theme) -> str:
    return {
        ArrowKind.MOVE: theme.move_arrow,
        ArrowKind.ATTACK: theme.attack_arrow,
        ArrowKind.BUILD: theme.build_arrow,
        ArrowKind.TEMPLE: theme.temple_arrow,
        ArrowKind.SWAP: theme.swap_arrow,
    }[kind]


def _arrow(arrow: Arrow, theme: Theme) -> Markup:
    points = _without_repeats([middle(cell) for cell in arrow.cells])
    if len(points) < 2:
        return Markup("")
    colour = _colour(arrow.kind, theme)
    both_ways = arrow.kind is ArrowKind.SWAP
    start = _clear_of(points[0], points[1], _FREE_END if both_ways else _FREE_START)
    tip = _clear_of(points[-1], points[-2], _FREE_END)
    heads = _head(_towards(tip, points[-2], _HEAD_LENGTH), tip)
    first, last = start, _towards(tip, points[-2], _HEAD_LENGTH - 2)
    if both_ways:
        heads += _head(_towards(start, points[1], _HEAD_LENGTH), start)
        first = _towards(start, points[1], _HEAD_LENGTH - 2)
    line = _bent([first, *points[1:-1], last])
    shaft = _LONG_SHAFT if arrow.kind in (ArrowKind.TEMPLE, ArrowKind.SWAP) else _SHAFT
    dashes = "16 9" if arrow.kind is ArrowKind.TEMPLE else None
    parts = [
        path(line, stroke=theme.halo, stroke_width=shaft + 6, fill="none", stroke_linecap="round"),
        path(heads, fill=theme.halo, stroke=theme.halo, stroke_width=6, stroke_linejoin="round"),
        path(line, stroke=colour, stroke_width=shaft, fill="none", stroke_dasharray=dashes),
        path(heads, fill=colour, stroke=colour, stroke_width=1, stroke_linejoin="round"),
    ]
    if arrow.kind is ArrowKind.ATTACK:
        parts.append(_burst(points[-1], theme))
    return group(*parts, class_=f"eko-{arrow.kind.value}")


def _burst(target: Point, theme: Theme) -> Markup:
    """A burst with a cross beside the stack that is attacked."""
    return group(
        path(
            polygon_path(star(9, 21, 13)),
            fill=theme.attack_arrow,
            stroke=theme.halo,
            stroke_width=3,
            stroke_linejoin="round",
        ),
        path(
            "M-5-5L5 5M5-5L-5 5",
            stroke=theme.badge_text,
            stroke_width=4,
            stroke_linecap="round",
        ),
        transform=moved((target[0] + 33, target[1] - 20)),
    )


def _head(foot: Point, tip: Point) -> str:
    length = hypot(tip[0] - foot[0], tip[1] - foot[1])
    across = (-(tip[1] - foot[1]) / length, (tip[0] - foot[0]) / length)
    wings = [
        (foot[0] + side * _HEAD_WIDTH * across[0], foot[1] + side * _HEAD_WIDTH * across[1])
        for side in (1, -1)
    ]
    return polygon_path([tip, *wings])


def _bent(points: Sequence[Point]) -> str:
    """Path data along points with its corners rounded."""
    data = "M" + pair(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = _towards(corner, before, _BEND), _towards(corner, after, _BEND)
        data += f"L{pair(into)}Q{pair(corner)} {pair(out)}"
    return data + "L" + pair(points[-1])


def _towards(here: Point, there: Point, length: float) -> Point:
    """The point that lies so far from here on the way there."""
    whole = hypot(there[0] - here[0], there[1] - here[1])
    if not whole:
        return here
    part = length / whole
    return here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])


def _clear_of(cell: Point, other: Point, free: float) -> Point:
    """Where an arrow touches a cell that it leaves for, or reaches from, another point."""
    rising = max(0.0, cell[1] - other[1]) / hypot(other[0] - cell[0], other[1] - cell[1])
    return _towards(cell, other, free + _FREE_ABOVE * rising)


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]
