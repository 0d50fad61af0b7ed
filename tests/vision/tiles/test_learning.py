"""A tile's picture is learned from one photo of it beside a card."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.rules import Cell
from eko_companion.vision.cards.detecting import detect_cards
from eko_companion.vision.table_folder.table import TilePicture
from eko_companion.vision.tiles.learning import learn_tiles
from eko_companion.vision.tiles.likeness import correlation
from eko_companion.vision.tiles.outlines import cells_mask, hexagon, outline_edges
from eko_companion.vision.tiles.templates import template_at
from tests.vision.sample_table import learned, photo, pieces, tiles


def _cell_light(picture: TilePicture, cell: Cell) -> float:
    """The mean brightness within a cell's circle."""
    x, y = pieces().pitch * (cell.q + cell.r / 2), pieces().pitch * (3**0.5 / 2) * cell.r
    rows, columns = np.ogrid[: picture.image.shape[0], : picture.image.shape[1]]
    across = (columns - picture.origin[0]) / picture.scale - x
    down = (rows - picture.origin[1]) / picture.scale - y
    inside = across**2 + down**2 < 11**2
    return float(picture.image[inside].mean())


def test_every_tile_is_learned_with_its_cells_where_they_belong() -> None:
    pictures = learned()
    assert set(pictures) == set("ABCDEFG")
    dark = {"chasm", "ravine", "mountain"}
    for letter, picture in pictures.items():
        cells = tiles().by_letter[letter].cells
        light = {cell.at: _cell_light(picture, cell.at) for cell in cells}
        circles = [light[cell.at] for cell in cells if cell.terrain.value == "circle"]
        for cell in cells:
            if cell.terrain.value in dark:
                assert light[cell.at] < min(circles), (letter, cell)


def test_a_picture_is_the_tile_alone() -> None:
    """No table shows inside the mask: its rim looks like its inside, not like the wood."""
    picture = learned()["D"]
    cells = [cell.at for cell in tiles().by_letter["D"].cells]
    size = picture.image.shape[1::-1]
    inner = cells_mask(cells, pieces().pitch, picture.scale, picture.origin, size, grow=-2.0)
    rim = (picture.mask > 0) & (inner == 0)
    sand = np.median(picture.image[inner > 0], axis=0)
    assert np.abs(np.median(picture.image[rim], axis=0) - sand).max() < 30


def test_tiles_are_unlike_each_other() -> None:
    one, other = (template_at(learned()[letter], 1.0) for letter in "AE")
    mask = (one.mask > 0) & (other.mask > 0)
    assert correlation(one.values, one.values, mask) == pytest.approx(1)
    assert correlation(one.values, other.values, mask) < 0.6


def test_a_photo_without_card_or_tile_gives_a_sentence() -> None:
    bare = np.ascontiguousarray(photo("empty.jpg")[300:700, 0:50].repeat(10, axis=1))
    beside = photo("tile_photos/A.jpg")
    (card,) = detect_cards(beside)
    paper = np.zeros(beside.shape[:2], np.uint8)
    middle = card.corners.mean(0)
    corners = np.round(middle + 1.3 * (card.corners - middle)).astype(np.int32)
    cv2.fillConvexPoly(paper, corners, 255)
    cloth = np.random.default_rng(2).normal(90, 6, beside.shape).clip(0, 255).astype(np.uint8)
    card_alone = np.where(paper[:, :, None] > 0, beside, cloth)
    pictures, failures = learn_tiles({"A": bare, "B": card_alone}, tiles().by_letter, pieces())
    assert pictures == {}
    assert failures["A"] == "Tile A: no marker card is to be seen beside it."
    assert failures["B"].startswith("Tile B: its outline was not found")


def test_a_tiles_rim_is_made_of_the_sides_without_neighbour() -> None:
    assert len(outline_edges([Cell(0, 0)], 34)) == 6
    seven = [Cell(0, 0), *Cell(0, 0).neighbours()]
    assert len(outline_edges(seven, 34)) == 18
    right = outline_edges([Cell(0, 0)], 34)[0]
    assert right.start[0] == pytest.approx(17)
    assert right.end[0] == pytest.approx(17)
    assert hexagon(Cell(1, 0), 34)[:, 0].mean() == pytest.approx(34)
