"""A journal only grows, is in one program's hands at a time, and notices when it is not."""

from __future__ import annotations

import fcntl
import os
import random
from pathlib import Path

import pytest

from eko_companion.record import (
    CannotWriteError,
    Game,
    GameInUseError,
    Journal,
    RecordError,
    read_journal,
)
from eko_companion.record.chain import FIRST, BrokenSealError, open_seal, seal
from tests.record.tables import do_something, play_on, random_game, seen, start_of
from tests.record.writer import writer


def test_a_sealed_line_opens_again_and_only_after_the_line_before() -> None:
    document = {"text": 'Zoë "x" \n\r\u2028 😀 \x00', "check": "mine", "list": [1, None, True]}
    line, check = seal(document, FIRST)
    assert line.count(b"\n") == 1
    assert open_seal(line, FIRST) == (document, check)
    for other in ("0" * 15 + "1", check):
        with pytest.raises(BrokenSealError, match="checksum"):
            open_seal(line, other)


def test_a_journal_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    written = [{"n": number, "text": "x" * number} for number in range(50)]
    journal = Journal(path)
    for document in written[:20]:
        journal.append(document)
    journal.close()
    journal = Journal(path)
    assert list(journal.content.documents) == written[:20]
    for document in written[20:]:
        journal.append(document)
    assert list(read_journal(path).documents) == written
    journal.close()


def test_what_has_been_written_is_never_changed_by_what_comes_after(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    rng = random.Random(1)
    game = Game.new(path, start_of(2))
    before = path.read_bytes()
    for _ in range(150):
        do_something(game, rng)
        after = path.read_bytes()
        assert after.startswith(before)
        before = after
    game.close()


def test_the_second_to_open_a_game_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new(path, start_of(2))
    for _ in range(3):
        with pytest.raises(GameInUseError, match=r"^The game game is open in another program"):
            Game.open(path)
    assert seen(Game.look(path)[0]) == seen(game.state)
    game.close()
    Game.open(path).close()


def test_a_game_open_in_another_program_is_free_once_that_program_is_killed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.jsonl"
    with writer() as other:
        child = other.begin({"do": "hold", "path": str(path)})
        assert other.line().startswith("0 ")
        before = path.read_bytes()
        with pytest.raises(GameInUseError):
            Game.open(path)
        with pytest.raises(RecordError, match="already"):
            Game.new(path, start_of(2))
        assert path.read_bytes() == before
        other.kill(child)
        other.end()
        game = Game.open(path)
        assert game.fault is None
        # And now the other program is told.
        life = other.run({"do": "play", "path": str(path), "events": 1})
        assert not life.killed
        assert life.said == []
        play_on(game, random.Random(1))
        game.close()
    assert Game.look(path)[1] == []


def test_a_place_that_cannot_be_locked_is_not_taken_for_a_game_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(CannotWriteError, match=r"cannot be locked: no locks available\.$"):
        Journal(tmp_path / "game.jsonl")


def test_a_new_game_never_takes_the_place_of_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    before = random_game(path, 1, 10)
    with pytest.raises(RecordError, match=r"^There is a game game already\.$"):
        Game.new(path, start_of(2))
    assert path.read_bytes() == before


def test_a_game_that_another_program_began_in_the_same_moment_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    before = random_game(path, 1, 10)
    real = Path.exists
    asked: list[Path] = []

    def not_yet(self: Path) -> bool:
        """The file appears just after the first look."""
        asked.append(self)
        return False if self == path and asked.count(path) == 1 else real(self)

    monkeypatch.setattr(Path, "exists", not_yet)
    with pytest.raises(RecordError):
        Game.new(path, start_of(2))
    assert path.read_bytes() == before


@pytest.mark.parametrize("what", ["deleted", "moved", "replaced", "appended", "cut"])
def test_nothing_is_acknowledged_once_the_file_has_been_taken_away_or_changed(
    tmp_path: Path, what: str
) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new(path, start_of(2))
    play_on(game, random.Random(1), 3)
    before, content = seen(game.state), path.read_bytes()
    match what:
        case "deleted":
            path.unlink()
        case "moved":
            path.rename(tmp_path / "elsewhere.jsonl")
        case "replaced":
            (tmp_path / "copy").write_bytes(content)
            (tmp_path / "copy").rename(path)
        case "appended":
            with path.open("ab") as file:
                file.write(b"something\n")
        case "cut":
            os.truncate(path, len(content) - 1)
    with pytest.raises(CannotWriteError, match=r"^The file of the game game (is not|was changed)"):
        play_on(game, random.Random(2))
    assert seen(game.state) == before
    game.close()


def test_two_programs_that_got_around_the_lock_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = Game.new(path, start_of(2))
    path.with_suffix(".lock").unlink()
    second = Game.open(path)
    second.note("second")
    with pytest.raises(CannotWriteError, match="changed by another program"):
        first.note("first")
    second.note("second again")
    first.close()
    second.close()
    state, said = Game.look(path)
    assert said == []
    assert [event.data.get("text") for event in state.events[1:]] == ["second", "second again"]


def test_a_closed_game_writes_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new(path, start_of(2))
    game.close()
    before = path.read_bytes()
    # Another file that now has the number which the journal had.
    others = [(tmp_path / f"other-{number}").open("wb") for number in range(20)]
    with pytest.raises(CannotWriteError, match="must be opened again first"):
        game.note("too late")
    game.close()
    for file in others:
        file.write(b"still open")
        file.close()
        assert Path(file.name).read_bytes() == b"still open"
    assert path.read_bytes() == before


def test_a_game_that_does_not_open_holds_neither_lock_nor_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"no game\n")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(10):
        with pytest.raises(RecordError):
            Game.open(path)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
