"""The command `markers`: cards are rendered as a printer would, found and measured."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from eko_companion.cli.main import main
from tests.cli.program import run

DOTS_AN_INCH = 300
MM = 25.4 / DOTS_AN_INCH
"""Millimetres a pixel."""
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CLOSE = 0.2

needs_renderer = pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs pdftoppm")


def write(folder: Path, *options: str) -> Path:
    path = folder / "cards.pdf"
    assert main(["markers", str(path), *options]) == 0
    return path


def rendered(path: Path) -> list[np.ndarray]:
    command = ["pdftoppm", "-r", str(DOTS_AN_INCH), "-gray", str(path), str(path.with_suffix(""))]
    ended = subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert ended.stderr == b""
    pages = sorted(path.parent.glob("*.pgm"))
    return [np.asarray(cv2.imread(str(page), cv2.IMREAD_GRAYSCALE)) for page in pages]


def found(image: np.ndarray) -> dict[int, np.ndarray]:
    """Corners in pixels by id, from the upper left one clockwise."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, options).detectMarkers(image)
    return {
        int(number): corner.reshape(4, 2)
        for number, corner in zip(np.ravel(ids), corners, strict=True)
    }


def ruler_length(image: np.ndarray) -> float:
    """The longest black line of the page, from end to end in millimetres."""
    best = 0.0
    for row in image[-int(40 / MM) :]:
        dark = np.flatnonzero(row < 128)
        if dark.size:
            runs = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
            best = max(best, *(len(line) for line in runs))
    return best * MM


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("side", [30, 40, 50])
def test_cards_measure_what_they_say(tmp_path, paper, side):
    pages = rendered(write(tmp_path, "--paper", paper, "--side", str(side)))
    markers: dict[int, np.ndarray] = {}
    for page in pages:
        height, width = page.shape
        assert (width * MM, height * MM) == pytest.approx(PAPERS[paper], abs=CLOSE)
        assert ruler_length(page) == pytest.approx(100, abs=CLOSE)
        markers |= found(page)
    assert sorted(markers) == list(range(6))
    for corners in markers.values():
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            assert np.linalg.norm(end - start) * MM == pytest.approx(side, abs=CLOSE)
        # Upright: the first corner is the upper left one.
        assert corners[0][0] < corners[1][0]
        assert corners[0][1] < corners[3][1]


@needs_renderer
def test_a_marker_has_white_around_it(tmp_path):
    (page,) = rendered(write(tmp_path))
    for corners in found(page).values():
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        one_square = 40 / 6 / MM
        around = page[
            round(top - one_square) : round(bottom + one_square),
            round(left - one_square) : round(right + one_square),
        ].copy()
        inner = round(one_square) - 3
        around[inner:-inner, inner:-inner] = 255
        assert around.min() == 255


@needs_renderer
@pytest.mark.parametrize(("side", "count"), [(15, 50), (40, 12), (110, 2)])
def test_many_cards_take_more_pages(tmp_path, side, count):
    pages = rendered(write(tmp_path, "--side", str(side), "--count", str(count)))
    ids = [number for page in pages for number in found(page)]
    assert sorted(ids) == list(range(count))
    assert len(pages) > 1 or side == 15
    assert all(ruler_length(page) == pytest.approx(100, abs=CLOSE) for page in pages)


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs pdftotext")
def test_what_is_written_on_a_sheet(tmp_path):
    path = write(tmp_path, "--side", "42.5")
    ended = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True)
    text = " ".join(ended.stdout.decode().split())
    for words in ("up id 0 42.5 mm", "id 5", "must measure 100 mm", "Print at 100 %"):
        assert words in text


def test_the_table_of_contents_of_the_file_is_right(tmp_path):
    data = write(tmp_path, "--count", "20").read_bytes()
    start = re.search(rb"startxref\n([0-9]+)\n%%EOF\n$", data)
    assert start
    table = data[int(start[1]) :]
    assert table.startswith(b"xref\n")
    places = re.findall(rb"^([0-9]{10}) 00000 n $", table, flags=re.MULTILINE)
    for number, place in enumerate(places, start=1):
        assert data[int(place) :].startswith(f"{number} 0 obj\n".encode())
    for length, content in re.findall(
        rb"/Length ([0-9]+) >>\nstream\n(.*?)\nendstream", data, flags=re.DOTALL
    ):
        assert int(length) == len(content)


def test_the_same_cards_give_the_same_file(tmp_path):
    first, second = tmp_path / "1", tmp_path / "2"
    assert write(first).read_bytes() == write(second).read_bytes()


def test_the_program_says_how_to_print(tmp_path):
    ended = run("markers", str(tmp_path / "cards.pdf"))
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert ended.stderr.decode().endswith('is written. Print at 100 %, no "fit to page".\n')


@pytest.mark.parametrize(
    "options",
    [
        ("--side", "5"),
        ("--side", "500"),
        ("--side", "nan"),
        ("--side", "wide"),
        ("--count", "0"),
        ("--count", "51"),
        ("--paper", "a3"),
    ],
)
def test_impossible_cards_are_refused(tmp_path, options):
    path = tmp_path / "cards.pdf"
    ended = run("markers", str(path), *options)
    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr
    assert not path.exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()
    ended = run("markers", str(tmp_path / "file" / "cards.pdf"))
    assert ended.returncode == 2
    assert b"cards.pdf could not be written" in ended.stderr
