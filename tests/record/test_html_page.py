"""The html export as a file: no outside parts, small, and safe with any names."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from eko_companion.record.html.words import WORDS
from eko_companion.record.html_page import html_page
from eko_companion.record.replay import Replay
from eko_companion.rules import Step
from tests.record.html_games import HOSTILE, played_replay

_VOID = {"meta", "input", "br", "hr", "img", "link"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def replay(folder: Path) -> Replay:
    """Four players, variants, clocks, a correction, takebacks, played to the end."""
    return played_replay(folder, seed=8, players=4)


@pytest.fixture(scope="module")
def hostile(folder: Path) -> Replay:
    return played_replay(folder, seed=9, players=4, names=HOSTILE, title=HOSTILE[1], most=40)


class _Reader(HTMLParser):
    """Notes tags that are not closed in order, ids and the contents of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style":
                self.faults.append(f"{tag} has {name}")
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href", "action", "data", "srcset"):
                self.references.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} is closed where it is not open")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _data(page: str) -> Any:
    found = re.search(r'<script id="game" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_page_is_well_formed(replay: Replay, hostile: Replay) -> None:
    for page in (html_page(replay), html_page(hostile)):
        reader = _Reader(page)
        assert reader.faults == []
        assert reader.open == []
        assert len(reader.ids) == len(set(reader.ids))
        assert reader.tags.count("script") == 2
        assert reader.tags.count("style") == 1


def test_page_refers_to_nothing_outside_itself(replay: Replay) -> None:
    page = html_page(replay)
    reader = _Reader(page)
    assert reader.references
    assert all(reference.startswith("#") for reference in reader.references)
    inside = {f"#{name}" for name in reader.ids}
    assert {r for r in reader.references if not r.startswith("#ply=")} <= inside
    addresses = set(re.findall(r"https?://[^\s\"'<>]*", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # the name of SVG, not a place
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|innerHTML|eval\(", page)
    assert "default-src 'none'" in page
    assert "unsafe" not in page.partition("</title>")[0]


def test_every_slot_of_the_page_is_filled(replay: Replay) -> None:
    assert not re.search(r"\{\{\w+( \w+)?\}\}", html_page(replay))


def test_page_is_small(folder: Path, replay: Replay) -> None:
    page = html_page(replay)
    assert len(page.encode()) < 600_000 * max(1, len(replay.frames) / 150)
    # Twelve times the game in a row is far more than 500 turns; the symbols stay the same.
    frames = [frame for _ in range(12) for frame in replay.frames]
    long = replay._replace(
        frames=tuple(frame._replace(number=number) for number, frame in enumerate(frames))
    )
    assert len(long.frames) > 1200
    assert len(html_page(long).encode()) < 2_500_000


def test_frames_unfold_to_the_positions_of_the_game(replay: Replay) -> None:
    data = _data(html_page(replay))
    names = {replay.name(player): player for player in replay.frames[0].position.players}
    pieces: dict[int, int] = {}
    for frame, shown in zip(replay.frames, data["frames"], strict=True):
        for place, symbol in zip(shown["d"][::2], shown["d"][1::2], strict=True):
            pieces[place] = symbol
            if symbol < 0:
                del pieces[place]
        position = frame.position
        found = set()
        for place, symbol in pieces.items():
            owner, _, what = data["labels"][symbol].partition(": ")
            cell = data["cells"][place // 2][0]
            found.add((cell, names[owner.strip("\u2068\u2069")], what))
        expected = {
            (position.board.name(b.cell), b.owner, b.kind.value) for b in position.buildings
        }
        for stack in position.stacks:
            what = "1 disc" if stack.discs == 1 else f"{stack.discs} discs"
            if stack.emperor:
                what = "the emperor" if stack.discs == 1 else f"{what} with the emperor"
            expected.add((position.board.name(stack.cell), stack.owner, what))
        assert found == expected
        assert shown["t"] == frame.turn
        assert shown["s"] == position.step.value


def test_moves_can_be_read_without_a_script(replay: Replay) -> None:
    page = html_page(replay)
    texts = set(_Reader(page).texts)
    assert WORDS["no_script"] in texts
    for frame in replay.frames[1:]:
        assert " ".join(frame.words) in texts
        assert not frame.notation or frame.notation in texts
    start = page.partition('<g id="pieces">')[2].partition("</g>")[0]
    first = replay.frames[0].position
    assert start.count("<use ") == len(first.stacks) + len(first.buildings)


def test_corrections_and_kept_moves_are_told(replay: Replay) -> None:
    texts = _Reader(html_page(replay)).texts
    assert {frame.kind for frame in replay.frames} == {"start", "action", "correct", "override"}
    assert WORDS["by_hand"] in texts
    assert WORDS["kept"] in texts
    assert any("a lost disc" in text for text in texts)


def test_hostile_names_are_only_text(hostile: Replay) -> None:
    page = html_page(hostile)
    assert "img" not in _Reader(page).tags
    assert page.count("</script>") == 2
    assert page.count("<script") == 2
    assert "owned'</script>" not in page
    names = [player["name"] for player in _data(page)["players"]]
    assert names == list(HOSTILE)


def test_texts_can_be_translated(replay: Replay) -> None:
    other = {name: f"¤{text}" for name, text in WORDS.items()}
    texts = _Reader(html_page(replay, other)).texts
    visible = "\n".join(texts)
    for name in ("brand", "moves", "moments", "chart", "keys", "no_script", "points"):
        assert f"¤{WORDS[name]}" in visible


@pytest.mark.parametrize("plies", [0, 1])
def test_unfinished_games_have_a_page(folder: Path, plies: int) -> None:
    short = played_replay(folder, seed=100 + plies, players=2, most=plies, clock=False)
    assert short.frames[-1].position.step is not Step.OVER
    data = _data(html_page(short))
    assert data["result"] == WORDS["open"]
    assert len(data["frames"]) == plies + 1
