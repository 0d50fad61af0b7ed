"""Small tables for tests: a board drawn as text, and positions on it in a few words.

    board = drawn('''
        o o o r
         x o m
    ''')

Each row of the drawing is a row of cells from q = 0 on; a row lies half a cell to the right of the
row above it. In a position the box takes the warriors that are not mentioned, so that every colour
has its 15; an emperor who is not mentioned is in the reserve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eko_companion.rules import (
    Action,
    Board,
    Build,
    Building,
    BuildingKind,
    Cell,
    Code,
    Moon,
    Move,
    Placement,
    Position,
    Reinforce,
    Reinforcement,
    Reserve,
    Sand,
    Stack,
    Step,
    StormPaid,
    Terrain,
    Then,
    Tile,
    TileCell,
    TileSet,
    board_of,
    legal_actions,
    play,
    reinforce,
    status,
    why_illegal,
)
from eko_companion.rules.notation import discs_text, parse_discs
from eko_companion.rules.pieces import WARRIORS
from eko_companion.rules.rulings import rulings_from_document

LETTERS = {
    "o": Terrain.CIRCLE,
    "s": Terrain.STORM,
    "x": Terrain.CHASM,
    "r": Terrain.REG,
    "v": Terrain.RAVINE,
    "k": Terrain.CAPITAL,
    "m": Terrain.MOUNTAIN,
    "W": Terrain.WIND_TEMPLE,
    "M": Terrain.MOON_TEMPLE,
    "S": Terrain.SAND_TEMPLE,
}
"""A digit 0 to 5 is a portal whose front is that direction; a dot is no cell at all."""

At = tuple[int, int]


def drawn(
    picture: str,
    pyramids: Sequence[Sequence[At]] = (),
    lighthouses: Sequence[Sequence[At]] = (),
) -> Board:
    """The board of a drawing; the cells around each landmark form a tile of their own."""
    rows = [row.split() for row in picture.strip("\n").splitlines() if row.strip()]
    cells = {
        Cell(q, r): letter
        for r, row in enumerate(rows)
        for q, letter in enumerate(row)
        if letter != "."
    }
    tiles: list[Tile] = []
    for landmark, groups in (("pyramid", pyramids), ("lighthouse", lighthouses)):
        for group in groups:
            own = tuple(_tile_cell(Cell(*at), cells.pop(Cell(*at))) for at in group)
            tiles.append(Tile(f"L{len(tiles)}", "extra", 1, landmark, own))
    rest = tuple(_tile_cell(cell, letter) for cell, letter in sorted(cells.items()))
    tiles.append(Tile("A", "extra", 1, None, rest))
    layout = tuple(Placement(tile.letter, Cell(0, 0), 0) for tile in tiles)
    return board_of(TileSet("drawn", tuple(tiles)), layout)


def _tile_cell(cell: Cell, letter: str) -> TileCell:
    if letter.isdigit():
        return TileCell(cell, Terrain.PORTAL, int(letter))
    return TileCell(cell, LETTERS[letter])


def position(
    board: Board,
    stacks: Mapping[str, Mapping[At, str]],
    *,
    to_move: str | None = None,
    step: str = "action",
    buildings: Mapping[str, Mapping[At, str]] | None = None,
    reserve: Mapping[str, str] | None = None,
    captives: Mapping[str, Sequence[str]] | None = None,
    rulings: Mapping[int, str] | None = None,
    march_used: bool = False,
    sand_used: bool = False,
    storm_paid: tuple[At, Sequence[At]] | None = None,
    then: tuple[str, str] | None = None,
) -> Position:
    """A possible position; the players are the owners of `stacks`, in that order.

    Discs are written as in the notation: "2" two warriors, "E" the emperor, "1E" both.
    """
    players = tuple(stacks)
    standing = [
        Stack(Cell(*at), owner, *parse_discs(discs))
        for owner, own in stacks.items()
        for at, discs in own.items()
    ]
    built = [
        Building(Cell(*at), owner, BuildingKind(kind))
        for owner, own in (buildings or {}).items()
        for at, kind in own.items()
    ]
    held = {player: tuple(sorted((captives or {}).get(player, ()))) for player in players}
    reserves, boxes = [], []
    for player in players:
        warriors, emperor = parse_discs((reserve or {}).get(player, "0"))
        on_board = [stack for stack in standing if stack.owner == player]
        elsewhere = any(stack.emperor for stack in on_board) or any(
            player in names for names in held.values()
        )
        reserves.append(Reserve(warriors, emperor or not elsewhere))
        boxes.append(WARRIORS - warriors - sum(stack.warriors for stack in on_board))
    found = Position(
        board=board,
        players=players,
        to_move=to_move or players[0],
        step=Step(step),
        stacks=tuple(sorted(standing)),
        buildings=tuple(sorted(built, key=lambda building: building.cell)),
        reserves=tuple(reserves),
        boxes=tuple(boxes),
        captives=tuple(held.values()),
        march_used=march_used,
        sand_used=sand_used,
        storm_paid=None
        if storm_paid is None
        else StormPaid(Cell(*storm_paid[0]), tuple(sorted(Cell(*z) for z in storm_paid[1]))),
        rulings=rulings_from_document({str(n): value for n, value in (rulings or {}).items()}),
        then=None if then is None else Then(then[0], Step(then[1])),
    )
    faults = status(found)
    assert not faults, faults
    return found


def is_legal(where: Position, action: Action) -> bool:
    """Whether an action is among the legal ones; the reasons against it must agree."""
    listed = action in legal_actions(where)
    assert listed == (not why_illegal(where, action)), (action, why_illegal(where, action))
    return listed


def codes(where: Position, action: Action) -> list[Code]:
    """The codes of every reason against an action; it must not be among the legal ones."""
    assert action not in legal_actions(where)
    return [reason.code for reason in why_illegal(where, action)]


def after(where: Position, *actions: Action) -> Position:
    """The position after some actions, each of them legal."""
    for action in actions:
        where = play(where, action)
        assert not status(where), status(where)
    return where


def discs_at(where: Position, *at: int) -> str | None:
    """What stands on a cell, as "cyan 2E", or None."""
    stack = where.stack_at.get(Cell(*at))
    if stack is None:
        return None
    crown = "E" if stack.emperor else ""
    return f"{stack.owner} {stack.warriors or ''}{crown}"


def move(start: At, to: At, lost: int = 0, lost_emperor: bool = False) -> Move:
    """A walk from one cell to another."""
    return Move(Cell(*start), Cell(*to), lost, lost_emperor)


def build(start: At, at: At, kind: str, emperor: bool = False) -> Build:
    """A stack pays for a building."""
    return Build(Cell(*start), Cell(*at), BuildingKind(kind), emperor)


def reinforced(placements: Mapping[At, str]) -> Reinforce:
    """Discs, written as in a position, from the reserve onto cells."""
    return reinforce(
        *(Reinforcement(Cell(*at), *parse_discs(discs)) for at, discs in placements.items())
    )


def moon(at: At, emperor: bool = False) -> Moon:
    """The moon temple places a disc."""
    return Moon(Cell(*at), emperor)


def sand(at: At) -> Sand:
    """The sand temple sends a warrior home."""
    return Sand(Cell(*at))


def in_reserve(where: Position, player: str) -> str:
    """The reserve of a player as discs in short: "0", "2", "E" or "1E"."""
    return discs_text(*where.reserve_of(player))


def building_on(where: Position, *at: int) -> str | None:
    """What is built on a cell, as "cyan camp", or None."""
    building = where.building_at.get(Cell(*at))
    return None if building is None else f"{building.owner} {building.kind.value}"


def turn(where: Position) -> str:
    """Who is to do what, as "cyan action"."""
    return f"{where.to_move} {where.step.value}"


def moves_from(where: Position, *at: int) -> list[tuple[At, int]]:
    """The target and the price of every legal move of a stack, sorted."""
    return sorted(
        {
            ((action.to.q, action.to.r), action.lost)
            for action in legal_actions(where)
            if isinstance(action, Move) and action.start == at
        }
    )
