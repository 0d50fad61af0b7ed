"""Table tops: every kind draws, to size, repeatably, differently by seed, and looks its part."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.surfaces import (
    AWKWARD_SURFACES,
    SURFACES,
    draw_surface,
    roughness,
)

SIZE = (240.0, 190.0)
PX = 1.2


def small(kind: str, seed: int = 1) -> np.ndarray:
    return draw_surface(kind, seed, SIZE, PX)


def mean_colour(kind: str, seed: int = 1) -> np.ndarray:
    return small(kind, seed).mean(axis=(0, 1))


@pytest.mark.parametrize("kind", SURFACES)
def test_every_kind_is_a_picture_of_the_asked_size(kind):
    picture = small(kind)
    assert picture.shape == (228, 288, 3)
    assert picture.dtype == np.float32
    assert np.isfinite(picture).all()
    assert picture.min() >= 0
    assert picture.max() <= 1


@pytest.mark.parametrize("kind", SURFACES)
def test_the_same_seed_gives_the_same_top_and_another_seed_another(kind):
    assert np.array_equal(small(kind, 3), small(kind, 3))
    assert np.abs(small(kind, 3) - small(kind, 4)).mean() > 0.005


@pytest.mark.parametrize("kind", SURFACES)
def test_no_top_is_one_flat_colour(kind):
    assert small(kind).std(axis=(0, 1)).max() > 0.002


@pytest.mark.parametrize(
    ("size", "px", "shape"),
    [((100.4, 50.0), 2.0, (100, 201)), ((7.0, 5.0), 1.0, (5, 7)), ((61.0, 33.0), 1.37, (45, 84))],
)
@pytest.mark.parametrize("kind", SURFACES)
def test_odd_and_tiny_sizes_are_exact(kind, size, px, shape):
    assert draw_surface(kind, 0, size, px).shape == (*shape, 3)


def test_wood_has_grain_along_its_boards():
    # Along the grain neighbours are alike; across it they are not. The boards' own direction
    # varies, so the strongest and the weakest direction of change are compared.
    for seed in range(5):
        grey = cv2.cvtColor(small("wood_oak", seed), cv2.COLOR_BGR2GRAY)
        across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
        tensor = np.cov(np.stack([across.ravel(), down.ravel()]))
        weak, strong = np.linalg.eigvalsh(tensor)
        assert strong > 3 * weak, seed


def test_felt_has_no_direction():
    # Some seeds are woven with visible threads, so the middle one of several counts.
    ratios = []
    for seed in range(7):
        grey = cv2.cvtColor(small("cloth_green", seed), cv2.COLOR_BGR2GRAY)
        across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
        weak, strong = np.linalg.eigvalsh(np.cov(np.stack([across.ravel(), down.ravel()])))
        ratios.append(strong / weak)
    assert np.median(ratios) < 1.5


def test_tops_have_the_colours_of_their_names():
    for seed in range(5):
        blue, green, red = mean_colour("cloth_green", seed)
        assert green > max(blue, red)
        blue, green, red = mean_colour("cloth_red", seed)
        assert red > 1.5 * max(blue, green)
        blue, green, red = mean_colour("cloth_blue", seed)
        assert blue > max(green, red)
        assert mean_colour("laminate_white", seed).min() > 0.7
        assert mean_colour("wood_dark", seed).max() < 0.45 < mean_colour("wood_light", seed).max()


def test_some_tops_are_as_sandy_as_tiles_and_as_violet_as_pieces():
    for seed in range(5):
        blue, green, red = mean_colour("cloth_sand", seed)
        assert red > green > blue + 0.1
        blue, green, red = mean_colour("cloth_violet", seed)
        assert min(blue, red) > 1.2 * green
    assert set(AWKWARD_SURFACES) <= set(SURFACES)


def test_roughness_runs_from_laminate_to_felt():
    values = {kind: roughness(kind) for kind in SURFACES}
    assert all(0 < value < 1 for value in values.values())
    assert min(values, key=values.__getitem__) == "laminate_white"
    assert values["cloth_green"] == max(values.values())


def test_an_unknown_top_is_refused_with_a_sentence():
    with pytest.raises(EkoError, match="no table top named 'lava'"):
        draw_surface("lava", 0, SIZE, PX)
    with pytest.raises(EkoError, match="no table top"):
        roughness("lava")
