"""Writes the perft counts anew: run it only when a rule was meant to change, and read the diff.

python -m tests.rules.perft.regenerate
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from eko_companion.autoplay import play_game
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import Position, Rulings, Step, legal_actions
from eko_companion.rules.perft import divide
from eko_companion.rules.positiontext import position_text
from eko_companion.rules.setup import Variants, random_game_start

FOLDER = Path(__file__).parent
BASE = Variants()
ALL = Variants(storms=6, portals=True, pyramids=2, lighthouse=True, wind=True, moon=True, sand=True)

CASES: dict[str, tuple[int, Variants, Rulings, str, int]] = {
    "base-2-swap": (2, BASE, Rulings(), "swap", 2),
    "base-2-early": (2, BASE, Rulings(), "action", 3),
    "base-3-early": (3, BASE, Rulings(), "action", 3),
    "base-4-early": (4, BASE, Rulings(), "action", 3),
    "base-2-late": (2, BASE, Rulings(), "late", 3),
    "base-3-late": (3, BASE, Rulings(), "late", 3),
    "base-4-late": (4, BASE, Rulings(), "late", 3),
    "base-4-exchange": (4, BASE, Rulings(), "exchange", 3),
    "march-2": (2, BASE, Rulings(), "march", 3),
    "storms-2": (2, Variants(storms=6), Rulings(), "late", 2),
    "deadly-storms-3": (3, Variants(storms=6), Rulings(deadly_storm="allow"), "late", 3),
    "storm-march-3": (3, Variants(storms=6), Rulings(), "storm march", 3),
    "portals-2": (2, Variants(portals=True), Rulings(), "late", 3),
    "pyramids-3": (3, Variants(pyramids=2), Rulings(), "late", 3),
    "lighthouse-2": (2, Variants(storms=2, lighthouse=True), Rulings(), "late", 3),
    "wind-2": (2, Variants(wind=True), Rulings(), "wind", 2),
    "moon-3": (3, Variants(moon=True), Rulings(), "moon", 2),
    "sand-2": (2, Variants(sand=True), Rulings(), "sand", 2),
    "everything-4": (4, ALL, Rulings(), "late", 3),
}
LATE = 40
MOST_SEEDS = 400


def is_wanted(position: Position, wanted: str, number: int) -> bool:
    """Whether a position of a game shows what a case is about."""
    kinds = {type(action).__name__ for action in legal_actions(position)}
    match wanted:
        case "swap" | "exchange":
            return position.step.value == wanted
        case "action":
            return position.step is Step.ACTION
        case "late":
            return position.step is Step.ACTION and number >= LATE
        case "march":
            return "March" in kinds
        case "storm march":
            return position.step is Step.EXTRA and position.storm_paid is not None
        case "wind":
            several = (len(getattr(a, "placements", ())) > 1 for a in legal_actions(position))
            return position.step is Step.REINFORCE and any(several)
        case "moon":
            return "Moon" in kinds
        case "sand":
            return "Sand" in kinds
    raise ValueError(wanted)


def find_position(name: str) -> Position:
    """The first position of random games that a case is about."""
    players, variants, rulings, wanted, _ = CASES[name]
    for seed in range(MOST_SEEDS):
        rng = random.Random(f"{name} {seed}")
        start = random_game_start(load_tile_set(HOUSE), players, rng, variants, rulings)
        for number, played in enumerate(play_game(start, rng)):
            if is_wanted(played.before, wanted, number):
                return played.before
    raise LookupError(name)


def main() -> None:
    """Write every file."""
    for name, (*_, depth) in CASES.items():
        path = FOLDER / f"{name}.json"
        position = find_position(name)
        counts = divide(position, depth)
        document = {
            "position": position_text(position),
            "depth": depth,
            "nodes": sum(counts.values()),
            "actions": counts,
        }
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {document['nodes']} at depth {depth}")


if __name__ == "__main__":
    main()
