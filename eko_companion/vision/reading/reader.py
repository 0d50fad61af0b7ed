"""Reads photos of one table: from pixels to a probability for everything a cell can hold."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from eko_companion.geometry import Camera, Floats
from eko_companion.rules import Cell
from eko_companion.vision.reading.counting import one_emperor, within_supply
from eko_companion.vision.reading.emperors import TopDisc, emperor_odds
from eko_companion.vision.reading.features import Prepared, Seen, look, prepare
from eko_companion.vision.reading.hidden import with_hidden
from eko_companion.vision.reading.hypotheses import (
    HEIGHTS,
    building_holdings,
    stack_holdings,
)
from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.light import LightField, light_change
from eko_companion.vision.reading.looks import Looks
from eko_companion.vision.reading.result import CellReading
from eko_companion.vision.reading.shapes import ShapeNetworks

_POSES_KEPT = 2


@dataclass(frozen=True, eq=False)
class CellsRead:
    """All cells of one photo, and what was made on the way."""

    cells: dict[Cell, CellReading]
    ready: Prepared
    seen: Seen
    change: LightField
    covered: Floats
    """For each prepared cell the probability that something foreign is before it."""


class CellReader:
    """Reads the cells of a table; whether a look is usable is not asked here."""

    def __init__(
        self, board: KnownBoard, looks: Looks, networks: ShapeNetworks | None = None
    ) -> None:
        self.board = board
        self.looks = looks
        self._networks = networks or ShapeNetworks()
        self._prepared: OrderedDict[bytes, Prepared] = OrderedDict()

    def prepared(self, camera: Camera) -> Prepared:
        """What belongs to a pose of the camera; the last poses are kept."""
        pose = np.concatenate(
            [camera.rotation.ravel(), camera.translation, [camera.focal, *camera.radial]]
        )
        key = pose.tobytes()
        if key not in self._prepared:
            self._prepared[key] = prepare(self.board.seen_from(camera), self.looks.palette)
            while len(self._prepared) > _POSES_KEPT:
                self._prepared.popitem(last=False)
        self._prepared.move_to_end(key)
        return self._prepared[key]

    def read(self, photo: Image, camera: Camera | None = None) -> CellsRead:
        """Every readable cell of a photo, taken by this camera or the one of the scan."""
        ready = self.prepared(camera or self.board.camera)
        change = light_change(ready.board, photo)
        seen = look(ready, photo, change)
        scores, covered = self._networks.scores(ready, seen)
        scores = with_hidden(ready, seen, scores)
        scores = within_supply(scores, ready.walkable, len(ready.palette.owners))
        crowned = self._crowned(ready, seen, photo, change, scores)
        return CellsRead(_readings(ready, scores, crowned), ready, seen, change, covered)

    def _crowned(
        self, ready: Prepared, seen: Seen, photo: Image, change: LightField, scores: Floats
    ) -> Floats:
        """For each cell the probability that an emperor is on top, if a stack stands there."""
        tops = []
        for number in np.flatnonzero(ready.walkable):
            best = int(scores[number].argmax())
            if best:
                owner, discs = divmod(best - 1, HEIGHTS)
                tops.append(TopDisc(int(number), owner, discs + 1))
        odds = emperor_odds(ready, seen, self.looks, photo, change, tops)
        crowned = np.full(len(ready.cells), 1e-4)
        for owner in range(len(ready.palette.owners)):
            mine = [place for place, top in enumerate(tops) if top.owner == owner]
            for place, chance in zip(mine, one_emperor(odds[mine]), strict=True):
                crowned[tops[place].number] = chance
        return crowned


def _readings(ready: Prepared, scores: Floats, crowned: Floats) -> dict[Cell, CellReading]:
    owners = ready.palette.owners
    found = {}
    for number, cell in enumerate(ready.cells):
        chances = np.exp(scores[number])
        if ready.walkable[number]:
            heights = chances[1:].reshape(len(owners), HEIGHTS)
            crown = crowned[number]
            both = np.stack([heights * (1 - crown), heights * crown], axis=1)
            chances = np.concatenate([chances[:1], both.ravel()])
            holdings = stack_holdings(owners)
        else:
            holdings = building_holdings(owners)
            chances = chances[: len(holdings)]
        found[cell] = CellReading(cell, holdings, chances / chances.sum())
    return found
