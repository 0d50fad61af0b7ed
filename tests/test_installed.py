"""What is installed beside the code: data folders, the house tile set, and what a wheel holds."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from eko_companion.installed import HOUSE, data_folder, load_tile_set, tile_set_names
from eko_companion.rules import EkoError

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
DATA = ("calibration", "tile_templates")

in_source_tree = pytest.mark.skipif(not PROJECT.exists(), reason="needs the source tree")


@pytest.mark.parametrize("name", DATA)
def test_the_data_folders_are_found(name: str):
    assert data_folder(name).is_dir()


def test_they_are_found_from_any_folder(tmp_path: Path):
    code = "from eko_companion.installed import *; print(*tile_set_names())"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=True, env=environment
    )
    assert ended.stdout.decode().split() == tile_set_names()


def test_a_missing_data_folder_is_said_in_a_sentence():
    with pytest.raises(EkoError, match=r"^The folder nothing is missing .*\.$"):
        data_folder("nothing")


def test_the_house_tile_set_is_installed():
    assert HOUSE in tile_set_names()
    tiles = load_tile_set(HOUSE)
    assert tiles.name == HOUSE
    assert tiles.installed
    assert set("ABCDEFGHIJKLM") <= tiles.by_letter.keys()


@pytest.mark.parametrize("name", tile_set_names())
def test_every_installed_tile_set_is_called_like_its_folder(name: str):
    assert load_tile_set(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "/",
        "house/",
        "./house",
        "house/.",
        "../house",
        "../tile_templates/house",
        "house/../house",
        "house\\..\\house",
        "house\0",
        "House",
        "house ",
        "*",
        "hou?e",
        "~",
        "\ud800",
        "x" * 100_000,
        str(ROOT / "tile_templates" / "house"),
    ],
    ids=lambda name: repr(name)[:30],
)
def test_no_other_name_reaches_a_file(name: str, monkeypatch: pytest.MonkeyPatch):
    def read_text(path: Path, *_: object, **__: object) -> str:
        raise AssertionError(f"{path} was read")

    monkeypatch.setattr(Path, "read_text", read_text)
    with pytest.raises(EkoError, match=r"is installed\.$"):
        load_tile_set(name)


@pytest.fixture
def other_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in the place of the installed tile sets."""
    monkeypatch.setattr("eko_companion.installed.data_folder", lambda name: tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"{}",
        b'{"format": "eko-tiles/1", "name": "torn", "tiles": []}',
        b"[" * 100_000,
    ],
    ids=lambda content: repr(content[:10]),
)
def test_a_damaged_tile_set_is_refused_with_a_sentence(other_sets: Path, content: bytes):
    (other_sets / "torn").mkdir()
    (other_sets / "torn" / "tiles.json").write_bytes(content)
    with pytest.raises(EkoError, match=r"\.$"):
        load_tile_set("torn")


def test_a_tile_set_in_another_s_folder_is_refused(other_sets: Path):
    house = (ROOT / "tile_templates" / "house" / "tiles.json").read_bytes()
    (other_sets / "mine").mkdir()
    (other_sets / "mine" / "tiles.json").write_bytes(house)
    with pytest.raises(EkoError, match="calls itself 'house'"):
        load_tile_set("mine")


@in_source_tree
def test_the_data_folders_go_into_the_wheel():
    wheel = tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for name in DATA:
        assert name in wheel["only-include"]
        assert wheel["sources"][name] == f"eko_companion/data/{name}"
        assert any((ROOT / name).iterdir())


@in_source_tree
def test_every_file_that_the_project_names_is_there():
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    for name in (project["readme"], *project["license-files"]):
        assert (ROOT / name).is_file(), name


@in_source_tree
@pytest.mark.slow
@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("build", "hatchling")),
    reason="needs build and hatchling",
)
def test_a_wheel_holds_code_and_data(tmp_path: Path):
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
    subprocess.run([*command, str(tmp_path), str(ROOT)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
        opened.extractall(tmp_path / "installed")
    assert "eko_companion/cli/main.py" in names
    assert "eko_companion/data/tile_templates/house/tiles.json" in names
    assert not any(name.startswith(("tests/", "calibration/", "tile_templates/")) for name in names)
    code = "from eko_companion.installed import *; print(load_tile_set('house').name)"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "installed",
        capture_output=True,
        check=True,
    )
    assert ended.stdout == b"house\n"
