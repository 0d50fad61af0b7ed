"""What is nearer hides what is farther, and the truth says how much of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from eko_companion.geometry import Stance
from eko_companion.rules.hexgrid import Cell
from eko_companion.simulator.hands.looks import random_look
from eko_companion.simulator.photographing import Photo, Photographer, Scene
from eko_companion.simulator.rendering.rays import FINE
from eko_companion.simulator.rendering.renderer import Drawn, Renderer
from eko_companion.simulator.scene import Disc, Hand, Thing, Vessel
from eko_companion.simulator.sensor import Sensor
from tests.simulator.rendering.scenes import (
    CASTLE,
    NO_SHADOWS,
    TOWER,
    camera,
    disc,
    house,
    samples_inside,
    setting,
)

SEEN = camera(45)
NEAR, FAR = Cell(0, 1), Cell(0, 0)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(setting(SEEN))


def covers(renderer: Renderer, thing: Thing, drawn: Drawn) -> np.ndarray:
    return samples_inside(renderer.body(thing).outlines(SEEN), drawn.number.shape, FINE)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["far first", "near first"])
@pytest.mark.parametrize("apart", [22.0, 26.0, 30.0])
def test_the_nearer_piece_is_seen_whole(renderer, apart, order):
    both: tuple[Thing, Thing] = (disc(0, 0), house(CASTLE, 3, apart, owner="violet"))
    drawn = renderer.draw([both[k] for k in order], NO_SHADOWS)
    far, near = order.index(0), order.index(1)
    assert drawn.visible[near] == 1.0
    behind, before = (covers(renderer, thing, drawn) for thing in both)
    expected = (behind & ~before).sum() / behind.sum()
    assert 0.05 < expected < 0.95
    assert drawn.visible[far] == pytest.approx(expected, abs=0.02)
    assert (drawn.number[before & behind] == near).mean() > 0.98


def test_a_piece_alone_is_seen_whole(renderer):
    assert renderer.draw([disc()], NO_SHADOWS).visible == (1.0,)
    assert renderer.draw([house(CASTLE)], NO_SHADOWS).visible == (1.0,)


def test_a_piece_behind_a_tall_one_is_not_seen_at_all(renderer):
    small: Thing = Disc("cyan", False, Stance(0, 0, 2.0), False, FAR)
    wall = [disc(x, 24.5, layer=k, owner="violet") for x in (-15, 0, 15) for k in range(8)]
    drawn = renderer.draw([small, *wall], NO_SHADOWS)
    assert drawn.visible[0] == 0.0
    assert not (drawn.number == 0).any()


def test_what_is_outside_the_picture_is_not_seen(renderer):
    drawn = renderer.draw([disc(2000, 0), disc()], NO_SHADOWS)
    assert drawn.visible == (0.0, 1.0)


def test_only_the_rim_is_seen_of_a_disc_below_another(renderer):
    lower, upper = renderer.draw([disc(), disc(layer=1)], NO_SHADOWS).visible
    assert upper == 1.0
    # Its top is hidden, most of its rim is not.
    assert 0.2 < lower < 0.5


def test_a_mug_hides_pieces_too():
    mug = Vessel(0, 60, 70, 100, (0.5, 0.5, 0.5), (0.1, 0.1, 0.1))
    with_mug = Renderer(replace(setting(SEEN), vessels=(mug,)))
    drawn = with_mug.draw([disc()], NO_SHADOWS)
    assert drawn.visible[0] < 0.2
    assert len(drawn.visible) == 1


def test_every_part_is_between_nothing_and_all(renderer):
    rng = np.random.default_rng(3)
    things: list[Thing] = []
    for number in range(30):
        x, y = rng.uniform(-90, 90), rng.uniform(-60, 60)
        turn = float(rng.uniform(0, 360))
        kind = (TOWER, CASTLE)[number % 2]
        things.append(house(kind, x, y, turn=turn) if number % 3 == 0 else disc(x, y, turn=turn))
    visible = renderer.draw(things, NO_SHADOWS).visible
    assert len(visible) == 30
    assert all(0.0 <= part <= 1.0 for part in visible)
    assert 1.0 in visible
    assert min(visible) < 0.9


class TestPhoto:
    """The truth of a photo goes by cells, and a hand counts as something before them."""

    @pytest.fixture
    def photographer(self, renderer):
        return Photographer(renderer, Sensor(), np.random.default_rng(1))

    @staticmethod
    def taken(photographer: Photographer, hand: Hand | None = None) -> Photo:
        things = (
            Disc("cyan", False, Stance(0, 0, 2), cell=FAR),
            Disc("cyan", True, Stance(0, 0, 10), cell=FAR),
            Disc("violet", False, Stance(-50, 25, 2), cell=NEAR),
            Disc("violet", False, Stance(60, 40, 0)),
        )
        return photographer.take(Scene(things, NO_SHADOWS, hand))

    def test_only_cells_are_named_and_the_top_of_a_stack_counts(self, photographer):
        assert self.taken(photographer).visible == {"[0, 0]": 1.0, "[0, 1]": 1.0}

    def test_a_hand_hides_what_is_below_it(self, photographer):
        hand = Hand("flat", random_look(np.random.default_rng(2)), -20, 16, 20, 0)
        photo = self.taken(photographer, hand)
        assert photo.visible["[0, 0]"] < 0.3
        assert photo.visible["[0, 1]"] > 0.9
        assert photo.covered is not None
        assert 0.05 < photo.covered.mean() < 0.7
        assert photo.covered.max() <= 1.0

    def test_without_a_hand_nothing_is_covered(self, photographer):
        assert self.taken(photographer).covered is None

    def test_a_hand_leaves_the_rest_of_the_picture_as_it_was(self, renderer):
        plain = Sensor(noise=0, quality=0, sharpening=0, blur=0)
        photographer = Photographer(renderer, plain, np.random.default_rng(1))
        before = self.taken(photographer).image.astype(int)
        hand = Hand("pinch", random_look(np.random.default_rng(2)), 0, 0, 30, 0)
        photo = self.taken(photographer, hand)
        again = self.taken(photographer).image.astype(int)
        assert (again == before).all()
        changed = np.abs(photo.image.astype(int) - before).max(-1) > 2
        assert photo.covered is not None
        assert not changed[photo.covered == 0].any()
        assert changed[photo.covered > 0.9].mean() > 0.9


class TestCarried:
    """Pieces in the air."""

    def carried(self, renderer: Renderer, thing: Thing, lying: tuple[Thing, ...]) -> np.ndarray:
        """Where a piece in the air changes the picture."""
        drawn = renderer.draw(lying, NO_SHADOWS)
        light = drawn.light.copy()
        renderer.carry(drawn, light, (thing,))
        return np.asarray(np.abs(light - drawn.light).max(-1) > 0.02)

    def test_it_is_seen_where_it_is(self, renderer):
        thing = Disc("cyan", False, Stance(20, -10, 60), False)
        changed = self.carried(renderer, thing, (disc(-60, 0),))
        expected = samples_inside(renderer.body(thing).outlines(SEEN), changed.shape)
        assert (changed == expected).mean() > 0.998
        assert changed[expected].mean() > 0.97

    def test_it_hides_what_is_behind_it_and_is_hidden_by_what_is_before_it(self, renderer):
        before = (house(CASTLE, 0, 40, owner="violet"),)
        high = Disc("cyan", False, Stance(0, 60, 30), False)
        low = Disc("cyan", False, Stance(0, 20, 2), False)
        castle = samples_inside(renderer.body(before[0]).outlines(SEEN), (270, 480))
        assert (self.carried(renderer, high, before) & castle).sum() > 100
        assert not (self.carried(renderer, low, before) & castle).sum() > 20
        assert self.carried(renderer, low, ()).sum() > self.carried(renderer, low, before).sum()
