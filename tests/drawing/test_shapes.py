"""SVG text: escaping, numbers, and outlines of groups of cells."""

from __future__ import annotations

import pytest

from eko_companion.drawing.geometry import outlines
from eko_companion.drawing.shapes import element, escaped, number
from eko_companion.rules import Cell
from tests.drawing.svg import read


@pytest.mark.parametrize(
    ("value", "written"), [(1.0, "1"), (0.25, "0.2"), (-0.04, "0"), (-3.46, "-3.5"), (100, "100")]
)
def test_numbers_are_short(value, written):
    assert number(value) == written


@pytest.mark.parametrize("text", ["a & b", "<b>", '"quoted"', "'single'", "]]>", "Ekö"])
def test_text_comes_back_as_it_was(text):
    root = read(element("g", escaped(text), id=text))
    assert (root.text, root.get("id")) == (text, text)


def test_an_attribute_keeps_its_line_breaks():
    assert read(element("g", id="a\nb\tc")).get("id") == "a\nb\tc"


def test_characters_that_xml_forbids_are_replaced():
    assert escaped("a\x00b\x1bc\ud800\ufffe") == "a?b?c??"


def test_attributes_that_are_none_are_left_out():
    assert element("g", fill=None, stroke_width=2) == '<g stroke-width="2"/>'


@pytest.mark.parametrize(
    ("cells", "corners"),
    [
        ([(0, 0)], [6]),
        ([(0, 0), (1, 0)], [10]),
        ([(0, 0), (5, 0)], [6, 6]),
        ([(0, 0), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)], [18]),
        ([(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)], [6, 18]),
    ],
)
def test_an_outline_goes_once_around_each_part_and_each_hole(cells, corners):
    lines = outlines([Cell(*cell) for cell in cells])
    assert sorted(len(line) for line in lines) == corners
