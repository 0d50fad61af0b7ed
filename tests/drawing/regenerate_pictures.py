"""Writes the pictures of the README anew.

python -m tests.drawing.regenerate_pictures
"""

from __future__ import annotations

import random
from pathlib import Path

from eko_companion.autoplay import Played, play_game
from eko_companion.drawing import draw_position, draw_tile_set, picture_of
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import Move
from eko_companion.rules.setup import Variants, random_game_start
from eko_companion.rules.wording import describe

FOLDER = Path(__file__).parent / "pictures"
SEED = 12
EARLIEST = 60


def example() -> Played:
    """An attack in the middle of a game of three with every variant."""
    rng = random.Random(SEED)
    variants = Variants(
        storms=2, portals=True, pyramids=1, lighthouse=True, wind=True, moon=True, sand=True
    )
    start = random_game_start(load_tile_set(HOUSE), 3, rng, variants)
    for number, played in enumerate(play_game(start, rng)):
        target = played.before.stack_at.get(getattr(played.action, "to", None))  # type: ignore[arg-type]
        attack = target is not None and target.owner != played.before.to_move
        if number >= EARLIEST and isinstance(played.action, Move) and attack:
            return played
    raise LookupError("no attack in that game")


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    played = example()
    shown = picture_of(played.before, played.action)
    title = " ".join(text.english for text in describe(played.before, played.action))
    position = draw_position(
        played.before,
        highlights=shown.highlights,
        arrows=shown.arrows,
        badges=shown.badges,
        title=title[0].upper() + title[1:],
        width=860,
    )
    return {"example.svg": position, "house-tiles.svg": draw_tile_set(load_tile_set(HOUSE))}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
        print(name)
