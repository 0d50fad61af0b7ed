"""A table comes back from its folder as it went in, or with one sentence about what is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import looking_at
from eko_companion.rules import Cell, DocumentError, Placement
from eko_companion.vision.errors import TableFolderError
from eko_companion.vision.table_folder import (
    CardPlace,
    KeptFile,
    LaidTile,
    PoseError,
    Scan,
    Section,
    Table,
    TilePicture,
    load_table,
    new_table,
    save_table,
)
from eko_companion.vision.table_folder.whole_files import put_file
from tests.vision.sample_table import LAYOUT, PHOTOS, pieces, tiles


def _picture(letter: str) -> TilePicture:
    image = np.random.default_rng(1).integers(0, 256, (21, 21, 3)).astype(np.uint8)
    mask = np.zeros((21, 21), np.uint8)
    mask[3:18, 3:18] = 255
    return TilePicture(letter, image, mask, 4.0, (10.0, 10.0))


def _table() -> Table:
    rotation, translation = looking_at((0, 0, 0), distance=600, elevation=50, azimuth=10)
    camera = Camera((1280, 720), 900.0, (639.5, 359.5), rotation, translation, (0.01, 0.0))
    laid = tuple(LaidTile(p, 1.5 * n, -2.0, 0.3, 0.99) for n, p in enumerate(LAYOUT))
    photo = KeptFile.of_photo(PHOTOS / "empty.jpg", np.zeros((720, 1280, 3), np.uint8))
    scan = Scan(
        camera, (CardPlace(3, 1.0, 2.0, 33.0),), PoseError(0.5, 0.2, 0.01, 0.1), laid, photo
    )
    table = new_table(["cyan", "violet"], tiles(), pieces())
    table = table.with_pictures({"A": _picture("A"), "B": _picture("B")}).with_scan(scan)
    return table.with_section("start", Section({"palette": [1, 2]}, {"emperor.png": b"pixels"}))


def test_everything_comes_back(tmp_path: Path) -> None:
    table = _table()
    save_table(table, tmp_path)
    again = load_table(tmp_path)
    assert (again.players, again.tiles, again.pieces) == (table.players, tiles(), pieces())
    assert np.array_equal(again.pictures["A"].image, table.pictures["A"].image)
    assert np.array_equal(again.pictures["A"].mask, table.pictures["A"].mask)
    assert again.scanned.tiles == table.scanned.tiles
    assert again.scanned.cards == table.scanned.cards
    assert again.scanned.pose_error == table.scanned.pose_error
    assert np.allclose(again.scanned.camera.rotation, table.scanned.camera.rotation)
    assert again.scanned.empty_photo.shape == (720, 1280, 3)
    assert again.sections["start"].document == {"palette": [1, 2]}
    assert again.sections["start"].files == {"emperor.png": b"pixels"}
    assert again.cells == table.cells


def test_saving_again_leaves_no_old_file_behind(tmp_path: Path) -> None:
    table = _table()
    save_table(table, tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    save_table(replace(table, sections={}, pictures={"A": _picture("A")}), tmp_path)
    after = {path.name for path in tmp_path.iterdir()}
    assert after < before
    assert len(after) == 3
    load_table(tmp_path)


def test_a_crash_while_saving_leaves_the_old_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_table(_table(), tmp_path)

    def crashing(path: Path, content: bytes) -> None:
        if path.name == "table.json":
            raise OSError("the power is gone")
        put_file(path, content)

    monkeypatch.setattr("eko_companion.vision.table_folder.storing.put_file", crashing)
    with pytest.raises(OSError, match="power"):
        save_table(_table().with_pictures({"C": _picture("C")}), tmp_path)
    assert set(load_table(tmp_path).pictures) == {"A", "B"}


def test_a_new_scan_forgets_what_was_learned_from_the_old_one() -> None:
    table = _table()
    assert table.with_scan(table.scanned).sections == {}


def test_a_folder_without_table_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TableFolderError, match=r"is no table.*table new"):
        load_table(tmp_path)
    with pytest.raises(TableFolderError, match="is no table"):
        load_table(tmp_path / "nowhere")


@pytest.mark.parametrize("which", ["tile-A", "empty", "emperor"])
def test_a_missing_and_a_damaged_file_are_named(tmp_path: Path, which: str) -> None:
    save_table(_table(), tmp_path)
    (path,) = tmp_path.glob(f"{which}-*")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(TableFolderError, match=f"{which}.* is damaged"):
        load_table(tmp_path)
    path.unlink()
    with pytest.raises(TableFolderError, match=f"{which}.* is missing"):
        load_table(tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "eko-table/9"}, "^format: "),
        ({"players": ["cyan"]}, "players: a game has 2 to 4"),
        ({"pieces": {"format": "eko-pieces/1"}}, "pitch: "),
        ({"pictures": [{"letter": "A"}]}, "pictures: "),
        ({"pictures": [{"letter": "A", "file": "../x", "origin": [1, 2], "scale": 1}]}, "no table"),
        ({"scan": {"photo": "x"}}, "missing|no table"),
        ({"sections": []}, "sections: "),
    ],
)
def test_a_damaged_index_is_refused_with_its_field(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    save_table(_table(), tmp_path)
    path = tmp_path / "table.json"
    document = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(TableFolderError, match=words):
        load_table(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_an_index_that_is_no_document_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "table.json").write_bytes(content)
    with pytest.raises(TableFolderError, match=r"table\.json of this table is damaged"):
        load_table(tmp_path)


def test_a_table_that_was_not_scanned_says_so() -> None:
    with pytest.raises(TableFolderError, match="table scan"):
        _ = new_table(["cyan", "violet"], tiles(), pieces()).cells


@pytest.mark.parametrize("players", [["cyan"], ["cyan", "cyan"], list("abcde"), ["", "b"]])
def test_impossible_players_are_refused(players: list[str]) -> None:
    with pytest.raises(DocumentError, match=r"^players: "):
        new_table(players, tiles(), pieces())


def test_cells_follow_their_tile(tmp_path: Path) -> None:
    """A tile laid a little off carries its cells along, turned with it."""
    laid = LaidTile(Placement("A", Cell(2, 1), 1), 90.0, 30.0, 2.0)
    table = _table()
    table = table.with_scan(replace(table.scanned, tiles=(laid,)))
    middle, right = table.cells[Cell(2, 1)], table.cells[Cell(3, 0)]
    assert (middle.x, middle.y, middle.z) == (90.0, 30.0, 2.0)
    step = np.array([right.x - middle.x, right.y - middle.y])
    assert np.linalg.norm(step) == pytest.approx(pieces().pitch)
    assert np.degrees(np.arctan2(-step[1], step[0])) == pytest.approx(62.0)
    # The tile's own direction 0 points there after one turn.
    printed = {cell.at: cell.terrain for cell in tiles().by_letter["A"].cells}
    assert right.terrain is printed[Cell(1, 0)]
