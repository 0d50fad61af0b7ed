"""Runs one session folder through everything: learn, scan, start, and read each photo."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eko_companion.geometry import pieces_from_document
from eko_companion.measure.seeing.outcomes import CellOutcome, PhotoOutcome, TableOutcome
from eko_companion.measure.seeing.truth_frame import TruthFrame, truth_frame
from eko_companion.rules import BuildingKind, EkoError, tiles_from_document
from eko_companion.rules.hexgrid import Cell
from eko_companion.vision.image_input import load_photo
from eko_companion.vision.reading.hypotheses import HEIGHTS, NOTHING, Holding
from eko_companion.vision.reading.result import Reading
from eko_companion.vision.start.table_start import start_table
from eko_companion.vision.table_folder import KeptFile, Table
from eko_companion.vision.table_folder.storing import new_table
from eko_companion.vision.table_reader import CameraTracker, reader_for
from eko_companion.vision.tiles.learning import learn_tiles
from eko_companion.vision.tiles.scanning import scan_board


def read_session(folder: Path) -> TableOutcome:
    """Everything that a table's photos give; a stage that fails ends it with its sentence."""
    outcome = TableOutcome(folder.name)
    try:
        _run(folder, outcome)
    except EkoError as error:
        outcome.failure = str(error)
    return outcome


def _run(folder: Path, outcome: TableOutcome) -> None:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    camera = truth.get("camera", {})
    outcome.elevation = camera.get("elevation_deg")
    outcome.width = int(camera.get("width", 0))
    outcome.tiles = len(truth["layout"])
    table = _new_table(folder, truth)
    with _timed(outcome, "learn"):
        paths = sorted((folder / "tile_photos").glob("*.jpg"))
        photos = {path.stem: load_photo(path) for path in paths}
        pictures, _ = learn_tiles(photos, table.tiles.by_letter, table.pieces)
    table = table.with_pictures(pictures)
    empty = load_photo(folder / "empty.jpg")
    kept = KeptFile.of_photo(folder / "empty.jpg", empty)
    with _timed(outcome, "scan"):
        scanned = scan_board(empty, kept, table.pictures, table.tiles, table.pieces)
    table = table.with_scan(scanned.scan)
    frame = truth_frame(scanned.scan.layout, truth["layout"])
    outcome.tiles_right = frame.tiles_right
    photo = load_photo(folder / "start.jpg")
    with _timed(outcome, "start"):
        table, position, _ = start_table(table, photo, CameraTracker(table)(photo))
    wanted = board_of(truth["start"], frame)
    outcome.start_cells = len(wanted)
    seen = {s.cell: Holding(s.owner, s.discs, s.emperor) for s in position.stacks}
    outcome.start_right = sum(seen.get(cell) == holding for cell, holding in wanted.items())
    _read_photos(folder, truth, table, frame, outcome)


def _new_table(folder: Path, truth: dict[str, Any]) -> Table:
    tiles = tiles_from_document(json.loads((folder / "tiles.json").read_text(encoding="utf-8")))
    pieces = pieces_from_document(json.loads((folder / "pieces.json").read_text(encoding="utf-8")))
    return new_table(truth["players"], tiles, pieces)


def _read_photos(
    folder: Path, truth: dict[str, Any], table: Table, frame: TruthFrame, outcome: TableOutcome
) -> None:
    reader = reader_for(table)
    for entry in truth["photos"]:
        photo = load_photo(folder / entry["file"])
        began = time.perf_counter()
        reading = reader.read(photo)
        seconds = time.perf_counter() - began
        outcome.photos.append(
            PhotoOutcome(
                entry["file"],
                entry["usable"],
                reading.usable,
                reading.why,
                _compared(reading, board_of(entry["position"], frame)),
                seconds,
            )
        )
    outcome.seconds["read"] = sum(photo.seconds for photo in outcome.photos) / max(
        len(outcome.photos), 1
    )


def _compared(reading: Reading, board: dict[Cell, Holding]) -> tuple[CellOutcome, ...]:
    return tuple(
        CellOutcome(cell, found.holding, board.get(cell, NOTHING), found.confidence)
        for cell, found in reading.cells.items()
    )


def board_of(position: dict[str, Any], frame: TruthFrame) -> dict[Cell, Holding]:
    """What stands on each cell by the truth."""
    board = {}
    for stack in position["stacks"]:
        discs = stack["warriors"] + stack["emperor"]
        holding = Holding(stack["owner"], min(discs, HEIGHTS), stack["emperor"])
        board[frame.cell(stack["cell"])] = holding
    for building in position["buildings"]:
        kind = BuildingKind(building["kind"])
        board[frame.cell(building["cell"])] = Holding(building["owner"], kind=kind)
    return board


@contextmanager
def _timed(outcome: TableOutcome, stage: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    outcome.seconds[stage] = time.perf_counter() - began
