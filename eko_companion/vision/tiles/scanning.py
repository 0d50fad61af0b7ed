"""Scans the empty board: from a photo to the camera's pose and every tile's letter, turn and place.

Cards give the pose, the tiles give the grid, and all placements are chosen together; then each
tile's exact place is found, and what is uncertain is marked for the players to confirm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Floats, Pieces
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.rules.layout import Placement
from eko_companion.rules.tiles import TileSet
from eko_companion.sources.protocol import Image
from eko_companion.vision.cards.detecting import detect_cards
from eko_companion.vision.cards.lens import Lens
from eko_companion.vision.cards.pose_solving import Pose, solve_pose
from eko_companion.vision.errors import ScanError
from eko_companion.vision.table_folder.table import (
    CardPlace,
    KeptFile,
    LaidTile,
    Scan,
    TilePicture,
    cell_places,
)
from eko_companion.vision.tiles.framing import (
    camera_in_frame,
    card_in_frame,
    chosen_frame,
    grid_offset,
    placement_in_frame,
    tile_in_frame,
)
from eko_companion.vision.tiles.grid_finding import COARSE_BLUR, COARSE_SCALE, Grid, find_grid
from eko_companion.vision.tiles.likeness import Features, features
from eko_companion.vision.tiles.placing import Candidate, best_layout, candidates
from eko_companion.vision.tiles.templates import templates_at
from eko_companion.vision.tiles.tile_refining import Refined, refine_tile
from eko_companion.vision.tiles.top_view import TopGrid, pixels_a_millimetre, top_view

Progress = Callable[[str, float], None]

_FINE_SCALE: Final = 1.0
_FINE_BLUR: Final = 0.5
_EXACT_SCALE: Final = 2.0
_EXACT_BLUR: Final = 0.35
_FARTHEST: Final = 420.0
"""Millimetres from the middle of the picture's table in which the board is looked for."""
_LEAST_RESOLUTION: Final = 0.18
"""Pixels a millimetre: what is seen worse is not looked at."""
_RIVALS: Final = 4
"""So many other tiles or turns are weighed exactly against the one chosen."""
SURE: Final = 0.98
"""Less confidence than this asks the players."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A tile that the players should confirm, and what else it may be, the likeliest first."""

    tile: LaidTile
    others: tuple[Placement, ...]


@dataclass(frozen=True, eq=False)
class Scanned:
    """A scan and what is uncertain about it."""

    scan: Scan
    doubts: tuple[Doubt, ...]


def scan_board(
    photo: Image,
    kept: KeptFile,
    pictures: Mapping[str, TilePicture],
    tiles: TileSet,
    pieces: Pieces,
    *,
    lens: Lens | None = None,
    progress: Progress | None = None,
) -> Scanned:
    """Pose and layout from a photo of the empty board; raises CardsError or ScanError."""
    tell = progress or _silent
    if not pictures:
        raise ScanError(
            "No tile pictures have been learned for this table yet: run `table learn` first, or "
            "name some cells or the tiles by hand."
        )
    tell("looking for the marker cards", 0.0)
    size = (photo.shape[1], photo.shape[0])
    pose = solve_pose(detect_cards(photo), pieces.marker_side, size, lens)
    tell("looking for the grid", 0.1)
    grid = _grid(photo, pose.camera, pose.cards, pictures, tiles, pieces, tell)
    camera = camera_in_frame(pose.camera, grid.x, grid.y, grid.angle)
    cards = [card_in_frame(card, grid.x, grid.y, grid.angle) for card in pose.cards]
    tell("looking for the tiles", 0.5)
    chosen, found = _placements(photo, camera, cards, pictures, tiles, pieces, tell)
    tell("measuring where the tiles lie", 0.85)
    laid, others = _exact(photo, camera, pictures, pieces, chosen, found)
    return framed(pose, grid, laid, others, tiles, pieces, kept)


def _silent(text: str, share: float) -> None:
    """Nobody asked."""


def board_region(camera: Camera, cards: Sequence[CardPlace], z: float, scale: float) -> TopGrid:
    """The part of the table that the photo shows well enough, around what the cards enclose."""
    width, height = camera.size
    across, down = np.meshgrid(np.linspace(0, width - 1, 33), np.linspace(0, height - 1, 25))
    pixels = np.stack([across.ravel(), down.ravel()], 1)
    points = camera.on_plane(pixels, z)
    # Cards lie around the board, but all of them may lie at one side of it.
    shown = camera.on_plane(np.array([[width / 2, height / 2]]), z)[0]
    enclosed = np.mean([(card.x, card.y) for card in cards], axis=0)
    middle = 0.7 * enclosed + 0.3 * shown
    near = np.linalg.norm(points - middle, axis=1) < _FARTHEST * 1.4
    clear = pixels_a_millimetre(camera, points, z) > _LEAST_RESOLUTION
    inside = points[near & clear]
    if len(inside) < 4:
        inside = np.array([middle - _FARTHEST, middle + _FARTHEST])
    low = np.maximum(inside.min(0), middle - _FARTHEST)
    high = np.minimum(inside.max(0), middle + _FARTHEST)
    return TopGrid.around(low, high, scale)


def seen_features(
    photo: Image, camera: Camera, view: TopGrid, z: float, blur: float
) -> tuple[Features, NDArray[np.bool_]]:
    """The features of a top view, and where it shows anything."""
    # A view coarser than the photo would pick single pixels out of it.
    middle = np.array(
        [[view.left + view.width / view.scale / 2, view.top + view.height / view.scale / 2]]
    )
    shrink = float(pixels_a_millimetre(camera, middle, z)[0]) / view.scale
    if shrink > 1.2:
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.4 * shrink), np.uint8)
    image, seen = top_view(photo, camera, view, z)
    return features(image, view.scale, (seen * 255).astype(np.uint8), blur), seen


def _grid(
    photo: Image,
    camera: Camera,
    cards: Sequence[CardPlace],
    pictures: Mapping[str, TilePicture],
    tiles: TileSet,
    pieces: Pieces,
    tell: Progress,
) -> Grid:
    view = board_region(camera, cards, pieces.tile_thickness, COARSE_SCALE)
    scene, seen = seen_features(photo, camera, view, pieces.tile_thickness, COARSE_BLUR)

    def step(share: float) -> None:
        tell("looking for the grid", 0.1 + 0.4 * share)

    return find_grid(scene, seen, view, pictures, tiles, pieces.pitch, step)[0]


def _placements(
    photo: Image,
    camera: Camera,
    cards: Sequence[CardPlace],
    pictures: Mapping[str, TilePicture],
    tiles: TileSet,
    pieces: Pieces,
    tell: Progress,
) -> tuple[list[Candidate], list[Candidate]]:
    view = board_region(camera, cards, pieces.tile_thickness, _FINE_SCALE)
    scene, seen = seen_features(photo, camera, view, pieces.tile_thickness, _FINE_BLUR)
    templates = templates_at(pictures, _FINE_SCALE, _FINE_BLUR)

    def step(share: float) -> None:
        tell("looking for the tiles", 0.5 + 0.35 * share)

    found = candidates(scene, seen, view, templates, tiles, pieces.pitch, step)
    copies = {tile.letter: tile.copies for tile in tiles.tiles}
    chosen = best_layout(found, copies)
    if not chosen:
        raise ScanError(
            "None of the learned tiles was recognised on this photo: is it the empty board, and "
            "are these the tiles that were learned?"
        )
    return chosen, found


def _exact(
    photo: Image,
    camera: Camera,
    pictures: Mapping[str, TilePicture],
    pieces: Pieces,
    chosen: Sequence[Candidate],
    found: Sequence[Candidate],
) -> tuple[list[LaidTile], list[tuple[Placement, ...]]]:
    """Each tile where it exactly lies, and its rivals."""
    margin = 4 * pieces.pitch
    places = np.array([(one.x, one.y) for one in chosen])
    view = TopGrid.around(places.min(0) - margin, places.max(0) + margin, _EXACT_SCALE)
    scene, seen = seen_features(photo, camera, view, pieces.tile_thickness, _EXACT_BLUR)
    templates = templates_at(
        {one: pictures[one] for one in {c.placement.tile for c in found}}, _EXACT_SCALE, _EXACT_BLUR
    )
    by_cells: dict[frozenset[Cell], list[Candidate]] = {}
    for one in found:
        by_cells.setdefault(one.cells, []).append(one)
    laid, others = [], []
    for one in chosen:
        rivals = sorted(by_cells[one.cells], key=lambda other: -other.score)
        rivals = [other for other in rivals if other is not one][:_RIVALS]
        exact = [
            refine_tile(
                scene, seen, view, templates[c.placement.tile], c.placement.turn, (c.x, c.y)
            )
            for c in [one, *rivals]
        ]
        laid.append(_laid(one, exact))
        ranked = sorted(zip(rivals, exact[1:], strict=True), key=lambda pair: -pair[1].score)
        others.append(tuple(rival.placement for rival, _ in ranked))
    return laid, others


def _laid(one: Candidate, exact: Sequence[Refined]) -> LaidTile:
    best = exact[0]
    rival = max((other.score for other in exact[1:]), default=0.0)
    return LaidTile(
        placement=one.placement,
        x=best.x,
        y=best.y,
        rotation=math.degrees(best.rotation),
        confidence=_confidence(best.score, rival),
    )


def _confidence(score: float, rival: float) -> float:
    """How probable the chosen tile and turn are, from its lead and its own likeness."""
    lead = 1 / (1 + math.exp(-(score - rival - 0.06) / 0.015))
    own = 1 / (1 + math.exp(-(score - 0.35) / 0.03))
    return lead * own


def framed(
    pose: Pose,
    grid: Grid,
    laid: Sequence[LaidTile],
    others: Sequence[tuple[Placement, ...]],
    tiles: TileSet,
    pieces: Pieces,
    kept: KeptFile,
) -> Scanned:
    """Everything in the board's own frame."""
    camera = camera_in_frame(pose.camera, grid.x, grid.y, grid.angle)
    cards = [card_in_frame(card, grid.x, grid.y, grid.angle) for card in pose.cards]
    # First the whole turns and the middle, then the small rest that the tiles have in common.
    layout = [tile.placement for tile in laid]
    origin, sixths = chosen_frame(camera, tiles, layout, pieces.pitch, pieces.tile_thickness)
    x, y = centre(origin, pieces.pitch)
    angle = sixths * math.pi / 3
    moved = []
    for tile in laid:
        inside = tile_in_frame(tile, x, y, angle)
        placement = placement_in_frame(tile.placement, origin, sixths)
        moved.append(_with(inside, placement, tile.rotation))
    camera = camera_in_frame(camera, x, y, angle)
    cards = [card_in_frame(card, x, y, angle) for card in cards]
    x, y, angle = grid_offset(moved, pieces.pitch)
    moved = [tile_in_frame(tile, x, y, angle) for tile in moved]
    camera = camera_in_frame(camera, x, y, angle)
    cards = [card_in_frame(card, x, y, angle) for card in cards]
    order = sorted(range(len(moved)), key=lambda n: moved[n].placement.at)
    doubts = []
    for number in order:
        if moved[number].confidence < SURE:
            rivals = tuple(placement_in_frame(one, origin, sixths) for one in others[number])
            doubts.append(Doubt(moved[number], rivals))
    final = tuple(moved[number] for number in order)
    points = _cell_points(final, tiles, pieces)
    scan = Scan(
        camera=camera,
        cards=tuple(cards),
        pose_error=pose.error_at(_in_pose_frame(points, camera, pose.camera)),
        tiles=final,
        photo=kept,
    )
    return Scanned(scan, tuple(doubts))


def _with(tile: LaidTile, placement: Placement, rotation: float) -> LaidTile:
    return LaidTile(placement, tile.x, tile.y, rotation, tile.confidence, tile.confirmed)


def _cell_points(laid: Sequence[LaidTile], tiles: TileSet, pieces: Pieces) -> Floats:
    return np.array(
        [(place.x, place.y) for tile in laid for place in cell_places(tiles, pieces, tile)]
    )


def _in_pose_frame(points: Floats, camera: Camera, other: Camera) -> Floats:
    """Points on the table in the frame of the same camera expressed otherwise."""
    solid = np.column_stack([points, np.zeros(len(points))])
    return other.on_plane(camera.project(solid))
