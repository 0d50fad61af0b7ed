"""Small tile sets, boards and positions that the tests of the drawings share."""

from __future__ import annotations

from eko_companion.rules import (
    Board,
    Building,
    BuildingKind,
    Cell,
    Placement,
    Position,
    Reserve,
    Stack,
    Step,
    Terrain,
    Tile,
    TileCell,
    TileSet,
    board_of,
)
from eko_companion.rules.hexgrid import DIRECTIONS
from eko_companion.rules.layout import standard_centres

_RING = (
    Terrain.CIRCLE,
    Terrain.MOUNTAIN,
    Terrain.CIRCLE,
    Terrain.RAVINE,
    Terrain.CIRCLE,
    Terrain.CAPITAL,
)
LARGE = Tile(
    "A",
    "grey",
    13,
    None,
    (
        TileCell(Cell(0, 0), Terrain.CIRCLE),
        *(TileCell(at, terrain) for at, terrain in zip(DIRECTIONS, _RING, strict=True)),
    ),
)
VARIETY = (
    LARGE,
    Tile("R", "small", 2, None, (TileCell(Cell(0, 0), Terrain.PORTAL, 0),)),
    Tile(
        "S",
        "small",
        1,
        "pyramid",
        tuple(TileCell(Cell(*at), Terrain.STORM) for at in ((0, 0), (1, 0), (1, -1))),
    ),
    Tile(
        "U",
        "extra",
        1,
        "lighthouse",
        tuple(TileCell(Cell(*at), Terrain.STORM) for at in ((0, 0), (1, 0), (1, -1))),
    ),
    Tile("T", "small", 1, None, (TileCell(Cell(0, 0), Terrain.WIND_TEMPLE),)),
    Tile("O", "extra", 1, None, (TileCell(Cell(0, 0), Terrain.MOON_TEMPLE),)),
    Tile("N", "extra", 1, None, (TileCell(Cell(0, 0), Terrain.SAND_TEMPLE),)),
    Tile("C", "small", 1, None, (TileCell(Cell(0, 0), Terrain.CHASM),)),
    Tile("G", "small", 1, None, (TileCell(Cell(0, 0), Terrain.REG),)),
    Tile("W", "small", 2, None, tuple(TileCell(Cell(q, 0), Terrain.CIRCLE) for q in range(5))),
)
TILES = TileSet("test", VARIETY)


def board(*placements: tuple[str, int, int, int]) -> Board:
    """A board of placements given as letter, q, r and turn."""
    layout = tuple(Placement(letter, Cell(q, r), turn) for letter, q, r, turn in placements)
    return board_of(TILES, layout)


def large_board(players: int) -> Board:
    """The standard layout of a number of players, all of one tile."""
    return board(*(("A", cell.q, cell.r, 0) for cell in standard_centres(players)))


def variety_board() -> Board:
    """A row of circles with everything that the variants bring beside it."""
    return board(
        ("W", 0, 0, 0),
        ("R", -1, 0, 0),
        ("R", 5, 0, 3),
        ("S", 0, -1, 0),
        ("U", 3, -1, 0),
        ("T", -1, 1, 0),
        ("O", 0, 1, 0),
        ("N", 1, 1, 0),
        ("C", 2, 1, 0),
        ("G", 3, 1, 0),
    )


def position(
    on: Board,
    *pieces: Stack | Building,
    players: tuple[str, ...] = ("cyan", "navy", "violet", "white"),
    step: Step = Step.ACTION,
) -> Position:
    """A position with some pieces; what is beside the board does not matter here."""
    return Position(
        board=on,
        players=players,
        to_move=players[0],
        step=step,
        stacks=tuple(sorted(piece for piece in pieces if isinstance(piece, Stack))),
        buildings=tuple(
            sorted(
                (piece for piece in pieces if isinstance(piece, Building)),
                key=lambda building: building.cell,
            )
        ),
        reserves=(Reserve(),) * len(players),
        boxes=(0,) * len(players),
        captives=((),) * len(players),
    )


def crowded(players: tuple[str, ...] = ("cyan", "navy", "violet", "white")) -> Position:
    """A stack on every walkable cell and a building on every other, on the largest board."""
    on = large_board(4)
    kinds = tuple(BuildingKind)
    stacks = [
        Stack(cell, players[n % len(players)], n % 4 + (n >= 4), n < 4)
        for n, cell in enumerate(on.walkable)
    ]
    buildings = [
        Building(cell, players[n % len(players)], kinds[n % 3])
        for n, cell in enumerate(on.building_cells)
    ]
    return position(on, *stacks, *buildings, players=players)
