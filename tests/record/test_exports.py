"""The exports for other programs hold the whole line in force, and only text."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from eko_companion.record import Game
from eko_companion.record.exports import csv_export, json_export
from eko_companion.record.replay import replay_of
from eko_companion.rules import action_from_document, play, position_from_document
from tests.record.sample_games import eventful_game, start_of


def test_json_can_be_played_again(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 4).state)
    document = json.loads(json_export(replay))
    start = document["start"]
    position = position_from_document(start)
    for ply, frame in zip(document["plies"], replay.frames[1:], strict=True):
        if ply["kind"] == "action":
            position = play(position, action_from_document(ply["action"]))
        else:
            board = {"tiles": start["tiles"], "layout": start["layout"]}
            position = position_from_document({**ply["position"], **board})
        assert position == frame.position
        assert ply["points"] == {player: own.total for player, own in frame.points.items()}
    assert document["result"]["winners"] == list(position.winners or ())


def test_csv_has_a_row_a_ply_with_points_and_clocks(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 5).state)
    rows = list(csv.DictReader(io.StringIO(csv_export(replay))))
    assert len(rows) == len(replay.frames) - 1
    for row, frame in zip(rows, replay.frames[1:], strict=True):
        assert row["player"] == frame.player
        assert int(row["points cyan"]) == frame.points["cyan"].total
        assert frame.clock is not None
        assert int(row["clock navy"]) == frame.clock["navy"]


def test_no_name_or_action_is_taken_for_a_formula(tmp_path: Path) -> None:
    replay = replay_of(eventful_game(tmp_path / "game.jsonl", 6).state)
    for row in csv.DictReader(io.StringIO(csv_export(replay))):
        assert not row["name"].startswith(("=", "+", "-", "@"))
        assert not row["notation"].startswith(("=", "+", "-", "@"))


def test_a_game_without_an_action_can_be_exported(tmp_path: Path) -> None:
    replay = replay_of(Game.new(tmp_path / "game.jsonl", start_of(1)).state)
    assert json.loads(json_export(replay))["plies"] == []
    assert len(csv_export(replay).splitlines()) == 1
