"""What was read: each piece with its outline and confidence, and what was uncertain."""

from __future__ import annotations

import numpy as np

from eko_companion.geometry import Floats, Stance, building_solid, disc_solid
from eko_companion.geometry.solids import outline
from eko_companion.vision.overlays.board_layers import cell_corners
from eko_companion.vision.overlays.pen import (
    RED,
    WHITE,
    polygon,
    scale_of,
    tinted,
    trust_colour,
    words,
)
from eko_companion.vision.reading.hypotheses import Holding
from eko_companion.vision.reading.known_board import CellPlace, Image, KnownBoard
from eko_companion.vision.reading.result import Reading

_UNCERTAIN = 0.95


def short_name(holding: Holding) -> str:
    """What a cell holds in a few letters: `cy3E` is a stack of three with the emperor."""
    if holding.owner is None:
        return "-"
    owner = holding.owner[:2]
    if holding.kind is None:
        return f"{owner}{holding.discs}{'E' if holding.emperor else ''}"
    return f"{owner} {holding.kind.value}"


def draw_pieces(image: Image, board: KnownBoard, reading: Reading) -> Image:
    """The outline of every piece that was read, in the colour of how certain it is."""
    drawn = image.copy()
    for cell, found in reading.cells.items():
        if found.holding.owner is not None:
            corners = _piece_outline(board, board.cells[cell], found.holding)
            polygon(drawn, corners, trust_colour(found.confidence), 1)
    return drawn


def draw_reading(image: Image, board: KnownBoard, reading: Reading) -> Image:
    """Outlines with names, and the confidence in percent where it is below 99."""
    drawn = draw_pieces(image, board, reading)
    for cell, found in reading.cells.items():
        if found.holding.owner is None:
            continue
        middle = _piece_outline(board, board.cells[cell], found.holding).mean(0)
        words(drawn, short_name(found.holding), middle, WHITE, 0.38)
        if found.confidence < 0.99:
            below = middle + np.array([0, 13 * scale_of(image)])
            percent = f"{100 * found.confidence:.0f}%"
            words(drawn, percent, below, trust_colour(found.confidence), 0.34)
    return drawn


def draw_uncertain(image: Image, board: KnownBoard, reading: Reading) -> Image:
    """The cells that should be looked at, each with the two likeliest readings."""
    drawn = image.copy()
    for found in reading.uncertain(_UNCERTAIN):
        place = board.cells[found.cell]
        corners = cell_corners(board, place)
        tinted(drawn, corners, trust_colour(found.confidence), 0.35)
        polygon(drawn, corners, trust_colour(found.confidence), 2)
        for line, (holding, chance) in enumerate(found.likeliest(2)):
            at = corners.mean(0) + np.array([0, (14 * line - 7) * scale_of(image)])
            words(drawn, f"{short_name(holding)} {100 * chance:.0f}%", at, WHITE, 0.34)
    return drawn


def draw_covered(image: Image, board: KnownBoard, reading: Reading) -> Image:
    """The cells over which something is that does not belong there."""
    drawn = image.copy()
    for cell in reading.covered:
        tinted(drawn, cell_corners(board, board.cells[cell]), RED, 0.4)
    return drawn


def draw_status(image: Image, reading: Reading) -> Image:
    """Why a look is not usable, along the upper edge."""
    drawn = image.copy()
    if not reading.usable:
        at = np.array([image.shape[1] / 2, 22 * scale_of(image)])
        words(drawn, reading.why or "not usable", at, RED, 0.8)
    return drawn


def _piece_outline(board: KnownBoard, place: CellPlace, holding: Holding) -> Floats:
    if holding.kind is None:
        solid = disc_solid(board.pieces, max(holding.discs, 1))
    else:
        solid = building_solid(board.pieces, holding.kind)
    stance = Stance(place.x, place.y, board.pieces.tile_thickness)
    return outline(board.camera, solid, stance)
