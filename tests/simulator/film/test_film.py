"""The frames of a film: any moment can be drawn, in changing light, by a camera that is pushed."""

from __future__ import annotations

import numpy as np
import pytest

from eko_companion.simulator.film.film import CLOUD, Film, Projector, Wishes
from eko_companion.simulator.lighting import Lighting
from tests.simulator.film.films import small_table, whole_film


def brightness(lighting: Lighting) -> float:
    lamps = sum(sum(light.colour) * light.direction[2] for light in lighting.lights)
    return float(lamps + sum(lighting.sky))


@pytest.mark.parametrize(
    ("seed", "players", "variants"), [(1, 2, True), (2, 3, False), (3, 4, True)]
)
def test_any_moment_can_be_drawn(seed, players, variants):
    film = whole_film(seed, players, variants)
    projector = Projector(film)
    rng = np.random.default_rng(seed)
    times = [-1.0, 0.0, *rng.uniform(0, film.length, 6), film.length, film.length + 100]
    for at in times:
        image = projector.frame(float(at)).image
        assert image.shape == (90, 160, 3)
        assert image.dtype == np.uint8
        assert 15 < image.mean() < 240


def test_every_moment_has_its_scene():
    for seed, players, variants in ((1, 2, True), (4, 3, True), (5, 4, True)):
        film = whole_film(seed, players, variants)
        for at in np.random.default_rng(seed).uniform(0, film.length, 400):
            scene = film.scene_at(float(at))
            assert scene.things
            assert scene.hand is not None or not scene.carried


def test_the_same_seed_gives_the_same_film():
    one, other = (Film(small_table(9), Wishes(most_actions=4)) for _ in range(2))
    assert one.length == other.length
    at = next(visit.start for visit in one.happened if visit.end > visit.start) + 1.0
    frames = [[Projector(film).frame(t).image for t in (0.5, at)] for film in (one, other)]
    for first, second in zip(*frames, strict=True):
        assert (first == second).all()


def test_no_two_frames_of_a_still_scene_have_the_same_noise():
    projector = Projector(Film(small_table(9), Wishes(most_actions=1)))
    one, other = (projector.frame(at).image.astype(int) for at in (0.2, 0.3))
    assert (one != other).any()
    assert np.abs(one - other).mean() < 6


def test_a_film_is_as_long_as_its_actions():
    short, longer = (Film(small_table(9), Wishes(most_actions=n)) for n in (3, 12))
    assert len(short.happened) < len(longer.happened)
    assert short.length < longer.length
    slow = Film(small_table(9), Wishes(most_actions=3, pace=2.0))
    assert slow.length > 1.3 * short.length


@pytest.fixture(scope="module")
def lamps() -> Film:
    return Film(small_table(9), Wishes(light_changes=2, clouds=0, bumps=0))


@pytest.fixture(scope="module")
def pushes() -> Film:
    return Film(small_table(9), Wishes(light_changes=0, clouds=0, bumps=2))


class TestLight:
    def test_a_lamp_changes_at_its_time(self, lamps):
        film = lamps
        assert len(film.lights) == 2
        first, second = film.lights
        assert 0 < first.at < second.at < film.length
        assert film.lighting_at(0.0) == film.table.lighting
        assert film.lighting_at(first.at - 0.01) == film.table.lighting
        assert film.lighting_at(first.at) == first.lighting != film.table.lighting
        assert film.lighting_at(film.length) == second.lighting

    def test_the_picture_changes_with_it(self, lamps):
        projector = Projector(lamps)
        change = lamps.lights[0]
        before, after = (
            projector.frame(change.at + d).image.reshape(-1, 3).mean(0) for d in (-0.02, 0.02)
        )
        again = projector.frame(change.at + 0.06).image.reshape(-1, 3).mean(0)
        assert np.abs(after - before).max() > 2
        assert np.abs(again - after).max() < 1

    def test_a_cloud_comes_and_goes(self):
        film = Film(small_table(9), Wishes(light_changes=0, clouds=1, bumps=0))
        (cloud,) = film.clouds
        full = brightness(film.table.lighting)
        at = np.linspace(cloud.at, cloud.at + CLOUD, 30)
        fading = [brightness(film.lighting_at(float(t))) for t in at]
        assert (np.diff(fading) <= 1e-9).all()
        assert 3 <= len({round(value, 9) for value in fading}) <= 6
        below = brightness(film.lighting_at((cloud.at + CLOUD + cloud.goes) / 2))
        assert below == pytest.approx(cloud.dims * full)
        assert film.lighting_at(cloud.at - 0.01) == film.table.lighting
        assert film.lighting_at(cloud.goes + CLOUD + 0.01) == film.table.lighting

    def test_a_lamp_that_is_switched_below_a_cloud_stays_switched(self):
        for seed in range(30):
            film = Film(
                small_table(seed % 3),
                Wishes(light_changes=6, clouds=3, bumps=0, most_actions=30),
            )
            last = film.lights[-1]
            over = max(cloud.goes + CLOUD for cloud in film.clouds)
            assert film.lighting_at(max(last.at, over) + 0.1) == last.lighting
            times = [change.at for change in film.lights]
            if any(cloud.at < at < cloud.goes for cloud in film.clouds for at in times):
                return
        pytest.fail("no lamp was switched below a cloud")


class TestBumps:
    def test_the_camera_is_another_from_then_on(self, pushes):
        one, other = pushes.bumps
        start = pushes.table.setting.camera
        assert 0 < one.at < other.at < pushes.length
        assert pushes.camera_at(one.at - 0.01) is start
        assert pushes.camera_at(one.at) is one.camera is not start
        assert pushes.camera_at(pushes.length) is other.camera
        assert np.linalg.norm(one.camera.origin - start.origin) > 0

    def test_the_picture_is_smeared_until_it_rests(self, pushes):
        at = pushes.bumps[0].at
        assert not pushes.shaken_at(at - 0.01)
        assert pushes.shaken_at(at + 0.2)
        assert not pushes.shaken_at(at + 0.6)
        projector = Projector(pushes)
        # The swing is a new one in each frame, at times in no direction to speak of.
        edges = [
            min(
                np.abs(np.diff(projector.frame(at + d).image.astype(int), axis=k)).mean()
                for k in (0, 1)
            )
            for d in (-0.1, 0.1, 0.2, 0.3, 0.4)
        ]
        assert np.mean(edges[1:]) < 0.8 * edges[0]

    def test_the_board_is_seen_from_elsewhere_afterwards(self, pushes):
        projector = Projector(pushes)
        at = pushes.bumps[0].at
        before, after = (projector.frame(t).image.astype(int) for t in (0.5, at + 1.0))
        assert np.abs(before - after).mean() > 4
        assert projector.photographer.renderer.setting.camera is pushes.bumps[0].camera
        projector.frame(0.5)
        assert projector.photographer.renderer.setting.camera is pushes.table.setting.camera


def test_nothing_happens_where_nothing_is_wished_for():
    film = Film(small_table(9), Wishes(light_changes=0, clouds=0, bumps=0, most_actions=2))
    assert (film.lights, film.clouds, film.bumps) == ([], [], [])
    assert film.camera_at(film.length) is film.table.setting.camera
    assert not film.shaken_at(1.0)


def test_a_cheap_camera_sends_jpeg():
    film = Film(small_table(9), Wishes(most_actions=1))
    plain, squeezed = (
        Projector(film, compressed=compressed).frame(0.5).image for compressed in (False, True)
    )
    assert (plain != squeezed).any()
