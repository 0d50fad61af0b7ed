"""A score sheet reads like a chess player's, and the same game can be read back from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from eko_companion.installed import load_tile_set
from eko_companion.record import Game, RecordError
from eko_companion.record.replay import replay_of
from eko_companion.record.score_sheet import read_score_sheet, score_sheet
from eko_companion.rules import EkoError, TileSet
from tests.record.sample_games import eventful_game, start_of
from tests.rules.table import build, drawn, position


def nothing_installed(name: str) -> TileSet:
    raise EkoError(f"no {name}.")


@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_the_same_after_writing_and_reading(tmp_path: Path, seed: int) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", seed).state)
    text = score_sheet(replay, load_tile_set)
    read = read_score_sheet(text, load_tile_set)
    assert read.title == replay.title
    assert read.seats == replay.seats
    assert read.date == replay.frames[0].at
    assert read.start == replay.frames[0].position
    assert read.result == replay.result
    assert [ply.after for ply in read.plies] == [frame.position for frame in replay.frames[1:]]
    assert [ply.kind for ply in read.plies] == [frame.kind for frame in replay.frames[1:]]
    assert [ply.action for ply in read.plies] == [frame.action for frame in replay.frames[1:]]


def test_a_tile_set_that_the_reader_lacks_is_written_out(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 1).state)
    text = score_sheet(replay, nothing_installed)
    assert "[Tiles " in text
    assert "[Tiles " not in score_sheet(replay, load_tile_set)
    read = read_score_sheet(text, nothing_installed)
    assert read.plies[-1].after == replay.frames[-1].position


def test_it_reads_like_a_score_sheet(tmp_path: Path) -> None:
    board = drawn("""
        o o o r
         o o o o
    """)
    start = position(board, {"cyan": {(2, 0): "1E", (0, 0): "1"}, "violet": {(0, 1): "2E"}})
    game = Game.new(tmp_path / "game.jsonl", start, {"cyan": "Ania"}, title="Puzzle")
    game.play(build((2, 0), (3, 0), "camp"))
    text = score_sheet(replay_of(game.state), nothing_installed)
    assert '[Title "Puzzle"]\n' in text
    assert '[Player "cyan=Ania"]\n' in text
    assert "\n1. cyan: c1:d1 camp\n" in text
    assert text.endswith("\nResult: open\n")


def test_lines_stay_short_but_for_the_tags(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 2).state)
    for line in score_sheet(replay, load_tile_set).splitlines():
        assert len(line) <= 100 or line.startswith("[") or "{" in line


def test_odd_colours_and_names_come_back(tmp_path: Path) -> None:
    board = drawn("o o o o")
    start = position(board, {"light blue": {(0, 0): "1E"}, "a=b": {(3, 0): "2E"}})
    names = {"light blue": "x\u2028y [/x] :heart:", "a=b": "nobody"}
    game = Game.new(tmp_path / "game.jsonl", start, names)
    game.finish(("a=b",), "agreed")
    replay = replay_of(game.state)
    read = read_score_sheet("\ufeff" + score_sheet(replay, nothing_installed), nothing_installed)
    assert read.seats == replay.seats
    assert read.result == replay.result


def test_a_resigned_game_says_so(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(1))
    game.finish(("violet",), "resigned")
    text = score_sheet(replay_of(game.state), load_tile_set)
    assert text.endswith("Result: violet (resigned)\n")
    assert read_score_sheet(text, load_tile_set).result == game.state.result


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[Start ", "[Beginning ", "start position"),
        ("1. cyan: ", "1. cyan: zz-yy / ", "wrong at"),
        ("0. cyan: ", "Nonsense\n0. cyan: ", "does not belong"),
        ("Result: ", "Result: green and ", "does not play"),
        ("(played)", "by luck", "not a result"),
        ("(played)", "(banana)", "says otherwise"),
        ("1. cyan: ", "1. violet: ", "not to move"),
        ('[Player "cyan', '[Player "green', "other players"),
        ("house |", "elsewhere |", "start position"),
        ('[Title "', '[Title "\\x', "cannot be read"),
    ],
)
def test_a_wrong_sheet_is_refused_with_a_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = score_sheet(replay_of(eventful_game(tmp_path / "game.jsonl", 3).state), load_tile_set)
    assert old in text
    with pytest.raises(RecordError, match=said):
        read_score_sheet(text.replace(old, new, 1), load_tile_set)


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "\x00\x01", "[Start 5]"])
def test_what_is_no_sheet_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RecordError, match=r"\."):
        read_score_sheet(text, load_tile_set)
