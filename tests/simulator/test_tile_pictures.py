"""Pictures of tiles: repeatable, all different, in the right place, and as stored in the repo."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.installed import data_folder, load_tile_set
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import Tile, TileCell
from eko_companion.simulator.tile_pictures import (
    HOUSE,
    RANGES,
    STYLES,
    TilePicture,
    draw_tile,
    varied,
)
from eko_companion.simulator.tile_pictures.__main__ import main

PX = 60
HOUSE_TILES = load_tile_set("house")
ODD_SHAPES = [
    [(0, 0)],
    [(5, -3)],
    [(0, 0), (4, 1)],
    [(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0)],
    [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)],
]


def tile_of(*cells: tuple[tuple[int, int], Terrain], letter="X", landmark=None) -> Tile:
    printed = tuple(
        TileCell(Cell(*at), terrain, 2 if terrain is Terrain.PORTAL else None)
        for at, terrain in cells
    )
    return Tile(letter, "extra", 1, landmark, printed)


def difference(a: TilePicture, b: TilePicture) -> np.ndarray:
    return np.abs(a.bgra.astype(int) - b.bgra.astype(int)).max(axis=2)


def true_cover(picture: TilePicture, tile: Tile, slack: float) -> np.ndarray:
    """Which pixels lie in a hex of the tile, grown by `slack` pixels."""
    rows, columns = np.mgrid[: picture.bgra.shape[0], : picture.bgra.shape[1]]
    covered = np.zeros(rows.shape, bool)
    for cell in tile.cells:
        cx, cy = centre(cell.at, picture.px)
        x, y = columns - picture.origin[0] - cx, rows - picture.origin[1] - cy
        slant = y * 3**0.5 / 2
        away = np.maximum(np.abs(x), np.maximum(np.abs(x / 2 + slant), np.abs(x / 2 - slant)))
        covered |= away <= picture.px / 2 + slack
    return covered


def test_the_same_seed_gives_the_same_picture():
    tile = HOUSE_TILES.by_letter["A"]
    first, second = (draw_tile(tile, seed=3, px=PX) for _ in range(2))
    assert np.array_equal(first.bgra, second.bgra)
    assert difference(first, draw_tile(tile, seed=4, px=PX)).mean() > 3


def test_tiles_with_the_same_terrains_still_differ():
    cells = tuple(cell for cell in HOUSE_TILES.by_letter["D"].cells)
    one, other = (
        draw_tile(Tile(letter, "grey", 1, None, cells), px=PX) for letter in ("one", "other")
    )
    assert difference(one, other).mean() > 3


def test_all_tiles_of_the_house_set_differ():
    pictures = [draw_tile(tile, px=24) for tile in HOUSE_TILES.tiles]
    for k, one in enumerate(pictures):
        for other in pictures[:k]:
            assert one.bgra.shape != other.bgra.shape or difference(one, other).mean() > 3


def test_styles_differ_clearly():
    tile = HOUSE_TILES.by_letter["B"]
    assert len(STYLES) >= 3
    means = []
    for style in STYLES.values():
        picture = draw_tile(tile, style, px=PX).bgra
        means.append(picture[picture[..., 3] == 255][:, :3].mean(axis=0))
    for k, one in enumerate(means):
        for other in means[:k]:
            assert np.linalg.norm(one - other) > 25


@pytest.mark.parametrize("name", sorted(STYLES))
def test_variants_stay_in_their_ranges(name):
    for seed in range(20):
        style = varied(STYLES[name], seed)
        assert style == varied(STYLES[name], seed)
        for field, (least, greatest) in RANGES.items():
            floor = 0 if field in ("hatch", "flat") else least
            assert floor <= getattr(style, field) <= greatest
    assert varied(STYLES[name], 1) != varied(STYLES[name], 2)


@pytest.mark.parametrize("name", sorted(STYLES))
@pytest.mark.parametrize("px", [90, 220])
def test_rings_lie_around_the_projected_middles(name, px):
    style = replace(STYLES[name], ring_wear=0.0)
    tile = tile_of(((0, 0), Terrain.CIRCLE), ((1, -1), Terrain.CIRCLE), ((-1, 0), Terrain.CIRCLE))
    picture = draw_tile(tile, style, px=px)
    bare = draw_tile(tile, replace(style, ring_ink=0.0), px=px)
    inked = (difference(picture, bare) > 6).astype(np.uint8)
    for cell in tile.cells:
        x, y = picture.pixel(cell.at)
        assert (x - picture.origin[0], y - picture.origin[1]) == centre(cell.at, px)
        own = np.zeros_like(inked)
        cv2.circle(own, (round(x), round(y)), round(0.47 * px), 1, -1)
        points = cv2.findNonZero(inked * own)
        (found_x, found_y), radius = cv2.minEnclosingCircle(points)
        assert np.hypot(found_x - x, found_y - y) < 1
        assert radius == pytest.approx((style.ring_radius + style.ring_width / 2) * px, abs=1.5)


@pytest.mark.parametrize("px", [50, 160, 220])
@pytest.mark.parametrize("letter", ["A", "P", "R", "T"])
def test_the_card_covers_exactly_its_hexes(letter, px):
    tile = HOUSE_TILES.by_letter[letter]
    picture = draw_tile(tile, px=px)
    alpha = picture.bgra[..., 3]
    assert (alpha[true_cover(picture, tile, -1.0)] > 127).all()
    assert (alpha[~true_cover(picture, tile, 1.0)] == 0).all()
    assert not alpha[0].any()
    assert not alpha[:, -1].any()


@pytest.mark.parametrize("name", sorted(STYLES))
@pytest.mark.parametrize("terrain", list(Terrain))
def test_every_terrain_is_drawn_in_its_own_way(terrain, name):
    style = replace(STYLES[name], grain=0.0)
    drawn = draw_tile(tile_of(((0, 0), terrain)), style, px=PX)
    for other in Terrain:
        if other is not terrain:
            compared = draw_tile(tile_of(((0, 0), other)), style, px=PX)
            middle = difference(drawn, compared)[PX // 4 : PX, PX // 5 : -PX // 5]
            assert middle.mean() > 10, other


def test_a_portal_shows_its_open_edge():
    fronts = []
    for front in range(6):
        cell = TileCell(Cell(0, 0), Terrain.PORTAL, front)
        fronts.append(draw_tile(Tile("X", "small", 1, None, (cell,)), px=PX))
    for k, one in enumerate(fronts):
        for other in fronts[:k]:
            assert difference(one, other).mean() > 5


@pytest.mark.parametrize("landmark", ["pyramid", "lighthouse"])
def test_a_landmark_stands_where_its_storms_meet(landmark):
    storms = [((0, 0), Terrain.STORM), ((1, 0), Terrain.STORM), ((1, -1), Terrain.STORM)]
    plain = draw_tile(tile_of(*storms), px=PX)
    changed = difference(draw_tile(tile_of(*storms, landmark=landmark), px=PX), plain)
    x, y = (round(plain.origin[k] + PX * (0.5, -(3**0.5) / 6)[k]) for k in (0, 1))
    assert changed[y - 5 : y + 6, x - 5 : x + 6].mean() > 20
    assert changed[changed.shape[0] - 12 :].mean() < 1


@pytest.mark.parametrize("landmark", [None, "pyramid"])
@pytest.mark.parametrize("shape", ODD_SHAPES)
def test_any_cells_can_be_drawn(shape, landmark):
    terrains = [*Terrain][1:]
    cells = [(at, terrains[k % len(terrains)]) for k, at in enumerate(shape)]
    tile = tile_of(*cells, landmark=landmark)
    picture = draw_tile(tile, px=33.5)
    assert (picture.bgra[..., 3][true_cover(picture, tile, -1.0)] > 127).all()
    assert not picture.bgra[..., 3][~true_cover(picture, tile, 1.0)].any()


def test_stored_pictures_are_what_the_command_writes(tmp_path: Path):
    stored = data_folder("tile_templates") / "house"
    note = json.loads((stored / "pictures.json").read_text(encoding="utf-8"))
    assert sorted(note["pictures"]) == sorted(HOUSE_TILES.by_letter)
    assert sorted(path.stem for path in stored.glob("*.png")) == sorted(note["pictures"])
    assert sum(path.stat().st_size for path in stored.glob("*.png")) < 6_000_000
    document = HOUSE_TILES.document()
    document["tiles"] = [t for t in document["tiles"] if t["letter"] in ("A", "R")]
    (tmp_path / "tiles.json").write_text(json.dumps(document), encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    written = json.loads((tmp_path / "pictures.json").read_text(encoding="utf-8"))
    assert {k: v for k, v in written.items() if k != "pictures"} == {
        k: v for k, v in note.items() if k != "pictures"
    }
    for letter, entry in written["pictures"].items():
        assert entry == note["pictures"][letter]
        old, new = (
            cv2.imread(str(folder / f"{letter}.png"), cv2.IMREAD_UNCHANGED)
            for folder in (stored, tmp_path)
        )
        assert old is not None
        assert new is not None
        assert old.shape == new.shape == (entry["size"][1], entry["size"][0], 4)
        # Versions of OpenCV round and smooth lines a little differently.
        assert np.abs(old.astype(int) - new.astype(int)).mean() < 1.5


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys):
    assert main([str(tmp_path)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_default_look_is_the_house_style():
    picture = draw_tile(HOUSE_TILES.by_letter["T"])
    assert (picture.style, picture.px, picture.seed) == (HOUSE.name, 220, 0)
