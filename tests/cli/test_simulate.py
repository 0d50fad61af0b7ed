"""The command `simulate`: what it writes, and what it refuses before anything is written."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from eko_companion.cli import simulate
from eko_companion.cli.main import main
from tests.cli.program import run
from tests.simulator.quick import draw_quickly


@pytest.fixture
def quick(monkeypatch):
    """Small pictures that are quickly drawn."""
    monkeypatch.setattr(simulate, "_SIZES", ("160x90", "1280x720"))
    draw_quickly(monkeypatch)


SMALL = ("--size", "160x90", "--players", "2", "--variants", "none")


def test_it_writes_a_session(quick, tmp_path, capsys):
    folder = tmp_path / "new" / "session"
    assert main(["simulate", str(folder), *SMALL, "--photos", "2", "--seed", "9"]) == 0
    truth = json.loads((folder / "truth.json").read_text())
    assert [photo["file"] for photo in truth["photos"]] == ["001.jpg", "002.jpg"]
    assert len(truth["players"]) == 2
    image = cv2.imread(str(folder / "001.jpg"))
    assert image is not None
    assert image.shape == (90, 160, 3)
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "")


def test_it_writes_several_tables_each_in_its_own_folder(quick, tmp_path):
    folder = tmp_path / "tables"
    options = [*SMALL, "--photos", "0", "--seed", "9", "--tables", "2"]
    assert main(["simulate", str(folder), *options]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["table-10", "table-9"]
    sessions = [json.loads((path / "truth.json").read_text()) for path in folder.iterdir()]
    assert {truth["session"] for truth in sessions} == {"simulated-9", "simulated-10"}


def test_it_writes_a_film(quick, tmp_path):
    folder = tmp_path / "film"
    options = [*SMALL, "--film", "1", "--actions", "1", "--seed", "9"]
    assert main(["simulate", str(folder), *options]) == 0
    truth = json.loads((folder / "truth.json").read_text())
    assert truth["frames_a_second"] == 1
    assert truth["visits"]
    assert truth["bumps"] == []
    reader = cv2.VideoCapture(str(folder / "film.mp4"))
    assert reader.get(cv2.CAP_PROP_FRAME_COUNT) > 3
    reader.release()


REFUSED = [
    ("--elevation", "39"),
    ("--elevation", "76"),
    ("--elevation", "nan"),
    ("--photos", "-1"),
    ("--photos", "1000"),
    ("--tables", "0"),
    ("--tables", "10001"),
    ("--seed", "-1"),
    ("--skip", "-5"),
    ("--film", "0"),
    ("--film", "61"),
    ("--film", "nan"),
    ("--film", "10", "--actions", "0"),
    ("--players", "5"),
    ("--players", "two"),
    ("--variants", "some"),
    ("--size", "10x10"),
    ("--looks", "fancy"),
    ("--photos", "many"),
]


@pytest.mark.parametrize("options", REFUSED, ids=" ".join)
def test_impossible_options_are_refused(tmp_path, capsys, options):
    folder = tmp_path / "session"
    assert code_of(["simulate", str(folder), *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    # One sentence after whatever usage the command line prints.
    last = told.err.strip().splitlines()[-1]
    assert last.startswith("eko-companion")
    assert len(last) > 30
    assert "Traceback" not in told.err
    assert not folder.exists()


def test_a_refusal_of_its_own_is_one_sentence(tmp_path, capsys):
    assert code_of(["simulate", str(tmp_path / "session"), "--elevation", "80"]) == 2
    told = capsys.readouterr().err
    assert told == "eko-companion: The camera's elevation is from 40 to 75 degrees.\n"


def code_of(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("film", [(), ("--film", "5"), ("--tables", "3")])
def test_what_is_there_already_is_never_written_over(tmp_path, capsys, film):
    (tmp_path / "truth.json").write_text("mine")
    (tmp_path / "001.jpg").write_bytes(b"photo")
    before = contents(tmp_path)
    assert code_of(["simulate", str(tmp_path), *film]) == 2
    assert "is there already" in capsys.readouterr().err
    assert contents(tmp_path) == before


def test_a_file_is_not_a_folder(tmp_path, capsys):
    path = tmp_path / "session"
    path.write_text("mine")
    assert code_of(["simulate", str(path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert path.read_text() == "mine"


def test_an_empty_folder_may_be_filled(quick, tmp_path):
    assert main(["simulate", str(tmp_path), *SMALL, "--photos", "0", "--seed", "9"]) == 0
    assert (tmp_path / "truth.json").exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()
    ended = run("simulate", str(tmp_path / "file" / "session"), "--photos", "0")
    assert ended.returncode == 2
    assert ended.stdout == b""
    lines = ended.stderr.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("eko-companion: session could not be written: ")


def test_the_program_itself_refuses_a_full_folder(tmp_path):
    (tmp_path / "mine").touch()
    ended = run("simulate", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"Traceback" not in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_help_names_the_ranges(capsys):
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "40 to 75 degrees" in text
