"""Six whole games run exactly as they are written down beside this file."""

from __future__ import annotations

import pytest

from tests.autoplay.regenerate_golden import FOLDER, GAMES, path_of, text_of


@pytest.mark.parametrize("title", GAMES)
def test_the_game_runs_as_it_is_written_down(title: str) -> None:
    assert text_of(title) == path_of(title).read_text(encoding="utf-8")


@pytest.mark.parametrize("title", GAMES)
def test_the_game_comes_to_an_end(title: str) -> None:
    last = path_of(title).read_text(encoding="utf-8").rstrip().splitlines()[-1]
    assert last.endswith(("won.", "loses."))


def test_no_game_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(title).name for title in GAMES}
