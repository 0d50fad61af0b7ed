"""The empty board teaches itself: a scan without learned pictures.

The grid is found from what repeats on the board. Players either name a few cells, and terrain and
tiles of the rest are proposed, or they name the tiles by hand. The tiles' pictures are cut out of
this very photo for the next game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.layout import Placement, laid_cells
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import TileSet
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.detecting import card_white, detect_cards
from eko_companion.vision.cards.lens import Lens
from eko_companion.vision.cards.pose_solving import Pose, solve_pose
from eko_companion.vision.errors import ScanError
from eko_companion.vision.table_folder.table import KeptFile, LaidTile, TilePicture
from eko_companion.vision.tiles.bare_grid import BARE_SCALE, find_bare_grid
from eko_companion.vision.tiles.by_hand import NamedPixel
from eko_companion.vision.tiles.cell_looks import CellLooks, cell_looks, terrain_likelihoods
from eko_companion.vision.tiles.framing import camera_in_frame, card_in_frame, nearest_right
from eko_companion.vision.tiles.grid_finding import Grid, rounded_cells
from eko_companion.vision.tiles.learning import cut_out
from eko_companion.vision.tiles.outlines import hexagon, outline_edges
from eko_companion.vision.tiles.placing import Candidate, best_layout
from eko_companion.vision.tiles.rim_refining import refine_place
from eko_companion.vision.tiles.scanning import Scanned, board_region, framed

_LEAST_CLARITY: Final = 1.25
"""A grid that stands out less is none."""
_LOOK_SCALE: Final = 1.0
_SIDES: Final = 0.12
"""How much the outlines count against the terrain."""
_FAR_APART: Final = 8.0
"""Beyond this distance looks are simply different: a card, a box, a hand."""
_LEAD: Final = 0.03
_PROPOSED: Final = 0.97
"""A proposal is never surer than that: the players confirm it."""


@dataclass(frozen=True, eq=False)
class BareBoard:
    """A photo whose grid is known, and nothing yet of what lies on it."""

    photo: Image
    pose: Pose
    grid: Grid
    camera: Camera
    """In the grid's frame; direction 0 points to the right of the picture."""
    looks: CellLooks
    sides: Mapping[tuple[Cell, int], float]
    """How much each side of each cell looks like a tile's outline, around 0."""

    def cell_at(self, pixel: tuple[float, float], pieces: Pieces) -> Cell:
        """The grid's cell that somebody points at in the photo."""
        x, y = self.camera.on_plane(np.array([pixel], float), pieces.tile_thickness)[0]
        r = y / (pieces.pitch * math.sqrt(3) / 2)
        q, r = rounded_cells(np.array([[x / pieces.pitch - r / 2, r]]))[0]
        return Cell(int(q), int(r))


def bare_board(photo: Image, pieces: Pieces, lens: Lens | None = None) -> BareBoard:
    """The grid on a photo of the empty board; raises CardsError or ScanError."""
    size = (photo.shape[1], photo.shape[0])
    pose = solve_pose(detect_cards(photo), pieces.marker_side, size, lens)
    z = pieces.tile_thickness
    view = board_region(pose.camera, pose.cards, z, BARE_SCALE)
    grid, clarity = find_bare_grid(photo, pose.camera, view, pieces)
    if clarity < _LEAST_CLARITY:
        raise ScanError("No grid of cells is to be seen on this photo: is it the empty board?")
    camera = camera_in_frame(pose.camera, grid.x, grid.y, grid.angle)
    shown = camera.on_plane(np.array([[size[0] / 2, size[1] / 2]]), z)[0]
    turn = nearest_right(camera, shown, z) * math.pi / 3
    grid = Grid(grid.x, grid.y, grid.angle + turn)
    camera = camera_in_frame(pose.camera, grid.x, grid.y, grid.angle)
    cards = [card_in_frame(card, grid.x, grid.y, grid.angle) for card in pose.cards]
    view = board_region(camera, cards, z, _LOOK_SCALE)
    looks = cell_looks(photo, camera, view, pieces)
    return BareBoard(photo, pose, grid, camera, looks, _sides(photo, camera, looks, pieces))


def teach_by_cells(
    board: BareBoard,
    named: Mapping[Cell, Terrain | None],
    tiles: TileSet,
    pieces: Pieces,
    kept: KeptFile,
) -> tuple[Scanned, dict[str, TilePicture]]:
    """The layout that fits cells like the named ones best, and its tiles' pictures."""
    if not any(terrain is not None for terrain in named.values()):
        raise ScanError("Name at least one cell of each terrain that lies on the board.")
    chances = terrain_likelihoods(board.looks, named)
    found = _candidates(board, chances, tiles)
    chosen = best_layout(found, {tile.letter: tile.copies for tile in tiles.tiles})
    if not chosen:
        raise ScanError("No tile of this set fits the cells that were named; name some more.")
    return _taught(board, chosen, found, tiles, pieces, kept, confirmed=False)


def teach_by_layout(
    board: BareBoard,
    layout: Sequence[Placement],
    tiles: TileSet,
    pieces: Pieces,
    kept: KeptFile,
) -> tuple[Scanned, dict[str, TilePicture]]:
    """A layout that the players named by hand, found on the photo by its shape."""
    laid = [one for placement in layout for one in laid_cells(tiles, placement)]
    shift = _best_shift(board, {one.cell: one.terrain for one in laid})
    chosen = []
    for placement in layout:
        moved = Placement(placement.tile, placement.at.shifted(shift), placement.turn)
        cells = frozenset(laid.cell for laid in laid_cells(tiles, moved))
        x, y = centre(moved.at, pieces.pitch)
        chosen.append(Candidate(moved, cells, 1.0, x, y))
    return _taught(board, chosen, chosen, tiles, pieces, kept, confirmed=True)


def _candidates(
    board: BareBoard,
    chances: Mapping[Cell, Mapping[Terrain | None, float]],
    tiles: TileSet,
) -> list[Candidate]:
    """Every tile of the set at every turn and place, by its terrain and its outline."""
    found = []
    for tile in tiles.tiles:
        for place in board.looks.cells:
            for turn in range(6):
                placement = Placement(tile.letter, place, turn)
                laid = laid_cells(tiles, placement)
                likely = [chances.get(one.cell, {}).get(one.terrain, 0.0) for one in laid]
                if min(likely) <= 0:
                    continue
                # The geometric mean: one cell that does not fit spoils the tile.
                score = math.exp(sum(math.log(value) for value in likely) / len(likely))
                cells = frozenset(one.cell for one in laid)
                score += _SIDES * _outline_score(board, cells)
                found.append(Candidate(placement, cells, score, 0.0, 0.0))
    return found


def _outline_score(board: BareBoard, cells: frozenset[Cell]) -> float:
    """How much more the tile's rim looks like an outline than the lines inside it."""
    rim: list[float] = []
    inner: list[float] = []
    for cell in cells:
        for direction, neighbour in enumerate(cell.neighbours()):
            value = board.sides.get((cell, direction), 0.0)
            (inner if neighbour in cells else rim).append(value)
    within = sum(inner) / len(inner) if inner else 0.0
    return math.tanh(sum(rim) / len(rim) - within)


def _sides(
    photo: Image, camera: Camera, looks: CellLooks, pieces: Pieces
) -> dict[tuple[Cell, int], float]:
    """The strength of every side of every cell, in standard deviations over the board."""
    lab = _lab(photo)
    keys, strengths = [], []
    offsets = np.linspace(-1.8, 1.8, 13)
    along = np.linspace(0.15, 0.85, 7)
    for cell in looks.cells:
        corners = hexagon(cell, pieces.pitch)
        middle = np.array(centre(cell, pieces.pitch))
        for direction in range(6):
            start, end = corners[direction], corners[(direction + 1) % 6]
            outward = (start + end) / 2 - middle
            outward /= np.linalg.norm(outward)
            line = start + along[:, None] * (end - start)
            points = line[:, None, :] + offsets[None, :, None] * outward
            keys.append((cell, direction))
            strengths.append(points)
    solid = np.array(strengths)
    flat = np.concatenate(
        [solid.reshape(-1, 2), np.full((solid.size // 2, 1), pieces.tile_thickness)], axis=1
    )
    pixels = camera.project(flat).astype(np.float32).reshape(-1, len(offsets), 2)
    values: Any = cv2.remap(lab, pixels, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    change = np.sqrt((np.diff(values, axis=1) ** 2).sum(2)).max(1)
    means = change.reshape(len(keys), len(along)).mean(1)
    level = (means - np.median(means)) / (means.std() + 1e-6)
    return {key: float(value) for key, value in zip(keys, level, strict=True)}


def _best_shift(board: BareBoard, terrain: Mapping[Cell, Terrain]) -> tuple[int, int]:
    """Where on the grid a layout lies: cells of one terrain look alike, and so does bare table."""
    numbers = {cell: number for number, cell in enumerate(board.looks.cells)}
    first = min(terrain)
    best, found = np.inf, (0, 0)
    for place in board.looks.cells:
        shift = (place.q - first.q, place.r - first.r)
        kinds: dict[Terrain, list[int]] = {}
        for cell, kind in terrain.items():
            kinds.setdefault(kind, []).append(numbers.get(cell.shifted(shift), -1))
        covered = {number for members in kinds.values() for number in members}
        if -1 in covered:
            continue
        bare = [number for number in numbers.values() if number not in covered]
        groups = [*kinds.values(), bare]
        spread = sum(_scatter(board.looks.rows[members]) for members in groups if members)
        if spread < best:
            best, found = spread, shift
    if best == np.inf:
        raise ScanError("The layout that was named does not fit into the photo.")
    return found


def _scatter(rows: Floats) -> float:
    """The summed distance of rows from their median, no row counting without end."""
    gaps = np.linalg.norm(rows - np.median(rows, axis=0), axis=1)
    return float(np.minimum(gaps, _FAR_APART).sum())


def _taught(
    board: BareBoard,
    chosen: Sequence[Candidate],
    found: Sequence[Candidate],
    tiles: TileSet,
    pieces: Pieces,
    kept: KeptFile,
    *,
    confirmed: bool,
) -> tuple[Scanned, dict[str, TilePicture]]:
    """Exact places by the tiles' rims, pictures cut out, and all of it in the board's frame."""
    lab = _lab(board.photo)
    white = np.median([card_white(board.photo, card) for card in board.pose.seen], axis=0)
    by_cells: dict[frozenset[Cell], list[Candidate]] = {}
    for one in found:
        by_cells.setdefault(one.cells, []).append(one)
    laid, others = [], []
    pictures: dict[str, TilePicture] = {}
    for one in chosen:
        place = _exact_place(lab, board.camera, one, tiles, pieces)
        rivals = sorted(by_cells[one.cells], key=lambda other: -other.score)
        rivals = [other for other in rivals if other is not one]
        sure = 1.0 if confirmed else _confidence(one, rivals)
        rotation = math.degrees(place[2]) - 60 * one.placement.turn
        laid.append(LaidTile(one.placement, place[0], place[1], rotation, sure, confirmed))
        others.append(tuple(rival.placement for rival in rivals[:3]))
        tile = tiles.by_letter[one.placement.tile]
        pictures[tile.letter] = cut_out(board.photo, board.camera, tile, pieces, place, white)
    return framed(board.pose, board.grid, laid, others, tiles, pieces, kept), pictures


def _exact_place(
    lab: NDArray[np.float32], camera: Camera, one: Candidate, tiles: TileSet, pieces: Pieces
) -> tuple[float, float, float]:
    x, y = centre(one.placement.at, pieces.pitch)
    cells = [cell.at for cell in tiles.by_letter[one.placement.tile].cells]
    edges = outline_edges(cells, pieces.pitch)
    start = (x, y, one.placement.turn * math.pi / 3)
    return refine_place(lab, camera, start, edges, pieces.tile_thickness)


def _confidence(one: Candidate, rivals: Sequence[Candidate]) -> float:
    """How much it leads all others on the same cells; tiles of equal terrain share it."""
    weights = [math.exp((other.score - one.score) / _LEAD) for other in rivals]
    return min(_PROPOSED, one.score) / (1.0 + sum(weights))


def _lab(photo: Image) -> NDArray[np.float32]:
    light: Any = cv2.cvtColor(photo.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    result: NDArray[np.float32] = light
    return result


def named_cells(
    board: BareBoard, entries: Sequence[NamedPixel], pieces: Pieces
) -> dict[Cell, Terrain | None]:
    """Cells named by pointing at them in the photo."""
    return {board.cell_at(pixel, pieces): terrain for pixel, terrain in entries}


def grid_points(board: BareBoard, pieces: Pieces) -> Floats:
    """The pixels of all cells' middles, to show the grid."""
    z = pieces.tile_thickness
    middles = [(*centre(cell, pieces.pitch), z) for cell in board.looks.cells]
    return board.camera.project(np.array(middles))
