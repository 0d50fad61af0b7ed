"""A whole random table by a seed: a copy of the game, layout, cards, camera, light and sensor."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from eko_companion.geometry import BuildingShape, Camera, Pieces
from eko_companion.geometry.camera import looking_at
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules.board import board_of
from eko_companion.rules.hexgrid import centre
from eko_companion.rules.layout import Placement
from eko_companion.rules.pieces import BuildingKind, Player
from eko_companion.rules.position import Position
from eko_companion.rules.setup import (
    BASE_GAME,
    RETAIL_COLOURS,
    Variants,
    random_layout,
    random_start,
    random_variants,
)
from eko_companion.simulator.arranging import Spot
from eko_companion.simulator.cameras import View, fitting_camera
from eko_companion.simulator.clutter_pictures import CLUTTER
from eko_companion.simulator.lighting import Lighting
from eko_companion.simulator.lights_at_random import random_lighting
from eko_companion.simulator.look import Look
from eko_companion.simulator.palettes import random_paints
from eko_companion.simulator.places import cell_centres
from eko_companion.simulator.prints import EMPEROR_PRINTS, WARRIOR_PRINTS
from eko_companion.simulator.ranges import (
    HELD_BACK,
    RANGES,
    SURFACES,
    TILE_STYLES,
    Family,
    Range,
    Ranges,
)
from eko_companion.simulator.scene import LaidCard, LaidThing, LaidTile, Setting, Vessel
from eko_companion.simulator.sensor import Sensor
from eko_companion.simulator.tile_pictures import STYLES, varied

CARD_MARGIN = (1.3, 1.5)
"""The white card as a multiple of its black square."""
_TRIES = 400
_SMALL = 95.0
_LARGE = {
    "rulebook": 192.0,
    "booklet_page": 184.0,
    "tablet": 156.0,
    "score_sheet": 132.0,
    "napkin": 116.0,
}
"""Half the diagonal of things beside the board, in millimetres; all others are smaller."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a table should be like; None: at random."""

    players: int | None = None
    variants: bool | None = None
    """True: a random mix of them; None: one table in three."""
    elevation: float | None = None
    size: tuple[int, int] = (1280, 720)
    family: Family = Family.TRYING
    ranges: Ranges = RANGES


@dataclass(frozen=True, eq=False)
class SimulatedTable:
    """A table that is not there, with the first position of a game."""

    seed: int
    setting: Setting
    lighting: Lighting
    sensor: Sensor
    start: Position
    spots: dict[Player, Spot]
    """Where the players keep their reserves and supplies."""


def random_table(seed: int, wish: Wish | None = None) -> SimulatedTable:
    """The table of a seed: the same seed and wish always give the same table."""
    wish = wish or Wish()
    # The families never share a seed, so they never share a look either.
    rng = np.random.default_rng([seed, list(Family).index(wish.family)])
    dice = random.Random(int(rng.integers(2**62)))
    count = wish.players or int(rng.integers(2, 5))
    mixed = rng.random() < 1 / 3 if wish.variants is None else wish.variants
    variants: Variants = random_variants(dice, count) if mixed else BASE_GAME
    tile_set = load_tile_set(HOUSE)
    board = board_of(tile_set, random_layout(tile_set, count, dice, variants))
    start = random_start(board, dice.sample(RETAIL_COLOURS, count), dice)
    pieces = _random_pieces(rng, wish.ranges)
    tiles = _laid(start.board.layout, pieces.pitch, rng, wish.ranges)
    look = _random_look(start.players, rng, wish.family)
    # The camera is found once everything that it must see lies on the table.
    bare = Setting(tile_set, pieces, look, tiles, (), (), (), _any_camera())
    cells = np.array(list(cell_centres(bare).values()))
    number = int(rng.integers(wish.ranges.cards[0], wish.ranges.cards[1] + 1))
    azimuth = float(rng.uniform(0, 360))
    cards = _random_cards(number, cells, pieces, azimuth, rng)
    camera = _random_camera(cells, cards, pieces, azimuth, rng, wish)
    taken = [(card.x, card.y, 0.75 * card.card) for card in cards]
    spots = _spots(start.players, cells, pieces, taken, rng)
    clutter = _random_clutter(cells, pieces, taken, rng, wish.ranges)
    vessels = _random_vessels(cells, pieces, taken, camera, rng, wish.ranges)
    setting = replace(bare, cards=cards, clutter=clutter, vessels=vessels, camera=camera)
    return SimulatedTable(
        seed, setting, random_lighting(rng), _random_sensor(rng, wish.ranges), start, spots
    )


def _within(rng: np.random.Generator, bounds: Range) -> float:
    return float(rng.uniform(*bounds))


def _random_pieces(rng: np.random.Generator, ranges: Ranges) -> Pieces:
    pitch = round(_within(rng, ranges.pitch), 1)
    diameter = round(pitch * _within(rng, ranges.disc), 1)
    thickness = round(diameter * _within(rng, ranges.thickness), 1)
    return Pieces(
        pitch=pitch,
        disc_diameter=diameter,
        disc_thickness=thickness,
        buildings=_random_buildings(pitch, rng),
        tile_thickness=round(_within(rng, (1.6, 2.4)), 1),
        marker_side=float(rng.choice([36.0, 40.0, 40.0, 44.0, 50.0])),
    )


def _random_buildings(pitch: float, rng: np.random.Generator) -> dict[BuildingKind, BuildingShape]:
    def size(low: float, high: float) -> float:
        return round(pitch * _within(rng, (low, high)), 1)

    camp = size(0.4, 0.47)
    tower = size(0.31, 0.37)
    castle = size(0.56, 0.62)
    camp_shape = "cone" if rng.random() < 0.2 else "tent"
    depth = camp if camp_shape == "cone" else size(0.4, 0.5)
    return {
        BuildingKind.CAMP: BuildingShape(camp_shape, camp, depth, size(0.31, 0.38)),
        BuildingKind.TOWER: BuildingShape(
            "cylinder" if rng.random() < 0.4 else "box", tower, tower, size(0.66, 0.78)
        ),
        BuildingKind.CASTLE: BuildingShape("box", castle, castle, size(0.6, 0.72)),
    }


def _laid(
    layout: Sequence[Placement], pitch: float, rng: np.random.Generator, ranges: Ranges
) -> tuple[LaidTile, ...]:
    tiles = []
    for placement in layout:
        x, y = centre(placement.at, pitch)
        dx, dy = rng.uniform(-ranges.tile_off, ranges.tile_off, 2)
        off = rng.uniform(-ranges.tile_turn, ranges.tile_turn)
        tiles.append(
            LaidTile(
                placement.tile,
                placement.at,
                placement.turn,
                float(x + dx),
                float(y + dy),
                float(off),
            )
        )
    return tuple(tiles)


def _random_look(players: Sequence[Player], rng: np.random.Generator, family: Family) -> Look:
    style = STYLES[_choice(rng, TILE_STYLES[family])]
    seed = int(rng.integers(2**31))
    return Look(
        paints=random_paints(players, rng),
        tile_style=varied(style, seed),
        tile_seed=seed,
        surface=_choice(rng, SURFACES[family]),
        surface_seed=int(rng.integers(2**31)),
        warrior_print=_choice(rng, _of_family(WARRIOR_PRINTS, family)),
        emperor_print=_choice(rng, _of_family(EMPEROR_PRINTS, family)),
        print_seed=int(rng.integers(1000)),
        turrets=bool(rng.random() < 0.75),
        bevel=_within(rng, (0.7, 1.4)),
        grain=_within(rng, (0.01, 0.08)),
    )


def _of_family(kinds: Sequence[str], family: Family) -> list[str]:
    held = [kind for number, kind in enumerate(kinds) if number % HELD_BACK == HELD_BACK - 1]
    return held if family is Family.MEASURING else [kind for kind in kinds if kind not in held]


def _choice(rng: np.random.Generator, kinds: Sequence[str]) -> str:
    return kinds[int(rng.integers(len(kinds)))]


def _random_cards(
    count: int, cells: np.ndarray, pieces: Pieces, azimuth: float, rng: np.random.Generator
) -> tuple[LaidCard, ...]:
    """Cards around the board, spread so that they do not all lie on one side.

    People put them where the picture has room: rather beside the board than behind or before it.
    """
    side = pieces.marker_side
    card = round(side * _within(rng, CARD_MARGIN), 1)
    markers = rng.choice(50, count, replace=False)
    first = rng.uniform(0, 360)
    middle = cells.mean(0)
    cards: list[LaidCard] = []
    for number, marker in enumerate(markers):
        turn = math.radians(first + (number + rng.uniform(-0.25, 0.25)) * 360 / count)
        # In a frame in which the camera's right is 0; sin(2t) pulls towards both sides.
        angle = turn - 0.42 * math.sin(2 * turn) - math.radians(azimuth)
        way = np.array([math.cos(angle), math.sin(angle)])
        away = pieces.pitch
        clear = 0.71 * card + 0.6 * pieces.pitch + rng.uniform(2, 25)
        others = np.array([(other.x, other.y) for other in cards]).reshape(-1, 2)
        while (
            np.hypot(*(cells - (middle + away * way)).T).min() < clear
            or (np.hypot(*(others - (middle + away * way)).T) < 1.42 * card).any()
        ):
            away += 4
        x, y = middle + away * way
        cards.append(
            LaidCard(int(marker), float(x), float(y), float(rng.uniform(0, 360)), side, card)
        )
    return tuple(cards)


def _any_camera() -> Camera:
    rotation, translation = looking_at((0, 0, 0), distance=600, elevation=60, azimuth=0)
    return Camera((1280, 720), 1000.0, (639.5, 359.5), rotation, translation)


def _random_camera(
    cells: np.ndarray,
    cards: Sequence[LaidCard],
    pieces: Pieces,
    azimuth: float,
    rng: np.random.Generator,
    wish: Wish,
) -> Camera:
    """As near as it can be with the board and all cards in the picture, or a little farther."""
    ranges, (width, height) = wish.ranges, wish.size
    elevation = _within(rng, ranges.elevation) if wish.elevation is None else wish.elevation
    off = rng.uniform(-ranges.centre_off, ranges.centre_off, 2) * width / 1280
    reach = 0.72 * pieces.pitch
    corners = [cells + step for step in reach * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])]
    tall = 4 * pieces.disc_thickness
    points = [np.column_stack([flat, np.full(len(flat), z)]) for flat in corners for z in (0, tall)]
    for card in cards:
        half = 0.72 * card.card
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + [card.x, card.y]
        points.append(np.column_stack([square, np.zeros(4)]))
    view = View(
        wish.size,
        _within(rng, ranges.focal) / 36 * width,
        (float((width - 1) / 2 + off[0]), float((height - 1) / 2 + off[1])),
        (_within(rng, ranges.k1), _within(rng, ranges.k2)),
        elevation,
        azimuth,
        _within(rng, ranges.roll),
    )
    return fitting_camera(view, np.vstack(points), _within(rng, (1.0, 1.12)))


def _free_place(
    cells: np.ndarray,
    clear: float,
    taken: Sequence[tuple[float, float, float]],
    reach: float,
    rng: np.random.Generator,
) -> tuple[float, float] | None:
    """A random place around the board on which nothing lies yet."""
    middle = cells.mean(0)
    outer = float(np.hypot(*(cells - middle).T).max())
    farthest = outer + max(220.0, reach + 130.0)
    for _ in range(_TRIES):
        angle, away = rng.uniform(0, 2 * math.pi), rng.uniform(0.4, 1) * farthest
        x, y = middle + away * np.array([math.cos(angle), math.sin(angle)])
        if np.hypot(*(cells - [x, y]).T).min() < clear + reach:
            continue
        if all(math.hypot(x - a, y - b) > size + reach for a, b, size in taken):
            return float(x), float(y)
    return None


def _spots(
    players: Sequence[Player],
    cells: np.ndarray,
    pieces: Pieces,
    taken: list[tuple[float, float, float]],
    rng: np.random.Generator,
) -> dict[Player, Spot]:
    reach = 2.8 * pieces.disc_diameter
    spots: dict[Player, Spot] = {}
    for player in players:
        places: list[tuple[float, float, float] | None] = []
        for _ in ("discs", "houses"):
            place = _free_place(cells, 0.6 * pieces.pitch, taken, reach, rng)
            if place is None:
                places.append(None)
            else:
                places.append((*place, float(rng.uniform(0, 360))))
                taken.append((*place, reach))
        spots[player] = Spot(*places)
    return spots


def _random_clutter(
    cells: np.ndarray,
    pieces: Pieces,
    taken: list[tuple[float, float, float]],
    rng: np.random.Generator,
    ranges: Ranges,
) -> tuple[LaidThing, ...]:
    things = []
    for _ in range(int(rng.integers(ranges.clutter[0], ranges.clutter[1] + 1))):
        kind = _choice(rng, CLUTTER)
        reach = _LARGE.get(kind, _SMALL)
        place = _free_place(cells, 0.6 * pieces.pitch, taken, reach, rng)
        if place is None:
            continue
        yaw = float(rng.uniform(0, 360))
        things.append(LaidThing(kind, int(rng.integers(2**31)), *place, yaw))
        taken.append((*place, reach))
    return tuple(things)


def _random_vessels(
    cells: np.ndarray,
    pieces: Pieces,
    taken: list[tuple[float, float, float]],
    camera: Camera,
    rng: np.random.Generator,
    ranges: Ranges,
) -> tuple[Vessel, ...]:
    if rng.random() > ranges.vessels:
        return ()
    diameter, height = _within(rng, (60, 90)), _within(rng, (60, 110))
    place = _free_place(cells, 0.6 * pieces.pitch, taken, diameter, rng)
    if place is None or _hides(place, height, diameter, cells, taken, camera):
        return ()
    tone = rng.uniform(0.25, 0.9)
    red, green, blue = (float(np.clip(tone * rng.uniform(0.75, 1.15), 0, 0.95)) for _ in range(3))
    drink = (0.12, 0.06, 0.03) if rng.random() < 0.6 else (0.45, 0.22, 0.08)
    return (Vessel(*place, diameter, height, (red, green, blue), drink),)


def _hides(
    place: tuple[float, float],
    height: float,
    diameter: float,
    cells: np.ndarray,
    taken: Sequence[tuple[float, float, float]],
    camera: Camera,
) -> bool:
    """Whether something tall at a place would stand before the board or a card."""
    origin = camera.origin
    away = np.array(place) - origin[:2]
    length = float(np.hypot(*away))
    way = away / length
    # As far behind it as its top hides the table.
    shade = height * length / max(origin[2] - height, 1.0)
    others = np.vstack([cells, *([[x, y]] for x, y, _ in taken)]) - np.array(place)
    along = others @ way
    beside = np.abs(others @ np.array([-way[1], way[0]]))
    return bool(((along > -30) & (along < shade + 60) & (beside < diameter / 2 + 45)).any())


def _random_sensor(rng: np.random.Generator, ranges: Ranges) -> Sensor:
    red, blue = (1 + rng.uniform(-ranges.balance, ranges.balance) for _ in range(2))
    return Sensor(
        exposure=_within(rng, ranges.exposure),
        balance=(float(red), 1.0, float(blue)),
        blur=_within(rng, ranges.blur),
        noise=_within(rng, ranges.noise),
        grain=_within(rng, (0.1, 0.5)),
        contrast=_within(rng, (0.0, 0.4)),
        sharpening=_within(rng, (0.0, 0.6)),
        vignette=_within(rng, (0.0, 0.3)),
        quality=int(rng.integers(ranges.quality[0], ranges.quality[1] + 1)),
    )
