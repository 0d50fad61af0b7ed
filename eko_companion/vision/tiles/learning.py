"""Learns tile pictures: one photo of each tile lying alone near one marker card.

The card gives the plane, the scale, the direction and the white; the tile is found by its rim.
Its picture is kept as seen from above, in the light of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.rules.tiles import Tile
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.common_focal import common_focal
from eko_companion.vision.cards.detecting import SeenCard, card_white, detect_cards
from eko_companion.vision.cards.lens import Lens
from eko_companion.vision.cards.pose_model import PoseProblem
from eko_companion.vision.cards.pose_solving import single_card_poses
from eko_companion.vision.errors import CardsError, LearnError
from eko_companion.vision.table_folder.table import TilePicture
from eko_companion.vision.tiles.framing import camera_in_frame
from eko_companion.vision.tiles.outline_fitting import fit_outline
from eko_companion.vision.tiles.outlines import cells_mask, outline_edges, reach
from eko_companion.vision.tiles.rim_refining import RimFit, refine_by_rim
from eko_companion.vision.tiles.top_view import TopGrid, top_view

PICTURE_SCALE: Final = 4.0
"""Pixels a millimetre of a learned picture."""
_SEARCH_SCALE: Final = 1.0
_CARD_ROOM: Final = 0.75
"""Half the card's width as a share of the marker's side: nothing is looked for within."""
_MARGIN: Final = 3.0
"""Millimetres kept around a tile."""
_WHITE: Final = 235.0
"""What the card's white becomes in a learned picture."""
_LEAST_FOUND: Final = 0.6
"""The share of its rim that a tile must show."""
_FOCAL_SPREAD: Final = 0.12
"""Of the focal length's logarithm, once many photos gave it."""
_BEND: Final = 0.06
"""The radial term that the lens of such a photo may have."""
_MUCH_WORSE: Final = 25.0
"""A second pose of the card that fits so much worse is not tried."""
_SMALL: Final = 3
"""Cells of a small tile."""

Progress = Callable[[str, float], None]


@dataclass(frozen=True, eq=False)
class LearnedTile:
    """A picture and how surely the tile's rim was found."""

    picture: TilePicture
    rim: RimFit


def learn_tiles(
    photos: Mapping[str, Image],
    tiles: Mapping[str, Tile],
    pieces: Pieces,
    progress: Progress | None = None,
) -> tuple[dict[str, TilePicture], dict[str, str]]:
    """Pictures by letter, and one sentence for each tile that could not be learned."""
    pictures: dict[str, TilePicture] = {}
    failures: dict[str, str] = {}
    cards: dict[str, SeenCard] = {}
    for number, (letter, photo) in enumerate(photos.items()):
        if progress is not None:
            progress(f"looking for the card beside tile {letter}", 0.5 * number / len(photos))
        try:
            cards[letter] = _one_card(letter, photo)
        except LearnError as error:
            failures[letter] = str(error)
    # The photos come from one camera: its focal length shows better in all of them together.
    share = common_focal([(card, _size(photos[letter])) for letter, card in cards.items()], pieces)
    for number, (letter, card) in enumerate(cards.items()):
        if progress is not None:
            progress(f"learning tile {letter}", 0.5 + 0.5 * number / len(cards))
        try:
            learned = learn_tile(photos[letter], tiles[letter], pieces, card, share)
            pictures[letter] = learned.picture
        except (LearnError, CardsError) as error:
            failures[letter] = str(error)
    return pictures, failures


def learn_tile(
    photo: Image, tile: Tile, pieces: Pieces, card: SeenCard, focal_share: float
) -> LearnedTile:
    """One tile's picture; raises LearnError where its rim is not found."""
    size = _size(photo)
    light: Any = cv2.cvtColor(photo.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab: NDArray[np.float32] = light
    known = PoseProblem((card,), pieces.marker_side, size, _lens(size, focal_share))
    edges = outline_edges([cell.at for cell in tile.cells], pieces.pitch)
    problem = replace(known, lens=None, typical=focal_share, spread=_FOCAL_SPREAD, bend=_BEND)
    best: RimFit | None = None
    poses = single_card_poses(known)
    for vector, cost in poses:
        if cost > poses[0][1] + _MUCH_WORSE:
            continue
        for start in _starts(photo, known.camera(vector), tile, pieces):
            fit = refine_by_rim(lab, problem, vector, start, edges, pieces.tile_thickness)
            if best is None or fit.quality > best.quality:
                best = fit
    if best is None or best.found < _LEAST_FOUND:
        raise LearnError(
            f"Tile {tile.letter}: its outline was not found; lay it alone beside the card, with "
            f"the whole tile in the photo."
        )
    white = card_white(photo, card)
    picture = cut_out(photo, best.camera, tile, pieces, (best.x, best.y, best.turn), white)
    return LearnedTile(picture, best)


def _starts(
    photo: Image, camera: Camera, tile: Tile, pieces: Pieces
) -> list[tuple[float, float, float]]:
    """About where the tile may lie in the card's frame: (x, y, turn in radians)."""
    cells = [cell.at for cell in tile.cells]
    small = len(cells) <= _SMALL
    # What is printed on a small tile may look like its rim: look closer, and at more places.
    scale, count = (_SEARCH_SCALE * 2, 4) if small else (_SEARCH_SCALE, 1)
    grid = _search_grid(camera, pieces, reach(cells, pieces.pitch), scale)
    view, seen = top_view(photo, camera, grid, pieces.tile_thickness)
    usable = seen & ~_on_card(grid, pieces)
    starts = []
    for outline in fit_outline(view, usable, outline_edges(cells, pieces.pitch), scale, count):
        x, y = grid.millimetres(np.array([outline.x, outline.y]))
        starts.append((float(x), float(y), outline.turn))
    return starts


def _lens(size: tuple[int, int], share: float) -> Lens:
    return Lens(size, share * max(size), ((size[0] - 1) / 2, (size[1] - 1) / 2))


def cut_out(
    photo: Image,
    camera: Camera,
    tile: Tile,
    pieces: Pieces,
    place: tuple[float, float, float],
    white: Floats,
) -> TilePicture:
    """A tile's picture from a photo in which it lies at (x, y, turn in radians)."""
    cells = [cell.at for cell in tile.cells]
    half = reach(cells, pieces.pitch) + _MARGIN
    count = 2 * int(np.ceil(half * PICTURE_SCALE)) + 1
    origin = (count // 2, count // 2)
    # Seen from the tile's own frame it lies straight.
    own = camera_in_frame(camera, *place)
    grid = TopGrid(
        -origin[0] / PICTURE_SCALE, -origin[1] / PICTURE_SCALE, count, count, PICTURE_SCALE
    )
    image, _ = top_view(photo, own, grid, pieces.tile_thickness)
    balanced = image.astype(np.float32) * (_WHITE / np.maximum(white, 20.0)).astype(np.float32)
    mask = cells_mask(cells, pieces.pitch, PICTURE_SCALE, origin, (count, count), grow=-0.3)
    picture = np.clip(balanced, 0, 255).astype(np.uint8)
    picture[mask == 0] = 128
    return TilePicture(tile.letter, picture, mask, PICTURE_SCALE, (origin[0], origin[1]))


def _one_card(letter: str, photo: Image) -> SeenCard:
    cards = detect_cards(photo)
    if not cards:
        raise LearnError(f"Tile {letter}: no marker card is to be seen beside it.")
    return cards[0]


def _size(photo: Image) -> tuple[int, int]:
    return photo.shape[1], photo.shape[0]


def _search_grid(camera: Camera, pieces: Pieces, tile_reach: float, scale: float) -> TopGrid:
    """The part of the table around the card, as far as the photo shows it."""
    far = 2.5 * pieces.marker_side + 2.2 * tile_reach
    width, height = camera.size
    across, down = np.meshgrid(np.linspace(0, width - 1, 24), np.linspace(0, height - 1, 24))
    points = camera.on_plane(np.stack([across.ravel(), down.ravel()], 1), pieces.tile_thickness)
    near = points[(np.abs(points) < far).all(1)]
    if len(near) < 4:
        near = np.array([[-far, -far], [far, far]])
    low = np.maximum(near.min(0) - 10, -far)
    high = np.minimum(near.max(0) + 10, far)
    return TopGrid.around(low, high, scale)


def _on_card(grid: TopGrid, pieces: Pieces) -> NDArray[np.bool_]:
    x = np.arange(grid.width) / grid.scale + grid.left
    y = np.arange(grid.height) / grid.scale + grid.top
    room = _CARD_ROOM * pieces.marker_side
    return (np.abs(x)[None, :] < room) & (np.abs(y)[:, None] < room)
