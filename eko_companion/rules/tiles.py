"""Tile sets: which cells each printed tile has, read from and written to `eko-tiles/1`.

Only the printed faces; where tiles lie on the table is in `layout`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from eko_companion.rules.checks import (
    TABLE,
    require,
    require_cell,
    require_choice,
    require_fields,
    require_integer,
    require_list,
    require_object,
    require_text,
)
from eko_companion.rules.errors import DocumentError
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.lazy import lazy
from eko_companion.rules.terrain import Terrain

TILES_FORMAT: Final = "eko-tiles/1"
GROUPS: Final = ("grey", "blue", "red", "small", "extra")
LANDMARKS: Final = ("pyramid", "lighthouse")


@dataclass(frozen=True, slots=True)
class TileCell:
    """One cell of a tile as printed, before any turn."""

    at: Cell
    terrain: Terrain
    front: int | None = None
    """The direction of a portal's open edge."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One face."""

    letter: str
    group: str
    copies: int
    landmark: str | None
    cells: tuple[TileCell, ...]


@dataclass(frozen=True)
class TileSet:
    """All the tiles of one copy of the game."""

    name: str
    tiles: tuple[Tile, ...]
    installed: bool = field(default=False, compare=False)
    """Whether a document may name this set in place of writing it out."""

    @lazy
    def by_letter(self) -> Mapping[str, Tile]:
        """The tiles by their letter."""
        return {tile.letter: tile for tile in self.tiles}

    @lazy
    def _hash(self) -> int:
        return hash((self.name, self.tiles))

    def __hash__(self) -> int:
        return self._hash

    def document(self) -> dict[str, Any]:
        """The set as an `eko-tiles/1` document."""
        return {
            "format": TILES_FORMAT,
            "name": self.name,
            "tiles": [_tile_document(tile) for tile in self.tiles],
        }


def tiles_from_document(document: object, *, installed: bool = False) -> TileSet:
    """Read an `eko-tiles/1` document; raises DocumentError with the field concerned."""
    if not isinstance(document, dict):
        raise DocumentError("format", f"a tile set must be an object of format {TILES_FORMAT}.")
    if document.get("format") != TILES_FORMAT:
        raise DocumentError("format", f"a tile set must say {TILES_FORMAT!r}.")
    require_fields("", document, ("name", "tiles"))
    name = require_text("name", document["name"], "the name of the tile set")
    entries = require_list("tiles", document["tiles"], "the tiles")
    require("tiles", bool(entries), "a tile set needs at least one tile.")
    tiles = tuple(_tile_from_document(entry) for entry in entries)
    seen: set[str] = set()
    for tile in tiles:
        require("tiles", tile.letter not in seen, f"tile {tile.letter} is listed twice.")
        seen.add(tile.letter)
    return TileSet(name, tiles, installed)


def _tile_from_document(entry: object) -> Tile:
    tile = require_object("tiles", entry, "each tile")
    require_fields("tiles", tile, ("letter", "group", "copies", "landmark", "cells"))
    letter = require_text("tiles", tile["letter"], "a tile's letter")
    what = f"tile {letter}"
    group = require_choice("tiles", tile["group"], GROUPS, f"{what}: the group")
    copies = require_integer("tiles", tile["copies"], f"{what}: the number of copies", least=1)
    landmark = tile["landmark"]
    if landmark is not None:
        landmark = require_choice("tiles", landmark, LANDMARKS, f"{what}: the landmark")
    entries = require_list("tiles", tile["cells"], f"{what}: the cells")
    require("tiles", bool(entries), f"{what} has no cell.")
    cells = tuple(_cell_from_document(what, cell) for cell in entries)
    places = {cell.at for cell in cells}
    require("tiles", len(places) == len(cells), f"{what} has two cells at one place.")
    if landmark is not None:
        storms = any(cell.terrain is Terrain.STORM for cell in cells)
        require("tiles", storms, f"{what} has a {landmark}, but no storm cell around it.")
    return Tile(letter, group, copies, landmark, cells)


def _cell_from_document(what: str, entry: object) -> TileCell:
    cell = require_object("tiles", entry, f"{what}: each cell")
    require_fields("tiles", cell, ("at", "terrain"))
    at = require_cell("tiles", cell["at"], f"{what}: a cell's place", TABLE)
    names = tuple(terrain.value for terrain in Terrain)
    terrain = Terrain(require_choice("tiles", cell["terrain"], names, f"{what}: the terrain"))
    if terrain is not Terrain.PORTAL:
        return TileCell(at, terrain)
    require("tiles", "front" in cell, f"{what}: a portal needs its `front`.")
    front = require_integer("tiles", cell["front"], f"{what}: a portal's front", 0, 5)
    return TileCell(at, terrain, front)


def _tile_document(tile: Tile) -> dict[str, Any]:
    cells: list[dict[str, Any]] = []
    for cell in tile.cells:
        entry: dict[str, Any] = {"at": list(cell.at), "terrain": cell.terrain.value}
        if cell.front is not None:
            entry["front"] = cell.front
        cells.append(entry)
    return {
        "letter": tile.letter,
        "group": tile.group,
        "copies": tile.copies,
        "landmark": tile.landmark,
        "cells": cells,
    }
