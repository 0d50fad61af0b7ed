"""Which tile lies where: every learned tile at every turn on every place of the grid, weighed.

The best set of placements is chosen as a whole: no two overlap, no letter is used more often than
the set has copies, and every tile must be liked better than bare table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from eko_companion.geometry import Floats
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.layout import Placement, laid_cells
from eko_companion.rules.tiles import TileSet
from eko_companion.vision.tiles.likeness import Features, Scores, Searcher
from eko_companion.vision.tiles.templates import Template
from eko_companion.vision.tiles.top_view import TopGrid

_SLACK: Final = 3.5
"""Millimetres that a tile may lie off its place."""
_LEAST_SEEN: Final = 0.8
"""The share of a tile that must be in the photo."""
_KEPT: Final = 0.30
"""Placements less alike than this are never chosen."""
_APART: Final = 0.2
_MOST: Final = 1500
"""As many of the likeliest placements are weighed against each other."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tile that might lie on a place of the grid."""

    placement: Placement
    cells: frozenset[Cell]
    score: float
    """Its likeness, at most 1."""
    x: float
    """Where it is liked best, in the grid's millimetres."""
    y: float


def candidates(
    scene: Features,
    seen: NDArray[np.bool_],
    view: TopGrid,
    templates: Mapping[str, Template],
    tiles: TileSet,
    pitch: float,
    progress: Callable[[float], None] | None = None,
) -> list[Candidate]:
    """Every tile at every turn and place of the grid; the view must lie along the grid."""
    places = places_in(view, pitch)
    middles = np.array([centre(cell, pitch) for cell in places])
    largest = max((t.values.shape[0] for t in templates.values()), default=1)
    searcher = Searcher(scene, largest)
    padded = np.pad(seen.astype(np.float32), largest)
    found: list[Candidate] = []
    for number, template in enumerate(templates.values()):
        for turn in range(6):
            turned = template.turned(turn * math.pi / 3)
            scores = searcher.search(turned.values, turned.mask)
            best, spots = _best_nearby(scores, view.pixels(middles), view.scale)
            for index in np.flatnonzero(best > _KEPT):
                placement = Placement(template.letter, places[index], turn)
                if _share_seen(padded, largest, turned, spots[index]) < _LEAST_SEEN:
                    continue
                x, y = view.millimetres(spots[index])
                cells = frozenset(laid.cell for laid in laid_cells(tiles, placement))
                found.append(Candidate(placement, cells, float(best[index]), float(x), float(y)))
        if progress is not None:
            progress((number + 1) / len(templates))
    return found


def best_layout(found: Sequence[Candidate], copies: Mapping[str, int]) -> list[Candidate]:
    """The set of placements that explains the board best."""
    chosen = _best_set(found, copies)
    joined = _joined(chosen)
    # What touches no other tile is more likely something on the table: it must be plain to see.
    return [one for one in chosen if one in joined or one.score > bare(one) + _APART]


def bare(one: Candidate) -> float:
    """The likeness that bare table may reach by chance: the more, the smaller the tile."""
    return 0.30 + 0.25 / len(one.cells)


def _best_set(found: Sequence[Candidate], copies: Mapping[str, int]) -> list[Candidate]:
    gains = {id(one): (one.score - bare(one)) * len(one.cells) for one in found}
    likely = sorted((one for one in found if gains[id(one)] > 0), key=lambda one: -gains[id(one)])
    likely = likely[:_MOST]
    if not likely:
        return []
    by_cell: dict[Cell, list[int]] = {}
    by_letter: dict[str, list[int]] = {}
    for number, one in enumerate(likely):
        by_letter.setdefault(one.placement.tile, []).append(number)
        for cell in one.cells:
            by_cell.setdefault(cell, []).append(number)
    limits = [1] * len(by_cell) + [copies[letter] for letter in by_letter]
    matrix = _matrix([*by_cell.values(), *by_letter.values()], len(likely))
    solved = milp(
        -np.array([gains[id(one)] for one in likely]),
        constraints=LinearConstraint(matrix, -np.inf, np.array(limits, float)),
        integrality=np.ones(len(likely), np.int64),
        bounds=Bounds(0, 1),
        options={"time_limit": 5.0, "mip_rel_gap": 1e-6},
    )
    if solved.x is None:
        return []
    return [one for one, taken in zip(likely, solved.x, strict=True) if taken > 0.5]


def _joined(chosen: Sequence[Candidate]) -> list[Candidate]:
    """The largest group of tiles that touch each other."""
    left = list(chosen)
    best: list[Candidate] = []
    while left:
        group = [left.pop()]
        for member in group:
            around = {near for cell in member.cells for near in cell.neighbours()}
            touching = [one for one in left if one.cells & around]
            group += touching
            left = [one for one in left if one not in touching]
        if sum(len(one.cells) for one in group) > sum(len(one.cells) for one in best):
            best = group
    return best


def _matrix(rows: Iterable[Sequence[int]], columns: int) -> csr_array:
    listed = list(rows)
    indices = np.concatenate([np.asarray(row, int) for row in listed])
    starts = np.cumsum([0] + [len(row) for row in listed])
    return csr_array((np.ones(len(indices)), indices, starts), shape=(len(listed), columns))


def places_in(view: TopGrid, pitch: float) -> list[Cell]:
    """All cells whose middle lies in the view."""
    right = view.left + (view.width - 1) / view.scale
    bottom = view.top + (view.height - 1) / view.scale
    row = pitch * math.sqrt(3) / 2
    cells = []
    for r in range(math.ceil(view.top / row), math.floor(bottom / row) + 1):
        low, high = view.left / pitch - r / 2, right / pitch - r / 2
        cells += [Cell(q, r) for q in range(math.ceil(low), math.floor(high) + 1)]
    return cells


def _best_nearby(
    scores: Scores, pixels: Floats, scale: float
) -> tuple[NDArray[np.float64], Floats]:
    """The best score within the slack around each place, and where it is."""
    radius = max(round(_SLACK * scale), 1)
    steps = np.arange(-radius, radius + 1)
    down, across = np.meshgrid(steps, steps, indexing="ij")
    inside = (down**2 + across**2) <= radius**2 + 0.5
    down, across = down[inside], across[inside]
    rows = np.clip(np.round(pixels[:, 1]).astype(int)[:, None] + down, 0, scores.shape[0] - 1)
    columns = np.clip(np.round(pixels[:, 0]).astype(int)[:, None] + across, 0, scores.shape[1] - 1)
    values = scores[rows, columns]
    best = values.argmax(1)
    index = np.arange(len(pixels))
    spots = np.column_stack([columns[index, best], rows[index, best]]).astype(float)
    return values[index, best].astype(float), spots


def _share_seen(
    padded: NDArray[np.float32], margin: int, template: Template, spot: Floats
) -> float:
    half = template.mask.shape[0] // 2
    row, column = int(spot[1]) + margin, int(spot[0]) + margin
    window = padded[row - half : row + half + 1, column - half : column + half + 1]
    return float((window * template.mask).sum() / template.mask.sum())
