"""Every numbered ruling is cited by at least one test of this folder."""

import re
from pathlib import Path

import pytest

from eko_companion.rules import RULINGS

CITATION = re.compile(r"^@pytest\.mark\.ruling\(\"(\w+)\"\)", re.MULTILINE)
NUMBERS = [*map(str, range(1, 15)), "15a", "15b", *map(str, range(16, 34))]


def cited():
    folder = Path(__file__).parent
    return {
        number
        for path in folder.glob("test_*.py")
        for number in CITATION.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("number", NUMBERS)
def test_each_ruling_is_cited_by_a_test(number):
    assert number in cited()


def test_no_test_cites_a_ruling_that_does_not_exist():
    assert cited() <= set(NUMBERS)


def test_each_ruling_has_its_line_of_help():
    assert {int(number.rstrip("ab")) for number in NUMBERS} == set(RULINGS)
