"""Finds the board's grid: where its cells lie and how it is turned, by the largest learned tiles.

Every tile is looked for at every turn in a small top view. One tile alone may be mistaken; the
grid is the one on which most tiles agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.rules.tiles import TileSet
from eko_companion.vision.errors import ScanError
from eko_companion.vision.table_folder.table import TilePicture, turned_points
from eko_companion.vision.tiles.likeness import Features, Searcher, peaks
from eko_companion.vision.tiles.templates import Template, templates_at
from eko_companion.vision.tiles.top_view import TopGrid

COARSE_SCALE: Final = 0.33
"""Pixels a millimetre."""
COARSE_BLUR: Final = 1.2
_TURNS: Final = 60
_PEAKS: Final = 4
_CLOSE: Final = 5.0
"""Millimetres: how far off the grid a tile found in the small view may lie."""
_CLOSE_TURN: Final = math.radians(5.0)
_BASE: Final = 0.30
"""A likeness that any place reaches."""
_ANCHORS: Final = 40
_CLEAR: Final = 0.55
"""A likeness that a wrong place hardly ever reaches."""
_ENOUGH: Final = 4
_SIXTH: Final = math.pi / 3


@dataclass(frozen=True, slots=True)
class Grid:
    """A hex grid on the table: a cell's middle, and the direction of its rows."""

    x: float
    y: float
    angle: float
    """Radians counter-clockwise as seen, of direction 0; only its rest by 60° means something."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A tile that might lie somewhere."""

    letter: str
    x: float
    y: float
    angle: float
    score: float


def find_grid(
    scene: Features,
    seen: NDArray[np.bool_],
    view: TopGrid,
    pictures: Mapping[str, TilePicture],
    tiles: TileSet,
    pitch: float,
    progress: Callable[[float], None] | None = None,
) -> tuple[Grid, float]:
    """The grid in a small top view, and the summed likeness that speaks for it."""
    templates = templates_at(_telling(pictures, tiles), view.scale, COARSE_BLUR)
    if not templates:
        raise ScanError("No tile pictures have been learned for this table yet.")
    largest = max(template.values.shape[0] for template in templates.values())
    searcher = Searcher(scene, largest)
    glimpses: list[Glimpse] = []
    found: tuple[float, Grid, list[Glimpse]] | None = None
    for number, template in enumerate(templates.values()):
        glimpses += _glimpses(searcher, template, seen, view)
        if progress is not None:
            progress((number + 1) / len(templates))
        if number + 1 >= _ENOUGH:
            found = _best_grid(glimpses, pitch)
            # Several tiles that agree so well on one grid do not do so by chance.
            if found is not None and sum(one.score > _CLEAR for one in found[2]) >= _ENOUGH:
                break
    found = found or _best_grid(glimpses, pitch)
    if found is None:
        raise ScanError(
            "None of the learned tiles was recognised on this photo: is it the empty board, and "
            "are these the tiles that were learned?"
        )
    return found[1], found[0]


def _best_grid(glimpses: list[Glimpse], pitch: float) -> tuple[float, Grid, list[Glimpse]] | None:
    """The grid on which most glimpses agree, what speaks for it, and the glimpses on it."""
    best: tuple[float, Grid, list[Glimpse]] | None = None
    for anchor in sorted(glimpses, key=lambda glimpse: -glimpse.score)[:_ANCHORS]:
        grid = Grid(anchor.x, anchor.y, anchor.angle % _SIXTH)
        _, members = _agreement(glimpses, grid, pitch)
        grid = _fitted(members, grid, pitch)
        score, members = _agreement(glimpses, grid, pitch)
        if best is None or score > best[0]:
            best = score, _fitted(members, grid, pitch), members
    return best


def _telling(pictures: Mapping[str, TilePicture], tiles: TileSet) -> dict[str, TilePicture]:
    """The tiles with the most cells: small ones are found more easily where they are not."""
    counts = {letter: len(tiles.by_letter[letter].cells) for letter in pictures}
    most = max(counts.values(), default=0)
    return {letter: pictures[letter] for letter in pictures if counts[letter] >= 0.7 * most}


def _glimpses(
    searcher: Searcher, template: Template, seen: NDArray[np.bool_], view: TopGrid
) -> list[Glimpse]:
    """The places at which one tile might lie, at every turn."""
    apart = max(int(12 * view.scale), 1)
    found = []
    for step in range(_TURNS):
        angle = 2 * math.pi * step / _TURNS
        found += _best_places(searcher, template.turned(angle), angle, seen, view, apart)
    return found


def _best_places(
    searcher: Searcher,
    template: Template,
    angle: float,
    seen: NDArray[np.bool_],
    view: TopGrid,
    apart: int,
) -> list[Glimpse]:
    scores = np.where(seen, searcher.search(template.values, template.mask), -1)
    found = []
    for score, row, column in peaks(scores, _PEAKS, apart):
        if score > _BASE:
            x, y = view.millimetres(np.array([column, row]))
            found.append(Glimpse(template.letter, float(x), float(y), angle, score))
    return found


def _agreement(glimpses: list[Glimpse], grid: Grid, pitch: float) -> tuple[float, list[Glimpse]]:
    """What speaks for a grid: each tile's best glimpse that lies on it."""
    places = np.array([(glimpse.x, glimpse.y) for glimpse in glimpses])
    angles = np.array([glimpse.angle for glimpse in glimpses])
    off = np.linalg.norm(off_grid(places, grid, pitch), axis=1)
    turn = np.abs((angles - grid.angle + _SIXTH / 2) % _SIXTH - _SIXTH / 2)
    best: dict[str, Glimpse] = {}
    for number in np.flatnonzero((off < _CLOSE) & (turn < _CLOSE_TURN)):
        glimpse = glimpses[number]
        if glimpse.letter not in best or glimpse.score > best[glimpse.letter].score:
            best[glimpse.letter] = glimpse
    # Two tiles on one place cannot both be right: the better one counts.
    kept: list[Glimpse] = []
    for glimpse in sorted(best.values(), key=lambda one: -one.score):
        if all(math.hypot(glimpse.x - k.x, glimpse.y - k.y) > 1.2 * pitch for k in kept):
            kept.append(glimpse)
    return sum((glimpse.score - _BASE) ** 2 for glimpse in kept), kept


def _fitted(members: list[Glimpse], grid: Grid, pitch: float) -> Grid:
    """The grid moved and turned to where its tiles are."""
    if not members:
        return grid
    weights = np.array([max(glimpse.score - _BASE, 0.01) ** 2 for glimpse in members])
    places = np.array([(glimpse.x, glimpse.y) for glimpse in members])
    for _ in range(3):
        gaps = off_grid(places, grid, pitch)
        middle = (places * weights[:, None]).sum(0) / weights.sum()
        shift = (gaps * weights[:, None]).sum(0) / weights.sum()
        around = places - middle
        # With y down, a counter-clockwise turn moves (x, y) by the angle times (y, -x).
        spin = np.column_stack([around[:, 1], -around[:, 0]])
        size = float((weights[:, None] * spin**2).sum())
        turn = 0.0
        if size > weights.sum() * pitch**2:
            turn = float((weights[:, None] * spin * (gaps - shift)).sum()) / size
        corner = turned_points(np.array([[grid.x, grid.y]]) - middle, turn)[0] + middle + shift
        grid = Grid(float(corner[0]), float(corner[1]), grid.angle + turn)
    return grid


def off_grid(places: Floats, grid: Grid, pitch: float) -> Floats:
    """How far places (x, y) lie from the nearest cell's middle."""
    local = turned_points(places - np.array([grid.x, grid.y]), -grid.angle)
    r = local[:, 1] / (pitch * math.sqrt(3) / 2)
    q = local[:, 0] / pitch - r / 2
    nearest = rounded_cells(np.column_stack([q, r]))
    back = np.column_stack(
        [pitch * (nearest[:, 0] + nearest[:, 1] / 2), pitch * math.sqrt(3) / 2 * nearest[:, 1]]
    )
    return turned_points(local - back, grid.angle)


def rounded_cells(axial: Floats) -> NDArray[np.int64]:
    """The nearest whole cells of fractional axial coordinates."""
    cube = np.column_stack([axial, -axial.sum(1)])
    whole = np.round(cube)
    worst = np.abs(whole - cube).argmax(1)
    row = np.arange(len(whole))
    whole[row, worst] -= whole.sum(1)
    result: NDArray[np.int64] = whole[:, :2].astype(np.int64)
    return result
