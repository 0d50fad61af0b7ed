"""A photo of one tile beside one marker card, as players take it to teach a table its tiles."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import looking_at
from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.simulator.photographing import Bytes, Photographer, Scene
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import LaidCard, LaidTile, Setting
from eko_companion.simulator.table_at_random import SimulatedTable

SIZE = (800, 600)
ELEVATION = (62.0, 85.0)
UNPARALLEL = 1.2
"""Degrees by which tile and card may be out of line."""


def tile_photo(table: SimulatedTable, letter: str) -> Bytes:
    """The photo of a tile; the same table and letter always give the same one."""
    rng = np.random.default_rng([table.seed, 21, ord(letter[0])])
    setting = _one_tile(table.setting, letter, rng)
    sensor = replace(table.sensor, exposure=table.sensor.exposure * float(rng.uniform(0.9, 1.1)))
    photographer = Photographer(Renderer(setting), sensor, rng)
    return photographer.take(Scene((), table.lighting)).image


def _one_tile(setting: Setting, letter: str, rng: np.random.Generator) -> Setting:
    pitch = setting.pieces.pitch
    middles = np.array([centre(c.at, pitch) for c in setting.tile_set.by_letter[letter].cells])
    middle = middles.mean(0)
    turn = float(rng.uniform(0, 360))
    angle = math.radians(turn)
    # The tile lies turned about the origin; its direction 0 is the card's right.
    tile = LaidTile(letter, Cell(0, 0), 0, 0.0, 0.0, turn + float(rng.normal(0, UNPARALLEL / 2)))
    reach = float(np.hypot(*(middles - middle).T).max()) + 0.6 * pitch
    side = setting.pieces.marker_side
    card_size = setting.cards[0].card if setting.cards else 1.4 * side
    way = float(rng.uniform(0, 2 * math.pi))
    away = reach + 0.72 * card_size + float(rng.uniform(2, 20))
    x = math.cos(angle) * middle[0] + math.sin(angle) * middle[1]
    y = -math.sin(angle) * middle[0] + math.cos(angle) * middle[1]
    card = LaidCard(
        int(rng.integers(50)),
        float(x + away * math.cos(way)),
        float(y + away * math.sin(way)),
        turn,
        side,
        card_size,
    )
    target = (float(x + card.x) / 2, float(y + card.y) / 2)
    camera = _camera(setting.camera, target, away + reach + card_size, rng)
    return replace(setting, tiles=(tile,), cards=(card,), clutter=(), vessels=(), camera=camera)


def _camera(
    like: Camera, target: tuple[float, float], across: float, rng: np.random.Generator
) -> Camera:
    width, height = SIZE
    focal = like.focal * width / like.size[0]
    distance = focal * across / (0.78 * height)
    rotation, translation = looking_at(
        (*target, 0.0),
        distance=distance,
        elevation=float(rng.uniform(*ELEVATION)),
        azimuth=float(rng.uniform(0, 360)),
    )
    centre_at = ((width - 1) / 2, (height - 1) / 2)
    return Camera(SIZE, focal, centre_at, rotation, translation, like.radial)
