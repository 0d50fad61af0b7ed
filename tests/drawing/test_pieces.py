"""Pieces on the picture: each is drawn, in its owner's paint and with his mark."""

from __future__ import annotations

import pytest

from eko_companion.drawing import LIGHT, marks_of, paints_of, pieces_layer
from eko_companion.rules import Building, Stack
from tests.drawing.boards import crowded, large_board, position
from tests.drawing.svg import NAMESPACE, read_layer, texts, titles, used


def test_every_stack_and_building_is_drawn_and_told():
    shown = crowded()
    told = titles(read_layer(pieces_layer(shown, LIGHT)))
    assert len(told) == len(shown.stacks) + len(shown.buildings)
    pieces: list[Stack | Building] = [*shown.stacks, *shown.buildings]
    for piece in pieces:
        name = shown.board.name(piece.cell)
        assert any(text.startswith(piece.owner) and text.endswith(f" {name}") for text in told)


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_stack_shows_its_height_as_discs_and_as_a_number(height):
    stack = Stack(large_board(2).walkable[0], "cyan", height, False)
    root = read_layer(pieces_layer(position(large_board(2), stack), LIGHT, marks=False))
    assert used(root) == [f"stack{height}"]
    assert texts(root) == [str(height)]


def test_an_emperor_wears_a_crown():
    stack = Stack(large_board(2).walkable[0], "cyan", 2, True)
    root = read_layer(pieces_layer(position(large_board(2), stack), LIGHT, marks=False))
    assert used(root) == ["stack3", "crown"]


def test_pieces_in_front_are_drawn_after_those_behind():
    root = read_layer(pieces_layer(crowded(), LIGHT))
    heights = [
        float(group.get("transform", "").split()[1].rstrip(")"))
        for group in root[0].findall(f"{NAMESPACE}g")
    ]
    assert heights == sorted(heights)


def test_marks_can_be_left_out():
    assert "tag" in used(read_layer(pieces_layer(crowded(), LIGHT)))
    assert "tag" not in used(read_layer(pieces_layer(crowded(), LIGHT, marks=False)))


def test_the_retail_colours_are_marked_by_their_initials():
    marks = marks_of(("cyan", "navy", "violet", "white"))
    assert marks == {"cyan": "C", "navy": "N", "violet": "V", "white": "W"}


@pytest.mark.parametrize(
    "players",
    [
        ("blue", "black", "brown", "beige"),
        ("a", "aa", "A", "aaa"),
        ("", " ", "!", "?"),
        ("ß", "ss", "S", "s"),
    ],
)
def test_marks_are_unique_single_characters(players):
    marks = marks_of(players)
    assert len(set(marks.values())) == len(players)
    assert all(len(mark) == 1 for mark in marks.values())


@pytest.mark.parametrize(
    "players",
    [
        ("cyan", "navy", "violet", "white"),
        ("cyan", "navy", "brown", "white"),
        ("teal", "maroon", "ochre", "lime"),
        ("green", "teal", "red", "lime"),
    ],
)
def test_no_two_players_share_a_paint(players):
    assert len(set(paints_of(players).values())) == len(players)


def test_writing_can_be_read_on_every_paint():
    def light(colour: str) -> float:
        parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        linear = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return sum(
            weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
        )

    for paint in paints_of(("cyan", "navy", "violet", "white", "brown")).values():
        bright, dim = sorted((light(paint.body), light(paint.ink)), reverse=True)
        assert (bright + 0.05) / (dim + 0.05) > 4.5
