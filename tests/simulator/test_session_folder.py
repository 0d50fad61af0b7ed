"""A session folder: the contract's files and truth, replayed from its first position to its end."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.geometry import pieces_from_document
from eko_companion.geometry.camera import camera_from_document
from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    BoardReader,
    EkoError,
    Position,
    Step,
    action_from_document,
    play,
    position_from_document,
    tiles_from_document,
    why_illegal,
)
from eko_companion.simulator import session_folder
from eko_companion.simulator.session_folder import Session, write_session
from eko_companion.simulator.session_script import UNUSABLE
from eko_companion.simulator.table_at_random import SimulatedTable, Wish, random_table
from tests.simulator.cards import detected
from tests.simulator.quick import blank_tile_photo, draw_quickly

SIZE = (640, 360)
PHOTOS = 9
SEED = 55
"""With photos of every kind."""


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    return random_table(SEED, Wish(players=2, variants=False, size=SIZE))


@pytest.fixture(scope="module")
def small() -> SimulatedTable:
    return random_table(SEED, Wish(players=2, variants=False, size=(160, 90)))


@pytest.fixture(scope="module")
def unfinished() -> list[bool]:
    """For each picture whether the truth was there already when it was done."""
    return []


@pytest.fixture(scope="module")
def folder(table, unfinished, tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("sessions") / "new" / "session"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_folder, "tile_photo", blank_tile_photo)

        def progress(done: int, of: int) -> None:
            assert 0 < done <= of
            unfinished.append((made / "truth.json").exists())

        write_session(made, table, Session(PHOTOS, skip=20, bump=True), progress)
    return made


@pytest.fixture(scope="module")
def truth(folder):
    return json.loads((folder / "truth.json").read_text())


def position(document: object) -> Position:
    return position_from_document(document, BoardReader(load_tile_set))


def test_the_files_are_those_of_the_contract(folder, truth, table):
    letters = {tile.tile for tile in table.setting.tiles}
    photos = {f"{number:03d}.jpg" for number in range(1, len(truth["photos"]) + 1)}
    files = {path.name for path in folder.iterdir()}
    named = {"tiles.json", "pieces.json", "tile_photos", "empty.jpg", "start.jpg", "truth.json"}
    assert files == named | photos
    assert {path.name for path in (folder / "tile_photos").iterdir()} == {
        f"{letter}.jpg" for letter in letters
    }
    assert len(photos) == PHOTOS


def test_the_pictures_have_the_size_asked_for(folder):
    for path in folder.glob("*.jpg"):
        image = cv2.imread(str(path))
        assert image is not None
        assert image.shape == (SIZE[1], SIZE[0], 3)


def test_tiles_and_pieces_can_be_read(folder, table):
    tiles = tiles_from_document(json.loads((folder / "tiles.json").read_text()))
    assert tiles.name == table.setting.tile_set.name
    pieces = pieces_from_document(json.loads((folder / "pieces.json").read_text()))
    assert pieces == table.setting.pieces


def test_the_truth_is_written_last(folder, truth, unfinished):
    # Empty and full board are told together.
    assert len(unfinished) == len(truth["layout"]) + 1 + PHOTOS
    assert not any(unfinished)
    assert truth["photos"]


def test_the_truth_has_the_fields_of_the_contract(truth, table):
    assert {"players", "layout", "start", "position_at_001_before", "photos"} <= set(truth)
    assert truth["players"] == list(table.start.players)
    assert truth["layout"] == truth["start"]["layout"]
    fields = {"file", "position", "usable", "why", "actions", "violation", "attempt"}
    for number, photo in enumerate(truth["photos"], start=1):
        assert fields <= set(photo)
        assert photo["file"] == f"{number:03d}.jpg"
        assert isinstance(photo["usable"], bool)
        assert (photo["why"] is None) == photo["usable"]
        assert photo["why"] is None or photo["why"] in UNUSABLE.values()
        assert (photo["violation"] is None) == (photo["attempt"] is None)


def test_the_positions_are_positions(truth, table):
    assert position(truth["start"]) == table.start
    assert position(truth["position_at_001_before"]).step is not Step.SWAP
    for photo in truth["photos"]:
        if photo["violation"] is None:
            position(photo["position"])
        else:
            assert photo["position"]["format"] == "eko-position/1"


def test_the_actions_lead_from_the_first_position_to_every_other(truth):
    official = position(truth["position_at_001_before"])
    for photo in truth["photos"]:
        for action in photo["actions"]:
            official = play(official, action_from_document(action))
        if photo["violation"] is None:
            assert position(photo["position"]) == official
        else:
            assert not photo["actions"]
            reasons = why_illegal(official, action_from_document(photo["attempt"]))
            assert [reason.code.value for reason in reasons] == photo["violation"]


def test_a_session_has_everything(truth):
    assert any(photo["violation"] for photo in truth["photos"])
    assert len({photo["why"] for photo in truth["photos"]}) > 2
    assert sum(bool(photo["actions"]) for photo in truth["photos"]) > PHOTOS / 3


def test_what_stands_on_the_board_is_named_with_how_much_of_it_is_seen(truth):
    for photo in truth["photos"]:
        document = photo["position"]
        cells = {str(entry["cell"]) for entry in document["stacks"] + document["buildings"]}
        assert set(photo["visible"]) == cells
        assert all(0 <= part <= 1 for part in photo["visible"].values())
    assert set(truth["start_visible"]) == {str(e["cell"]) for e in truth["start"]["stacks"]}


def test_the_camera_is_pushed_half_way_and_each_photo_has_its_own(truth, folder):
    cameras = [photo["camera"] for photo in truth["photos"]]
    first, last = cameras[0], cameras[-1]
    assert {key: truth["camera"][key] for key in first} == first
    assert cameras == [first] * (PHOTOS // 2 - 1) + [last] * (PHOTOS - PHOTOS // 2 + 1)
    assert first != last
    for number in (1, PHOTOS // 2 - 1, PHOTOS // 2, PHOTOS):
        photo = truth["photos"][number - 1]
        if photo["usable"]:
            assert_cards_agree(folder / photo["file"], photo["camera"], truth["markers"])


def assert_cards_agree(path: Path, camera: object, markers: list[dict]) -> None:
    """The middles of the cards are found where the truth says."""
    image = cv2.imread(str(path))
    assert image is not None
    found = detected(image)
    seen = camera_from_document(camera)
    near = [
        np.hypot(*(found[card["id"]].mean(0) - seen.project([[card["x"], card["y"], 0.0]])[0]))
        for card in markers
        if card["id"] in found
    ]
    assert near
    # The middle of four corners is not quite the middle of the card: there is perspective.
    assert max(near) < 1.5


def test_empty_and_start_differ_by_the_pieces_alone(folder):
    empty, start = (cv2.imread(str(folder / name)) for name in ("empty.jpg", "start.jpg"))
    assert empty is not None
    assert start is not None
    away = np.abs(empty.astype(int) - start).max(-1)
    assert 0.01 < (away > 40).mean() < 0.3


class TestFailures:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch):
        draw_quickly(monkeypatch)

    def failing(self, monkeypatch, on: str) -> None:
        """A disk that is full when a file of that name is written."""
        real = Path.write_bytes

        def write_bytes(path: Path, data: bytes) -> int:
            if path.name == on:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(path, data)

        monkeypatch.setattr(Path, "write_bytes", write_bytes)

    @pytest.mark.parametrize("name", ["A.jpg", "empty.jpg", "002.jpg"])
    def test_a_full_disk_is_told_in_a_sentence(self, small, tmp_path, monkeypatch, name):
        letter = sorted(tile.tile for tile in small.setting.tiles)[0]
        self.failing(monkeypatch, name.replace("A", letter))
        with pytest.raises(EkoError, match=r"^session could not be written: no space left on"):
            write_session(tmp_path / "session", small, Session(3))
        assert not (tmp_path / "session" / "truth.json").exists()

    def test_a_full_disk_leaves_no_half_truth(self, small, tmp_path, monkeypatch):
        real = Path.write_text

        def write_text(path: Path, text: str, **how: str) -> int:
            if "truth" in path.name:
                real(path, text[: len(text) // 2], **how)
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(path, text, **how)

        monkeypatch.setattr(Path, "write_text", write_text)
        with pytest.raises(EkoError, match="could not be written"):
            write_session(tmp_path / "session", small, Session(0))
        assert not (tmp_path / "session" / "truth.json").exists()

    def test_a_place_that_cannot_be_written_is_told_in_a_sentence(self, small, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(EkoError, match=r"^session could not be written: [^\n]+\.$"):
            write_session(tmp_path / "file" / "session", small, Session(1))


def test_the_same_seed_gives_the_same_bytes(tmp_path, monkeypatch):
    draw_quickly(monkeypatch)
    contents = []
    for name in ("one", "two"):
        table = random_table(SEED, Wish(players=2, variants=False, size=(160, 90)))
        write_session(tmp_path / name, table, Session(4, skip=20))
        contents.append(
            {path.name: path.read_bytes() for path in sorted((tmp_path / name).glob("*.*"))}
        )
    assert contents[0] == contents[1]


def test_a_session_without_photos_is_the_board_alone(tmp_path, small, monkeypatch):
    draw_quickly(monkeypatch)
    write_session(tmp_path / "session", small, Session(0))
    assert json.loads((tmp_path / "session" / "truth.json").read_text())["photos"] == []
