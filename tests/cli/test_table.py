"""The commands on a table, from a new folder to a printed layout."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import pytest

from eko_companion.cli import table
from eko_companion.rules import Cell, EkoError, Placement
from eko_companion.vision.table_folder import load_table
from tests.vision.sample_table import LAYOUT, PHOTOS, document, in_scan_frame, same_layout


def _run(*arguments: object) -> int:
    top = argparse.ArgumentParser()
    table.add_commands(top.add_subparsers())
    options = top.parse_args(["table", *(str(argument) for argument in arguments)])
    code: int = options.run(options)
    return code


def _new(folder: Path, *more: object) -> int:
    files = ("--tiles", PHOTOS / "tiles.json", "--pieces", PHOTOS / "pieces.json")
    return _run("new", folder, "--players", "cyan,violet", *files, *more)


def test_a_table_is_made_learned_and_scanned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "table"
    assert _new(folder) == 0
    assert capsys.readouterr().out == ""
    assert _run("learn", folder, PHOTOS / "tile_photos") == 0
    assert json.loads(capsys.readouterr().out)["learned"] == list("ABCDEFG")
    assert _run("scan", folder, PHOTOS / "empty.jpg") == 0
    printed = json.loads(capsys.readouterr().out)
    found = tuple(Placement(e["tile"], Cell(*e["at"]), e["turn"]) for e in printed["layout"])
    assert same_layout(found, LAYOUT)
    assert load_table(folder).scanned.layout == found


def test_a_table_is_not_overwritten_unasked(tmp_path: Path) -> None:
    _new(tmp_path)
    with pytest.raises(EkoError, match="already holds a table"):
        _new(tmp_path)
    assert _new(tmp_path, "--force") == 0


def test_a_bad_document_is_refused_and_nothing_written(tmp_path: Path) -> None:
    pieces = tmp_path / "pieces.json"
    pieces.write_text(json.dumps(document("pieces.json") | {"pitch": -1}), encoding="utf-8")
    folder = tmp_path / "table"
    with pytest.raises(EkoError, match=r"^pitch: "):
        _new(folder, "--pieces", pieces)
    with pytest.raises(EkoError, match=r"^players: "):
        _new(folder, "--players", "cyan")
    pieces.write_text("no JSON", encoding="utf-8")
    with pytest.raises(EkoError, match=r"^format: "):
        _new(folder, "--pieces", pieces)
    with pytest.raises(EkoError, match="cannot be read"):
        _new(folder, "--tiles", tmp_path / "none.json")
    assert not folder.exists()


def test_photos_that_cannot_be_learned_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, photos = tmp_path / "table", tmp_path / "photos"
    photos.mkdir()
    shutil.copy(PHOTOS / "tile_photos" / "A.jpg", photos / "A.jpg")
    (photos / "B.jpg").write_bytes(b"no photo")
    shutil.copy(PHOTOS / "tile_photos" / "A.jpg", photos / "holiday.jpg")
    _new(folder)
    assert _run("learn", folder, photos) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {"learned": ["A"], "not_learned": ["B"]}
    assert "Tile B: B.jpg is not a photo" in told.err
    assert "holiday.jpg names no tile" in told.err


def test_nothing_to_learn_from_is_said(tmp_path: Path) -> None:
    folder, photos = tmp_path / "table", tmp_path / "photos"
    photos.mkdir()
    _new(folder)
    with pytest.raises(EkoError, match=r"no photo named after a tile, such as A\.jpg"):
        _run("learn", folder, photos)
    (photos / "A.png").write_bytes(b"no photo")
    with pytest.raises(EkoError, match="No tile could be learned"):
        _run("learn", folder, photos)
    with pytest.raises(EkoError, match="cannot be read"):
        _run("learn", folder, tmp_path / "none")


def test_tiles_can_be_named_by_hand_and_are_learned_that_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, named = tmp_path / "table", tmp_path / "layout.json"
    layout = [{"tile": p.tile, "at": list(p.at), "turn": p.turn} for p in in_scan_frame()]
    named.write_text(json.dumps({"layout": layout}), encoding="utf-8")
    _new(folder)
    assert _run("scan", folder, PHOTOS / "empty.jpg", "--layout", named) == 0
    printed = json.loads(capsys.readouterr().out)["layout"]
    assert sorted(printed, key=str) == sorted(layout, key=str)
    assert set(load_table(folder).pictures) == set("ABCDEFG")
    named.write_text(json.dumps({"layout": layout * 2}), encoding="utf-8")
    with pytest.raises(EkoError, match=r"^layout: "):
        _run("scan", folder, PHOTOS / "empty.jpg", "--layout", named)


def test_a_failed_scan_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    _new(tmp_path)
    before = (tmp_path / "table.json").read_bytes()
    with pytest.raises(EkoError, match="table learn"):
        _run("scan", tmp_path, PHOTOS / "empty.jpg")
    with pytest.raises(EkoError, match="There is no photo"):
        _run("scan", tmp_path, tmp_path / "none.jpg")
    assert (tmp_path / "table.json").read_bytes() == before
