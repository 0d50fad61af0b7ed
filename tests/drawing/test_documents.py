"""Whole documents: well-formed, complete, small, the same each time, and safe with any name."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from eko_companion.drawing import (
    DARK,
    LIGHT,
    Badge,
    Highlight,
    HighlightKind,
    draw_board,
    draw_legend,
    draw_position,
    draw_tile,
    draw_tile_set,
)
from eko_companion.rules import Building, BuildingKind, Cell, Stack, Step
from tests.drawing.boards import LARGE, TILES, crowded, large_board, position, variety_board
from tests.drawing.svg import NAMESPACE, layer, read, texts, used

HOSTILE = '</g><script>alert("&\x00\ud800")</script>'


def every_document() -> dict[str, str]:
    return {
        "position": draw_position(crowded(), title="A full board"),
        "dark position": draw_position(crowded(), theme=DARK),
        "variety": draw_position(position(variety_board())),
        "board": draw_board(variety_board(), tile_letters=True),
        "tile": draw_tile(LARGE),
        "tile set": draw_tile_set(TILES, title="All tiles"),
        "legend": draw_legend(),
    }


@pytest.mark.parametrize("name", every_document())
def test_every_document_is_well_formed_and_told_in_words(name):
    root = read(every_document()[name])
    assert root.tag == f"{NAMESPACE}svg"
    assert root.findtext(f"{NAMESPACE}title")
    assert root.findtext(f"{NAMESPACE}desc")


@pytest.mark.parametrize("name", every_document())
def test_every_drawing_that_is_used_is_defined_once(name):
    root = read(every_document()[name])
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    hrefs = {element.get("href") for element in root.iter(f"{NAMESPACE}use")}
    assert hrefs <= {f"#{name}" for name in ids}


def test_the_same_input_gives_the_same_bytes():
    assert every_document() == every_document()


def test_a_full_board_for_four_stays_below_120_kilobytes():
    assert len(draw_position(crowded(), title="Full").encode()) < 120_000


def test_a_board_shows_each_of_its_cells():
    board = variety_board()
    shown = used(layer(read(draw_board(board)), "board"))
    for terrain in set(board.terrain.values()):
        assert shown.count(terrain.value) == len(board.cells_of(terrain))


def test_landmarks_stand_on_the_board():
    shown = used(layer(read(draw_board(variety_board())), "board"))
    assert shown.count("pyramid") == shown.count("lighthouse") == 1


def test_the_walls_of_a_portal_turn_with_its_open_edge():
    root = layer(read(draw_board(variety_board())), "board")
    turns = [
        re.search(r"rotate\((.+)\)", element.get("transform", ""))
        for element in root.iter(f"{NAMESPACE}use")
        if element.get("href") == "#eko-light-portal"
    ]
    assert [turn[1] for turn in turns if turn] == ["0", "-180"]


def test_labels_name_every_cell_row_and_column():
    board = variety_board()
    shown = texts(layer(read(draw_board(board)), "labels"))
    for cell in board.cells:
        assert board.name(cell) in shown
    assert {"a", "1"} <= set(shown)


def test_labels_can_be_left_out():
    assert texts(read(draw_board(variety_board(), labels=False))) == []


def test_small_pictures_can_keep_to_rows_and_columns():
    board = variety_board()
    shown = texts(read(draw_board(board, cell_names=False)))
    assert board.name(board.cells[0]) not in shown
    assert "a" in shown


def test_a_width_sets_the_size_and_keeps_the_proportions():
    root = read(draw_board(large_board(2), width=800))
    _, _, wide, high = (float(side) for side in root.get("viewBox", "").split())
    assert root.get("width") == "800"
    assert float(root.get("height", 0)) == pytest.approx(800 * high / wide, abs=1)


def test_hostile_names_stay_text():
    players = (HOSTILE, "navy")
    cell = large_board(2).walkable[0]
    shown = position(large_board(2), Stack(cell, HOSTILE, 1, False), players=players)
    root = read(draw_position(shown, title=HOSTILE, badges=[Badge(cell, HOSTILE)]))
    assert not list(root.iter(f"{NAMESPACE}script"))
    assert any("<script>" in text for text in texts(root))


def test_a_long_title_is_set_smaller():
    def title_size(title: str) -> float:
        shown = read(draw_board(large_board(2), title=title))
        sizes = [e.get("font-size") for e in shown.iter(f"{NAMESPACE}text") if e.text == title]
        return float(sizes[0] or 0)

    assert title_size("long " * 40) < title_size("short")


def test_themes_share_no_ids():
    light, dark = (read(draw_position(crowded(), theme=theme)) for theme in (LIGHT, DARK))
    assert not ids_of(light) & ids_of(dark)


def ids_of(root: ElementTree.Element) -> set[str]:
    return {element.get("id", "") for element in root.iter() if element.get("id")}


def test_a_finished_game_tells_its_winners():
    over = position(large_board(2), step=Step.OVER).changed(winners=("navy",))
    assert "Won by navy" in draw_position(over)
    assert "Nobody has won" in draw_position(over.changed(winners=()))


def test_highlights_may_come_from_a_generator():
    cell = large_board(2).cells[0]
    marked = draw_board(
        large_board(2), highlights=(Highlight(cell, kind) for kind in [HighlightKind.WRONG])
    )
    root = read(marked)
    assert len(layer(root, "highlights")) == len(layer(root, "signs")) == 1


def test_a_tile_set_shows_every_letter_and_the_copies():
    shown = texts(read(draw_tile_set(TILES)))
    for tile in TILES.tiles:
        assert any(text.split()[0] == tile.letter for text in shown)
    assert "A  ×13" in shown


def test_a_higher_stack_than_allowed_is_still_drawn():
    seen = position(large_board(2), Stack(Cell(0, 0), "cyan", 6, False))
    assert "6" in texts(layer(read(draw_position(seen)), "pieces"))


def test_a_building_kind_has_its_own_drawing():
    cells = large_board(2).building_cells
    kinds = tuple(BuildingKind)
    shown = position(
        large_board(2),
        *(Building(cell, "cyan", kind) for cell, kind in zip(cells, kinds, strict=False)),
    )
    drawn = used(layer(read(draw_position(shown, marks=False)), "pieces"))
    assert sorted(drawn) == ["camp", "castle", "tower"]
