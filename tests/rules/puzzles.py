"""Random small positions, far wilder than any game gets: few discs, every terrain, any step.

They reach the ends of games, exchanges and storms that whole games seldom show.
"""

from __future__ import annotations

import random

from eko_companion.rules import (
    SWITCHES,
    Board,
    Building,
    BuildingKind,
    Cell,
    ImpossibleLayoutError,
    Placement,
    Position,
    Reserve,
    Rulings,
    Stack,
    Step,
    StormPaid,
    Terrain,
    Then,
    Tile,
    TileCell,
    TileSet,
    board_of,
)
from eko_companion.rules.pieces import WARRIORS
from eko_companion.rules.status import status

NAMES = ("cyan", "violet", "navy", "white")


def random_puzzle(rng: random.Random) -> Position:
    """A possible position on a small random board, at a step that play can be in."""
    while True:
        position = _try(rng)
        if position is not None and not status(position):
            return position


def _try(rng: random.Random) -> Position | None:
    board = _random_board(rng)
    if board is None or len(board.walkable) < 4:
        return None
    players = NAMES[: rng.choice((2, 2, 3, 4))]
    emperors: dict[str, str] = {}
    captives: dict[str, list[str]] = {player: [] for player in players}
    for player in players:
        emperors[player] = rng.choice(("board", "board", "reserve", "prison"))
        if emperors[player] == "prison":
            captives[rng.choice([p for p in players if p != player])].append(player)
    stacks, reserves, boxes = [], [], []
    cells = list(board.walkable)
    rng.shuffle(cells)
    for player in players:
        own = _random_stacks(rng, player, cells, emperors[player] == "board")
        if own is None:
            return None
        left = WARRIORS - sum(stack.warriors for stack in own)
        warriors = min(left, rng.choice((0, 0, 1, 2, 3, 3, 4, 6)))
        stacks += own
        reserves.append(Reserve(warriors, emperors[player] == "reserve"))
        boxes.append(left - warriors)
    steps = (Step.ACTION, Step.ACTION, Step.REINFORCE, Step.EXTRA, Step.SWAP, Step.EXCHANGE)
    step = rng.choice(steps)
    to_move = rng.choice(players)
    then = None
    if step is Step.EXCHANGE:
        # Somebody must have captives and an emperor in prison; other draws are thrown away.
        choosers = [p for p in players if captives[p] and emperors[p] == "prison"]
        if not choosers:
            return None
        then = Then(to_move, Step.REINFORCE)
        to_move = rng.choice(choosers)
    return Position(
        board=board,
        players=players,
        to_move=to_move,
        step=step,
        stacks=tuple(sorted(stacks)),
        buildings=_random_buildings(rng, board, players),
        reserves=tuple(reserves),
        boxes=tuple(boxes),
        captives=tuple(tuple(sorted(captives[player])) for player in players),
        march_used=step is Step.EXTRA or rng.random() < 0.2,
        sand_used=rng.random() < 0.2,
        storm_paid=_random_payment(rng, board, stacks, to_move) if step is Step.EXTRA else None,
        rulings=Rulings(*(rng.choice(values) for _, values in SWITCHES.values())),
        then=then,
    )


def _random_payment(
    rng: random.Random, board: Board, stacks: list[Stack], player: str
) -> StormPaid | None:
    own = [stack for stack in stacks if stack.owner == player]
    if not own or not board.zones or rng.random() < 0.5:
        return None
    zones = rng.sample(board.zones, rng.randint(1, len(board.zones)))
    return StormPaid(rng.choice(own).cell, tuple(sorted(zones)))


def _random_stacks(
    rng: random.Random, player: str, cells: list[Cell], emperor: bool
) -> list[Stack] | None:
    own = []
    for number in range(rng.choice((0, 1, 1, 2, 3))):
        if not cells:
            return None
        crowned = emperor and number == 0
        discs = rng.choice((1, 1, 2, 3, 4))
        own.append(Stack(cells.pop(), player, discs - crowned, crowned))
    return None if emperor and not own else own


def _random_buildings(
    rng: random.Random, board: Board, players: tuple[str, ...]
) -> tuple[Building, ...]:
    found = []
    for cell in board.building_cells:
        highest = board.terrain[cell].highest_building
        if rng.random() < 0.7 and highest is not None:
            kinds = [kind for kind in BuildingKind if kind.level <= highest.level]
            # Mostly one owner, so that somebody stands close to twelve points.
            owner = players[0] if rng.random() < 0.6 else rng.choice(players)
            found.append(Building(cell, owner, rng.choice(kinds[-2:])))
    return tuple(found)


def _random_board(rng: random.Random) -> Board | None:
    """A blob of cells of every terrain, some storm cells around landmarks, at times portals."""
    cells = {Cell(0, 0)}
    for _ in range(rng.randrange(14, 34)):
        cells.add(rng.choice(sorted(cells)).neighbour(rng.randrange(6)))
    terrains = [Terrain.CIRCLE] * 9 + [Terrain.STORM] * rng.choice((0, 3, 6))
    terrains += [terrain for terrain in Terrain if terrain not in (Terrain.STORM, Terrain.PORTAL)]
    terrains += [Terrain.MOUNTAIN, Terrain.RAVINE, Terrain.CAPITAL]
    printed = [TileCell(cell, rng.choice(terrains)) for cell in sorted(cells)]
    for _ in range(rng.choice((0, 0, 2, 2, 2, 1, 3))):
        place = rng.randrange(len(printed))
        printed[place] = TileCell(printed[place].at, Terrain.PORTAL, rng.randrange(6))
    tiles = [Tile("A", "extra", 1, None, tuple(printed))]
    storms = [cell for cell in printed if cell.terrain is Terrain.STORM]
    for letter, landmark in (("S", "pyramid"), ("U", "lighthouse")):
        if len(storms) >= 3 and rng.random() < 0.6:
            around, storms = storms[:3], storms[3:]
            rest = tuple(cell for cell in tiles[0].cells if cell not in around)
            tiles[0] = Tile("A", "extra", 1, None, rest)
            tiles.append(Tile(letter, "extra", 1, landmark, tuple(around)))
    layout = tuple(Placement(tile.letter, Cell(0, 0), 0) for tile in tiles)
    try:
        return board_of(TileSet("puzzle", tuple(tiles)), layout)
    except ImpossibleLayoutError:
        return None
