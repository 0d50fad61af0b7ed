"""What is known of one physical table: the values, not how they are found nor how they are kept.

Everything here is immutable; a stage makes a new table from the old one, and `storing` puts it on
disk as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.rules import TileSet
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.layout import Layout, Placement, laid_cells
from eko_companion.rules.terrain import Terrain
from eko_companion.sources.protocol import Image
from eko_companion.vision.errors import TableFolderError


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A marker card on the table: the middle of its black square, in the board's millimetres."""

    marker: int
    x: float
    y: float
    yaw: float
    """Degrees counter-clockwise as seen from above; at 0 its upright picture points right."""

    def corners(self, side: float) -> Floats:
        """Its corners (x, y, 0): upper left, upper right, lower right, lower left as printed."""
        angle = math.radians(self.yaw)
        half = side / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        turned = turned_points(square, angle) + np.array([self.x, self.y])
        return np.column_stack([turned, np.zeros(4)])


@dataclass(frozen=True, eq=False)
class TilePicture:
    """A tile seen from straight above, in the light of its marker card's white."""

    letter: str
    image: Image
    """Blue, green, red; grey 128 outside the tile."""
    mask: Image
    """255 on the tile, 0 beside it."""
    scale: float
    """Pixels a millimetre."""
    origin: tuple[float, float]
    """The pixel (x, y) of the middle of the tile's own cell [0, 0]; direction 0 points right."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile as it lies, about a millimetre and half a degree off its place in the grid."""

    placement: Placement
    x: float
    """Where the middle of its own cell [0, 0] is, in the board's millimetres."""
    y: float
    rotation: float
    """Degrees counter-clockwise as seen from above, beyond the whole turns of the placement."""
    confidence: float = 1.0
    """How probable it is that this tile lies here with this turn."""
    confirmed: bool = False
    """Whether the players said so."""


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell where it really is."""

    cell: Cell
    x: float
    y: float
    z: float
    """The height of the tile's face above the table."""
    rotation: float
    """Of its tile: degrees counter-clockwise, whole turns included."""
    terrain: Terrain
    tile: int
    """The number of its tile in the scan's list."""


@dataclass(frozen=True, slots=True)
class PoseError:
    """How far off the camera may be: one standard deviation each."""

    pixels: float
    """The largest over the middles of all cells."""
    millimetres: float
    """The same on the table."""
    focal: float
    """A share of the focal length; 0 for a lens that was given."""
    residual: float
    """Root mean square of the cards' corners in pixels."""


@dataclass(frozen=True, eq=False)
class KeptFile:
    """A file that a table keeps; its name says what it is, its ending how it is packed."""

    name: str
    data: bytes = field(repr=False)

    @classmethod
    def of_photo(cls, path: Path, image: Image) -> KeptFile:
        """A photo as it lies on disk, or packed without loss where it was made smaller."""
        try:
            kept = cls(path.name, path.read_bytes())
            if kept.image.shape == image.shape:
                return kept
        except (OSError, TableFolderError):
            pass
        return cls.of_image(path.stem, image)

    @classmethod
    def of_image(cls, name: str, image: Image) -> KeptFile:
        """A picture that has no file, as a camera gives it."""
        done, data = cv2.imencode(".png", image)
        if not done:
            raise TableFolderError(f"The picture {name} could not be packed.")
        return cls(f"{name}.png", data.tobytes())

    @cached_property
    def image(self) -> Image:
        """The picture in it; raises TableFolderError where it is damaged."""
        try:
            decoded = cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            decoded = None
        if decoded is None:
            raise TableFolderError(f"The picture {self.name} of this table is damaged.")
        image: Image = decoded  # type: ignore[assignment]
        return image


@dataclass(frozen=True, eq=False)
class Scan:
    """What the photo of the empty board gave, in the board's frame."""

    camera: Camera
    cards: tuple[CardPlace, ...]
    pose_error: PoseError
    tiles: tuple[LaidTile, ...]
    photo: KeptFile
    """The empty board."""

    @property
    def layout(self) -> Layout:
        """Letters, places and turns alone."""
        return tuple(tile.placement for tile in self.tiles)

    @property
    def empty_photo(self) -> Image:
        """The empty board as pixels, of the camera's size."""
        return self.photo.image


@dataclass(frozen=True, eq=False)
class Section:
    """What a later stage keeps under a name of its own: plain JSON, and files."""

    document: Mapping[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Table:
    """One physical set-up."""

    pieces: Pieces
    tiles: TileSet
    players: tuple[str, ...]
    pictures: Mapping[str, TilePicture] = field(default_factory=dict)
    """Learned tile pictures by letter."""
    scan: Scan | None = None
    sections: Mapping[str, Section] = field(default_factory=dict)
    """What was learned from this scan later, by stage: `start` and so on."""

    def with_pictures(self, pictures: Mapping[str, TilePicture]) -> Table:
        """The table with these pictures added or put in place of older ones."""
        return replace(self, pictures={**self.pictures, **pictures})

    def with_scan(self, scan: Scan) -> Table:
        """The table with a new scan; what was learned from an older one no longer counts."""
        return replace(self, scan=scan, sections={})

    def with_section(self, name: str, section: Section) -> Table:
        """The table with what a later stage learned."""
        return replace(self, sections={**self.sections, name: section})

    @property
    def scanned(self) -> Scan:
        """The scan; raises TableFolderError where there is none yet."""
        if self.scan is None:
            raise TableFolderError(
                "This table has not been scanned yet: run `table scan` with a photo of the "
                "empty board first."
            )
        return self.scan

    @cached_property
    def cells(self) -> Mapping[Cell, CellPlace]:
        """Every cell of the scanned layout with its exact place, sorted."""
        places = {}
        for number, tile in enumerate(self.scanned.tiles):
            for place in cell_places(self.tiles, self.pieces, tile, number):
                places[place.cell] = place
        return dict(sorted(places.items()))


def turned_points(points: Any, angle: float) -> Floats:
    """Points (x, y) turned about the origin, counter-clockwise as seen; the angle in radians."""
    cosine, sine = math.cos(angle), math.sin(angle)
    # The frame's y points down, so this is the transpose of the usual matrix.
    result: Floats = np.asarray(points, float) @ np.array([[cosine, -sine], [sine, cosine]])
    return result


def cell_places(
    tiles: TileSet, pieces: Pieces, tile: LaidTile, number: int = 0
) -> tuple[CellPlace, ...]:
    """Where a laid tile's cells are."""
    printed = tiles.by_letter[tile.placement.tile].cells
    laid = laid_cells(tiles, tile.placement)
    turn = 60.0 * tile.placement.turn + tile.rotation
    offsets = [centre(cell.at, pieces.pitch) for cell in printed]
    middles = turned_points(offsets, math.radians(turn)) + np.array([tile.x, tile.y])
    return tuple(
        CellPlace(
            cell=cell.cell,
            x=float(x),
            y=float(y),
            z=pieces.tile_thickness,
            rotation=turn,
            terrain=cell.terrain,
            tile=number,
        )
        for cell, (x, y) in zip(laid, middles, strict=True)
    )
