"""The pictures in the README are what the program draws today."""

from __future__ import annotations

import pytest

from tests.drawing.regenerate_pictures import FOLDER, pictures


@pytest.mark.parametrize("name", ["example.svg", "house-tiles.svg"])
def test_the_picture_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pictures()[name]
