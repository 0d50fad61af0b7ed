"""Sizes of the pieces: read and written, and refused with the field that is wrong."""

from __future__ import annotations

import copy
import json

import pytest

from eko_companion.geometry import pieces_from_document
from eko_companion.rules.errors import DocumentError
from eko_companion.rules.pieces import BuildingKind

EXAMPLE = {
    "format": "eko-pieces/1",
    "pitch": 34,
    "disc": {"diameter": 24, "thickness": 8},
    "buildings": {
        "camp": {"shape": "tent", "width": 15, "depth": 14, "height": 11},
        "tower": {"shape": "cylinder", "width": 11, "depth": 11, "height": 24},
        "castle": {"shape": "box", "width": 20, "depth": 21, "height": 22.5},
    },
    "tile": {"thickness": 1.8},
    "marker": {"dictionary": "4X4_50", "side": 40},
}
NOWHERE = object()


def changed(path: str, value: object) -> dict:
    """The example with one value replaced, or taken out."""
    document = copy.deepcopy(EXAMPLE)
    *outer, last = path.split(".")
    inner = document
    for name in outer:
        inner = inner[name]  # type: ignore[assignment]
    if value is NOWHERE:
        del inner[last]
    else:
        inner[last] = value
    return document


def test_the_sizes_are_read():
    pieces = pieces_from_document(EXAMPLE)
    assert (pieces.pitch, pieces.disc_diameter, pieces.disc_thickness) == (34, 24, 8)
    assert (pieces.tile_thickness, pieces.marker_side) == (1.8, 40)
    camp = pieces.buildings[BuildingKind.CAMP]
    assert (camp.shape, camp.width, camp.depth, camp.height) == ("tent", 15, 14, 11)
    assert pieces.buildings[BuildingKind.TOWER].shape == "cylinder"


def test_they_are_written_as_they_were_read():
    assert pieces_from_document(EXAMPLE).document() == EXAMPLE
    again = json.loads(json.dumps(pieces_from_document(EXAMPLE).document()))
    assert pieces_from_document(again) == pieces_from_document(EXAMPLE)


def test_a_tile_is_2_mm_thick_where_nothing_else_is_said():
    assert pieces_from_document(changed("tile", NOWHERE)).tile_thickness == 2


def test_a_tile_without_thickness_is_possible():
    assert pieces_from_document(changed("tile.thickness", 0)).tile_thickness == 0


def test_unknown_fields_are_ignored():
    assert pieces_from_document(EXAMPLE | {"maker": "somebody"}) == pieces_from_document(EXAMPLE)


@pytest.mark.parametrize("shape", ["tent", "box", "cylinder", "cone"])
@pytest.mark.parametrize("kind", ["camp", "tower", "castle"])
def test_every_building_may_have_every_shape(kind, shape):
    pieces = pieces_from_document(changed(f"buildings.{kind}.shape", shape))
    assert pieces.buildings[BuildingKind(kind)].shape == shape


LENGTHS = [
    "pitch",
    "disc.diameter",
    "disc.thickness",
    *(f"buildings.{k}.{s}" for k in ("camp", "castle") for s in ("width", "depth", "height")),
    "tile.thickness",
    "marker.side",
]
NO_LENGTHS: list[object] = [
    None,
    True,
    "24",
    [24],
    {},
    -1,
    501,
    10**400,
    float("nan"),
    float("inf"),
]


@pytest.mark.parametrize("path", LENGTHS)
@pytest.mark.parametrize("value", NO_LENGTHS, ids=lambda value: repr(value)[:12])
def test_what_is_no_length_is_refused(path, value):
    refused(changed(path, value), path.split(".")[0])


@pytest.mark.parametrize("path", [path for path in LENGTHS if not path.startswith("tile")])
def test_nothing_of_the_game_measures_0(path):
    refused(changed(path, 0), path.split(".")[0])


@pytest.mark.parametrize(
    "path",
    [
        *LENGTHS,
        "disc",
        "buildings",
        "buildings.camp",
        "buildings.tower",
        "buildings.castle",
        "buildings.tower.shape",
        "marker",
        "marker.dictionary",
        "format",
    ],
)
def test_a_missing_field_is_named(path):
    refused(changed(path, NOWHERE), path.split(".")[0])


@pytest.mark.parametrize("path", ["disc", "buildings", "buildings.camp", "tile", "marker"])
@pytest.mark.parametrize("value", [None, 24, "large", [24, 8], True])
def test_what_must_be_an_object_is_one(path, value):
    refused(changed(path, value), path.split(".")[0])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "eko-pieces/2"),
        ("format", None),
        ("buildings.camp.shape", "pyramid"),
        ("buildings.camp.shape", None),
        ("buildings.castle.shape", ["box"]),
        ("marker.dictionary", "5X5_100"),
        ("marker.dictionary", 4),
        ("disc.diameter", 34.1),
    ],
)
def test_an_impossible_value_is_refused(path, value):
    refused(changed(path, value), path.split(".")[0])


@pytest.mark.parametrize("document", [None, [], 3, "eko-pieces/1", {}, [EXAMPLE]])
def test_what_is_no_such_document_is_refused(document):
    refused(document, "format")


def refused(document: object, field: str) -> None:
    """One clear sentence that begins with the field."""
    with pytest.raises(DocumentError) as caught:
        pieces_from_document(document)
    text = str(caught.value)
    assert text.startswith(f"{field}: ")
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 160
