"""Documents in which players name cells or tiles by hand.

Cells: `{"cells": [{"pixel": [x, y], "terrain": "circle"}, ...]}`; a pixel of the photo inside the
cell, and null for bare table. Tiles: `{"layout": [...]}` as `table scan` prints it.
"""

from __future__ import annotations

import math
from typing import Any

from eko_companion.rules.checks import (
    require,
    require_choice,
    require_fields,
    require_list,
    require_object,
    shown,
)
from eko_companion.rules.errors import DocumentError
from eko_companion.rules.layout import Layout, layout_faults
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import TileSet
from eko_companion.vision.table_folder.table_document import placement_from_document

NamedPixel = tuple[tuple[float, float], Terrain | None]


def cells_from_document(document: Any) -> list[NamedPixel]:
    """Named cells; raises DocumentError with the field concerned."""
    require_object("cells", document, "the document of named cells")
    require_fields("", document, ("cells",))
    entries = require_list("cells", document["cells"], "the cells")
    require("cells", bool(entries), "at least one cell must be named.")
    return [_named(require_object("cells", entry, "each cell")) for entry in entries]


def layout_from_document(document: Any, tiles: TileSet) -> Layout:
    """A layout without faults; raises DocumentError."""
    require_object("layout", document, "the document of the layout")
    require_fields("", document, ("layout",))
    entries = require_list("layout", document["layout"], "the layout")
    require("layout", bool(entries), "at least one tile must be named.")
    layout = tuple(placement_from_document(entry) for entry in entries)
    faults = layout_faults(tiles, layout)
    if faults:
        raise DocumentError("layout", faults[0].text)
    return layout


def _named(entry: dict[str, Any]) -> NamedPixel:
    require_fields("cells", entry, ("pixel", "terrain"))
    pixel = require_list("cells", entry["pixel"], "a cell's pixel")
    numbers = [
        value
        for value in pixel
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    ]
    if len(pixel) != 2 or len(numbers) != 2:
        raise DocumentError("cells", f"a cell's pixel must be a pair [x, y], not {shown(pixel)}.")
    if entry["terrain"] is None:
        return (float(numbers[0]), float(numbers[1])), None
    names = tuple(terrain.value for terrain in Terrain)
    terrain = Terrain(require_choice("cells", entry["terrain"], names, "a cell's terrain"))
    return (float(numbers[0]), float(numbers[1])), terrain
