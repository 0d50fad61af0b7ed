"""What is installed beside the code: the data folders and the tile sets in them.

The one place that knows where data lies, in a source checkout and in an installed wheel.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from eko_companion.rules import EkoError, TileSet, tiles_from_document

HOUSE = "house"
"""The name of the tile set that comes with the program."""


def data_folder(name: str) -> Path:
    """The folder `calibration` or `tile_templates`, wherever this copy of the program keeps it."""
    package = Path(__file__).resolve().parent
    for place in (package / "data" / name, package.parent / name):
        if place.is_dir():
            return place
    raise EkoError(f"The folder {name} is missing from this installation; install it again.")


def tile_set_names() -> list[str]:
    """The names of the installed tile sets."""
    return sorted(path.parent.name for path in data_folder("tile_templates").glob("*/tiles.json"))


@lru_cache(maxsize=32)
def load_tile_set(name: str) -> TileSet:
    """An installed tile set by its name; raises EkoError with a sentence."""
    # The name comes from a document: only names that a listing shows ever reach the disk.
    if name not in tile_set_names():
        raise EkoError(f"no tile set named {name!r} is installed.")
    path = data_folder("tile_templates") / name / "tiles.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise EkoError(f"the tile set {name} cannot be read: {error}.") from None
    tiles = tiles_from_document(document, installed=True)
    if tiles.name != name:
        raise EkoError(f"the tile set in folder {name} calls itself {tiles.name!r}.")
    return tiles
