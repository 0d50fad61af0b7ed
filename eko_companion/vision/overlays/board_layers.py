"""The table without its pieces: cards, grid and tile letters."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from eko_companion.geometry import Floats
from eko_companion.rules.terrain import Terrain
from eko_companion.vision.overlays.pen import AMBER, GREEN, GREY, WHITE, Colour, polygon, words
from eko_companion.vision.reading.known_board import CellPlace, Image, KnownBoard

_TERRAIN_COLOURS: dict[Terrain, Colour] = {
    Terrain.CIRCLE: WHITE,
    Terrain.STORM: (230, 190, 120),
    Terrain.CHASM: (60, 60, 60),
    Terrain.REG: (120, 160, 190),
    Terrain.RAVINE: (60, 90, 140),
    Terrain.CAPITAL: (60, 60, 220),
    Terrain.MOUNTAIN: (140, 110, 90),
    Terrain.PORTAL: (200, 60, 160),
}


def cell_corners(board: KnownBoard, place: CellPlace) -> Floats:
    """The six corners of a cell in the photo; the grid's own direction is the board's."""
    turns = np.arange(6) * (np.pi / 3) + np.pi / 6
    radius = board.pieces.pitch / np.sqrt(3)
    ring = np.column_stack([np.cos(turns), np.sin(turns)]) * radius + [place.x, place.y]
    z = np.full((6, 1), board.pieces.tile_thickness)
    return board.camera.project(np.hstack([ring, z]))


def draw_cards(image: Image, board: KnownBoard) -> Image:
    """The marker cards where they are known to lie."""
    drawn = image.copy()
    for corners in board.cards:
        flat = np.column_stack([corners[:, :2], np.zeros(4)])
        pixels = board.camera.project(flat)
        polygon(drawn, pixels, GREEN, 2)
        polygon(drawn, pixels[:1] + np.array([[-2.0, -2], [2, -2], [2, 2], [-2, 2]]), AMBER, 2)
    return drawn


def draw_grid(image: Image, board: KnownBoard) -> Image:
    """The outline of every cell, in the colour of its terrain."""
    drawn = image.copy()
    for place in board.cells.values():
        colour = _TERRAIN_COLOURS.get(place.terrain, GREY)
        polygon(drawn, cell_corners(board, place), colour)
    return drawn


def draw_letters(
    image: Image, board: KnownBoard, tiles: Iterable[tuple[str, float, float, bool]]
) -> Image:
    """The letters of the tiles at their middles (letter, x, y, certain)."""
    drawn = image.copy()
    for letter, x, y, certain in tiles:
        at = board.camera.project(np.array([x, y, board.pieces.tile_thickness]))
        text = letter if certain else f"{letter}?"
        words(drawn, text, at, WHITE if certain else AMBER, 0.9)
    return drawn
