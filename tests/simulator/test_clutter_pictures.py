"""Things beside the board, and marker cards that a detector finds exactly where they are drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.clutter_pictures import CLUTTER, PX_PER_MM, card_face, draw_clutter

FLAT = ("score_sheet", "sticky_note")


def found(face: np.ndarray) -> tuple[list[int], np.ndarray]:
    """The ids in a card's picture, and the first one's corners."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(dictionary, settings)
    corners, ids, _ = detector.detectMarkers(np.rint(face * 255).astype(np.uint8))
    return ([] if ids is None else [int(k) for k in ids.ravel()]), np.array(corners[0][0])


def test_there_are_enough_kinds():
    assert len(set(CLUTTER)) >= 12


@pytest.mark.parametrize("kind", CLUTTER)
def test_every_kind_has_colours_cover_and_a_true_size(kind):
    thing = draw_clutter(kind, 2)
    rows, columns = thing.bgra.shape[:2]
    assert thing.bgra.dtype == np.float32
    assert thing.bgra.shape[2] == 4
    assert thing.bgra.min() >= 0
    assert thing.bgra.max() <= 1
    assert columns == pytest.approx(thing.width_mm * PX_PER_MM)
    assert rows == pytest.approx(thing.depth_mm * PX_PER_MM)
    assert 0.1 < thing.height_mm <= 12
    cover = thing.bgra[..., 3]
    assert cover.max() > 0.99
    # The picture is cut close around the thing, so that it can be placed by its size.
    assert all(edge.any() for edge in (cover[0], cover[-1], cover[:, 0], cover[:, -1]))
    assert cover.mean() > (0.01 if kind == "crumbs" else 0.15)


@pytest.mark.parametrize("kind", CLUTTER)
def test_the_same_seed_gives_the_same_thing_and_another_seed_another(kind):
    first, again = draw_clutter(kind, 1), draw_clutter(kind, 1)
    assert np.array_equal(first.bgra, again.bgra)
    assert first.height_mm == again.height_mm
    others = [draw_clutter(kind, seed) for seed in range(2, 6)]
    assert any(
        other.bgra.shape != first.bgra.shape or np.abs(other.bgra - first.bgra).mean() > 0.002
        for other in others
    )


def test_paper_is_thin_and_phones_and_books_are_not():
    assert all(draw_clutter(kind, 0).height_mm < 0.5 for kind in FLAT)
    assert 2 < draw_clutter("rulebook", 0).height_mm <= 6
    assert 6 < draw_clutter("phone_dark", 0).height_mm < 10


def test_the_table_shows_through_spectacles_but_not_through_a_phone():
    glasses = draw_clutter("glasses", 0).bgra[..., 3]
    assert 0.05 < glasses[glasses.shape[0] // 2, glasses.shape[1] // 4] < 0.9
    phone = draw_clutter("phone_lit", 0).bgra[..., 3]
    assert phone[phone.shape[0] // 2, phone.shape[1] // 2] == 1
    assert phone[0, 0] < 0.1


def test_an_unknown_thing_is_refused_with_a_sentence():
    with pytest.raises(EkoError, match="no clutter named 'cat'"):
        draw_clutter("cat", 0)


@pytest.mark.parametrize("marker", [0, 7, 14, 33, 49])
@pytest.mark.parametrize(
    ("side", "card", "px"), [(40, 56, 5), (40, 56, 5.31), (30, 50, 4.3), (50, 64, 3.7)]
)
def test_a_card_is_found_with_its_corners_to_a_third_of_a_pixel(marker, side, card, px):
    face = card_face(marker, side, card, px, seed=marker)
    size = round(card * px)
    assert face.shape == (size, size, 3)
    assert face.dtype == np.float32
    ids, corners = found(face)
    assert ids == [marker]
    low, high = (size / 2 * (1 + s * side / card) - 0.5 for s in (-1, 1))
    wanted = np.array([[low, low], [high, low], [high, high], [low, high]])
    assert np.abs(corners - wanted).max() < 0.3


def test_a_cards_black_is_not_black_and_its_white_not_white():
    for seed in range(6):
        face = card_face(7, 40, 56, 5, seed)
        margin, border = face[:30].mean(), face[45:55, 60:220].mean()
        assert 0.8 < margin < 0.99
        assert 0.03 < border < 0.16


def test_cards_differ_by_seed_and_are_repeatable():
    assert np.array_equal(card_face(3, 40, 56, 5, 1), card_face(3, 40, 56, 5, 1))
    assert np.abs(card_face(3, 40, 56, 5, 1) - card_face(3, 40, 56, 5, 2)).mean() > 0.003


def test_a_cards_number_stands_grey_below_the_marker_only():
    face = card_face(7, 40, 56, 8, 4).mean(axis=2)
    margin = 8 * 8
    paper = np.median(face[: margin - 2])
    assert (face[-margin + 4 :] < 0.8 * paper).sum() > 40
    assert not (face[: margin - 2] < 0.8 * paper).any()
    assert face[-margin + 4 :].min() > 0.2


def test_a_card_without_room_has_no_number():
    face = card_face(7, 40, 44, 8, 4).mean(axis=2)
    assert not (face[-12:] < 0.7).any()


def test_impossible_cards_are_refused_with_a_sentence():
    with pytest.raises(EkoError, match="no marker 50"):
        card_face(50, 40, 56, 5, 0)
    with pytest.raises(EkoError, match="smaller than its card"):
        card_face(1, 60, 56, 5, 0)
