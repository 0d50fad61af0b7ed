"""Without learned pictures the empty board teaches itself, with a little help by the players."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from eko_companion.rules import Cell, DocumentError, Placement, Terrain
from eko_companion.rules.layout import laid_cells
from eko_companion.vision.errors import ScanError
from eko_companion.vision.table_folder.table import KeptFile
from eko_companion.vision.tiles.by_hand import cells_from_document, layout_from_document
from eko_companion.vision.tiles.likeness import correlation
from eko_companion.vision.tiles.self_teaching import (
    BareBoard,
    bare_board,
    grid_points,
    named_cells,
    teach_by_cells,
    teach_by_layout,
)
from eko_companion.vision.tiles.templates import template_at
from tests.vision.sample_table import in_scan_frame, learned, photo, pieces, tiles

KEPT = KeptFile("empty.jpg", b"")
POINTED_AT: tuple[tuple[tuple[float, float], Terrain | None], ...] = (
    ((638, 335), Terrain.CIRCLE),
    ((668, 559), Terrain.CIRCLE),
    ((372, 408), Terrain.CIRCLE),
    ((577, 286), Terrain.CIRCLE),
    ((800, 290), Terrain.CIRCLE),
    ((704, 386), Terrain.CHASM),
    ((482, 620), Terrain.CHASM),
    ((621, 410), Terrain.RAVINE),
    ((400, 555), Terrain.RAVINE),
    ((561, 360), Terrain.MOUNTAIN),
    ((844, 590), Terrain.MOUNTAIN),
    ((405, 336), Terrain.REG),
    ((860, 412), Terrain.REG),
    ((853, 503), Terrain.CAPITAL),
    ((620, 690), None),
)


@lru_cache(maxsize=1)
def _board() -> BareBoard:
    return bare_board(photo("empty.jpg"), pieces())


def _terrains(layout: tuple[Placement, ...]) -> dict[Cell, Terrain]:
    return {c.cell: c.terrain for p in layout for c in laid_cells(tiles(), p)}


def test_the_grid_is_found_by_what_repeats() -> None:
    middles = grid_points(_board(), pieces())
    # Printed circles whose middles can be read off the photo.
    for x, y in ((638, 335), (746, 623), (797, 289), (503, 524)):
        assert np.linalg.norm(middles - np.array([x, y]), axis=1).min() < 6


def test_a_few_named_cells_give_all_terrain() -> None:
    named = named_cells(_board(), POINTED_AT, pieces())
    assert len(named) == len(POINTED_AT)
    scanned, pictures = teach_by_cells(_board(), named, tiles(), pieces(), KEPT)
    assert _terrains(scanned.scan.layout) == _terrains(in_scan_frame())
    assert set(pictures) == {tile.placement.tile for tile in scanned.scan.tiles}
    # Proposals are there to be confirmed.
    assert len(scanned.doubts) == len(scanned.scan.tiles)


def test_tiles_named_by_hand_are_found_and_cut_out() -> None:
    scanned, pictures = teach_by_layout(_board(), in_scan_frame(), tiles(), pieces(), KEPT)
    assert set(scanned.scan.layout) == set(in_scan_frame())
    assert scanned.doubts == ()
    assert all(tile.confirmed for tile in scanned.scan.tiles)
    for letter, picture in pictures.items():
        taught, known = template_at(picture, 1.0), template_at(learned()[letter], 1.0)
        mask = (taught.mask > 0) & (known.mask > 0)
        assert correlation(taught.values, known.values, mask) > 0.6, letter


def test_a_bare_table_has_no_grid_or_no_tiles() -> None:
    with pytest.raises(ScanError, match="Name at least one cell"):
        teach_by_cells(_board(), {Cell(0, 0): None}, tiles(), pieces(), KEPT)


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"cells": []},
        {"cells": [{"pixel": [1, 2]}]},
        {"cells": [{"pixel": [1], "terrain": "circle"}]},
        {"cells": [{"pixel": [1, float("nan")], "terrain": "circle"}]},
        {"cells": [{"pixel": [1, 2], "terrain": "swamp"}]},
    ],
)
def test_named_cells_that_make_no_sense_are_refused(document: object) -> None:
    with pytest.raises(DocumentError, match=r"^cells: "):
        cells_from_document(document)


@pytest.mark.parametrize(
    "layout",
    [
        [],
        "ABC",
        [{"tile": "A", "at": [0, 0]}],
        [{"tile": "Z", "at": [0, 0], "turn": 0}],
        [{"tile": "A", "at": [0, 0], "turn": 0}, {"tile": "B", "at": [1, 0], "turn": 0}],
        [{"tile": "A", "at": [0, 0], "turn": 0}, {"tile": "A", "at": [2, 1], "turn": 0}],
    ],
)
def test_a_layout_that_cannot_be_is_refused(layout: object) -> None:
    with pytest.raises(DocumentError, match=r"^layout: "):
        layout_from_document({"layout": layout}, tiles())
