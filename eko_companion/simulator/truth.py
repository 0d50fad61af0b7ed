"""What a simulated picture really shows: camera, cards, tiles and the polygons of cells.

The form is the contract's for session folders, with the camera and tiles as laid besides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from eko_companion.rules.hexgrid import Cell
from eko_companion.simulator.places import cell_corners
from eko_companion.simulator.scene import Setting

CONVENTION = (
    "board millimetres (x right, y down, z up from the table's surface): camera = R*[x,y,z]+t, "
    "then a pinhole with radial k1, k2; pixel centres at whole numbers. The frame is left-handed, "
    "so det R = -1."
)


def cell_polygons(setting: Setting) -> dict[Cell, NDArray[np.float64]]:
    """The six corners of each cell in the picture, at the height of the tiles' faces."""
    height = setting.pieces.tile_thickness
    return {
        cell: setting.camera.project(np.column_stack([corners, np.full(6, height)]))
        for cell, corners in cell_corners(setting).items()
    }


def setting_document(setting: Setting) -> dict[str, Any]:
    """The parts of a truth file that hold for all pictures of a table."""
    return {
        "camera": {**setting.camera.document(), "convention": CONVENTION},
        "markers": [
            {
                "id": card.marker,
                "x": card.x,
                "y": card.y,
                "yaw": card.yaw,
                "side_mm": card.side,
                "card_mm": card.card,
            }
            for card in setting.cards
        ],
        "tiles_as_laid": [
            {
                "tile": tile.tile,
                "turn": tile.turn,
                "at": list(tile.at),
                "x": tile.x,
                "y": tile.y,
                "rot": tile.off,
            }
            for tile in setting.tiles
        ],
        "cells": {
            str(list(cell)): np.round(polygon, 2).tolist()
            for cell, polygon in cell_polygons(setting).items()
        },
    }
