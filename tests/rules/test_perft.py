"""The number of ways from kept positions, action by action, is what it was.

The counts of the plain engine agree where it is fast enough to count.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eko_companion.installed import load_tile_set
from eko_companion.rules import Position, action_document, legal_actions, position_document
from eko_companion.rules.notation import action_text
from eko_companion.rules.perft import divide, perft
from eko_companion.rules.positiontext import parse_position
from tests.rules import plain_engine
from tests.rules.perft.regenerate import CASES

FOLDER = Path(__file__).parent / "perft"
FILES = sorted(FOLDER.glob("*.json"))


def kept(path: Path) -> tuple[Position, dict]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return parse_position(document["position"], load_tile_set), document


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_are_as_kept(path: Path) -> None:
    position, document = kept(path)
    assert divide(position, document["depth"]) == document["actions"]
    assert perft(position, document["depth"]) == document["nodes"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_plain_engine_counts_the_same_first_actions(path: Path) -> None:
    position, document = kept(path)
    inline = position_document(position, tiles=position.board.tiles.document())
    assert len(plain_engine.legal(inline)) == len(document["actions"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_plain_engine_counts_the_same_two_actions_deep(path: Path) -> None:
    position, _ = kept(path)
    inline = position_document(position, tiles=position.board.tiles.document())
    counts = divide(position, 2)
    # The plain engine is slow: a few first actions stand for all.
    for action in legal_actions(position)[:: max(1, len(counts) // 12)]:
        following = plain_engine.play(inline, action_document(action))
        assert len(plain_engine.legal(following)) == counts[action_text(position, action)]


def test_every_case_has_its_file() -> None:
    assert [path.stem for path in FILES] == sorted(CASES)
    assert len(FILES) >= 12
