"""Prints on discs: clean masks, worn by seed, and no two kinds alike however a disc is turned."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.prints import (
    EMPEROR_PRINTS,
    WARRIOR_PRINTS,
    emperor_print,
    warrior_print,
)

ALL = [(warrior_print, kind) for kind in WARRIOR_PRINTS] + [
    (emperor_print, kind) for kind in EMPEROR_PRINTS
]
SIZE = 64
SEEN = 45
"""How wide a disc is in a photo."""


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    """The best correlation over all turns, over the disc alone."""
    at = np.arange(SIZE) + 0.5 - SIZE / 2
    disc = np.hypot(at[:, None], at[None, :]) < SIZE / 2 - 1
    # Slightly blurred, as a photo is: a shift by a pixel must not count as a difference.
    one, other = (cv2.GaussianBlur(mask, (0, 0), 1.5) for mask in (one, other))
    best = -1.0
    middle = ((SIZE - 1) / 2, (SIZE - 1) / 2)
    for degrees in range(0, 360, 15):
        turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
        turned = cv2.warpAffine(other, turn, (SIZE, SIZE))
        best = max(best, float(np.corrcoef(one[disc], turned[disc])[0, 1]))
    return best


def test_there_are_enough_kinds():
    assert len(set(WARRIOR_PRINTS)) >= 8
    assert len(set(EMPEROR_PRINTS)) >= 6


@pytest.mark.parametrize(("draw", "kind"), ALL)
def test_a_print_is_a_mask_inside_its_disc(draw, kind):
    mask = draw(kind, SIZE, 5)
    assert mask.shape == (SIZE, SIZE)
    assert mask.dtype == np.float32
    assert mask.min() == 0
    assert 0.7 < mask.max() <= 1
    at = np.arange(SIZE) + 0.5 - SIZE / 2
    assert not mask[np.hypot(at[:, None], at[None, :]) > SIZE / 2 + 1].any()


@pytest.mark.parametrize(("draw", "kind"), ALL)
def test_wear_is_repeatable_slight_and_different_by_seed(draw, kind):
    first, again, other = draw(kind, SIZE, 1), draw(kind, SIZE, 1), draw(kind, SIZE, 2)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert np.corrcoef(first.ravel(), other.ravel())[0, 1] > 0.85


@pytest.mark.parametrize(("draw", "kind"), ALL)
def test_lines_show_when_a_disc_is_small_in_the_photo(draw, kind):
    mask = draw(kind, SEEN, 3)
    assert mask.max() > 0.75
    assert (mask > 0.6).mean() > 0.04
    # What is strong at full size must not melt into its surroundings.
    sharp = draw(kind, 4 * SEEN, 3)
    reduced = cv2.resize(sharp, (SEEN, SEEN), interpolation=cv2.INTER_AREA)
    assert np.corrcoef(mask.ravel(), reduced.ravel())[0, 1] > 0.9


def test_every_two_kinds_differ_clearly_at_any_turn():
    masks = {kind: draw(kind, SIZE, 1) for draw, kind in ALL}
    for one, other in itertools.combinations(masks, 2):
        assert likeness(masks[one], masks[other]) < 0.82, (one, other)


def test_emperors_can_be_told_from_warriors():
    # A worn emperor is more like a fresh one of his kind than like any warrior.
    for kind in EMPEROR_PRINTS:
        emperor = emperor_print(kind, SIZE, 1)
        own = likeness(emperor, emperor_print(kind, SIZE, 2))
        for warrior in WARRIOR_PRINTS:
            assert own - likeness(emperor, warrior_print(warrior, SIZE, 1)) > 0.15, (kind, warrior)


def test_emperors_carry_more_ink_than_most_warriors():
    ink = {kind: float(draw(kind, SIZE, 1).mean()) for draw, kind in ALL}
    usual = float(np.median([ink[kind] for kind in WARRIOR_PRINTS]))
    assert all(ink[kind] > usual for kind in EMPEROR_PRINTS)


def test_unknown_prints_and_sizes_are_refused_with_a_sentence():
    with pytest.raises(EkoError, match="no print named 'teapot'"):
        warrior_print("teapot", SIZE, 0)
    with pytest.raises(EkoError, match="no print named 'chevrons'"):
        emperor_print("chevrons", SIZE, 0)
    with pytest.raises(EkoError, match="0 pixels"):
        warrior_print("chevrons", 0, 0)
