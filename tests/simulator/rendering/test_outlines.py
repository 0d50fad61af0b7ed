"""The truth is right: a piece drawn alone covers just the outline that the geometry gives."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from eko_companion.geometry import Camera, Pieces, Stance, building_solid, disc_solid
from eko_companion.geometry.solids import outline
from eko_companion.simulator.rendering.rays import FINE
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Thing
from tests.simulator.rendering.scenes import (
    CAMP,
    CASTLE,
    NO_SHADOWS,
    PIECES,
    PLAIN,
    TOWER,
    camera,
    disc,
    house,
    samples_inside,
    setting,
    with_building,
)

ASKED = 1.5
"""Pixels by which an outline may be off at most."""
CLOSE = 0.75
"""What is kept, where samples finer than pixels are compared."""
CAMERAS = {
    "straight": camera(),
    "low and barrelled": camera(40, 70, radial=(-0.12, 0.02), roll=3),
    "high and pincushioned": camera(75, 200, radial=(0.06, 0.015), roll=-3),
    "near": camera(48, 310, radial=(0.05, -0.01), distance=140),
}
ROUND_TOWER = with_building(TOWER, "cylinder", 12.0, 12.0)
CONE = with_building(CAMP, "cone", 15.0, 15.0)
OVAL_TOWER = with_building(TOWER, "cylinder", 16.0, 9.0)
OVAL_CONE = with_building(CAMP, "cone", 18.0, 10.0)
STACK = tuple(disc(0.4 * k, -0.3 * k, layer=k) for k in range(4))
SCENES: dict[str, tuple[Pieces, bool, tuple[Thing, ...]]] = {
    "disc": (PIECES, False, (disc(-20, 12),)),
    "stack": (PIECES, False, STACK),
    "tent": (PIECES, False, (house(CAMP, turn=20),)),
    "cone": (CONE, False, (house(CAMP),)),
    "oval cone": (OVAL_CONE, False, (house(CAMP, turn=65),)),
    "box tower": (PIECES, False, (house(TOWER, turn=35),)),
    "round tower": (ROUND_TOWER, False, (house(TOWER),)),
    "oval tower": (OVAL_TOWER, False, (house(TOWER, turn=140),)),
    "crowned box tower": (PIECES, True, (house(TOWER, 30, -20, turn=50),)),
    "crowned round tower": (ROUND_TOWER, True, (house(TOWER, turn=10),)),
    "plain castle": (PIECES, False, (house(CASTLE, -30, -10, turn=75),)),
    "castle": (PIECES, True, (house(CASTLE, turn=15),)),
}


@pytest.fixture(scope="module")
def renderers():
    """One renderer for each camera and copy, drawn once."""
    made: dict[tuple[int, bool, str], Renderer] = {}

    def get(pieces: Pieces, turrets: bool, name: str) -> Renderer:
        key = (id(pieces), turrets, name)
        if key not in made:
            look = replace(PLAIN, turrets=turrets)
            made[key] = Renderer(setting(CAMERAS[name], pieces, look))
        return made[key]

    return get


def farthest(one: np.ndarray, other: np.ndarray) -> float:
    """How far the samples of one mask are from the other at most."""
    away = cv2.distanceTransform((~other).astype(np.uint8), cv2.DIST_L2, 5)
    return float(away[one].max())


def differ(one: np.ndarray, other: np.ndarray) -> float:
    assert one.any()
    assert other.any()
    return max(farthest(one, other), farthest(other, one))


def outlines(renderer: Renderer, things: tuple[Thing, ...], seen: Camera) -> list[np.ndarray]:
    return [polygon for thing in things for polygon in renderer.body(thing).outlines(seen)]


def looks_green(renderer: Renderer, light: np.ndarray) -> np.ndarray:
    """Where the piece covers more than half of a pixel: shade does not matter, only the colour."""
    table = renderer.ground.albedo
    grey = table[..., 1] / table.sum(-1)
    green = light[..., 1] / light.sum(-1)
    painted = np.median(green[green > grey + 0.2])
    return np.asarray(green > (grey + painted) / 2)


@pytest.mark.parametrize("name", CAMERAS)
@pytest.mark.parametrize("scene", SCENES)
def test_a_piece_alone_covers_its_outline(renderers, scene, name):
    pieces, turrets, things = SCENES[scene]
    renderer = renderers(pieces, turrets, name)
    drawn = renderer.draw(things, NO_SHADOWS)
    polygons = outlines(renderer, things, CAMERAS[name])
    samples = samples_inside(polygons, drawn.number.shape, FINE)
    assert differ(drawn.number >= 0, samples) / FINE <= CLOSE
    pixels = samples_inside(polygons, drawn.light.shape[:2])
    assert differ(looks_green(renderer, drawn.light), pixels) <= ASKED


@pytest.mark.parametrize("name", CAMERAS)
def test_plain_pieces_fill_the_solids_of_a_ruler(renderers, name):
    seen = CAMERAS[name]
    stance = Stance(0.0, 0.0, 2.0, 20.0)
    for kind in (CAMP, TOWER, CASTLE):
        drawn = renderers(PIECES, False, name).draw((house(kind, turn=20),), NO_SHADOWS)
        ruler = outline(seen, building_solid(PIECES, kind), stance)
        expected = samples_inside([ruler], drawn.number.shape, FINE)
        assert differ(drawn.number >= 0, expected) / FINE <= CLOSE
    stack = tuple(disc(layer=k) for k in range(3))
    drawn = renderers(PIECES, False, name).draw(stack, NO_SHADOWS)
    ruler = outline(seen, disc_solid(PIECES, 3), stance)
    expected = samples_inside([ruler], drawn.number.shape, FINE)
    assert differ(drawn.number >= 0, expected) / FINE <= CLOSE


@pytest.mark.parametrize("pieces", [PIECES, ROUND_TOWER])
@pytest.mark.parametrize("kind", [TOWER, CASTLE])
def test_turrets_stay_within_the_sizes_of_a_ruler(renderers, kind, pieces):
    for name, seen in CAMERAS.items():
        drawn = renderers(pieces, True, name).draw((house(kind, turn=33),), NO_SHADOWS)
        ruler = outline(seen, building_solid(pieces, kind), Stance(0.0, 0.0, 2.0, 33.0))
        within = samples_inside([ruler], drawn.number.shape, FINE)
        assert farthest(drawn.number >= 0, within) / FINE <= CLOSE
