"""The board without its pieces: tiles, terrain, landmarks, and a layer of names.

These layers never change during a game, so a page can draw them once under all positions. They
need the `definitions` of the same theme in their document.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from typing import Final, NamedTuple

from eko_companion.drawing.definitions import reference
from eko_companion.drawing.geometry import PITCH, Box, box_of, mean, middle, outlines
from eko_companion.drawing.shapes import (
    Markup,
    Point,
    element,
    escaped,
    group,
    joined,
    moved,
    number,
    path,
    polygon_path,
    use,
    words,
)
from eko_companion.drawing.theme import Theme
from eko_companion.rules import Board, Cell, Terrain
from eko_companion.rules.hexgrid import DIRECTIONS
from eko_companion.rules.layout import LaidCell, laid_cells

FONT: Final = "Verdana,'DejaVu Sans',sans-serif"
NAME_SIZE: Final = 13
NAME_DROP: Final = 42.5
"""How far below the middle of its cell a name stands, clear of all pieces."""
_PORTAL_NAME_DROP: Final = 31.5
_LANDMARK_REACH: Final = 45
RIM: Final = 34
"""The width of the band that holds the row numbers or the column letters."""
_DARK_TERRAIN: Final = frozenset({Terrain.CHASM, Terrain.CAPITAL})


class LaidTile(NamedTuple):
    """One tile as it lies in the picture."""

    letter: str
    landmark: str | None
    cells: tuple[LaidCell, ...]


def laid_tiles(board: Board) -> list[LaidTile]:
    """The tiles of a board, in the order of its layout."""
    return [
        LaidTile(
            placement.tile,
            board.tiles.by_letter[placement.tile].landmark,
            laid_cells(board.tiles, placement),
        )
        for placement in board.layout
    ]


def board_layer(board: Board, theme: Theme) -> Markup:
    """All that is printed: tiles, terrain and landmarks."""
    return group(tiles_layer(laid_tiles(board), theme), class_="eko-board")


def labels_layer(
    board: Board, theme: Theme, *, cell_names: bool = True, tile_letters: bool = False
) -> Markup:
    """Rows and columns, and on demand what is written on cells and tiles."""
    parts = [rim(board, theme)]
    if cell_names:
        parts.append(names_of_cells(board, theme))
    if tile_letters:
        parts.append(_tile_letters(laid_tiles(board), theme))
    return group(*parts, font_family=FONT, text_anchor="middle", class_="eko-labels")


def board_box(board: Board, *, labels: bool = True) -> Box:
    """The room that the board takes, with its rows and columns if there are labels."""
    band = RIM if labels else 0
    return box_of(board.cells).grown(left=band, top=band, right=6, bottom=10)


def tiles_layer(tiles: Sequence[LaidTile], theme: Theme) -> Markup:
    """Tiles with their terrain and landmarks."""
    shapes = [
        "".join(polygon_path(line) for line in outlines([laid.cell for laid in tile.cells]))
        for tile in tiles
    ]
    shadow = path(
        "".join(shapes),
        fill=theme.board_shadow,
        stroke=theme.board_shadow,
        stroke_width=10,
        stroke_linejoin="round",
        transform="translate(2 6)",
    )
    grounds = [
        path(shape, fill=theme.grounds[place % len(theme.grounds)])
        for place, shape in enumerate(shapes)
    ]
    cells = [_cell(laid, theme) for tile in tiles for laid in tile.cells]
    seams = path(
        "".join(shapes), fill="none", stroke=theme.seam, stroke_width=4.5, stroke_linejoin="round"
    )
    return joined((shadow, *grounds, *cells, seams, *_landmarks(tiles, theme)))


def names_of_cells(board: Board, theme: Theme) -> Markup:
    """The short name of every cell, small at its lower corner."""
    dark: list[Markup] = []
    plain: list[Markup] = []
    spots = [_landmark_place(tile) for tile in laid_tiles(board) if tile.landmark]
    for cell, terrain in board.terrain.items():
        x, y = _name_place(cell, terrain, spots)
        name = element("text", escaped(board.name(cell)), x=x, y=y + 0.36 * NAME_SIZE)
        (dark if terrain in _DARK_TERRAIN else plain).append(name)
    return group(
        group(*plain, fill=theme.cell_name),
        group(*dark, fill=theme.cell_name_on_dark),
        font_size=NAME_SIZE,
        class_="eko-names",
    )


def rim(board: Board, theme: Theme) -> Markup:
    """Column letters above the board and row numbers on its left."""
    box = box_of(board.cells)
    names = board.names
    columns = [
        # A column is a zigzag of half a cell; its letter stands over the middle of that.
        words(letter, (PITCH * (place + 0.25) + _first_column_x(board), box.top - 18), 21)
        for place, letter in enumerate(names.columns)
    ]
    rows = [
        words(str(row), (box.left - 18, middle(cells[0])[1]), 21)
        for row, cells in names.rows.items()
    ]
    return group(
        *columns,
        *rows,
        fill=theme.faint_text,
        font_weight="bold",
        class_="eko-rim",
    )


def _first_column_x(board: Board) -> float:
    cell = next(iter(board.names.columns.values()))[0]
    return middle(cell)[0] - (PITCH / 2 if cell.r % 2 else 0)


def _name_place(cell: Cell, terrain: Terrain, landmarks: Iterable[Point]) -> Point:
    x, y = middle(cell)
    if terrain is Terrain.PORTAL:
        return x, y + _PORTAL_NAME_DROP
    lower = (x, y + NAME_DROP)
    hidden = any(dist(lower, landmark) < _LANDMARK_REACH for landmark in landmarks)
    return (x, y - NAME_DROP) if hidden else lower


def _cell(laid: LaidCell, theme: Theme) -> Markup:
    at = middle(laid.cell)
    if laid.terrain is not Terrain.PORTAL or laid.front is None:
        return use(reference(laid.terrain.value, theme), at)
    front = _direction(laid.cell, laid.front)
    walls = element(
        "use",
        href=f"#{reference('portal', theme)}",
        transform=f"{moved(at)} rotate({number(-60 * front)})",
    )
    return joined((walls, use(reference("portal_arch", theme), at)))


def _direction(cell: Cell, neighbour: Cell) -> int:
    return DIRECTIONS.index(Cell(neighbour.q - cell.q, neighbour.r - cell.r))


def _landmarks(tiles: Iterable[LaidTile], theme: Theme) -> list[Markup]:
    return [
        use(reference(tile.landmark, theme), _landmark_place(tile))
        for tile in tiles
        if tile.landmark is not None
    ]


def _landmark_place(tile: LaidTile) -> Point:
    """The middle of the storm cells around a landmark."""
    return mean([middle(c.cell) for c in tile.cells if c.terrain is Terrain.STORM])


def _tile_letters(tiles: Iterable[LaidTile], theme: Theme) -> Markup:
    """Letters at the upper right of the first cell of each tile."""

    def corner(tile: LaidTile) -> Point:
        x, y = middle(tile.cells[0].cell)
        return x + 34, y - 26

    return group(
        *(words(tile.letter, corner(tile), 14) for tile in tiles),
        fill=theme.seam,
        opacity=0.8,
        font_weight="bold",
        class_="eko-letters",
    )
