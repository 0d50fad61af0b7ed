"""Folders of photos, good and bad, and recordings."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.sources import CannotOpenError, CannotRecordError, Frame, Happening
from eko_companion.sources.folder_source import folder_source
from eko_companion.sources.photo import read_photo
from eko_companion.sources.recorder import RecordedSource, Recorder
from eko_companion.sources.recording import INDEX
from tests.sources.faulty import FaultyCamera, noise


def photo(path: Path, value: int = 100, size: tuple[int, int] = (64, 48)) -> Path:
    assert cv2.imwrite(str(path), np.full((size[1], size[0], 3), value, np.uint8))
    return path


def played(folder: Path, speed: float | None = None):
    source = folder_source(folder, speed)
    source.open()
    frames: list[Frame] = []
    while not source.ended:
        frame = source.next_frame(5)
        if frame:
            frames.append(frame)
    events = source.events()
    source.close()
    return frames, events


class TestPhotos:
    def test_they_come_in_the_order_of_their_names(self, tmp_path):
        names = ["10.png", "9.jpg", "1.JPG", "2.jpeg"]
        for name in names:
            photo(tmp_path / name.lower()).rename(tmp_path / name)
        frames, events = played(tmp_path)
        assert [frame.name for frame in frames] == ["1.JPG", "2.jpeg", "9.jpg", "10.png"]
        assert [event.kind for event in events] == [Happening.OPENED, Happening.ENDED]

    def test_a_slow_consumer_misses_none(self, tmp_path):
        for number in range(5):
            photo(tmp_path / f"{number}.png", 40 * number)
        source = folder_source(tmp_path)
        source.open()
        for number in range(5):
            time.sleep(0.05)
            frame = source.next_frame(5)
            assert frame is not None
            assert frame.image[0, 0, 0] == 40 * number
        source.close()

    def test_bad_photos_are_told_and_passed_over(self, tmp_path):
        photo(tmp_path / "1.jpg")
        cv2.imwrite(str(tmp_path / "2.jpg"), noise(2, (320, 240)))
        data = (tmp_path / "2.jpg").read_bytes()
        (tmp_path / "2.jpg").write_bytes(data[: len(data) // 2])
        (tmp_path / "3.png").write_text("a letter")
        (tmp_path / "4.jpg").touch()
        (tmp_path / "notes.txt").write_text("not for us")
        photo(tmp_path / "5.png")
        frames, events = played(tmp_path)
        assert [frame.name for frame in frames] == ["1.jpg", "5.png"]
        told = [event.text for event in events if event.kind is Happening.PASSED_OVER]
        assert told == [
            "The photo 2.jpg is cut short.",
            "3.png is not a photo that can be read.",
            "The photo 4.jpg is empty.",
        ]

    def test_a_new_size_is_told_at_once(self, tmp_path):
        photo(tmp_path / "1.png")
        photo(tmp_path / "2.png", size=(80, 60))
        frames, events = played(tmp_path)
        assert [frame.size for frame in frames] == [(64, 48), (80, 60)]
        assert Happening.CHANGED_SIZE in [event.kind for event in events]

    def test_of_a_games_folder_only_numbered_photos_are_taken(self, tmp_path):
        for name in ("empty", "start", "001", "002"):
            photo(tmp_path / f"{name}.jpg")
        assert len(played(tmp_path)[0]) == 4
        (tmp_path / "tiles.json").write_text("{}")
        assert [frame.name for frame in played(tmp_path)[0]] == ["001.jpg", "002.jpg"]

    def test_a_cut_png_is_found_out(self, tmp_path):
        path = tmp_path / "1.png"
        cv2.imwrite(str(path), noise(1))
        path.write_bytes(path.read_bytes()[:-40])
        with pytest.raises(ValueError, match="cut short"):
            read_photo(path)

    def test_bytes_after_the_end_of_a_photo_do_no_harm(self, tmp_path):
        path = photo(tmp_path / "1.jpg")
        path.write_bytes(path.read_bytes() + b"maker's notes" * 50)
        assert read_photo(path).shape == (48, 64, 3)


class TestNothingToPlay:
    def test_an_empty_folder(self, tmp_path):
        with pytest.raises(CannotOpenError, match=r"^There are no photos in the folder .*\.$"):
            folder_source(tmp_path).open()

    def test_only_bad_photos(self, tmp_path):
        (tmp_path / "1.jpg").write_text("a letter")
        with pytest.raises(CannotOpenError, match=r"None of the 1 photos .* can be read\.$"):
            folder_source(tmp_path).open()

    def test_no_folder(self, tmp_path):
        with pytest.raises(CannotOpenError, match=r"^There is no folder none\.$"):
            folder_source(tmp_path / "none").open()
        path = photo(tmp_path / "1.png")
        with pytest.raises(CannotOpenError, match=r"^1\.png is not a folder\.$"):
            folder_source(path).open()


class TestRecording:
    def record(self, folder: Path, count: int = 5, *, lossless: bool = True) -> list[Frame]:
        frames = [Frame(noise(number), 100 + number / 10, 3 * number) for number in range(count)]
        recorder = Recorder(folder, "a test", lossless=lossless)
        for frame in frames:
            recorder.save(frame)
        recorder.close()
        return frames

    def test_it_is_played_back_with_its_times(self, tmp_path):
        saved = self.record(tmp_path / "film")
        frames, _ = played(tmp_path / "film")
        assert [frame.at for frame in frames] == [frame.at for frame in saved]
        for frame, before in zip(frames, saved, strict=True):
            assert np.array_equal(frame.image, before.image)

    def test_it_plays_in_real_time(self, tmp_path):
        self.record(tmp_path / "film", lossless=False)
        start = time.monotonic()
        played(tmp_path / "film", 1.0)
        assert 0.35 <= time.monotonic() - start < 5

    def test_a_torn_line_is_left_out(self, tmp_path):
        self.record(tmp_path)
        with (tmp_path / INDEX).open("a") as index:
            index.write('{"file": "0000')
        assert len(played(tmp_path)[0]) == 5

    @pytest.mark.parametrize("file", ["../1.png", "/etc/passwd", 5, None])
    def test_an_index_reaches_no_other_folder(self, tmp_path, file):
        self.record(tmp_path)
        with (tmp_path / INDEX).open("a") as index:
            index.write(json.dumps({"file": file, "at": 1, "number": 1}) + "\n")
        assert len(played(tmp_path)[0]) == 5

    def test_a_missing_photo_is_passed_over(self, tmp_path):
        self.record(tmp_path)
        (tmp_path / "000002.png").unlink()
        frames, events = played(tmp_path)
        assert len(frames) == 4
        assert Happening.PASSED_OVER in [event.kind for event in events]

    def test_another_format_is_refused(self, tmp_path):
        (tmp_path / INDEX).write_text('{"format": "eko-frames/9"}\n')
        with pytest.raises(CannotOpenError, match="not a recording of the format"):
            folder_source(tmp_path).open()

    def test_a_folder_in_use_is_refused(self, tmp_path):
        self.record(tmp_path)
        with pytest.raises(CannotRecordError, match="is not empty"):
            Recorder(tmp_path)

    def test_a_source_is_recorded_on_its_way(self, tmp_path):
        source = RecordedSource(FaultyCamera().source(), Recorder(tmp_path, lossless=True))
        source.open()
        seen = [source.next_frame(5) for _ in range(5)]
        source.close()
        frames, _ = played(tmp_path)
        for frame, before in zip(frames, seen, strict=True):
            assert before is not None
            assert np.array_equal(frame.image, before.image)

    def test_a_lost_folder_stops_the_recording_only(self, tmp_path):
        source = RecordedSource(FaultyCamera().source(), Recorder(tmp_path / "film"))
        source.open()
        shutil.rmtree(tmp_path / "film")
        for _ in range(3):
            assert source.next_frame(5) is not None
        kinds = [event.kind for event in source.events()]
        assert kinds == [Happening.OPENED, Happening.NOT_RECORDED]
        source.close()
