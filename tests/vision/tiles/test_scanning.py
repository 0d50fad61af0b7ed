"""The empty board gives every tile's letter, turn and exact place, in the board's own frame."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from eko_companion.rules import Cell
from eko_companion.rules.hexgrid import centre
from eko_companion.rules.layout import laid_cells, layout_faults
from eko_companion.vision.cards.detecting import detect_cards
from eko_companion.vision.errors import CardsError, ScanError
from eko_companion.vision.table_folder.table import KeptFile
from eko_companion.vision.tiles.scanning import Scanned, scan_board
from tests.vision.sample_table import LAYOUT, dimmed, learned, photo, pieces, same_layout, tiles

KEPT = KeptFile("empty.jpg", b"")


@lru_cache(maxsize=1)
def _scanned() -> Scanned:
    return scan_board(photo("empty.jpg"), KEPT, learned(), tiles(), pieces())


def test_every_tile_is_found_with_its_turn() -> None:
    assert same_layout(_scanned().scan.layout, LAYOUT)
    assert _scanned().doubts == ()
    assert layout_faults(tiles(), _scanned().scan.layout) == []


def test_the_middle_tile_is_at_the_origin_and_right_is_right() -> None:
    scan = _scanned().scan
    (middle,) = [tile for tile in scan.tiles if tile.placement.at == Cell(0, 0)]
    assert middle.placement.tile == "F"
    here, there = scan.camera.project(np.array([[0, 0, 2.0], [30, 0, 2.0]]))
    assert abs(np.degrees(np.arctan2(*(there - here)[::-1]))) <= 30


def test_tiles_lie_about_a_millimetre_off_and_the_photo_agrees() -> None:
    scan = _scanned().scan
    for tile in scan.tiles:
        x, y = centre(tile.placement.at, pieces().pitch)
        assert np.hypot(tile.x - x, tile.y - y) < 2.0
        assert abs(tile.rotation) < 1.5
    # The whole fits the grid best when the tiles' offsets cancel out.
    offsets = [np.subtract((t.x, t.y), centre(t.placement.at, pieces().pitch)) for t in scan.tiles]
    assert np.abs(np.mean(offsets, axis=0)).max() < 0.01


def test_the_cards_are_where_the_camera_sees_them() -> None:
    scan = _scanned().scan
    assert scan.pose_error.residual < 0.3
    assert 0 < scan.pose_error.pixels < 2
    for card in scan.cards:
        pixels = scan.camera.project(card.corners(pieces().marker_side))
        assert (pixels > 0).all()
        assert (pixels < (1280, 720)).all()


def test_dim_light_and_a_smaller_photo_change_nothing() -> None:
    small = cv2.resize(photo("empty.jpg"), (800, 450), interpolation=cv2.INTER_AREA)
    warm = dimmed(small, 0.35, 2.0).astype(float) * [0.7, 0.9, 1.0]
    found = scan_board(warm.astype(np.uint8), KEPT, learned(), tiles(), pieces())
    assert same_layout(found.scan.layout, LAYOUT)


def test_a_tile_that_was_never_learned_leaves_a_hole_and_no_mistake() -> None:
    known = {letter: picture for letter, picture in learned().items() if letter != "B"}
    found = scan_board(photo("empty.jpg"), KEPT, known, tiles(), pieces())
    assert {placement.tile for placement in found.scan.layout} == set("ACDEFG")
    cells = [c.cell for p in found.scan.layout for c in laid_cells(tiles(), p)]
    assert len(cells) == len(set(cells)) == 42


def test_progress_runs_from_nothing_to_nearly_everything() -> None:
    told: list[float] = []
    scan_board(
        photo("empty.jpg"),
        KEPT,
        {letter: learned()[letter] for letter in "AFE"},
        tiles(),
        pieces(),
        progress=lambda _, share: told.append(share),
    )
    assert told == sorted(told)
    assert told[0] == 0
    assert 0.8 < told[-1] <= 1


def test_what_cannot_be_scanned_is_said() -> None:
    with pytest.raises(ScanError, match="table learn"):
        scan_board(photo("empty.jpg"), KEPT, {}, tiles(), pieces())
    grey = np.full((480, 640, 3), 128, np.uint8)
    with pytest.raises(CardsError, match="No marker card"):
        scan_board(grey, KEPT, learned(), tiles(), pieces())


def test_a_photo_without_the_board_is_refused() -> None:
    bare = photo("empty.jpg").copy()
    cards = detect_cards(bare)
    wood = bare[620:700, 920:1200]
    for row in range(70, 700, 80):
        part = bare[row : row + 80, 250:1010]
        bare[row : row + 80, 250:1010] = np.tile(wood, (1, 3, 1))[: part.shape[0], :760]
    # The cards lie on top again.
    for card in cards:
        low = np.maximum(card.corners.min(0) - 30, 0).astype(int)
        high = card.corners.max(0).astype(int) + 30
        place = np.s_[low[1] : high[1], low[0] : high[0]]
        bare[place] = photo("empty.jpg")[place]
    with pytest.raises(ScanError, match="None of the learned tiles"):
        scan_board(bare, KEPT, learned(), tiles(), pieces())
