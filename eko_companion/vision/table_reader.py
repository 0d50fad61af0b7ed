"""A table that was learned, scanned and started, ready to read photos and frames.

Joins the cards, which tell where the camera is, with the reader of cells.
"""

from __future__ import annotations

import logging
from typing import Final

from eko_companion.geometry import Camera
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.registering import register
from eko_companion.vision.errors import VisionError
from eko_companion.vision.reading.shapes import ShapeNetworks
from eko_companion.vision.start.table_start import known_board, learned_looks
from eko_companion.vision.table_folder import Table
from eko_companion.vision.usable.looking import TableReader

log = logging.getLogger(__name__)

MOVED: Final = (
    "The camera or the board was moved, and the marker cards do not tell where it is now."
)


def reader_for(table: Table, networks: ShapeNetworks | None = None) -> TableReader:
    """A reader for a table; raises VisionError where it was not scanned or started yet."""
    return TableReader(known_board(table), learned_looks(table), CameraTracker(table), networks)


class CameraTracker:
    """Knows where the camera was last, and finds it again when it was pushed."""

    def __init__(self, table: Table) -> None:
        self._cards = table.scanned.cards
        self._side = table.pieces.marker_side
        self._camera = table.scanned.camera
        self._reference: Image = table.scanned.empty_photo

    def __call__(self, photo: Image) -> Camera:
        """The camera's pose in a photo; raises VisionError where nothing tells."""
        size = (int(photo.shape[1]), int(photo.shape[0]))
        if size != self._camera.size:
            raise VisionError(
                f"The photo has {size[0]}×{size[1]} pixels, and the table was scanned with "
                f"{self._camera.size[0]}×{self._camera.size[1]}; scan it again."
            )
        found = register(photo, self._camera, self._cards, self._side, self._reference)
        if not found.certain:
            raise VisionError(MOVED)
        if found.moved:
            log.info("the camera was moved and found again by its cards")
        if found.displaced:
            log.info("marker cards %s lie elsewhere than before", found.displaced)
        self._camera = found.camera
        self._reference = photo
        return found.camera
