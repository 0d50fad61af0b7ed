"""Hands move softly, carry what they lifted, and put it down where it then lies."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from eko_companion.geometry import Stance
from eko_companion.rules.hexgrid import Cell
from eko_companion.simulator.film.film import Film
from eko_companion.simulator.film.motion import Key, lifted, middle_of, outside, place_at
from eko_companion.simulator.film.timeline import HIGH
from eko_companion.simulator.scene import Disc
from tests.simulator.film.films import whole_film

KEYS = [Key(1.0, 0, 0, 50, "reach"), Key(2.0, 10, 0, 50, "pinch"), Key(2.5, 10, 20, 0, "reach")]


def test_before_and_after_all_keys_the_hand_stays():
    assert place_at(KEYS, 0.0) == KEYS[0]
    assert place_at(KEYS, 9.0) == KEYS[-1]


def test_a_hand_passes_its_keys():
    for key in KEYS:
        there = place_at(KEYS, key.at)
        assert (there.x, there.y, there.z) == pytest.approx((key.x, key.y, key.z))


def test_it_starts_and_stops_softly():
    places = [place_at(KEYS, at).x for at in np.linspace(1, 2, 101)]
    steps = np.diff(places)
    assert (steps >= 0).all()
    assert steps[0] < 0.1 * steps.max()
    assert steps[-1] < 0.1 * steps.max()
    assert place_at(KEYS, 1.5).x == pytest.approx(5)
    assert place_at(KEYS, 1.5).pose == "reach"
    assert place_at(KEYS, 2.2).pose == "pinch"


def test_what_is_carried_moves_with_the_hand_and_lies_on_no_cell():
    things = [Disc("cyan", k == 1, Stance(3, 4, 2 + 8 * k, 30), cell=Cell(1, 2)) for k in range(2)]
    moved = lifted(things, (3, 4, 15), Key(0.0, 13, 4, 65))
    assert [thing.stance for thing in moved] == [Stance(13, 4, 52, 30), Stance(13, 4, 60, 30)]
    assert all(thing.cell is None for thing in moved)
    assert [thing.owner for thing in moved] == ["cyan", "cyan"]


def test_fingers_grip_the_top_of_a_pile_and_never_the_table():
    low = [Disc("cyan", False, Stance(0, 0, 2))]
    high = [Disc("cyan", False, Stance(2 * k, 0, 2 + 8 * k)) for k in range(4)]
    assert middle_of(low, 8)[2] == 10
    x, y, z = middle_of(high, 8)
    assert (x, y) == (3, 0)
    assert 26 < z < 34


def test_an_arm_comes_from_its_direction():
    assert outside(1, 2, 0, 10) == pytest.approx((11, 2))
    assert outside(1, 2, 90, 10) == pytest.approx((1, 12))


@pytest.fixture(scope="module")
def film() -> Film:
    return whole_film(2, 3, False)


def test_hands_never_leap(film):
    step = 0.02
    for happened in film.happened[:25]:
        times = np.arange(happened.start + 1e-6, happened.end - 1e-6, step)
        hands = [film.scene_at(float(at)).hand for at in times]
        places = np.array([(hand.x, hand.y, hand.z) for hand in hands if hand is not None])
        assert len(places) == len(times)
        if len(places) > 1:
            speed = np.linalg.norm(np.diff(places, axis=0), axis=1) / step
            # Millimetres a second: a quick reach, not a teleport.
            assert speed.max() < 4000


def test_a_hand_comes_from_far_and_leaves_again(film):
    for happened in film.happened[:25]:
        if happened.end > happened.start:
            first = film.scene_at(happened.start + 1e-6).hand
            last = film.scene_at(happened.end - 1e-6).hand
            assert first is not None
            assert last is not None
            for hand in (first, last):
                assert np.hypot(hand.x, hand.y) > 200
                assert hand.z > HIGH


def test_what_is_lifted_starts_where_it_lay(film):
    """At the moment of lifting, the pieces in the hand are where they lay a moment before."""
    lifts = 0
    for one, other in itertools.pairwise(film.spans):
        gone = {thing for thing in one.things if thing.cell} - set(other.things)
        if not other.carried or not gone:
            continue
        carried = film.scene_at(other.start + 1e-6).carried
        before = [(t.stance.x, t.stance.y, t.stance.z) for t in gone]
        for thing in carried:
            place = (thing.stance.x, thing.stance.y, thing.stance.z)
            assert min(np.linalg.norm(np.subtract(place, other)) for other in before) < 0.5
        lifts += 1
    assert lifts > 20


def test_what_is_put_down_lies_where_the_hand_let_go(film):
    radius = film.table.setting.pieces.disc_diameter / 2
    drops = 0
    for one, other in itertools.pairwise(film.spans):
        come = {thing for thing in other.things if thing.cell} - set(one.things)
        if not one.carried or not come:
            continue
        carried = film.scene_at(one.end - 1e-6).carried
        places = np.array([(t.stance.x, t.stance.y) for t in come])
        for thing in carried:
            away = np.hypot(*(places - [thing.stance.x, thing.stance.y]).T).min()
            assert away < radius / 3
        drops += 1
    assert drops > 20


def test_a_slid_stack_stays_on_the_board(film):
    """Pushed stacks are not lifted; all others are."""
    highest = []
    for span in film.spans:
        if span.carried:
            times = np.linspace(span.start, span.end, 9)[1:-1]
            highest.append(
                max(thing.stance.z for at in times for thing in film.scene_at(float(at)).carried)
            )
    assert min(highest) < 40 < max(highest)
