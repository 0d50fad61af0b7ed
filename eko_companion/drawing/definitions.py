"""The reusable drawings of a theme, each under an id that other elements refer to.

The definitions stand once in a document, or once in a page that holds many boards. Ids carry the
name of their theme, so that a page can hold both looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

from eko_companion.drawing import monument_symbols, piece_symbols, terrain_symbols
from eko_companion.drawing.shapes import Markup, element, group
from eko_companion.drawing.theme import Theme
from eko_companion.rules import BuildingKind, Terrain
from eko_companion.rules.pieces import HIGHEST_STACK

Symbol = Callable[[Theme], Markup]

TERRAIN: Final[Mapping[str, Symbol]] = {
    Terrain.CIRCLE.value: terrain_symbols.circle,
    Terrain.STORM.value: terrain_symbols.storm,
    Terrain.CHASM.value: terrain_symbols.chasm,
    Terrain.REG.value: terrain_symbols.reg,
    Terrain.RAVINE.value: terrain_symbols.ravine,
    Terrain.CAPITAL.value: terrain_symbols.capital,
    Terrain.MOUNTAIN.value: terrain_symbols.mountain,
    Terrain.PORTAL.value: monument_symbols.portal_walls,
    "portal_arch": monument_symbols.portal_arch,
    Terrain.WIND_TEMPLE.value: monument_symbols.wind_temple,
    Terrain.MOON_TEMPLE.value: monument_symbols.moon_temple,
    Terrain.SAND_TEMPLE.value: monument_symbols.sand_temple,
    "pyramid": monument_symbols.pyramid,
    "lighthouse": monument_symbols.lighthouse,
}
PIECES: Final[Mapping[str, Symbol]] = {
    **{f"stack{n}": partial(piece_symbols.stack, n) for n in range(1, HIGHEST_STACK + 1)},
    "crown": piece_symbols.crown,
    BuildingKind.CAMP.value: piece_symbols.camp,
    BuildingKind.TOWER.value: piece_symbols.tower,
    BuildingKind.CASTLE.value: piece_symbols.castle,
    "tag": piece_symbols.tag,
}


def reference(symbol: str, theme: Theme) -> str:
    """The id of a drawing."""
    return f"eko-{theme.name}-{symbol}"


@lru_cache(maxsize=16)
def definitions(theme: Theme, *, pieces: bool = True) -> Markup:
    """The `<defs>` that the layers refer to; a picture of bare tiles needs no pieces."""
    symbols = {**TERRAIN, **(PIECES if pieces else {})}
    return element(
        "defs",
        *(group(draw(theme), id=reference(name, theme)) for name, draw in symbols.items()),
    )
