"""The options that describe a random game: players, seed, variants and rulings."""

from __future__ import annotations

import argparse
import random

from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import SWITCHES, EkoError, Position, Rulings
from eko_companion.rules.rulings import rulings_from_document
from eko_companion.rules.setup import (
    BASE_GAME,
    EVERY_VARIANT,
    Variants,
    random_game_start,
    random_variants,
)

_ONE_BY_ONE: dict[str, dict[str, int]] = {
    "storms": {"storms": 3},
    "portals": {"portals": True},
    "pyramids": {"pyramids": 1},
    "lighthouse": {"lighthouse": True},
    "wind": {"wind": True},
    "moon": {"moon": True},
    "sand": {"sand": True},
}


def add_game_options(command: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    command.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=2, help="how many play (2)"
    )
    command.add_argument(
        "--seed", type=int, default=None, help="a number that makes the same game again"
    )
    command.add_argument(
        "--variants",
        default="none",
        metavar="LIST",
        help=f"none, all, random, or some of {','.join(_ONE_BY_ONE)} (none)",
    )
    switches = ", ".join(f"{n}={'|'.join(values)}" for n, (_, values) in SWITCHES.items())
    command.add_argument(
        "--ruling", action="append", default=[], metavar="N=VALUE", help=f"flip one of {switches}"
    )
    command.add_argument("--tiles", default=HOUSE, metavar="NAME", help=f"the tile set ({HOUSE})")


def random_start_of(options: argparse.Namespace) -> tuple[Position, random.Random, str]:
    """The first position that the options describe, the generator to go on with, and a title."""
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    rng = random.Random(seed)
    variants = _variants(options.variants, options.players, rng)
    rulings = _rulings(options.ruling)
    tiles = load_tile_set(options.tiles)
    start = random_game_start(tiles, options.players, rng, variants, rulings)
    title = f"{options.players} players, seed {seed}, variants {options.variants}"
    if options.ruling:
        title += f", rulings {' '.join(options.ruling)}"
    return start, rng, title


def _variants(text: str, players: int, rng: random.Random) -> Variants:
    if text == "none":
        return BASE_GAME
    if text == "all":
        return EVERY_VARIANT
    if text == "random":
        return random_variants(rng, players)
    chosen: dict[str, int] = {}
    for name in text.split(","):
        if name not in _ONE_BY_ONE:
            known = ", ".join(_ONE_BY_ONE)
            raise EkoError(f"{name!r} is not a variant; there are {known}, and none, all, random.")
        chosen |= _ONE_BY_ONE[name]
    return Variants(**chosen)  # type: ignore[arg-type]


def _rulings(texts: list[str]) -> Rulings:
    chosen = {}
    for text in texts:
        number, sign, value = text.partition("=")
        if not sign:
            raise EkoError(
                f"A ruling is given as a number and a value, such as 21=allow: {text!r}."
            )
        chosen[number] = value
    return rulings_from_document(chosen)
