"""Setting a game up: which tiles are in play, random layouts, and the first position.

Randomness comes from a generator that the caller seeds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from eko_companion.rules.board import Board, board_of
from eko_companion.rules.errors import EkoError
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.layout import (
    GROUPS_BY_PLAYERS,
    LaidCell,
    Layout,
    Placement,
    laid_cells,
    layout_faults,
    standard_centres,
)
from eko_companion.rules.pieces import DISCS, Player, Reserve, Stack
from eko_companion.rules.position import Position, Step
from eko_companion.rules.rulings import Rulings
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import Tile, TileSet

RETAIL_COLOURS = ("cyan", "violet", "navy", "white")
_TRIES = 2000


@dataclass(frozen=True, slots=True)
class Variants:
    """The extra tiles of a game: how many of each."""

    storms: int = 0
    """How many of the storm tiles P and Q."""
    portals: bool = False
    pyramids: int = 0
    lighthouse: bool = False
    wind: bool = False
    moon: bool = False
    sand: bool = False


BASE_GAME = Variants()
EVERY_VARIANT = Variants(
    storms=6, portals=True, pyramids=2, lighthouse=True, wind=True, moon=True, sand=True
)


def random_variants(rng: random.Random, players: int) -> Variants:
    """Any mix of variants; one pyramid at most for two players, as is advised."""
    return Variants(
        storms=rng.choice((0, 1, 2, 3, 6)),
        portals=rng.random() < 0.5,
        pyramids=rng.randint(0, 1 if players == 2 else 2),
        lighthouse=rng.random() < 0.4,
        wind=rng.random() < 0.5,
        moon=rng.random() < 0.5,
        sand=rng.random() < 0.5,
    )


def large_tiles_in_play(tiles: TileSet, players: int, variants: Variants = BASE_GAME) -> list[str]:
    """The letters of the large tiles of that player count, temples in their places [33]."""
    letters = [tile.letter for tile in tiles.tiles if tile.group in GROUPS_BY_PLAYERS[players]]
    if variants.moon:
        _replace(letters, "E", _tile_with(tiles, Terrain.MOON_TEMPLE).letter)
    if variants.sand:
        place = "B" if variants.moon else "E"
        _replace(letters, place, _tile_with(tiles, Terrain.SAND_TEMPLE).letter)
    return letters


def small_tiles_in_play(tiles: TileSet, variants: Variants) -> list[str]:
    """The letters of the extra tiles, each as often as it is in play."""
    letters: list[str] = []
    storms = [
        tile.letter
        for tile in tiles.tiles
        if tile.landmark is None and all(cell.terrain is Terrain.STORM for cell in tile.cells)
        for _ in range(tile.copies)
    ]
    letters += storms[: variants.storms]
    if variants.portals:
        letters += [_tile_with(tiles, Terrain.PORTAL).letter] * 2
    if variants.wind:
        letters.append(_tile_with(tiles, Terrain.WIND_TEMPLE).letter)
    for landmark, count in (("pyramid", variants.pyramids), ("lighthouse", variants.lighthouse)):
        letters += [
            tile.letter
            for tile in tiles.tiles
            if tile.landmark == landmark
            for _ in range(tile.copies)
        ][: int(count)]
    return letters


def random_layout(
    tiles: TileSet, players: int, rng: random.Random, variants: Variants = BASE_GAME
) -> Layout:
    """A random legal layout: the standard shape, extra tiles anywhere along its rim."""
    for _ in range(_TRIES):
        letters = large_tiles_in_play(tiles, players, variants)
        rng.shuffle(letters)
        layout = [
            Placement(letter, at, rng.randrange(6))
            for letter, at in zip(letters, standard_centres(players), strict=True)
        ]
        if layout_faults(tiles, layout, players):
            continue
        small = small_tiles_in_play(tiles, variants)
        rng.shuffle(small)
        if all(_lay_at_rim(tiles, layout, letter, rng) for letter in small) and not layout_faults(
            tiles, layout, players
        ):
            return tuple(layout)
    raise EkoError(f"No layout was found in which all circles of {tiles.name} connect.")


def random_start(
    board: Board, players: Sequence[Player], rng: random.Random, rulings: Rulings | None = None
) -> Position:
    """The discs of all players, mixed and put one on each circle."""
    circles = list(board.cells_of(Terrain.CIRCLE))
    if len(circles) != DISCS * len(players):
        raise EkoError(
            f"{len(players)} players need {DISCS * len(players)} circles, "
            f"and this board has {len(circles)}."
        )
    discs = [(player, number == 0) for player in players for number in range(DISCS)]
    rng.shuffle(discs)
    stacks = [
        Stack(cell, owner, 0 if emperor else 1, emperor)
        for cell, (owner, emperor) in zip(circles, discs, strict=True)
    ]
    return Position(
        board=board,
        players=tuple(players),
        to_move=players[0],
        step=Step.SWAP,
        stacks=tuple(sorted(stacks)),
        buildings=(),
        reserves=(Reserve(),) * len(players),
        boxes=(0,) * len(players),
        captives=((),) * len(players),
        rulings=rulings or Rulings(),
    )


def random_game_start(
    tiles: TileSet,
    players: int,
    rng: random.Random,
    variants: Variants = BASE_GAME,
    rulings: Rulings | None = None,
) -> Position:
    """A random layout with a random set-up, for so many players."""
    board = board_of(tiles, random_layout(tiles, players, rng, variants))
    return random_start(board, RETAIL_COLOURS[:players], rng, rulings)


def _replace(letters: list[str], old: str, new: str) -> None:
    if old not in letters:
        raise EkoError(f"Tile {new} takes the place of tile {old}, and this set has no {old}.")
    letters[letters.index(old)] = new


def _tile_with(tiles: TileSet, terrain: Terrain) -> Tile:
    for tile in tiles.tiles:
        if any(cell.terrain is terrain for cell in tile.cells):
            return tile
    raise EkoError(f"The tile set {tiles.name} has no {terrain.word}.")


def _lay_at_rim(tiles: TileSet, layout: list[Placement], letter: str, rng: random.Random) -> bool:
    """Put one more tile where it touches a walkable cell as its kind demands, if it can be."""
    terrain = {
        laid.cell: laid.terrain for placement in layout for laid in laid_cells(tiles, placement)
    }
    free = {step for cell in terrain for step in cell.neighbours()} - terrain.keys()
    fronts = {
        laid.front for placement in layout for laid in laid_cells(tiles, placement) if laid.front
    }
    places = [(at, turn) for at in sorted(free) for turn in range(6)]
    rng.shuffle(places)
    for at, turn in places:
        placement = Placement(letter, at, turn)
        laid = laid_cells(tiles, placement)
        if any(cell.cell in terrain or cell.cell in fronts for cell in laid):
            continue
        if _touches_as_it_must(laid, terrain, fronts):
            layout.append(placement)
            return True
    return False


def _touches_as_it_must(
    laid: Sequence[LaidCell], terrain: dict[Cell, Terrain], fronts: set[Cell]
) -> bool:
    """A portal opens onto a walkable cell; any other tile lies beside one."""
    openings = [cell.front for cell in laid if cell.front is not None]
    if openings:
        # Two portals before one cell would lead from it to itself.
        return all(
            front in terrain and terrain[front].walkable and front not in fronts
            for front in openings
        )
    return any(
        step in terrain and terrain[step].walkable
        for cell in laid
        for step in cell.cell.neighbours()
    )
