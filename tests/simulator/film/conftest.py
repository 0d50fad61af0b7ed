"""All films here are quickly drawn."""

from __future__ import annotations

import pytest

from tests.simulator.quick import draw_quickly


@pytest.fixture(autouse=True, scope="package")
def quickly_drawn():
    with pytest.MonkeyPatch.context() as patch:
        draw_quickly(patch)
        yield
