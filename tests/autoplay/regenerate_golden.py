"""Writes the golden playthroughs anew: run it only when play was meant to change; read the diff.

python -m tests.autoplay.regenerate_golden
"""

from __future__ import annotations

import random
from pathlib import Path

from eko_companion.autoplay import playthrough
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import Rulings
from eko_companion.rules.setup import Variants, random_game_start

FOLDER = Path(__file__).parent / "golden"

SEEDS = {"four players, everything, deadly storms": 32}
"""Seeds that were looked for, so that the game shows every kind of action."""

GAMES: dict[str, tuple[int, Variants, Rulings]] = {
    "two players, base game": (2, Variants(), Rulings()),
    "three players, base game": (3, Variants(), Rulings()),
    "four players, base game": (4, Variants(), Rulings()),
    "two players, storms and lighthouse": (2, Variants(storms=3, lighthouse=True), Rulings()),
    "three players, portals, pyramids and wind": (
        3,
        Variants(portals=True, pyramids=2, wind=True),
        Rulings(),
    ),
    "four players, everything, deadly storms": (
        4,
        Variants(
            storms=6, portals=True, pyramids=2, lighthouse=True, wind=True, moon=True, sand=True
        ),
        Rulings(deadly_storm="allow", moon_disc="any", shared_win="active"),
    ),
}


def text_of(title: str) -> str:
    """One whole game."""
    players, variants, rulings = GAMES[title]
    rng = random.Random(f"{title} {SEEDS.get(title, 0)}")
    start = random_game_start(load_tile_set(HOUSE), players, rng, variants, rulings)
    return "\n".join(playthrough(start, rng, title)) + "\n"


def path_of(title: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{title.replace(', ', '-').replace(' ', '-')}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for title in GAMES:
        path_of(title).write_text(text_of(title), encoding="utf-8")
        print(path_of(title).name)
