"""Whatever ends the program or fills the disk, an event that was acknowledged is there afterwards.

EKO_THOROUGH=1 kills the writer 300 times, and before every single line of the journal's code.
"""

from __future__ import annotations

import errno
import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from eko_companion.record import CannotWriteError, Game, RecordError, read_journal
from eko_companion.record.files import replace_file
from eko_companion.record.journal import JournalContent
from eko_companion.record.state import load_state
from eko_companion.rules import Position, Step, legal_actions, play, play_unchecked
from tests.record.tables import (
    BLITZ,
    THOROUGH,
    Watch,
    any_action,
    digest,
    disk_of,
    do_something,
    kept_copies,
    play_on,
    seen,
    start_of,
)
from tests.record.writer import Life, Writer, writer

KILLS = 300 if THOROUGH else 24
KILLS_A_GAME = 6
LINES_APART = 1 if THOROUGH else 4


@pytest.fixture(scope="module")
def player() -> Iterator[Writer]:
    with writer() as ready:
        yield ready


def check_that_promises_are_kept(path: Path, life: Life) -> int:
    """All that was acknowledged is there and gives the same position; the game goes on."""
    promised = [(int(number), word) for number, word in (line.split() for line in life.said)]
    content = read_journal(path)
    assert content.fault is None or content.fault.torn
    if promised:
        number, word = promised[-1]
        assert len(content.documents) > number
        upto = JournalContent(content.documents[: number + 1], None, content.check, 0)
        state, problem = load_state(upto)
        assert problem is None
        assert digest(state.position) == word
    if not content.documents:
        assert not promised
        with pytest.raises(RecordError):
            Game.open(path)
        return 0
    game = Game.open(path)
    assert len(game.state.events) == len(content.documents)
    assert (game.fault is None) == (content.fault is None)
    play_on(game, random.Random(0), 2)
    now = seen(game.state)
    game.close()
    assert seen(Game.look(path)[0]) == now
    return promised[-1][0] if promised else 0


def test_a_writer_killed_at_any_moment_has_lost_nothing_that_it_acknowledged(
    tmp_path: Path, player: Writer
) -> None:
    rng = random.Random(2024)
    killed = torn = promises = begun = 0
    for number in range(KILLS):
        path = tmp_path / f"game-{number // KILLS_A_GAME}.jsonl"
        task = {"do": "play", "path": str(path), "seed": number, "slow": number % 2}
        # Some are killed while they still open the game, most in the middle of playing.
        live = rng.random() * (0.01 if number % 7 == 0 else 0.15)
        life = player.run(task, live)
        assert life.killed
        killed += 1
        if not path.exists():
            assert not life.said
            continue
        if not read_journal(path).documents:
            # Killed before a game was there at all; it was never said to be.
            assert not life.said
            begun += 1
            path.unlink()
            continue
        torn += read_journal(path).fault is not None
        promises += len(life.said)
        check_that_promises_are_kept(path, life)
    print(f"{killed} kills, {promises} acknowledged events, {torn} torn lines, {begun} not begun")
    assert killed == KILLS
    assert promises > 3 * KILLS


def test_a_writer_killed_between_the_lines_of_the_journals_own_code_has_lost_nothing(
    tmp_path: Path, player: Writer
) -> None:
    torn = tmp_path / "torn.jsonl"
    game = Game.new(torn, start_of(2), clock=BLITZ)
    play_on(game, random.Random(1), 3)
    game.close()
    torn.write_bytes(torn.read_bytes()[:-9])
    for begin in (None, torn.read_bytes()):
        count = 0
        while True:
            path = tmp_path / f"game-{begin is None}-{count}.jsonl"
            if begin is not None:
                path.write_bytes(begin)
            life = player.run({"do": "play", "path": str(path), "events": 1, "die_at": count})
            if path.exists():
                check_that_promises_are_kept(path, life)
                if begin is not None:
                    assert set(kept_copies(path)) == {begin}
            else:
                assert not life.said
            if not life.killed:
                break
            count += LINES_APART
        assert count > 50


def test_a_file_is_replaced_as_a_whole_wherever_the_program_is_killed(
    tmp_path: Path, player: Writer
) -> None:
    count, found = 0, []
    while True:
        path = tmp_path / f"page-{count}.html"
        path.write_text("old" * 1000)
        task = {"do": "replace", "path": str(path), "content": "new" * 2000, "die_at": count}
        life = player.run(task)
        assert path.read_text() in ("old" * 1000, "new" * 2000)
        found.append(path.read_text()[:3])
        if not life.killed:
            break
        count += 1
    assert life.said == ["done"]
    assert found == sorted(found, reverse=True)
    assert {"old", "new"} == set(found)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_file_that_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"os.{step}", fail)
    with pytest.raises(CannotWriteError, match=r"^page\.html could not be written: no space"):
        replace_file(path, b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_replaced_file_can_be_read_by_whoever_can_read_other_files(tmp_path: Path) -> None:
    replace_file(tmp_path / "replaced", b"")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "replaced").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_every_event_and_the_name_of_a_new_file_are_forced_to_disk_before_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    forced: list[tuple[int, int]] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        about = os.fstat(descriptor)
        forced.append((about.st_ino, about.st_size))
        real(descriptor)

    monkeypatch.setattr("os.fsync", fsync)
    game = Game.new(path, start_of(2), clock=BLITZ)
    assert tmp_path.stat().st_ino in [file for file, _ in forced]
    rng = random.Random(1)
    for _ in range(100):
        assert forced[-1] == (path.stat().st_ino, path.stat().st_size)
        do_something(game, rng)
    game.close()
    path.write_bytes(path.read_bytes()[:-1])
    forced.clear()
    Game.open(path).close()
    # The copy of the good lines, and the names of both files.
    assert forced[0] == (path.stat().st_ino, path.stat().st_size)
    assert tmp_path.stat().st_ino in [file for file, _ in forced[1:]]


# A disk that fails


def fresh(path: Path, seed: int = 0) -> Game:
    game = Game.new(path, start_of(2), clock=BLITZ, times=Watch())
    game.start_clock()
    play_on(game, random.Random(seed), 6)
    return game


def check_refused(game: Game, path: Path, rng: random.Random) -> str:
    """One event is refused in a sentence; neither memory nor the disk has it."""
    before = seen(game.state)
    running = game.clock
    with pytest.raises(CannotWriteError) as refused:
        do_something(game, rng)
    assert game.clock == running
    # A question may have been saved before its answer failed.
    assert seen(game.state)._replace(events=before.events) == before
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "Errno" not in sentence
    assert str(path.parent) not in sentence
    return sentence


@pytest.mark.parametrize("most", [None, 1, 7])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_disk_that_fills_up_costs_only_the_event_that_does_not_fit(
    tmp_path: Path, most: int | None, error: int
) -> None:
    path = tmp_path / "game.jsonl"
    game = fresh(path)
    rng = random.Random(error)
    with disk_of(path) as disk:
        disk.error, disk.most = error, most
        for _ in range(12):
            disk.room = rng.randrange(40)
            sentence = check_refused(game, path, rng)
            assert sentence.startswith("The last event could not be saved and does not count")
            whole = path.read_bytes()
            assert read_journal(path).fault is None
            assert seen(Game.look(path)[0]) == seen(game.state)
            disk.room = None
            play_on(game, rng)
            assert path.read_bytes().startswith(whole)
            assert seen(Game.look(path)[0]) == seen(game.state)
    game.close()
    assert Game.look(path)[1] == []


def test_an_event_that_the_disk_did_not_confirm_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = fresh(path)
    before = path.read_bytes()
    with disk_of(path) as disk:
        disk.confirms = [False]
        check_refused(game, path, random.Random(1))
        assert path.read_bytes() == before
    play_on(game, random.Random(2), 3)
    game.close()
    assert Game.look(path)[1] == []


@pytest.mark.parametrize("room", [0, 1, 50, None])
@pytest.mark.parametrize("fails", ["fsync", "ftruncate"])
def test_where_a_failed_write_cannot_be_cut_off_the_game_must_be_opened_again_and_is_right(
    tmp_path: Path, room: int | None, fails: str
) -> None:
    path = tmp_path / "game.jsonl"
    game = fresh(path)
    before = seen(game.state)
    action = any_action(game.position, random.Random(1))
    with disk_of(path) as disk:
        disk.room = room
        disk.truncates = fails != "ftruncate"
        disk.confirms = [False, False]
        with pytest.raises(CannotWriteError, match="not certain whether the last event was saved"):
            game.play(action)
    assert seen(game.state) == before
    for _ in range(3):
        with pytest.raises(CannotWriteError, match="must be opened again first"):
            game.note("never mixed in")
    with suppress(CannotWriteError):
        game.close()
    game._journal.close()
    again = Game.open(path, times=Watch())
    after = seen(again.state)
    if after.events == before.events:
        assert after == before
    else:
        # The whole line had reached the disk; only the confirmation had not.
        assert room is None
        assert after.events == before.events + 1
        assert after.position == play(before.position, action)
    play_on(again, random.Random(3), 3)
    again.close()
    assert Game.look(path)[1] == []


def almost_over() -> tuple[Position, list[int]]:
    """A position in which one action ends the game, and the numbers of such actions."""
    rng = random.Random(1)
    position = start_of(2)
    while True:
        actions = legal_actions(position)
        last = [n for n, a in enumerate(actions) if play_unchecked(position, a).step is Step.OVER]
        if last:
            return position, last
        position = play_unchecked(position, rng.choice(actions))


def test_the_end_of_a_game_is_there_even_if_the_line_with_its_result_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.jsonl"
    position, last = almost_over()
    game = Game.new(path, position, clock=BLITZ, times=Watch())
    game.start_clock()
    with disk_of(path) as disk:
        disk.confirms = [True, False]
        game.play(legal_actions(position)[last[0]])
    assert game.position.step is Step.OVER
    assert game.state.result is not None
    assert game.state.events[-1].kind == "action"
    before = seen(game.state)
    game._journal.close()
    again = Game.open(path)
    assert seen(again.state) == before
    again.undo()
    assert again.state.result is None
    again.redo()
    assert again.state.result == before.result
    again.close()


def test_a_game_that_cannot_be_begun_leaves_no_file_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for room in (0, 1, 1000):
        with disk_of(path) as disk:
            disk.room = room
            with pytest.raises(CannotWriteError, match="no space left"):
                Game.new(path, start_of(2))
        assert not path.exists()
    Game.new(path, start_of(2)).close()


def test_a_full_disk_keeps_the_clock_running_where_a_result_could_not_be_saved(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.jsonl"
    game = fresh(path)
    assert game.clock is not None
    running = game.clock.running
    with disk_of(path) as disk:
        disk.room = 0
        with pytest.raises(CannotWriteError):
            game.finish((), "agreed")
    assert game.state.result is None
    assert game.clock.running == running


def test_a_game_can_be_closed_on_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = fresh(path)
    with disk_of(path) as disk:
        disk.room = 0
        with suppress(CannotWriteError):
            game.close()
    Game.open(path).close()


@pytest.mark.parametrize("when", ["write", "fsync"])
def test_a_write_interrupted_by_the_player_is_never_followed_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Ctrl+C in the middle of a write leaves half a line, or one that memory does not have."""
    path = tmp_path / "game.jsonl"
    game = fresh(path)
    before = seen(game.state)

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(f"os.{when}", interrupted)
        with pytest.raises(KeyboardInterrupt):
            play_on(game, random.Random(1))
    with pytest.raises(CannotWriteError, match="must be opened again first"):
        play_on(game, random.Random(2))
    game._journal.close()
    again = Game.open(path)
    assert len(again.state.events) - before.events in (0, 1)
    play_on(again, random.Random(3))
    again.close()
    assert Game.look(path)[1] == []


def test_an_interruption_between_disk_and_memory_does_not_spoil_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    game = fresh(path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("eko_companion.record.game.GameState.take_in", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.note("on disk, not in memory")
    with suppress(RecordError):
        game.note("the next one")
    game._journal.close()
    state, said = Game.look(path)
    assert said == []
    assert "on disk, not in memory" in [event.data.get("text") for event in state.events]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 64 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "eko-test", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_real_full_disk_loses_nothing_and_play_goes_on_once_there_is_room(
    small_disk: Path,
) -> None:
    path, ballast = small_disk / "game.jsonl", small_disk / "ballast"
    ballast.write_bytes(b"x" * 20_000)
    rng = random.Random(1)
    game = fresh(path)
    with suppress(CannotWriteError):
        for _ in range(5000):
            do_something(game, rng)
    for _ in range(20):
        assert check_refused(game, path, rng).endswith("no space left on device.")
        assert seen(Game.look(path)[0]) == seen(game.state)
    ballast.unlink()
    play_on(game, rng, 20)
    now = seen(game.state)
    assert seen(Game.look(path)[0]) == now
    game.close()


def test_a_game_whose_last_line_was_cut_by_a_full_disk_can_be_looked_at_until_there_is_room(
    small_disk: Path,
) -> None:
    path, ballast = small_disk / "game.jsonl", small_disk / "ballast"
    game = fresh(path)
    game._journal.close()
    with path.open("ab") as file:
        file.write(b'{"n":')
    damaged = path.read_bytes()
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    for _ in range(3):
        with pytest.raises(CannotWriteError, match="no space left on device"):
            Game.open(path)
        assert path.read_bytes() == damaged
        assert kept_copies(path) == []
        assert seen(Game.look(path)[0]) == seen(game.state)
    ballast.unlink()
    again = Game.open(path)
    assert kept_copies(path) == [damaged]
    play_on(again, random.Random(2), 3)
    again.close()
