"""Pictures of single tiles and of a whole tile set, for teaching and for the documentation.

Tiles are shown as printed, before any turn. Boards are drawn in `position_svg`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from eko_companion.drawing.board_layer import FONT, LaidTile, tiles_layer
from eko_companion.drawing.definitions import definitions
from eko_companion.drawing.geometry import Box, box_of
from eko_companion.drawing.page import document
from eko_companion.drawing.shapes import Markup, group, moved, words
from eko_companion.drawing.theme import LIGHT, Theme
from eko_companion.rules import Cell, Placement, Tile, TileSet
from eko_companion.rules.layout import laid_cells

_GAP: Final = 36
_CAPTION: Final = 46
_ROW_WIDTH: Final = 2400

GROUP_NAMES: Final[Mapping[str, str]] = {
    "grey": "2 or more players",
    "blue": "3 or more players",
    "red": "4 players",
    "small": "Variants, small tiles",
    "extra": "Variants, large tiles",
}


def draw_tile(
    tile: Tile, *, theme: Theme = LIGHT, title: str | None = None, width: int | None = None
) -> str:
    """One tile as an SVG document."""
    return document(
        definitions(theme, pieces=False),
        tiles_layer([_printed(tile)], theme),
        box=_tile_box(tile).grown(4, 4, 8, 12),
        theme=theme,
        title=title,
        told=f"Tile {tile.letter}",
        description=_tile_words(tile),
        width=width,
    )


def draw_tile_set(
    tiles: TileSet,
    *,
    theme: Theme = LIGHT,
    group_names: Mapping[str, str] = GROUP_NAMES,
    title: str | None = None,
    width: int | None = None,
) -> str:
    """All the tiles of a set, group by group, each with its letter and its number of copies."""
    parts: list[Markup] = []
    left = top = right = bottom = 0.0
    for name in dict.fromkeys(tile.group for tile in tiles.tiles):
        members = [tile for tile in tiles.tiles if tile.group == name]
        drawn, box = _block(group_names.get(name, name), members, theme)
        if left and left + box.width > _ROW_WIDTH:
            left, top = 0.0, bottom + _GAP
        parts.append(group(*drawn, transform=moved((left, top))))
        right, bottom = max(right, left + box.width), max(bottom, top + box.height)
        left += box.width + 3 * _GAP
    return document(
        definitions(theme, pieces=False),
        group(*parts, font_family=FONT),
        box=Box(0, 0, right, bottom),
        theme=theme,
        title=title,
        told=f"The tile set {tiles.name}",
        description=" ".join(_tile_words(tile) for tile in tiles.tiles),
        width=width,
    )


def _block(name: str, tiles: Iterable[Tile], theme: Theme) -> tuple[list[Markup], Box]:
    """A heading with tiles side by side under it, in a new row where one is full."""
    drawn = [words(name, (0, 18), 30, fill=theme.text, font_weight="bold")]
    # The width of a heading can only be guessed without a font.
    right = 0.68 * 30 * len(name)
    left = 0.0
    top = bottom = 60.0
    for tile in tiles:
        box = _tile_box(tile)
        if left and left + box.width > _ROW_WIDTH:
            left, top = 0.0, bottom + _GAP
        place = moved((left - box.left, top - box.top))
        drawn.append(group(*_captioned(tile, box, theme), transform=place))
        bottom = max(bottom, top + box.height + _CAPTION)
        left += box.width + _GAP
        right = max(right, left - _GAP)
    return drawn, Box(0, 0, right, bottom)


def _captioned(tile: Tile, box: Box, theme: Theme) -> tuple[Markup, Markup]:
    text = tile.letter if tile.copies == 1 else f"{tile.letter}  ×{tile.copies}"
    caption = words(
        text,
        ((box.left + box.right) / 2, box.bottom + 28),
        26,
        fill=theme.faint_text,
        font_weight="bold",
        text_anchor="middle",
    )
    return tiles_layer([_printed(tile)], theme), caption


def _printed(tile: Tile) -> LaidTile:
    placement = Placement(tile.letter, Cell(0, 0), 0)
    alone = TileSet("", (tile,))
    return LaidTile(tile.letter, tile.landmark, laid_cells(alone, placement))


def _tile_box(tile: Tile) -> Box:
    return box_of(cell.at for cell in tile.cells)


def _tile_words(tile: Tile) -> str:
    terrains = ", ".join(cell.terrain.word for cell in tile.cells)
    landmark = f" around a {tile.landmark}" if tile.landmark else ""
    return f"Tile {tile.letter}: {terrains}{landmark}."
