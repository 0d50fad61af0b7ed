"""A film on disk: a video with as many frames as the truth says, and the truth last."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.geometry.camera import camera_from_document
from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    BoardReader,
    EkoError,
    action_from_document,
    play,
    position_from_document,
)
from eko_companion.simulator.film import film_folder
from eko_companion.simulator.film.film import Film, Projector, Wishes
from eko_companion.simulator.film.film_folder import write_film
from tests.simulator.film.films import LIVELY, small_table

FRAMES_A_SECOND = 2.0
SIZE = (160, 90)


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(small_table(9, size=SIZE), Wishes(quiet=(0.5, 1.0), most_actions=2, habits=LIVELY))


@pytest.fixture(scope="module")
def folder(film, tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("films") / "film"
    done: list[tuple[int, int]] = []

    def progress(number: int, of: int) -> None:
        done.append((number, of))
        assert not (made / "truth.json").exists()

    write_film(made, film, FRAMES_A_SECOND, progress)
    count = int(film.length * FRAMES_A_SECOND)
    assert done == [(number, count) for number in range(1, count + 1)]
    return made


@pytest.fixture(scope="module")
def truth(folder):
    return json.loads((folder / "truth.json").read_text())


def frames_of(path: Path) -> list[np.ndarray]:
    reader = cv2.VideoCapture(str(path))
    assert reader.isOpened()
    assert reader.get(cv2.CAP_PROP_FPS) == pytest.approx(FRAMES_A_SECOND)
    frames: list[np.ndarray] = []
    while True:
        more, frame = reader.read()
        if not more:
            reader.release()
            return frames
        frames.append(np.asarray(frame))


def test_the_files_are_all_there(folder, film):
    names = {path.name for path in folder.iterdir()}
    assert names == {
        "film.mp4",
        "truth.json",
        "tiles.json",
        "pieces.json",
        "tile_photos",
        "empty.jpg",
        "start.jpg",
    }
    letters = {tile.tile for tile in film.table.setting.tiles}
    assert {path.stem for path in (folder / "tile_photos").iterdir()} == letters


def test_the_video_has_every_frame(folder, film, truth):
    frames = frames_of(folder / truth["film"])
    assert len(frames) == int(film.length * FRAMES_A_SECOND)
    assert {frame.shape for frame in frames} == {(SIZE[1], SIZE[0], 3)}
    assert truth["frames_a_second"] == FRAMES_A_SECOND


def test_a_frame_shows_its_moment(folder, film, truth):
    frames = frames_of(folder / truth["film"])
    projector = Projector(film)
    for number in (3, len(frames) // 2, len(frames) - 2):
        if not film.shaken_at(number / FRAMES_A_SECOND):
            drawn = projector.frame(number / FRAMES_A_SECOND).image.astype(int)
            assert np.abs(frames[number].astype(int) - drawn).mean() < 8


def test_the_visits_are_a_game(truth):
    boards = BoardReader(load_tile_set)
    official = position_from_document(truth["start"], boards)
    end = 0.0
    for visit in truth["visits"]:
        assert end <= visit["start"] <= visit["end"]
        end = visit["end"]
        for action in visit["actions"]:
            official = play(official, action_from_document(action))
        assert (visit["violation"] is None) == (visit["attempt"] is None)
        if visit["violation"] is None:
            assert position_from_document(visit["position"], boards) == official
    assert any(visit["actions"] for visit in truth["visits"])


def test_lights_and_bumps_are_told(truth, film):
    assert [light["at"] for light in truth["lights"]] == [change.at for change in film.lights]
    assert len(truth["clouds"]) == len(film.clouds)
    for cloud in truth["clouds"]:
        assert cloud["end"] > cloud["start"] + cloud["fade"]
    (bump,) = truth["bumps"]
    assert bump["at"] == film.bumps[0].at
    pushed = camera_from_document(bump["camera"])
    assert pushed.document() == film.bumps[0].camera.document()


class TestFailures:
    @pytest.fixture
    def short(self):
        return Film(small_table(9), Wishes(most_actions=1))

    def test_a_full_disk_is_told_in_a_sentence(self, short, tmp_path, monkeypatch):
        def write_bytes(path: Path, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", write_bytes)
        with pytest.raises(EkoError, match=r"^film could not be written: no space left on device"):
            write_film(tmp_path / "film", short, 1.0)
        assert not (tmp_path / "film" / "truth.json").exists()

    def test_a_disk_that_fills_up_during_the_film_is_noticed(self, short, tmp_path, monkeypatch):
        """OpenCV's writer does not tell: it just drops the frames."""
        real = cv2.VideoWriter

        class Full:
            fourcc = staticmethod(real.fourcc)

            def __init__(self, *how):
                self._writer = real(*how)
                self._left = 2

            def write(self, image):
                self._left -= 1
                if self._left >= 0:
                    self._writer.write(image)

            def __getattr__(self, name):
                return getattr(self._writer, name)

        monkeypatch.setattr(cv2, "VideoWriter", Full)
        with pytest.raises(EkoError, match=r"^film\.mp4 could not be written whole"):
            write_film(tmp_path / "film", short, 1.0)
        left = {path.name for path in (tmp_path / "film").iterdir()}
        assert not left & {"truth.json", "film.mp4", ".film.mp4"}

    def test_a_system_without_films_is_told_in_a_sentence(self, short, tmp_path, monkeypatch):
        monkeypatch.setattr(film_folder, "_CODEC", "????")
        with pytest.raises(EkoError, match=r"^film\.mp4 could not be written: [^\n]+\.$"):
            write_film(tmp_path / "film", short, 1.0)
        assert not (tmp_path / "film" / "truth.json").exists()

    def test_a_place_that_cannot_be_written_is_told_in_a_sentence(self, short, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(EkoError, match=r"^film could not be written: [^\n]+\.$"):
            write_film(tmp_path / "file" / "film", short, 1.0)
