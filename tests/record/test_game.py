"""Undo, redo and jumps give the same positions and times; a reopened game is the one left."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eko_companion.record import (
    CannotUndoError,
    Game,
    RecordError,
    Result,
    read_journal,
)
from eko_companion.record.game import on_one_line
from eko_companion.rules import IllegalActionError, Pass, Position, Step, legal_actions
from eko_companion.rules.setup import Variants
from tests.record.tables import (
    BLITZ,
    THOROUGH,
    Watch,
    any_action,
    by_hand,
    do_something,
    illegal_action,
    play_on,
    seen,
    start_of,
)

GAMES = 150 if THOROUGH else 12
EVERYTHING = Variants(storms=3, portals=True, pyramids=1, lighthouse=True, moon=True, sand=True)


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pulls the plug in these tests, so the disk need not be waited for."""
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


random_games = pytest.mark.parametrize("seed", range(GAMES))


def new_game(path: Path, seed: int, *, clock: bool = True) -> tuple[Game, Watch, random.Random]:
    """A game in a new file."""
    watch = Watch()
    start = start_of(2 + seed % 3, seed % 4, EVERYTHING if seed % 2 else Variants())
    game = Game.new(path, start, clock=BLITZ if clock else None, times=watch)
    return game, watch, random.Random(seed)


@random_games
def test_undo_redo_and_jumps_give_the_very_same_positions_and_times(path: Path, seed: int) -> None:
    game, watch, rng = new_game(path, seed)
    game.start_clock()
    known = [(game.position, game.clock_times())]
    while game.position.step is not Step.OVER and game.state.at < 60:
        watch.wait(rng.random() * 30)
        if rng.random() < 0.1:
            game.correct(by_hand(game.position, rng))
        else:
            game.play(any_action(game.position, rng))
        known.append((game.position, game.clock_times()))
    last = len(known) - 1
    for _ in range(80):
        watch.wait(rng.random() * 30)
        at = game.state.at
        match rng.randrange(3):
            case 0 if at:
                count = rng.randint(1, at)
                game.undo(count)
                at -= count
            case 1 if at < last:
                count = rng.randint(1, last - at)
                game.redo(count)
                at += count
            case _:
                at = rng.randint(0, last)
                game.jump(at)
        assert game.state.at == at
        assert (game.position, game.clock_times()) == known[at]
        assert (game.can_undo, game.can_redo) == (at > 0, at < last)
    game._journal.close()
    again = Game.open(path, times=watch)
    for at, (position, times) in enumerate(known):
        again.jump(at)
        assert (again.position, again.clock_times()) == (position, times)
    again.close()


@random_games
def test_a_game_reopened_at_any_step_is_the_one_that_was_left(path: Path, seed: int) -> None:
    game, watch, rng = new_game(path, seed, clock=seed % 3 > 0)
    for number in range(40):
        watch.wait(rng.random() * 10)
        do_something(game, rng)
        left = seen(game.state)
        if game.clock is None or game.clock.running is None:
            assert game.clock_times() == left.clock
        assert seen(Game.look(path)[0]) == left
        if number % 5 == 0:
            game._journal.close()
            game = Game.open(path, times=watch)
            assert seen(game.state) == left
            assert game.clock_times() == left.clock
            assert game.fault is None
        watch.wait(1)
        game.note("time goes on from where it was")
        assert game.state.events[-1].elapsed == left.elapsed + 1000
    game.close()


def test_new_play_after_undo_drops_what_could_be_redone_but_the_journal_holds_all(
    path: Path,
) -> None:
    game, _, rng = new_game(path, 1)
    play_on(game, rng, 6)
    dropped = game.state.line[3:]
    game.undo(3)
    assert game.can_redo
    game.play(legal_actions(game.position)[-1])
    assert not game.can_redo
    assert len(game.state.line) == 4
    with pytest.raises(CannotUndoError, match=r"^There is nothing to play again\.$"):
        game.redo()
    game.close()
    state, said = Game.look(path)
    assert said == []
    assert [ply.event for ply in dropped] == state.events[4:7]
    kinds = [document["event"] for document in read_journal(path).documents]
    assert kinds == ["game", *["action"] * 6, "undo", "action"]


def test_there_is_an_end_to_undo_redo_and_jumps(path: Path) -> None:
    game, _, rng = new_game(path, 1)
    play_on(game, rng, 3)
    before = path.read_bytes()
    refused: list[Callable[[], object]] = [
        lambda: game.undo(4),
        lambda: game.undo(0),
        lambda: game.undo(-1),
        game.redo,
        lambda: game.redo(0),
        lambda: game.jump(4),
        lambda: game.jump(-1),
    ]
    for go in refused:
        with pytest.raises(CannotUndoError):
            go()
    assert path.read_bytes() == before
    assert game.state.at == 3


def test_a_game_that_is_played_out_has_a_result_which_undo_makes_void(path: Path) -> None:
    game, _, rng = new_game(path, 0)
    while game.position.step is not Step.OVER:
        game.play(any_action(game.position, rng))
    result = game.state.result
    assert result == Result(game.position.winners or (), "played")
    assert game.state.events[-1].kind == "result"
    with pytest.raises(IllegalActionError):
        game.play(Pass())
    game.undo()
    assert game.state.result is None
    assert Game.look(path)[0].result is None
    game.redo()
    assert game.state.result == result
    assert Game.look(path)[0].result == result
    game.close()


@pytest.mark.parametrize("how", ["resigned", "agreed", "time", "adjourned"])
def test_a_game_can_end_in_other_ways_and_undo_makes_that_void_too(path: Path, how: str) -> None:
    game, _, rng = new_game(path, 0)
    play_on(game, rng, 5)
    winners = game.position.players[1:]
    game.finish(winners, how)
    assert game.state.result == Result(winners, how)
    assert Game.look(path)[0].result == game.state.result
    game.note("well played")
    assert game.state.result == Result(winners, how)
    plies = game.state.at
    game.undo()
    assert game.state.result is None
    assert game.state.at == plies
    game.finish(winners, how)
    play_on(game, rng)
    assert game.state.result is None
    game.close()
    assert seen(Game.look(path)[0])[:4] == seen(game.state)[:4]


def test_a_result_that_makes_no_sense_is_refused(path: Path) -> None:
    game, _, _ = new_game(path, 0)
    for winners, how in ((("nobody",), "agreed"), ((), "played"), ((), "magic")):
        with pytest.raises(RecordError):
            game.finish(winners, how)
    assert len(game.state.events) == 1


def test_an_illegal_action_is_refused_and_leaves_no_trace(path: Path) -> None:
    game, _, rng = new_game(path, 0)
    play_on(game, rng, 3)
    before, content = seen(game.state), path.read_bytes()
    with pytest.raises(IllegalActionError):
        game.play(illegal_action(game.position))
    assert seen(game.state) == before
    assert path.read_bytes() == content


def test_a_correction_says_what_was_changed_and_comes_back(path: Path) -> None:
    game, _, rng = new_game(path, 0)
    play_on(game, rng, 4)
    before = game.position
    after = by_hand(before, rng)
    assert after != before
    assert game.correct(after, 'a "disc" <fell> 😀') == after
    event = game.state.events[-1]
    assert event.kind == "correct"
    assert event.data["why"] == 'a "disc" <fell> 😀'
    assert len(event.data["changes"]) == 2
    assert all(" -> " in change for change in event.data["changes"])
    game.undo()
    assert game.position == before
    game.redo()
    assert game.position == after
    game.close()
    again = Game.open(path)
    assert again.position == after
    assert again.state.line[-1].event == event
    again.close()


def test_an_impossible_correction_is_refused(path: Path) -> None:
    game, _, _ = new_game(path, 0)
    position = game.position
    stack = position.stacks[0]
    wrong = [
        position.restacked(stack._replace(warriors=stack.warriors - 1)),
        position.changed(step=Step.OVER),
        position.changed(to_move="nobody"),
        start_of(2, 3),
        start_of(3),
    ]
    content = path.read_bytes()
    for after in wrong:
        with pytest.raises(RecordError):
            game.correct(after)
        with pytest.raises(RecordError):
            game.override(illegal_action(position), after)
    assert path.read_bytes() == content


def test_an_illegal_move_that_the_table_keeps_is_written_with_its_reasons(path: Path) -> None:
    game, _, rng = new_game(path, 0)
    while game.position.step is Step.SWAP:
        game.play(Pass())
    play_on(game, rng, 2)
    with pytest.raises(RecordError, match="legal"):
        game.override(any_action(game.position, rng), game.position)
    action, after = illegal_action(game.position), by_hand(game.position, rng)
    game.override(action, after, by="everybody")
    ply = game.state.line[-1]
    assert (ply.kind, ply.action, ply.after) == ("override", action, after)
    assert ply.event.data["violations"]
    assert ply.event.data["by"] == "everybody"
    game.undo()
    assert game.position == ply.before
    game.redo()
    play_on(game, rng, 2)
    game.close()
    again = Game.open(path)
    assert again.state.line[-3] == ply
    again.close()


TEXTS = ["", "plain", "two\nlines\r\n", "\u2028\u2029\x85\x0b\x0c", "\x00\x1b[31m", "😀" * 500]
TEXTS += ['"},"check":"0000000000000000"}\n', "\\", "\ud800 alone", "x" * 100_000]


def test_notes_questions_and_photos_come_back_as_they_were(path: Path) -> None:
    game, _, _ = new_game(path, 0)
    for text in TEXTS:
        game.note(text)
        number = game.ask(text, [text, "no"])
        assert game.state.events[number].kind == "question"
        game.answer(number, text)
        game.keep_photo(text, "ab" * 32)
    before = seen(game.state)
    events = list(game.state.events)
    game.close()
    again = Game.open(path)
    assert seen(again.state)._replace(events=before.events) == before
    assert again.state.events == events
    assert [event.data["text"] for event in events if event.kind == "note"] == TEXTS
    again.close()


def test_names_and_titles_come_back_on_one_line(path: Path) -> None:
    for text in TEXTS:
        path.unlink(missing_ok=True)
        start = start_of(2)
        game = Game.new(path, start, {start.players[0]: text}, title=text)
        game.close()
        header = Game.look(path)[0].header
        shown = on_one_line(text)
        assert header.seats[0].name == (shown or start.players[0])
        assert shown.splitlines() in ([], [shown])
        assert all(sign not in shown for sign in "\n\r\x1b\u2028\x00")
        assert header.seats[1] == (start.players[1], start.players[1])
        assert header.title == shown
        assert header.start == start


def test_what_is_added_to_an_action_comes_back(path: Path) -> None:
    game, _, rng = new_game(path, 0)
    game.play(any_action(game.position, rng), seen_by="camera", sure=0.93)
    game.close()
    data = Game.look(path)[0].events[1].data
    assert (data["seen_by"], data["sure"]) == ("camera", 0.93)


@pytest.mark.parametrize("more", [{"n": 7}, {"event": "note"}, {"at": 5}, {"elapsed": "x"}])
def test_what_is_added_to_an_action_cannot_spoil_the_game(path: Path, more: dict[str, Any]) -> None:
    game, _, rng = new_game(path, 0)
    try:
        game.play(any_action(game.position, rng), **more)
    except (RecordError, TypeError):
        assert len(game.state.events) == 1
    assert Game.look(path)[1] == []
    assert seen(Game.look(path)[0]) == seen(game.state)


def test_what_cannot_be_written_as_json_leaves_no_trace(path: Path) -> None:
    game, _, rng = new_game(path, 0)
    content = path.read_bytes()
    for more in (object(), float("nan"), {1, 2}):
        with pytest.raises((RecordError, TypeError, ValueError)):
            game.play(any_action(game.position, rng), more=more)
        assert path.read_bytes() == content
        assert len(game.state.events) == 1
    play_on(game, rng, 2)
    assert Game.look(path)[1] == []


def test_a_game_does_not_begin_in_an_impossible_position(path: Path) -> None:
    start: Position = start_of(2)
    with pytest.raises(RecordError):
        Game.new(path, start.changed(to_move="nobody"))
    assert not path.exists()


def test_a_game_may_begin_in_the_middle(path: Path) -> None:
    rng = random.Random(1)
    other, _, _ = new_game(path, 2)
    play_on(other, rng, 30)
    middle = path.with_name("middle.jsonl")
    game = Game.new(middle, other.position)
    play_on(game, rng, 10)
    game.close()
    assert seen(Game.look(middle)[0]) == seen(game.state)


def test_looking_at_a_game_while_it_is_played_is_always_possible(path: Path) -> None:
    game, _, rng = new_game(path, 3)
    for _ in range(20):
        do_something(game, rng)
        state, said = Game.look(path)
        assert said == []
        assert seen(state) == seen(game.state)
    game.close()
