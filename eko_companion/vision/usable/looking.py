"""One look at a table after the other: is it usable, what has changed, what stands there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from eko_companion.geometry import Camera
from eko_companion.rules import EkoError
from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.looks import Looks
from eko_companion.vision.reading.reader import CellReader
from eko_companion.vision.reading.result import Reading
from eko_companion.vision.reading.shapes import ShapeNetworks
from eko_companion.vision.usable.exposure import exposure_fault
from eko_companion.vision.usable.foreign import covered_cells
from eko_companion.vision.usable.sharpness import blur_fault
from eko_companion.vision.usable.unchanged import ChangeWatch

Registration = Callable[[Image], Camera]
"""Gives the camera's pose in a photo; raises EkoError where it moved and the cards do not tell."""

HAND = "There is a hand or something else over the board."


@dataclass(frozen=True, eq=False)
class LookResult:
    """A reading, and the pose of the camera that it was made with."""

    reading: Reading
    camera: Camera
    fresh: bool
    """False where nothing had changed and the last reading was given again."""


class TableReader:
    """Reads photos or live frames of one table."""

    def __init__(
        self,
        board: KnownBoard,
        looks: Looks,
        registration: Registration | None = None,
        networks: ShapeNetworks | None = None,
    ) -> None:
        self._cells = CellReader(board, looks, networks)
        self._board = board
        self._registration = registration
        self._watch = ChangeWatch()
        self._last: LookResult | None = None

    def read(self, photo: Image) -> Reading:
        """What a photo shows."""
        return self.look(photo).reading

    def look(self, photo: Image) -> LookResult:
        """The same with the camera's pose."""
        if self._last is not None and self._watch.unchanged(photo):
            return replace(self._last, fresh=False)
        result = self._fresh(photo)
        self._watch.remember(photo)
        self._last = result
        return result

    def _fresh(self, photo: Image) -> LookResult:
        camera = self._last.camera if self._last else self._board.camera
        fault = exposure_fault(self._board.seen_from(camera), photo)
        lost = None
        if fault is None and self._registration is not None:
            try:
                camera = self._registration(photo)
            except EkoError as error:
                lost = str(error)
        if fault is None:
            fault = blur_fault(self._board.seen_from(camera), photo) or lost
        if lost is not None:
            # Where the cells are is not known: nothing can be read.
            return LookResult(Reading(False, fault, {}), camera, True)
        read = self._cells.read(photo, camera)
        covered = covered_cells(read)
        if fault is None and covered:
            fault = HAND
        cells = {cell: found for cell, found in read.cells.items() if cell not in covered}
        return LookResult(Reading(fault is None, fault, cells, covered), camera, True)
