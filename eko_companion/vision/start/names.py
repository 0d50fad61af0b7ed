"""Naming groups of discs: one best assignment of the players' colours to what was seen.

Only the names of the retail colours are known; a name that is not known takes what is left over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np

from eko_companion.geometry import Floats
from eko_companion.installed import data_folder
from eko_companion.rules.errors import EkoError

_LIGHTNESS = 0.6
"""Lights differ more in brightness than in hue, so lightness counts less."""
_UNKNOWN = 60.0


def named_groups(shades: Floats, players: Sequence[str]) -> tuple[str, ...]:
    """The player of each shade (L, a, b a row)."""
    typical = typical_shades()
    weight = np.array([_LIGHTNESS, 1.0, 1.0])
    cost = np.full((len(shades), len(players)), _UNKNOWN)
    for column, player in enumerate(players):
        if player in typical:
            away = (shades[:, None] - typical[player]) * weight
            cost[:, column] = np.sqrt((away**2).sum(-1)).min(1)
    best = min(
        permutations(range(len(players))),
        key=lambda order: sum(cost[row, column] for row, column in enumerate(order)),
    )
    return tuple(players[column] for column in best)


@lru_cache(maxsize=1)
def typical_shades() -> Mapping[str, Floats]:
    """L, a, b of the shades by which each colour is known, from the program's data."""
    path = data_folder("calibration") / "palette.json"
    try:
        shades = json.loads(path.read_text(encoding="utf-8"))["shades"]
        return {name: np.array(rows, float).reshape(-1, 3) for name, rows in shades.items()}
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise EkoError(f"The typical shades in palette.json cannot be read: {error}.") from None
