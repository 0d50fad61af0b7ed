"""The camera behind the lens: exposure, balance, blur, noise, movement and JPEG."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from eko_companion.simulator.sensor import Sensor

CLEAN = Sensor(
    blur=0.0, noise=0.0, grain=0.0, contrast=0.0, sharpening=0.0, vignette=0.0, quality=0
)
"""A camera without any fault."""


def dice(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def flat(light: float, size: tuple[int, int] = (160, 90)) -> np.ndarray:
    return np.full((size[1], size[0], 3), light, np.float32)


def board() -> np.ndarray:
    """Dark and bright squares."""
    rows, columns = np.mgrid[:90, :160]
    squares = np.where((rows // 15 + columns // 15) % 2, 0.5, 0.1)
    return np.repeat(squares[..., None], 3, axis=2).astype(np.float32)


def test_a_faultless_camera_shows_light_as_a_screen_wants_it():
    for light, shown in ((0.0, 0), (0.2140, 128), (0.0513, 64), (1.0, 255), (5.0, 255)):
        image = CLEAN.take(flat(light), dice())
        assert image.dtype == np.uint8
        assert image.shape == (90, 160, 3)
        assert np.abs(image.astype(int) - shown).max() <= 1


def test_the_light_itself_is_not_changed():
    light = board()
    before = light.copy()
    Sensor().take(light, dice())
    assert (light == before).all()


def test_more_exposure_is_brighter():
    dark, bright = (replace(CLEAN, exposure=e).take(board(), dice()).mean() for e in (0.5, 1.5))
    assert bright > 1.4 * dark


def test_balance_is_red_green_blue():
    image = replace(CLEAN, balance=(1.5, 1.0, 0.5)).take(flat(0.3), dice())
    blue, green, red = image.reshape(-1, 3).mean(0)
    assert red > green > blue


@pytest.mark.parametrize("scale", [0.001, 0.1, 1.0, 30.0])
def test_a_camera_chooses_its_own_exposure(scale):
    light = board() * np.float32(scale)
    image = CLEAN.metered(light).take(light, dice())
    assert 90 < image.mean() < 180
    assert (image == 255).mean() < 0.02


def test_a_bright_corner_is_not_lost():
    light = flat(0.02)
    light[:20, :40] = 1.0
    image = CLEAN.metered(light).take(light, dice())
    assert image.max() < 255


def test_nothing_at_all_can_be_photographed():
    image = CLEAN.metered(flat(0.0)).take(flat(0.0), dice())
    assert image.max() == 0


def test_blur_softens_edges():
    sharp, soft = (
        np.abs(np.diff(replace(CLEAN, blur=b).take(board(), dice()).astype(int), axis=1)).max()
        for b in (0.0, 1.5)
    )
    assert soft < 0.6 * sharp


def test_movement_smears_along_its_direction_alone():
    image = replace(CLEAN, motion=(20.0, 0.0)).take(board(), dice()).astype(int)
    across = np.abs(np.diff(image[20:70, 30:130], axis=1)).max()
    down = np.abs(np.diff(image[20:70, 30:130], axis=0)).max()
    assert across < 30
    assert down < 60
    diagonal = replace(CLEAN, motion=(0.0, 20.0)).take(board(), dice()).astype(int)
    assert np.abs(np.diff(diagonal[20:70, 30:130], axis=0)).max() < 30


def test_noise_is_new_in_every_picture_and_grows():
    rng = dice()
    sensor = replace(CLEAN, noise=0.01)
    one, other = (sensor.take(flat(0.3), rng).astype(int) for _ in range(2))
    assert (one != other).mean() > 0.3
    strong = replace(CLEAN, noise=0.03).take(flat(0.3), dice()).astype(int)
    assert strong.std() > 2 * one.std()
    assert one.mean() == pytest.approx(CLEAN.take(flat(0.3), dice()).mean(), abs=1)


def test_the_same_dice_give_the_same_bytes():
    one, other = (Sensor().take(board(), dice(4)) for _ in range(2))
    assert (one == other).all()
    assert (Sensor().take(board(), dice(5)) != one).any()


def test_pictures_larger_than_the_sheet_of_noise_have_noise_everywhere():
    image = replace(CLEAN, noise=0.02).take(flat(0.3, (2600, 60)), dice())
    assert image.shape == (60, 2600, 3)
    assert min(image[-50:, -50:].std(), image[:50, :50].std()) > 1


def test_the_corners_are_darker():
    image = replace(CLEAN, vignette=0.3).take(flat(0.4), dice()).astype(int)
    assert image[45, 80, 1] > image[0, 0, 1] + 20
    for corner in (image[0, -1], image[-1, 0], image[-1, -1]):
        assert corner == pytest.approx(image[0, 0], abs=3)


def test_jpeg_changes_little_and_no_quality_means_none():
    plain = CLEAN.take(board(), dice())
    squeezed = replace(CLEAN, quality=60).take(board(), dice())
    assert (plain != squeezed).any()
    assert np.abs(plain.astype(int) - squeezed).mean() < 4
