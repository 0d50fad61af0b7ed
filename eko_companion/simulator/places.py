"""Where cells really are on the simulated table, with every tile a little off its place."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.simulator.scene import LaidTile, Setting

Points = NDArray[np.float64]


def cell_centres(setting: Setting) -> dict[Cell, tuple[float, float]]:
    """The middle of each cell in millimetres."""
    found = {}
    for tile in setting.tiles:
        for printed in setting.tile_set.by_letter[tile.tile].cells:
            x, y = centre(printed.at, setting.pieces.pitch)
            place = printed.at.turned(tile.turn).shifted(tile.at)
            found[place] = _placed(tile, np.array([[x, y]]))[0]
    return {cell: (float(x), float(y)) for cell, (x, y) in found.items()}


_CORNERS: dict[int, tuple[Setting, Mapping[Cell, Points]]] = {}


def cell_corners(setting: Setting) -> Mapping[Cell, Points]:
    """The six corners of each cell in millimetres, one a row."""
    kept = _CORNERS.get(id(setting.tiles))
    if kept is not None and _same_cells(kept[0], setting):
        return kept[1]
    reach = setting.pieces.pitch / math.sqrt(3)
    turns = np.radians(60 * np.arange(6) + 30)
    ring = reach * np.column_stack([np.cos(turns), np.sin(turns)])
    found = {}
    for tile in setting.tiles:
        for printed in setting.tile_set.by_letter[tile.tile].cells:
            middle = np.array(centre(printed.at, setting.pieces.pitch))
            found[printed.at.turned(tile.turn).shifted(tile.at)] = _placed(tile, ring + middle)
    if len(_CORNERS) > 16:
        _CORNERS.clear()
    _CORNERS[id(setting.tiles)] = (setting, found)
    return found


def _same_cells(one: Setting, other: Setting) -> bool:
    return (
        one.tiles is other.tiles
        and one.pieces.pitch == other.pieces.pitch
        and one.tile_set is other.tile_set
    )


def _placed(tile: LaidTile, points: Points) -> Points:
    """Points of a tile's own frame on the table."""
    angle = math.radians(60 * tile.turn + tile.off)
    cosine, sine = math.cos(angle), math.sin(angle)
    x = cosine * points[:, 0] + sine * points[:, 1] + tile.x
    y = -sine * points[:, 0] + cosine * points[:, 1] + tile.y
    return np.column_stack([x, y])
