"""A replay shows the line in force, numbers its turns, and says everything in words."""

from __future__ import annotations

from pathlib import Path

from eko_companion.record import Game
from eko_companion.record.replay import replay_of
from eko_companion.rules import Pass, Step, legal_actions
from tests.record.sample_games import eventful_game, start_of


def test_frames_follow_each_other_without_a_gap(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 7).state)
    for earlier, later in zip(replay.frames, replay.frames[1:], strict=False):
        assert later.before == earlier.position
        assert later.number == earlier.number + 1
        assert later.turn - earlier.turn in (0, 1)
        assert later.elapsed >= earlier.elapsed
        assert later.words


def test_a_turn_is_one_players_from_action_to_reinforcement(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 8, clock=False).state)
    for turn in range(1, replay.frames[-1].turn + 1):
        own = [f for f in replay.frames[1:] if f.turn == turn and f.kind == "action"]
        active = {frame.before.active for frame in own if frame.before is not None}
        assert len(active) <= 1


def test_swaps_belong_to_turn_0(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(3))
    game.play(Pass())
    game.play(Pass())
    game.play(legal_actions(game.position)[0])
    replay = replay_of(game.state)
    assert [frame.turn for frame in replay.frames] == [0, 0, 0, 1]
    assert replay.frames[-1].position.step is Step.REINFORCE


def test_what_was_taken_back_is_not_shown_but_counted(tmp_path: Path) -> None:
    game = Game.new(tmp_path / "game.jsonl", start_of(3))
    game.play(Pass())
    game.undo()
    replay = replay_of(game.state)
    assert len(replay.frames) == 1
    assert replay.takebacks == 1
