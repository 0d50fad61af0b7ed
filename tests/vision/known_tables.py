"""Photographed tables whose geometry and truth are known, for tests of start and reading."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from eko_companion.geometry import pieces_from_document
from eko_companion.geometry.camera import camera_from_document
from eko_companion.rules import BuildingKind, Cell, Terrain
from eko_companion.vision.reading.hypotheses import Holding
from eko_companion.vision.reading.known_board import CellPlace, Image, KnownBoard
from eko_companion.vision.start.learning import SeenStart, learn_start

FOLDER = Path(__file__).parent / "table_photos"
TABLES = ("two_players", "three_players")


class KnownTable:
    """One folder of photos."""

    def __init__(self, name: str) -> None:
        self.folder = FOLDER / name
        self.document: dict[str, Any] = json.loads((self.folder / "known.json").read_text())
        camera = camera_from_document(self.document["camera"])
        self.moved_camera = camera_from_document(self.document["camera_after"])
        self.board = KnownBoard(
            camera=camera,
            pieces=pieces_from_document(self.document["pieces"]),
            cells={
                Cell(q, r): CellPlace(Terrain(terrain), x, y)
                for q, r, terrain, x, y in self.document["cells"]
            },
            empty=self.photo("empty.jpg"),
            empty_camera=camera,
            cards=tuple(np.array(card) for card in self.document["cards"]),
            players=tuple(self.document["players"]),
        )

    def photo(self, file: str) -> Image:
        image = cv2.imread(str(self.folder / file))
        assert image is not None
        return np.asarray(image, np.uint8)

    def usable_files(self) -> list[str]:
        return [file for file, entry in self.document["photos"].items() if entry["usable"]]

    def camera(self, file: str):
        moved = self.document["photos"][file]["moved"]
        return self.moved_camera if moved else self.board.camera

    def truth(self, file: str) -> dict[Cell, Holding]:
        found = {}
        for q, r, holds, owner, *rest in self.document["photos"][file]["holds"]:
            if holds == "stack":
                found[Cell(q, r)] = Holding(owner, rest[0], rest[1])
            else:
                found[Cell(q, r)] = Holding(owner, kind=BuildingKind(rest[0]))
        return found


@cache
def known_table(name: str) -> KnownTable:
    return KnownTable(name)


@cache
def seen_start(name: str) -> SeenStart:
    table = known_table(name)
    return learn_start(table.board, table.photo("start.jpg"), table.board.players)
