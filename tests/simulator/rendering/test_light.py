"""Light: shadows fall away from it, a lamp that is off makes darker, colours come through."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from eko_companion.geometry import Stance
from eko_companion.simulator.hands.looks import random_look
from eko_companion.simulator.lighting import DAYLIGHT, Light, Lighting
from eko_companion.simulator.look import Paint
from eko_companion.simulator.rendering.reaching import throw_shadows
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Disc, Hand
from tests.simulator.rendering.scenes import (
    LAMP,
    NO_SHADOWS,
    PLAIN,
    TOWER,
    camera,
    house,
    setting,
)

SEEN = camera(84, distance=300)
"""From so high above that no piece hides the table beside it."""
PLAINER = replace(PLAIN, turrets=False)
TALL = house(TOWER)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(setting(SEEN, look=PLAINER))


def shade_at(renderer: Renderer, drawn: np.ndarray, empty: np.ndarray, x: float, y: float) -> float:
    """How bright a place of the table is, as part of what it is without the pieces."""
    column, row = np.rint(SEEN.project([[x, y, 0.0]])[0]).astype(int)
    part = (slice(row - 1, row + 2), slice(column - 1, column + 2))
    return float(drawn[part].sum() / empty[part].sum())


@pytest.mark.parametrize("azimuth", [0.0, 90.0, 135.0, 200.0, 300.0])
def test_a_shadow_falls_on_the_side_away_from_the_light(renderer, azimuth):
    lamp = Lighting((Light(azimuth, 45.0, (0.9, 0.9, 0.9), 1.0),), (0.1, 0.1, 0.1))
    empty = renderer.draw((), lamp).light
    drawn = renderer.draw((TALL,), lamp).light
    # Counter-clockwise as seen from above: y points down.
    way = np.array([math.cos(math.radians(azimuth)), -math.sin(math.radians(azimuth))])
    away = shade_at(renderer, drawn, empty, *(-15 * way))
    towards = shade_at(renderer, drawn, empty, *(15 * way))
    beside = shade_at(renderer, drawn, empty, *(15 * way[::-1] * [1, -1]))
    assert away < 0.4
    assert towards > 0.8
    assert beside > 0.8


@pytest.mark.parametrize("elevation", [35.0, 50.0, 65.0])
def test_a_lower_light_throws_a_longer_shadow(renderer, elevation):
    lamp = Lighting((Light(0.0, elevation, (0.9, 0.9, 0.9), 1.0),), (0.1, 0.1, 0.1))
    empty = renderer.draw((), lamp).light
    drawn = renderer.draw((TALL,), lamp).light
    # From the far edge of its top, 26 mm high.
    end = 5.5 + 26.0 / math.tan(math.radians(elevation))
    assert shade_at(renderer, drawn, empty, -(end - 4), 0.0) < 0.5
    assert shade_at(renderer, drawn, empty, -(end + 4), 0.0) > 0.85


def test_the_side_towards_the_light_is_brighter():
    low = camera(45)
    drawn = Renderer(setting(low, look=PLAINER)).draw((house(TOWER, turn=45),), LAMP)
    # With a corner towards the camera, one of the two walls that are seen looks at the lamp.
    walls = [low.project([[x, 5.0, 12.0]])[0] for x in (-3.0, 3.0)]
    left, right = (drawn.light[round(y), round(x), 1] for x, y in walls)
    assert right > 2 * left


def test_a_lamp_that_is_off_makes_darker(renderer):
    on = renderer.draw((TALL,), DAYLIGHT).light
    off = renderer.draw((TALL,), replace(DAYLIGHT, lights=DAYLIGHT.lights[1:])).light
    dark = renderer.draw((TALL,), replace(DAYLIGHT, lights=())).light
    assert (off <= on + 1e-5).all()
    assert off.mean() < 0.8 * on.mean()
    assert dark.mean() < 0.9 * off.mean()
    assert dark.mean() > 0.05 * on.mean()


def test_light_adds_up_and_is_in_proportion(renderer):
    once = renderer.draw((TALL,), LAMP).light
    half = renderer.draw((TALL,), LAMP.dimmed(0.5)).light
    assert np.abs(2 * half - once).max() < 1e-4


def test_without_lamps_there_are_no_shadows(renderer):
    empty = renderer.draw((), NO_SHADOWS).light
    drawn = renderer.draw((TALL,), NO_SHADOWS).light
    for x, y in ((20, 0), (-20, 0), (0, 20), (0, -20)):
        assert shade_at(renderer, drawn, empty, x, y) > 0.85


def test_light_has_its_colour(renderer):
    red = Lighting((Light(0.0, 50.0, (0.9, 0.1, 0.1)),), (0.2, 0.02, 0.02))
    light = renderer.draw((TALL,), red).light
    white = renderer.draw((TALL,), Lighting((Light(0.0, 50.0, (0.9,) * 3),), (0.2,) * 3)).light
    assert light[..., 2].mean() == pytest.approx(white[..., 2].mean(), rel=0.01)
    assert light[..., 0].mean() < 0.2 * white[..., 0].mean()


def test_pieces_have_the_colour_of_their_owner():
    look = replace(
        PLAIN,
        paints={
            "cyan": Paint((0.1, 0.6, 0.7), (1, 1, 1), (1, 1, 1), 0.0),
            "violet": Paint((0.5, 0.1, 0.6), (1, 1, 1), (1, 1, 1), 0.0),
        },
    )
    both = Renderer(setting(SEEN, look=look))
    things = (house(TOWER, -30), house(TOWER, 30, owner="violet"))
    drawn = both.draw(things, NO_SHADOWS)
    first, second = (drawn.light[drawn.number[::2, ::2] == k].mean(0) for k in (0, 1))
    assert first[1] > first[2]
    assert second[2] > second[1]
    assert second[0] > second[1]


class TestShadowsFromAbove:
    """Hands, and what they carry, throw shadows too."""

    def darkened(self, renderer, hand=None, carried=(), room=LAMP):
        light = renderer.draw((), room).light
        before = light.copy()
        throw_shadows(renderer, light, hand, carried, room)
        assert (light <= before + 1e-6).all()
        return light.sum(-1) / before.sum(-1)

    def test_a_hand_darkens_the_table_away_from_the_light(self, renderer):
        hand = Hand("flat", random_look(np.random.default_rng(2)), 60, 0, 40, 90)
        kept = self.darkened(renderer, hand)
        rows, columns = np.nonzero(kept < 0.8)
        assert len(rows) > 500
        # The lamp is at the right: its shadow is left of where the hand is.
        hand_at = SEEN.project([[60, 0, 0]])[0]
        top = np.abs(rows - hand_at[1]) < 20
        assert columns[top].mean() < hand_at[0]

    def test_a_piece_in_the_air_throws_its_shadow_beside_it(self, renderer):
        thing = Disc("cyan", False, Stance(0, 0, 42), False)
        kept = self.darkened(renderer, None, (thing,))
        rows, columns = np.nonzero(kept < 0.8)
        away = 40 / math.tan(math.radians(40))
        expected = SEEN.project([[-away, 0, 0]])[0]
        assert columns.mean() == pytest.approx(expected[0], abs=3)
        assert rows.mean() == pytest.approx(expected[1], abs=3)

    def test_without_lamps_nothing_is_darkened(self, renderer):
        hand = Hand("flat", random_look(np.random.default_rng(2)), 0, 0, 40, 90)
        assert self.darkened(renderer, hand, room=NO_SHADOWS).min() == 1.0


def test_the_same_scene_is_drawn_the_same(renderer):
    one, other = (renderer.draw((TALL,), DAYLIGHT) for _ in range(2))
    assert (one.light == other.light).all()
    anew = Renderer(setting(SEEN, look=PLAINER)).draw((TALL,), DAYLIGHT)
    assert (one.light == anew.light).all()
    assert (one.number == anew.number).all()
