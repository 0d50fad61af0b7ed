"""The commands on saved games, run as a person runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from eko_companion.cli.main import main
from eko_companion.record import Game
from tests.record.sample_games import eventful_game, start_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EKO_COMPANION_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


def say(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_no_games_is_said_kindly(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = say(capsys, "games")
    assert (code, out) == (0, "")
    assert "No games are saved" in err


def test_games_are_listed_with_players_turn_points_and_state(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eventful_game(home / "final.jsonl", 1).close()
    code, out, _ = say(capsys, "games")
    assert code == 0
    assert "final" in out
    assert "won" in out
    (line,) = say(capsys, "games", "--json")[1].splitlines()
    document = json.loads(line)
    assert document["game"] == "final"
    assert document["seats"][1] == {"colour": "violet", "name": "Bo & 🐫"}
    assert document["result"]["how"] == "played"


def test_a_damaged_game_is_listed_and_located(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eventful_game(home / "final.jsonl", 1).close()
    content = bytearray((home / "final.jsonl").read_bytes())
    content[len(content) // 2] ^= 4
    (home / "final.jsonl").write_bytes(content)
    assert "damaged" in say(capsys, "games")[1]
    code, out, _ = say(capsys, "verify", "final")
    assert code == 1
    assert "is damaged" in out
    assert (home / "final.jsonl").read_bytes() == content
    code, out, err = say(capsys, "export", "final")
    assert code == 0
    assert "is damaged" in err
    assert out.startswith("[Title")


def test_an_unreadable_game_does_not_hide_the_others(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eventful_game(home / "good.jsonl", 2).close()
    (home / "bad.jsonl").write_bytes(b"\xff\x00 nothing")
    code, out, _ = say(capsys, "games")
    assert code == 0
    assert "good" in out
    assert "bad" in out


def test_a_whole_game_is_verified(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    eventful_game(home / "final.jsonl", 1).close()
    code, out, _ = say(capsys, "verify", "final")
    assert code == 0
    assert "whole" in out
    assert json.loads(say(capsys, "verify", "final", "--json")[1])["whole"] is True


@pytest.mark.parametrize("form", ["text", "json", "csv", "html"])
def test_every_export_can_be_printed_and_written(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    eventful_game(home / "final.jsonl", 3).close()
    code, out, _ = say(capsys, "export", "final", "--format", form)
    assert code == 0
    assert len(out) > 500
    target = tmp_path / f"final.{form}"
    code, nothing, _ = say(capsys, "export", "final", "--format", form, "--output", str(target))
    assert (code, nothing) == (0, "")
    assert target.read_text(encoding="utf-8") == out


def test_a_score_sheet_can_be_imported_again(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eventful_game(home / "final.jsonl", 4, clock=False).close()
    sheet = tmp_path / "sheet.txt"
    say(capsys, "export", "final", "--output", str(sheet))
    code, name, _ = say(capsys, "import", str(sheet))
    assert code == 0
    again = say(capsys, "export", name.strip())[1]
    kept = [line for line in sheet.read_text().splitlines() if not line.startswith("[")]
    assert [line for line in again.splitlines() if not line.startswith("[")] == kept


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(played)", "(banana)"),
        ("Result: ", "Result: green and "),
        ("0. cyan: ", "0. navy: "),
    ],
)
def test_a_refused_score_sheet_leaves_nothing_behind(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    eventful_game(home / "final.jsonl", 4, clock=False).close()
    sheet = tmp_path / "sheet.txt"
    say(capsys, "export", "final", "--output", str(sheet))
    sheet.write_text(sheet.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    before = sorted(path.name for path in home.iterdir())
    code, out, err = say(capsys, "import", str(sheet))
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert sorted(path.name for path in home.iterdir()) == before


def test_an_export_never_replaces_a_game_or_a_device(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eventful_game(home / "final.jsonl", 4).close()
    content = (home / "final.jsonl").read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (home / "final.jsonl", pipe, tmp_path):
        assert say(capsys, "export", "final", "--output", str(target))[0] == 2
    assert (home / "final.jsonl").read_bytes() == content


def test_names_are_never_taken_for_markup(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {"cyan": "[/x] :heart:", "violet": "[red]x[/red]\x1b[31m"}
    Game.new(home / "odd.jsonl", start_of(1), names, title="[/b]").close()
    for arguments in (("replay", "odd"), ("games",), ("export", "odd")):
        code, out, _ = say(capsys, *arguments)
        assert code == 0
        assert "[/x] :heart:" in out
        assert "\x1b[31m" not in out


def test_a_pipe_among_the_games_does_not_hold_the_list_up(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(home / "pipe.jsonl")
    (home / "folder.jsonl").mkdir()
    assert say(capsys, "games")[0] == 0


def test_a_home_that_is_a_file_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("EKO_COMPANION_HOME", str(file))
    for arguments in (("games",), ("random-game", "--save", "--seed", "1")):
        code, out, err = say(capsys, *arguments)
        assert (code, out) == (2, "")
        assert "output" not in err


def test_replay_prints_every_action_where_no_terminal_is(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = eventful_game(home / "final.jsonl", 5)
    game.close()
    code, out, _ = say(capsys, "replay", "final")
    assert code == 0
    assert len(out.splitlines()) > len(game.state.played)


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "nothing"),
        ("replay", "no/such.jsonl"),
        ("import", "no-such-file.txt"),
        ("verify", "a b"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, out, err = say(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("eko-companion: ")
    assert len(err.splitlines()) == 1


def test_a_random_game_can_be_saved(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, name, _ = say(capsys, "random-game", "--save", "--seed", "3")
    assert code == 0
    assert (home / f"{name.strip()}.jsonl").is_file()
