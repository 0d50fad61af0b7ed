"""Documents of positions, tiles and actions: what is read, what is refused, what is written."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    BoardReader,
    DocumentError,
    action_document,
    action_from_document,
    legal_actions,
    play,
    position_document,
    position_from_document,
    status,
    tiles_from_document,
)
from tests.cli import documents
from tests.cli.documents import FIELDS, SPOILT, Spoilt, paths, set_at, value_at, without
from tests.cli.program import answered_here, json_lines

HUGE = 10**4299
"""The largest kind of number that JSON readers take without being told to."""

ZOO: list[Any] = [None, True, False, 0, 1, 1.0, 0.5, float("nan"), float("inf"), "text", [], {}]


def read(document: object) -> Any:
    return position_from_document(document, BoardReader(load_tile_set))


def refusal(document: object) -> str:
    with pytest.raises(DocumentError) as caught:
        read(document)
    return checked_sentence(str(caught.value))


def checked_sentence(error: str) -> str:
    field, colon, sentence = error.partition(": ")
    assert all((field, colon, sentence)), error
    assert sentence.endswith("."), error
    assert "\n" not in error, error
    assert ". " not in sentence.replace("...", ""), f"more than one sentence: {error}"
    assert "Error" not in error, error
    return error


def field_of(error: str) -> str:
    return error.partition(":")[0]


@pytest.mark.parametrize("make", [documents.position, documents.exchange, documents.over])
def test_the_documents_that_the_other_tests_spoil_are_valid(make):
    assert status(read(make())) == []


@pytest.mark.parametrize("spoilt", SPOILT, ids=[spoilt.name for spoilt in SPOILT])
def test_it_is_refused_by_the_name_of_the_field_concerned(spoilt: Spoilt):
    assert field_of(refusal(spoilt.document)) in spoilt.fields


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_another_type_is_refused(field: str):
    whole = documents.position()
    for path in [(field,), *paths(whole[field], (field,))] if _inner(whole[field]) else [(field,)]:
        before = value_at(whole, path)
        for value in ZOO:
            may_be_missing = path[-1] in ("storm_paid", "landmark") and value is None
            if _type(value) != _type(before) and not may_be_missing:
                error = refusal(set_at(whole, path, value))
                assert field_of(error) == field, (path, value, error)


def _inner(value: object) -> bool:
    return isinstance(value, dict | list)


def _type(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize("field", FIELDS)
def test_every_number_out_of_bounds_is_refused(field: str):
    whole = documents.position()
    if not _inner(whole[field]):
        return
    for path in paths(whole[field], (field,)):
        if type(value_at(whole, path)) is int and path[-1] != "copies":
            for value in (-1 - 10**6, 10**6, 2**63, -(10**30), 10**30, HUGE):
                error = refusal(set_at(whole, path, value))
                assert field_of(error) in {field, *documents.DISC_FIELDS}, (path, error)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("box", "cyan"), 10 * HUGE - 1),
        (("reserve", "cyan", "warriors"), 10 * HUGE - 1),
        (("stacks", 0, "warriors"), 10 * HUGE - 1),
        (("layout", 0, "turn"), 10 * HUGE - 1),
        (("rulings",), {"2" * 5000: "allow"}),
        (("rulings",), {"21": 10 * HUGE - 1}),
    ],
    ids=["box", "reserve", "stacks", "turn", "ruling number", "ruling value"],
)
def test_numbers_too_long_to_print_are_refused_too(path, value):
    assert field_of(refusal(set_at(documents.position(), path, value))) == path[0]


@pytest.mark.parametrize("field", ["stacks", "buildings", "captives"])
def test_the_error_stays_short_whatever_came_in(field: str):
    name = "x" * 100_000
    names: dict[str, documents.Path] = {
        "stacks": ("stacks", 0, "owner"),
        "buildings": ("buildings", 0, "owner"),
        "captives": ("captives", "cyan", 0),
    }
    assert len(refusal(set_at(documents.position(), names[field], name))) < 1000


def test_a_name_with_line_breaks_still_gives_one_line():
    places: list[documents.Path] = [
        ("to_move",),
        ("stacks", 0, "owner"),
        ("layout", 0, "tile"),
        ("tiles",),
    ]
    for path in places:
        refusal(set_at(documents.position(), path, "a\nb"))


@pytest.mark.parametrize("name", ["Ekö", "🜁", "a" * 80, " x ", "0", "null", "'\"`{}"])
def test_any_text_may_be_the_name_of_a_player(name: str):
    text = json.dumps(documents.position()).replace("cyan", json.dumps(name)[1:-1])
    position = read(json.loads(text))
    written = json.dumps(position_document(position))
    assert read(json.loads(written)) == position
    assert written.isascii()


@pytest.mark.parametrize("name", ["", " ", "\t\n", "a\nb", "\x00", "\ud800", "a" * 1000])
def test_a_player_needs_a_name_that_can_be_printed(name: str):
    document = documents.position()
    text = json.dumps(document).replace('"cyan"', json.dumps(name))
    assert field_of(refusal(json.loads(text))) == "players"


def test_extra_fields_are_ignored_everywhere():
    plain = documents.position()
    crowded = documents.position()
    for path in [path for path in paths(plain) if isinstance(value_at(plain, path), dict)]:
        if path not in (("reserve",), ("box",), ("captives",), ("rulings",)):
            crowded = set_at(crowded, (*path, "note"), {"more": [1, None, "x"]})
    crowded["note"] = ["anything"]
    assert read(crowded) == read(plain)
    assert position_document(read(crowded)) == position_document(read(plain))


@pytest.mark.parametrize("then", [None, {"to_move": "cyan", "step": "action"}, "nonsense"])
def test_then_counts_only_at_the_exchange(then):
    plain = documents.position()
    assert read(plain | {"then": then}) == read(plain)
    assert "then" not in position_document(read(plain | {"then": then}))


def test_a_front_on_anything_but_a_portal_is_ignored():
    path = ("tiles", "tiles", 0, "cells", 0, "front")
    assert read(set_at(documents.position(), path, "nonsense")) == read(documents.position())


# --- writing ---------------------------------------------------------------------------------


def test_what_was_written_is_read_as_the_same():
    for make in (documents.position, documents.exchange, documents.over):
        position = read(make())
        written = position_document(position)
        assert written == make()
        assert read(written) == position


def test_rulings_by_default_are_not_written():
    defaults = {"16": "points", "17": "both", "21": "forbid", "25": "share", "28": "emperor"}
    position = read(documents.position() | {"rulings": defaults})
    assert position_document(position)["rulings"] == {}
    assert position == read(documents.position() | {"rulings": {}})
    mixed = read(documents.position() | {"rulings": defaults | {"28": "any", "16": "lose"}})
    assert position_document(mixed)["rulings"] == {"16": "lose", "28": "any"}


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same position with everything in another order that does not matter."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: value[key] if key in ORDERED else shuffled(value[key], rng) for key in keys}
    if isinstance(value, list) and not all(type(item) is int for item in value):
        items = [shuffled(item, rng) for item in value]
        rng.shuffle(items)
        return items
    return value


ORDERED = ("tiles", "layout", "players")


def test_equal_positions_are_equal_text():
    rng = random.Random(1)
    winners = {"step": "over", "winners": ["cyan", "violet", "navy"]}
    for whole in (documents.position(), documents.exchange(), documents.position() | winners):
        expected = json.dumps(position_document(read(whole)))
        for _ in range(40):
            mixed = shuffled(whole, rng)
            assert read(mixed) == read(whole)
            assert json.dumps(position_document(read(mixed))) == expected


def test_lists_are_written_in_their_order():
    whole = documents.exchange()
    for field in ("stacks", "buildings"):
        whole[field].reverse()
    whole["captives"]["cyan"] = ["violet", "navy"]
    written = position_document(read(whole))
    for field in ("stacks", "buildings"):
        cells = [item["cell"] for item in written[field]]
        assert cells == sorted(cells)
    assert written["captives"]["cyan"] == ["navy", "violet"]
    paid = documents.position()
    paid["storm_paid"]["zones"].reverse()
    assert position_document(read(paid))["storm_paid"]["zones"] == [[0, -1], [4, 0]]
    ended = documents.over() | {"winners": ["navy", "cyan"]}
    assert position_document(read(ended))["winners"] == ["cyan", "navy"]


def test_players_keep_their_order_which_is_the_order_of_the_turns():
    turned = documents.position() | {"players": ["navy", "cyan", "violet"]}
    assert list(position_document(read(turned))["box"]) == ["navy", "cyan", "violet"]
    assert read(turned) != read(documents.position())


def test_play_echoes_tiles_and_layout_as_they_came():
    whole = documents.position()
    whole["tiles"] |= {"note": [1, 2.5, "Ekö", "\ud800", None, True], "author": {"name": "x"}}
    whole["tiles"]["tiles"][0]["cells"][0]["colour"] = "sand"
    whole["tiles"]["tiles"].reverse()
    whole["layout"][0] |= {"confidence": 0.75, "photo": "001.jpg"}
    whole["layout"].reverse()
    action = action_document(legal_actions(read(whole))[0])
    given = json_lines([{"position": whole, "action": action}])
    code, (after,) = answered_here(["play"], given)
    assert code == 0
    assert json.dumps(after["tiles"]) == json.dumps(whole["tiles"])
    assert json.dumps(after["layout"]) == json.dumps(whole["layout"])


def test_play_writes_a_tile_set_that_was_named_by_its_name():
    start = json.dumps(position_document(_house_start()))
    _, (after,) = answered_here(
        ["play"], b'{"position": %s, "action": {"do": "pass"}}' % start.encode()
    )
    assert after["tiles"] == "house"


def _house_start() -> Any:
    from eko_companion.rules.setup import random_game_start

    return random_game_start(load_tile_set("house"), 2, random.Random(5))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_json_cannot_say_is_never_echoed(number: str):
    whole = set_at(documents.position(), ("tiles", "note"), "@")
    action = action_document(legal_actions(read(whole))[0])
    line = json.dumps({"position": whole, "action": action}).replace('"@"', number)
    # `answered_here` refuses an answer that is not JSON.
    answered_here(["play"], line.encode())


def test_every_listed_action_can_be_played_on_a_board_at_the_limit_of_what_is_read():
    for far in (9_998, 9_999, 10_000, -10_000):
        whole = documents.on_a_line(far)
        try:
            position = read(whole)
        except DocumentError:
            continue
        for action in legal_actions(position):
            assert action_from_document(action_document(action)) == action
            after = play(position, action)
            assert read(position_document(after)) == after


# --- tiles and actions -----------------------------------------------------------------------


def test_a_tile_set_is_written_as_it_was_read():
    assert tiles_from_document(documents.tiles()).document() == documents.tiles()


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (("format",), "format"),
        (("name",), "name"),
        (("tiles",), "tiles"),
        (("tiles", 0, "cells", 0, "terrain"), "tiles"),
    ],
)
def test_a_bad_tile_set_is_refused_by_its_own_field(path, field: str):
    for spoilt in (without(documents.tiles(), path), set_at(documents.tiles(), path, 1)):
        with pytest.raises(DocumentError) as caught:
            tiles_from_document(spoilt)
        assert field_of(checked_sentence(str(caught.value))) == field


ACTIONS: list[dict[str, Any]] = [
    {"do": "swap", "with": [0, 1]},
    {"do": "move", "from": [0, 0], "to": [0, 1]},
    {"do": "move", "from": [0, 0], "to": [0, 1], "lost": 2, "lost_emperor": True},
    {"do": "build", "from": [0, 0], "at": [0, 1], "kind": "tower"},
    {"do": "build", "from": [0, 0], "at": [0, 1], "kind": "castle", "emperor": True},
    {"do": "march"},
    {"do": "sand", "target": [0, 1]},
    {"do": "reinforce", "placements": []},
    {"do": "reinforce", "placements": [{"cell": [0, 1], "warriors": 0, "emperor": True}]},
    {"do": "moon", "cell": [0, 1]},
    {"do": "moon", "cell": [0, 1], "emperor": True},
    {"do": "exchange", "give": "violet"},
    {"do": "pass"},
]


@pytest.mark.parametrize("action", ACTIONS, ids=[json.dumps(action) for action in ACTIONS])
class TestAction:
    def test_is_written_as_it_was_read(self, action):
        assert action_document(action_from_document(action)) == action

    def test_ignores_extra_fields(self, action):
        assert action_from_document(action | {"note": 1}) == action_from_document(action)

    def test_needs_each_of_its_fields(self, action):
        optional = {"lost", "lost_emperor", "emperor"}
        for path in paths(action):
            if path[-1] not in optional and isinstance(path[-1], str):
                self.refused(without(action, path))

    def test_is_refused_with_a_value_of_another_type(self, action):
        for path in paths(action):
            for value in ZOO:
                if _type(value) != _type(value_at(action, path)):
                    self.refused(set_at(action, path, value))

    def refused(self, document):
        with pytest.raises(DocumentError) as caught:
            action_from_document(document)
        assert field_of(checked_sentence(str(caught.value))) == "action"


@pytest.mark.parametrize(
    "action",
    [
        *ZOO,
        {"do": "MOVE", "from": [0, 0], "to": [0, 1]},
        {"do": "move", "from": [0, 0], "to": [0, 1], "lost": -1},
        {"do": "move", "from": [0, 0], "to": [0, 1], "lost": 1.0},
        {"do": "move", "from": [0, 0], "to": [0, 1], "lost": None},
        {"do": "move", "from": [0, 0], "to": [0, 1], "lost_emperor": 1},
        {"do": "move", "from": [0], "to": [0, 1]},
        {"do": "move", "from": [0, 0], "to": [0, 1, 2]},
        {"do": "build", "from": [0, 0], "at": [0, 1], "kind": "palace"},
        {"do": "reinforce", "placements": [{"cell": [0, 1], "warriors": -1}]},
        {"do": "reinforce", "placements": [{"cell": [0, 1], "emperor": True}]},
        {"do": "reinforce", "placements": [{"cell": [0, 1], "warriors": 1}] * 2},
        {"do": "exchange", "give": ""},
    ],
    ids=str,
)
def test_what_is_no_action_is_refused(action):
    with pytest.raises(DocumentError, match=r"^action: .*\.$"):
        action_from_document(action)


def test_the_optional_fields_of_an_action_may_be_written_out():
    long = {"do": "move", "from": [0, 0], "to": [0, 1], "lost": 0, "lost_emperor": False}
    short = {"do": "move", "from": [0, 0], "to": [0, 1]}
    assert action_from_document(long) == action_from_document(short)
    assert action_document(action_from_document(long)) == short


def test_placements_are_written_sorted_by_cell():
    placements = [{"cell": [q, r], "warriors": 1} for q, r in ((2, 0), (-1, 5), (0, 3))]
    action = action_from_document({"do": "reinforce", "placements": placements})
    cells = [placement["cell"] for placement in action_document(action)["placements"]]
    assert cells == [[-1, 5], [0, 3], [2, 0]]
