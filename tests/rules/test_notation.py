"""The page on notation is true: its examples are read and written as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import eko_companion.rules
from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    Action,
    Build,
    BuildingKind,
    Cell,
    Exchange,
    March,
    Moon,
    Move,
    NotationError,
    Pass,
    Reinforcement,
    Sand,
    Swap,
    reinforce,
)
from eko_companion.rules.cellnames import CellNames
from eko_companion.rules.notation import action_text, parse_action
from eko_companion.rules.positiontext import parse_position, position_text
from tests.rules.table import drawn, position

PAGE = (Path(eko_companion.rules.__file__).parent / "NOTATION.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| `([^`]+)` \|", PAGE, flags=re.MULTILINE)
POSITIONS = re.findall(r"^```\n(.+)\n```", PAGE, flags=re.MULTILINE)

BOARD = drawn("""
    o o o o o o
     o o o o o o
      o o o o o o
       o o o o o o
        o o o o o o
         s o o o o m
""")
D5, E5 = BOARD.names.cell("d5"), BOARD.names.cell("e5")
CAMP, TOWER = BuildingKind.CAMP, BuildingKind.TOWER

MEANINGS: dict[str, Action] = {
    "swap d5": Swap(D5),
    "d5-e5": Move(D5, E5),
    "d5+e5": Move(D5, E5),
    "d5xe5": Move(D5, E5),
    "d5-e5~1": Move(D5, E5, 1),
    "d5xe5~2E": Move(D5, E5, 2, True),
    "d5:e5 camp": Build(D5, E5, CAMP),
    "d5E:e5 tower": Build(D5, E5, TOWER, True),
    "march": March(),
    "sand e5": Sand(E5),
    "+2 d5": reinforce(Reinforcement(D5, 2)),
    "+E d5": reinforce(Reinforcement(D5, 0, True)),
    "+1E d5, +2 e5": reinforce(Reinforcement(D5, 1, True), Reinforcement(E5, 2)),
    "moon d5": Moon(D5),
    "moon E d5": Moon(D5, True),
    "give violet": Exchange("violet"),
    "pass": Pass(),
}


def test_the_page_shows_every_kind_of_action() -> None:
    assert set(EXAMPLES) == set(MEANINGS)


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_of_an_action_is_read(text: str) -> None:
    assert parse_action(BOARD, text) == MEANINGS[text]


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_of_an_action_is_written(text: str) -> None:
    other = {"+": "cyan", "x": "violet"}.get(text[2:3], "") if "e5" in text else ""
    where = position(
        BOARD,
        {
            "cyan": {(D5.q, D5.r): "2E"} | ({(E5.q, E5.r): "1"} if other == "cyan" else {}),
            "violet": {(0, 0): "1E"} | ({(E5.q, E5.r): "1"} if other == "violet" else {}),
        },
    )
    assert action_text(where, MEANINGS[text]) == text


def test_names_that_are_no_plain_words_are_encoded() -> None:
    assert parse_action(BOARD, "give deep%20blue") == Exchange("deep blue")


@pytest.mark.parametrize("text", POSITIONS)
def test_an_example_of_a_position_is_read_and_written(text: str) -> None:
    assert position_text(parse_position(text, load_tile_set)) == text


def test_the_page_has_an_example_of_a_position() -> None:
    assert POSITIONS


def test_row_one_is_the_top_row_and_column_a_the_leftmost() -> None:
    names = CellNames([Cell(0, 0), Cell(1, 0), Cell(-1, 1), Cell(0, 1), Cell(-1, 2)])
    assert [names.name(cell) for cell in (Cell(0, 0), Cell(1, 0))] == ["b1", "c1"]
    assert [names.name(cell) for cell in (Cell(-1, 1), Cell(0, 1))] == ["a2", "b2"]
    assert names.name(Cell(-1, 2)) == "b3"


def test_after_column_z_comes_aa() -> None:
    names = CellNames(Cell(q, 0) for q in range(60))
    assert names.name(Cell(25, 0)) == "z1"
    assert names.name(Cell(26, 0)) == "aa1"
    assert names.name(Cell(53, 0)) == "bb1"
    assert all(names.cell(names.name(Cell(q, 0))) == Cell(q, 0) for q in range(60))


def test_a_cell_beside_the_board_goes_by_its_coordinates() -> None:
    assert BOARD.name(Cell(9, -2)) == "[9,-2]"
    assert parse_action(BOARD, "d5-[9,-2]") == Move(D5, Cell(9, -2))


@pytest.mark.parametrize(
    "text",
    ["", "d5", "d5-", "d5-zz99", "d5~e5", "d5:e5 house", "+ d5", "+2", "moon", "give ",
     "+1 d5, +1 d5", "swap d0", "d5-e5~", "Pass", "d5 - e5", "d5-e5~1e", "+1 d5 +1 e5", "sand [1]"],
)  # fmt: skip
def test_what_is_no_action_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(NotationError, match=r"\.$"):
        parse_action(BOARD, text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("house |", "nowhere |"),
        ("A@0,0/0", "A@0,0/7"),
        ("A@0,0/0", "A@2,1/0"),
        ("cyan violet |", "cyan |"),
        ("cyan reinforce", "cyan sleep"),
        ("cyan reinforce", "reinforce"),
        ("d4=2E", "d4=9"),
        ("d4=2E", "d4"),
        ("f5=camp", "f5=hut"),
        ("box 10", "box ten"),
        ("ruling 21 allow", "ruling 21 maybe"),
        ("ruling 21 allow", "something else"),
        ("| ruling", "| | ruling"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(old: str, new: str) -> None:
    assert old in POSITIONS[0]
    with pytest.raises(NotationError, match=r"\.$"):
        parse_position(POSITIONS[0].replace(old, new), load_tile_set)
