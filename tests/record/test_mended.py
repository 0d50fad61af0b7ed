"""Faults that were found once: a damaged file deleted, a spoiled game, two programs mixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from eko_companion.record import CannotWriteError, ClockSettings, Game, GameInUseError, RecordError
from eko_companion.record import journal as journal_module
from eko_companion.rules import Cell, EkoError, Move, Pass, Reinforce, Reinforcement, Rulings
from tests.record.sample_games import FakeTime, eventful_game, start_of


def test_a_damaged_file_is_kept_where_its_folder_cannot_be_forced_to_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    eventful_game(path, 1).close()
    damaged = path.read_bytes()[:-5]
    path.write_bytes(damaged)

    def replaced_but_not_sure(target: Path, content: bytes) -> None:
        target.unlink()
        target.write_bytes(content)
        raise CannotWriteError("no.")

    monkeypatch.setattr(journal_module, "replace_file", replaced_but_not_sure)
    with pytest.raises(RecordError):
        Game.open(path)
    assert damaged in [file.read_bytes() for file in tmp_path.glob("*.jsonl")]


def test_what_could_not_be_read_back_is_never_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new(path, start_of(1))
    content = path.read_bytes()
    cell = game.position.stacks[0].cell
    twice = Reinforce((Reinforcement(cell, 1), Reinforcement(cell, 2)))
    for action in (twice, Move(Cell(10**7, 0), cell)):
        with pytest.raises(EkoError):
            game.override(action, game.position)
    with pytest.raises(EkoError):
        game.jump(True)
    with pytest.raises(EkoError):
        game.play(Pass(), sure=float("nan"))
    assert path.read_bytes() == content
    game.play(Pass())
    game.close()
    assert Game.look(path)[0].at == 1


def test_another_name_of_the_same_file_is_the_same_game(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(1))
    alias = tmp_path / "alias.jsonl"
    alias.symlink_to(tmp_path / "game.jsonl")
    with pytest.raises(GameInUseError):
        Game.open(alias)
    game.close()
    Game.open(alias).close()
    assert alias.is_symlink()


def test_a_line_break_that_was_flipped_is_not_called_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    eventful_game(path, 2).close()
    content = bytearray(path.read_bytes())
    content[-1] ^= 4
    path.write_bytes(content)
    _, said = Game.look(path)
    assert "is damaged" in said[0]


def test_a_correction_names_everything_that_it_changes(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(1))
    game.correct(game.position.changed(rulings=Rulings(deadly_storm="allow"), march_used=True))
    changes = game.state.events[-1].data["changes"]
    assert changes == ["forced march used: no -> yes", "rulings: all usual -> 21 allow"]


def test_taking_a_resignation_back_takes_no_ply_back(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(1))
    game.play(Pass())
    game.finish(("violet",), "resigned")
    game.undo()
    assert game.state.result is None
    assert game.state.at == 1


def test_the_clock_runs_on_when_the_end_of_a_game_is_taken_back(tmp_path: Path) -> None:
    time = FakeTime()
    clock = ClockSettings(60_000)
    game = Game.new(tmp_path / "game.jsonl", start_of(1), clock=clock, times=time.times)
    game.start_clock()
    game.finish(("violet",), "agreed")
    game.undo()
    assert game.clock is not None
    assert game.clock.running == game.position.to_move


def test_going_forward_is_no_takeback(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(1))
    game.play(Pass())
    game.undo()
    game.redo()
    game.jump(1)
    assert game.state.takebacks == 1
