"""Ways to draw a table quickly where a test does not look at what is left out."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from eko_companion.rules.tiles import TileSet
from eko_companion.simulator import session_folder
from eko_companion.simulator.film import film
from eko_companion.simulator.hands.looks import random_look
from eko_companion.simulator.look import Look
from eko_companion.simulator.rendering import renderer
from eko_companion.simulator.rendering.printing import TilePrint, tile_prints
from eko_companion.simulator.table_at_random import SimulatedTable

HAND = random_look(np.random.default_rng(1))


def same_prints(
    tile_set: TileSet, letters: Iterable[str], look: Look, pitch: float
) -> dict[str, TilePrint]:
    """All tiles look like the first one."""
    first = tile_prints(tile_set, ["A"], look, pitch)["A"]
    return dict.fromkeys(letters, first)


def blank_tile_photo(table: SimulatedTable, letter: str) -> np.ndarray:
    """What a tile's photo shows is tested elsewhere."""
    return np.full((60, 80, 3), ord(letter), np.uint8)


def draw_quickly(patch: pytest.MonkeyPatch) -> None:
    """One print for all tiles, one hand for all players, and empty photos of tiles."""
    patch.setattr(renderer, "tile_prints", same_prints)
    patch.setattr(film, "random_look", lambda rng: HAND)
    patch.setattr(session_folder, "tile_photo", blank_tile_photo)
