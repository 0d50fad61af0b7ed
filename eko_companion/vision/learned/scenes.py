"""Simulated boards for training: crowded as no game is, so that every picture teaches much.

Counts and rules are ignored on purpose: the network must see what stands there, not what may.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats, Stance
from eko_companion.rules import Cell
from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.hands_at_random import random_hand
from eko_companion.simulator.lights_at_random import changed_lighting
from eko_companion.simulator.photographing import Photographer, Scene
from eko_companion.simulator.places import cell_centres
from eko_companion.simulator.ranges import RANGES, Family
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Disc, Thing
from eko_companion.simulator.table_at_random import SimulatedTable, Wish, random_table
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS, Holding
from eko_companion.vision.reading.known_board import CellPlace, Image, KnownBoard

_SIZES: Final = (*((1280, 720),) * 5, (1920, 1080), (960, 540), (640, 480))
_HEIGHTS: Final = (0.27, 0.23, 0.21, 0.21, 0.08)
_EMPERORS: Final = 0.3
_SLOPPY: Final = 1.3
"""Millimetres by which discs may be farther off than the simulated table puts them."""
_HANDS: Final = 0.25
"""So many of the boards have a hand over them."""
_SCAN_ERROR: Final = 0.25
"""Millimetres by which a scan misses the middle of a cell: one standard deviation."""


@dataclass(frozen=True, eq=False)
class CrowdedBoard:
    """One photo and what stands on it."""

    photo: Image
    holdings: dict[Cell, Holding]
    visible: dict[Cell, float]
    """How much of the piece on a cell is seen."""
    hand: NDArray[np.float32] | None
    """How much of each pixel a hand covers, if there is one."""
    discs: dict[Cell, list[Stance]]
    """Where the discs of each stack really lie, from the lowest up."""


@dataclass(frozen=True, eq=False)
class TrainingTable:
    """A simulated table as the reading knows it."""

    table: SimulatedTable
    board: KnownBoard
    start: Image
    boards: Iterator[CrowdedBoard]


def training_table(seed: int, photos: int, family: Family = Family.TRYING) -> TrainingTable:
    """The table of a seed with that many crowded boards."""
    rng = np.random.default_rng([seed, 77])
    ranges = replace(RANGES, elevation=(40.0, 75.0))
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    table = random_table(seed, Wish(size=size, family=family, ranges=ranges))
    photographer = Photographer(Renderer(table.setting), table.sensor, rng)
    empty = photographer.take(Scene((), table.lighting)).image
    filled = Tabletop(table.setting, table.spots, rng)
    filled.show(table.start)
    start = photographer.take(Scene(filled.things(), table.lighting)).image
    board = known_board(table, empty, rng)
    return TrainingTable(table, board, start, _boards(table, photographer, rng, photos))


def known_board(
    table: SimulatedTable, empty: Image, rng: np.random.Generator | None = None
) -> KnownBoard:
    """What a scan would know of a simulated table, a little wrong where a generator is given."""
    setting = table.setting
    terrain = table.start.board.terrain
    cells = {}
    for cell, (x, y) in cell_centres(setting).items():
        off = (0.0, 0.0) if rng is None else rng.normal(0, _SCAN_ERROR, 2)
        cells[cell] = CellPlace(terrain[cell], float(x + off[0]), float(y + off[1]))
    cards = tuple(_corners(card.x, card.y, card.yaw, card.side) for card in setting.cards)
    camera = setting.camera
    return KnownBoard(camera, setting.pieces, cells, empty, camera, cards, table.start.players)


def _corners(x: float, y: float, yaw: float, side: float) -> Floats:
    angle = np.radians(yaw)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    result: Floats = square @ turn + [x, y]
    return result


def _boards(
    table: SimulatedTable, photographer: Photographer, rng: np.random.Generator, photos: int
) -> Iterator[CrowdedBoard]:
    camera = table.setting.camera
    places = list(cell_centres(table.setting).values())
    for _ in range(photos):
        things = crowd(table, rng)
        lighting = table.lighting
        if rng.random() < 0.4:
            lighting = changed_lighting(lighting, rng)
        hand = None
        if rng.random() < _HANDS:
            x, y = places[int(rng.integers(len(places)))]
            hand = random_hand(camera, (float(x), float(y)), rng)
        photo = photographer.take(Scene(tuple(things), lighting, hand))
        visible = {Cell(*json.loads(cell)): part for cell, part in photo.visible.items()}
        cover = photo.covered if hand is not None else None
        discs: dict[Cell, list[Stance]] = {}
        for thing in things:
            if isinstance(thing, Disc) and thing.cell is not None:
                discs.setdefault(thing.cell, []).append(thing.stance)
        yield CrowdedBoard(photo.image, holdings_of(things), visible, cover, discs)


def crowd(table: SimulatedTable, rng: np.random.Generator) -> list[Thing]:
    """Random pieces on the cells of a table."""
    top = Tabletop(table.setting, table.spots, rng)
    players = table.start.players
    # Some tables are tidy; on others discs are put down as they come.
    sloppy = float(rng.uniform(0, _SLOPPY))
    density = float(rng.choice([0.15, 0.35, 0.6, 0.8]))
    things: list[Thing] = []
    cells = list(table.start.board.terrain.items())
    rng.shuffle(cells)
    for cell_at, terrain in cells:
        cell = Cell(*cell_at)
        if rng.random() > density:
            continue
        owner = players[int(rng.integers(len(players)))]
        if terrain.walkable:
            discs: list[Disc] = []
            height = int(rng.choice(HEIGHTS, p=_HEIGHTS)) + 1
            for number in range(height):
                emperor = number == height - 1 and rng.random() < _EMPERORS
                disc = top.disc_on(owner, emperor, cell, discs)
                discs.append(_pushed(disc, sloppy, rng))
            things += discs
        elif terrain.highest_building is not None:
            things.append(top.house(owner, KINDS[int(rng.integers(len(KINDS)))], cell))
    return things


def _pushed(disc: Disc, most: float, rng: np.random.Generator) -> Disc:
    dx, dy = rng.uniform(-most, most, 2)
    stance = replace(disc.stance, x=disc.stance.x + float(dx), y=disc.stance.y + float(dy))
    return replace(disc, stance=stance)


def holdings_of(things: list[Thing]) -> dict[Cell, Holding]:
    """What stands on each cell."""
    found: dict[Cell, Holding] = {}
    for thing in things:
        if thing.cell is None:
            continue
        if isinstance(thing, Disc):
            before = found.get(thing.cell, Holding())
            found[thing.cell] = Holding(thing.owner, before.discs + 1, thing.emperor)
        else:
            found[thing.cell] = Holding(thing.owner, kind=thing.kind)
    return found
