"""Clocks run for whoever is to move, add their increment, and come back with undo and reopening."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from eko_companion.record import CannotUndoError, Clock, ClockSettings, Game, RecordError
from eko_companion.rules import Action, Pass, Position, Step, legal_actions, play_unchecked
from tests.record.tables import BLITZ, Watch, any_action, illegal_action, start_of

MINUTE = 60_000


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def game(tmp_path: Path, watch: Watch) -> Game:
    """A game with clocks of five minutes and five seconds, past the swaps."""
    position = start_of(2)
    while position.step is Step.SWAP:
        position = play_unchecked(position, Pass())
    return Game.new(tmp_path / "game.jsonl", position, clock=BLITZ, times=watch)


def turn(game: Game, watch: Watch, seconds: float, seed: int = 0) -> None:
    """Play until the other player's turn begins, in so many seconds."""
    watch.wait(seconds)
    mover = game.position.active
    while game.position.active == mover and game.position.step is not Step.OVER:
        game.play(quiet_action(game.position, random.Random(seed)))


def quiet_action(position: Position, rng: random.Random) -> Action:
    """An action after which the game goes on."""
    actions = legal_actions(position)
    rng.shuffle(actions)
    for action in actions:
        if play_unchecked(position, action).step is not Step.OVER:
            return action
    raise AssertionError("the game cannot go on")


def times(game: Game) -> tuple[int, ...]:
    """The time left of both players."""
    left = game.clock_times()
    assert left is not None
    return tuple(left[player] for player in game.position.players)


def reopened(game: Game, watch: Watch) -> Game:
    """The same game in another program, the first having died."""
    game._journal.close()
    return Game.open(game._journal.path, times=watch)


def test_a_game_without_clocks_has_none(tmp_path: Path, watch: Watch) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(2), times=watch)
    before = len(game.state.events)
    game.start_clock()
    game.pause()
    game.mark_clock()
    assert len(game.state.events) == before
    assert game.clock is None
    assert game.clock_times() is None
    with pytest.raises(RecordError, match="game that has clocks"):
        game.set_clock({"cyan": 1, "violet": 1})


def test_a_clock_stands_until_it_is_started(game: Game, watch: Watch) -> None:
    watch.wait(60)
    assert times(game) == (5 * MINUTE, 5 * MINUTE)
    game.start_clock()
    watch.wait(60)
    assert times(game) == (4 * MINUTE, 5 * MINUTE)


def test_time_runs_for_the_player_whose_turn_it_is_and_the_increment_comes_at_its_end(
    game: Game, watch: Watch
) -> None:
    game.start_clock()
    watch.wait(30)
    game.play(quiet_action(game.position, random.Random(1)))
    # The turn goes on with the reinforcement: no increment yet.
    assert game.position.step is Step.REINFORCE
    assert times(game) == (270_000, 300_000)
    turn(game, watch, 10)
    assert times(game) == (265_000, 300_000)
    turn(game, watch, 20)
    assert times(game) == (265_000, 285_000)
    watch.wait(1.5)
    assert times(game) == (263_500, 285_000)


def test_each_player_who_swaps_or_declines_gets_his_increment(tmp_path: Path, watch: Watch) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(3), clock=BLITZ, times=watch)
    game.start_clock()
    for _ in range(3):
        assert game.position.step is Step.SWAP
        watch.wait(2)
        game.play(Pass())
    assert times(game) == (303_000, 303_000, 303_000)


def test_nobody_loses_time_during_a_pause(game: Game, watch: Watch) -> None:
    game.start_clock()
    watch.wait(10)
    game.pause()
    watch.wait(1000)
    assert times(game) == (290_000, 300_000)
    turn(game, watch, 1000)
    assert times(game) == (295_000, 300_000)
    game.start_clock()
    watch.wait(10)
    assert times(game) == (295_000, 290_000)
    game.start_clock()
    watch.wait(10)
    assert times(game) == (295_000, 280_000)


def test_undo_and_redo_bring_back_the_times_as_they_were(game: Game, watch: Watch) -> None:
    game.start_clock()
    known = {0: times(game)}
    for number in range(8):
        turn(game, watch, 3 + number)
        known[game.state.at] = times(game)
    rng = random.Random(1)
    for _ in range(60):
        watch.wait(rng.random() * 100)
        at = rng.choice(list(known))
        game.jump(at)
        assert times(game) == known[at]
        assert game.clock is not None
        assert game.clock.running == game.position.active
    game.jump(0)
    watch.wait(7)
    assert times(game) == (293_000, 300_000)


def test_undo_while_paused_does_not_start_the_clock(game: Game, watch: Watch) -> None:
    game.start_clock()
    turn(game, watch, 5)
    game.pause()
    game.undo()
    watch.wait(50)
    game.redo()
    assert times(game) == (300_000, 300_000)
    assert game.clock is not None
    assert game.clock.running is None


def test_a_reopened_game_has_the_times_of_its_last_event_and_waits(
    game: Game, watch: Watch
) -> None:
    game.start_clock()
    turn(game, watch, 20)
    watch.wait(40)
    game = reopened(game, watch)
    assert times(game) == (285_000, 300_000)
    watch.wait(500)
    assert times(game) == (285_000, 300_000)
    game.start_clock()
    watch.wait(10)
    game.mark_clock()
    watch.wait(3)
    assert times(game) == (285_000, 287_000)
    game = reopened(game, watch)
    assert times(game) == (285_000, 290_000)
    # Taking back works across the reopening too.
    game.undo(game.state.at)
    assert times(game) == (300_000, 300_000)


def test_closing_a_game_writes_the_times_down(game: Game, watch: Watch) -> None:
    game.start_clock()
    watch.wait(12.345)
    game.close()
    game = Game.open(game._journal.path, times=watch)
    assert times(game) == (287_655, 300_000)


def test_marking_the_times_does_not_change_them(game: Game, watch: Watch) -> None:
    game.start_clock()
    for _ in range(200):
        watch.wait(0.0104)
        game.mark_clock()
    assert times(game) == (300_000 - 2_080, 300_000)


def test_clocks_can_be_set_by_hand_while_they_run_and_while_they_stand(
    game: Game, watch: Watch
) -> None:
    first, second = game.position.players
    game.set_clock({first: 60_000, second: 50_000})
    watch.wait(5)
    assert times(game) == (60_000, 50_000)
    game.start_clock()
    watch.wait(5)
    game.set_clock({first: 40_000, second: 30_000})
    watch.wait(5)
    assert times(game) == (35_000, 30_000)
    game = reopened(game, watch)
    assert times(game) == (40_000, 30_000)
    with pytest.raises(RecordError):
        game.set_clock({first: 1})
    with pytest.raises(RecordError):
        game.set_clock({first: 1, "nobody": 1})


def test_a_time_that_is_no_number_is_refused_before_it_is_written(game: Game, watch: Watch) -> None:
    first, second = game.position.players
    before = game._journal.path.read_bytes()
    for wrong in ("x", None, 1.5):
        with pytest.raises(RecordError):
            game.set_clock({first: wrong, second: 1})  # type: ignore[dict-item]
        assert game._journal.path.read_bytes() == before


def test_time_that_is_up_is_said_and_the_game_goes_on_if_the_table_likes(
    game: Game, watch: Watch
) -> None:
    game.start_clock()
    assert game.clock is not None
    watch.wait(299.999)
    assert game.clock.run_out(watch.now) == ()
    watch.wait(0.001)
    assert game.clock.run_out(watch.now) == (game.position.players[0],)
    watch.wait(10)
    assert times(game) == (-10_000, 300_000)
    turn(game, watch, 0)
    assert times(game) == (-5_000, 300_000)
    game.finish((game.position.players[1],), "time")
    assert game.state.result is not None
    assert game.state.result.how == "time"


def test_the_end_of_a_game_stops_its_clock(game: Game, watch: Watch) -> None:
    game.start_clock()
    rng = random.Random(1)
    while game.position.step is not Step.OVER:
        watch.wait(1)
        game.play(any_action(game.position, rng))
    over = times(game)
    watch.wait(100)
    assert times(game) == over
    game.start_clock()
    watch.wait(100)
    assert times(game) == over
    assert times(reopened(game, watch)) == over


def test_a_result_agreed_while_the_clock_runs_keeps_the_times_of_that_moment(
    game: Game, watch: Watch
) -> None:
    game.start_clock()
    turn(game, watch, 5)
    watch.wait(30)
    game.finish((), "agreed")
    now = times(game)
    assert now == (300_000, 270_000)
    watch.wait(30)
    assert times(game) == now
    assert times(reopened(game, watch)) == now


def test_a_kept_illegal_move_and_a_correction_carry_the_times_like_any_other(
    game: Game, watch: Watch
) -> None:
    game.start_clock()
    watch.wait(10)
    game.override(illegal_action(game.position), game.position)
    assert times(game) == (290_000, 300_000)
    watch.wait(10)
    game.correct(game.position)
    assert times(game) == (280_000, 300_000)
    watch.wait(10)
    game.undo()
    assert times(game) == (290_000, 300_000)
    game.undo()
    assert times(game) == (300_000, 300_000)
    with pytest.raises(CannotUndoError):
        game.undo()


def test_a_steady_clock_that_jumps_back_gives_nobody_time(game: Game, watch: Watch) -> None:
    game.start_clock()
    watch.wait(-50)
    assert times(game) == (300_000, 300_000)
    turn(game, watch, 0)
    assert times(game) == (305_000, 300_000)
    elapsed = [event.elapsed for event in game.state.events]
    assert all(value >= 0 for value in elapsed)


def test_the_elapsed_time_leaves_out_when_no_program_had_the_game_open(
    game: Game, watch: Watch
) -> None:
    watch.wait(10)
    game.note("ten seconds")
    game = reopened(game, watch)
    watch.wait(1000)
    game = reopened(game, watch)
    watch.wait(5)
    game.note("five more")
    assert [event.elapsed for event in game.state.events[1:]] == [10_000, 15_000]
    assert game.state.events[-1].at == "2024-05-01T12:33:35.000Z"


def test_a_clock_alone_never_changes() -> None:
    clock = Clock.fresh(ClockSettings(1000, 10), ("a", "b"))
    running = clock.started("a", 5.0)
    assert clock.times(100.0) == {"a": 1000, "b": 1000}
    assert running.times(5.5) == {"a": 500, "b": 1000}
    assert running.started("b", 5.5).times(6.0) == {"a": 500, "b": 500}
    assert running.stopped(5.5).credited("a").left == {"a": 510, "b": 1000}
    assert running.run_out(6.0) == ("a",)
    left = running.times(5.5)
    left["a"] = 0
    assert running.times(5.5) == {"a": 500, "b": 1000}
