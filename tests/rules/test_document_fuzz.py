"""Documents spoilt at random: whatever comes in, it is read as a possible position or refused."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from eko_companion.autoplay import play_game
from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    BoardReader,
    DocumentError,
    IllegalActionError,
    action_document,
    action_from_document,
    legal_actions,
    play,
    points,
    position_document,
    position_from_document,
    status,
    tiles_from_document,
)
from eko_companion.rules.setup import random_game_start, random_variants
from tests.cli import documents
from tests.cli.documents import paths, value_at
from tests.cli.program import answered_here
from tests.rules.puzzles import random_puzzle

MUTATIONS = int(os.environ.get("EKO_FUZZ", "10000"))
"""How many documents are spoilt in all; more by `EKO_FUZZ=1000000`."""

SHARES = 8

STRANGE: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 4, 5, 6, 15, 16, 17, 2**31, -(2**63), 10**30),
    *(0.0, 1.0, -0.5, 1e300, float("nan"), float("inf")),
    *("", " ", "cyan", "violet", "navy", "white", "green", "house", "A", "camp", "castle", "21"),
    *("swap", "action", "extra", "reinforce", "exchange", "over", "storm", "circle", "portal"),
    *("\ud800", "\x00", "ö", "allow", "pyramid", "eko-position/1", "eko-tiles/1"),
    *([], {}, [0, 0], [1, -1], [[0, 0]], ["cyan"], ["violet", "cyan"], {"cyan": 1}),
]


@cache
def whole_documents() -> list[dict[str, Any]]:
    """Valid lines for `play`, of every kind."""
    rng = random.Random(2024)
    positions = [read(make()) for make in (documents.position, documents.exchange, documents.over)]
    positions += [random_puzzle(rng) for _ in range(40)]
    for players in (2, 3, 4):
        start = random_game_start(
            load_tile_set("house"), players, rng, random_variants(rng, players)
        )
        game = [played.before for played in play_game(start, rng)]
        positions += rng.sample(game, 6)
    lines = []
    for position in positions:
        actions = legal_actions(position)
        action = action_document(rng.choice(actions)) if actions else {"do": "pass"}
        lines.append({"position": position_document(position), "action": action})
    return lines


def read(document: object) -> Any:
    return position_from_document(document, BoardReader(load_tile_set))


def spoilt(document: Any, rng: random.Random) -> Any:
    """A copy with one to three values deleted, doubled, swapped or replaced."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(paths(document))
        if not places:
            break
        *way, last = rng.choice(places)
        key: Any = last
        inner = value_at(document, tuple(way))
        match rng.randrange(6):
            case 0:
                del inner[key]
            case 1 if isinstance(inner, list):
                inner.insert(rng.randrange(len(inner) + 1), copy.deepcopy(inner[key]))
            case 2:
                other = rng.choice(places)
                inner[key] = copy.deepcopy(value_at(document, other))
            case 3 if type(inner[key]) is int:
                inner[key] += rng.choice((-2, -1, 1, 2))
            case 4 if isinstance(inner, list):
                rng.shuffle(inner)
            case _:
                inner[key] = copy.deepcopy(rng.choice(STRANGE))
    return document


def spoilt_bytes(text: bytes, rng: random.Random) -> bytes:
    """A copy with some bytes changed, cut out, put in or repeated; always one line."""
    found = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(found) + 1)
        length = rng.choice((1, 1, 2, 10))
        match rng.randrange(4):
            case 0:
                found[at : at + length] = b""
            case 1:
                found[at : at + 1] = bytes([rng.randrange(256)])
            case 2:
                found[at:at] = rng.choice(
                    (b"[", b"]", b"{", b"}", b'"', b",", b"-", b"\\u", b"9e9")
                )
            case _:
                found[at:at] = found[at : at + length]
    return bytes(found).replace(b"\n", b" ").replace(b"\r", b" ")


def mutations(share: int) -> Iterator[random.Random]:
    for number in range(share, MUTATIONS, SHARES * 4):
        yield random.Random(f"eko {number}")


def check_refusal(error: DocumentError, *fields: str) -> None:
    assert error.field in fields
    assert str(error) == f"{error.field}: {error.sentence}"
    assert error.sentence.endswith(".")
    assert len(str(error)) < 1000


def check_possible(position: Any) -> None:
    """All that must hold for a position that was read."""
    assert status(position) == []
    written = position_document(position)
    again = read(json.loads(json.dumps(written)))
    assert again == position
    assert position_document(again) == written
    assert set(points(position)) == set(position.players)
    actions = legal_actions(position)
    assert len(set(actions)) == len(actions)
    for action in random.Random(len(actions)).sample(actions, min(3, len(actions))):
        assert action_from_document(action_document(action)) == action
        after = play(position, action)
        assert status(after) == []
        assert read(position_document(after)) == after


@pytest.mark.parametrize("share", range(SHARES))
def test_a_spoilt_position_is_possible_or_refused(share: int):
    accepted = 0
    for rng in mutations(share):
        document = spoilt(rng.choice(whole_documents())["position"], rng)
        try:
            position = read(document)
        except DocumentError as error:
            check_refusal(error, *documents.FIELDS, "then")
        else:
            accepted += 1
            check_possible(position)
    assert accepted


@pytest.mark.parametrize("share", range(SHARES))
def test_a_spoilt_tile_set_is_read_or_refused(share: int):
    for rng in mutations(share):
        tiles = rng.choice(whole_documents())["position"]["tiles"]
        if isinstance(tiles, str):
            tiles = load_tile_set(tiles).document()
        try:
            found = tiles_from_document(spoilt(tiles, rng))
        except DocumentError as error:
            check_refusal(error, "format", "name", "tiles")
        else:
            assert tiles_from_document(found.document()) == found


@pytest.mark.parametrize("share", range(SHARES))
def test_a_spoilt_action_is_judged_or_refused(share: int):
    boards = BoardReader(load_tile_set)
    for rng in mutations(share):
        line = rng.choice(whole_documents())
        position = position_from_document(line["position"], boards)
        try:
            action = action_from_document(spoilt(line["action"], rng))
        except DocumentError as error:
            check_refusal(error, "action")
            continue
        try:
            after = play(position, action)
        except IllegalActionError:
            assert action not in legal_actions(position)
        else:
            assert status(after) == []
            assert action in legal_actions(position)


@pytest.mark.parametrize("share", range(SHARES))
def test_a_spoilt_line_gets_one_answer(share: int):
    lines = []
    for rng in mutations(share):
        whole = rng.choice(whole_documents())
        text = json.dumps(spoilt(whole, rng) if rng.random() < 0.3 else whole)
        lines.append(spoilt_bytes(text.encode(), rng))
    lines = [line for line in lines if line.strip()]
    for command in ("play", "legal", "score"):
        sent = lines if command == "play" else [line[13:] for line in lines]
        code, answers = answered_here([command], b"\n".join(sent))
        assert len(answers) == len([line for line in sent if line.strip()])
        assert code in (0, 2)
