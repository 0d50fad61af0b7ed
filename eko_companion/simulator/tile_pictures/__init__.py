"""Pictures of tiles, seen from above, drawn by code in several styles and any number of variants.

    picture = draw_tile(tile_set.by_letter["A"], style=varied(INK, seed=7), seed=7)
    x, y = picture.pixel(Cell(1, -1))

`python -m eko_companion.simulator.tile_pictures` writes the pictures of an installed tile set.
"""

from eko_companion.simulator.tile_pictures.picture import DEFAULT_PX, TilePicture, draw_tile
from eko_companion.simulator.tile_pictures.styles import (
    BRIGHT,
    COPPER,
    HOUSE,
    INK,
    NIGHT,
    PALE,
    RANGES,
    STYLES,
    Palette,
    Style,
    varied,
)

__all__ = [
    "BRIGHT",
    "COPPER",
    "DEFAULT_PX",
    "HOUSE",
    "INK",
    "NIGHT",
    "PALE",
    "RANGES",
    "STYLES",
    "Palette",
    "Style",
    "TilePicture",
    "draw_tile",
    "varied",
]
