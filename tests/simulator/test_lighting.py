"""Lights over the table: their directions, random rooms, and rooms that change."""

from __future__ import annotations

import numpy as np
import pytest

from eko_companion.simulator.lighting import DAYLIGHT, Light, Lighting
from eko_companion.simulator.lights_at_random import changed_lighting, random_lighting


def brightness(lighting: Lighting) -> float:
    """Of a white sheet on the table."""
    lamps = sum(sum(light.colour) * light.direction[2] for light in lighting.lights)
    return float(lamps + sum(lighting.sky)) / 3


@pytest.mark.parametrize(
    ("azimuth", "way"), [(0, (1, 0)), (90, (0, -1)), (180, (-1, 0)), (270, (0, 1))]
)
def test_azimuth_is_counter_clockwise_as_seen_from_above(azimuth, way):
    direction = Light(azimuth, 30.0, (1, 1, 1)).direction
    assert direction[:2] / np.hypot(*direction[:2]) == pytest.approx(way, abs=1e-9)
    assert direction[2] == pytest.approx(0.5)
    assert np.linalg.norm(direction) == pytest.approx(1)


def test_a_part_of_a_light_is_never_below_the_table():
    for around, up in ((0, -80), (10, 80), (0, 0)):
        assert Light(20, 30, (1, 1, 1)).turned(around, up)[2] > 0.1


def test_dimmed_light_is_weaker_and_nothing_else():
    half = DAYLIGHT.dimmed(0.5)
    assert brightness(half) == pytest.approx(brightness(DAYLIGHT) / 2)
    for light, before in zip(half.lights, DAYLIGHT.lights, strict=True):
        assert (light.direction == before.direction).all()
        assert (light.spread, light.fall_off) == (before.spread, before.fall_off)


@pytest.mark.parametrize("seed", range(30))
def test_random_rooms_are_lit(seed):
    room = random_lighting(np.random.default_rng(seed))
    assert 1 <= len(room.lights) <= 3
    assert 0.3 < brightness(room) < 2.0
    for light in room.lights:
        assert 20 <= light.elevation <= 85
        assert min(light.colour) > 0
        assert 0 <= light.fall_off < 1


def test_rooms_differ_and_seeds_repeat():
    rooms = [random_lighting(np.random.default_rng(seed)) for seed in range(30)]
    assert len({repr(room) for room in rooms}) == 30
    assert len({len(room.lights) for room in rooms}) > 1
    assert random_lighting(np.random.default_rng(3)) == rooms[3]


@pytest.mark.parametrize("seed", range(20))
def test_a_change_is_seen_but_the_room_stays_usable(seed):
    rng = np.random.default_rng(seed)
    room = random_lighting(rng)
    changed = changed_lighting(room, rng)
    assert changed != room
    assert 0.5 < brightness(changed) / brightness(room) < 2.2
