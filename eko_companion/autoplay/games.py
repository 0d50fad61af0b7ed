"""Whole games played by the sensible random player, step by step.

Only plays; writing games down is the record's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from eko_companion.autoplay.sensible import choose_action
from eko_companion.rules import Action, Position, Step, play_unchecked

Chooser = Callable[[Position, random.Random], Action]


class Played(NamedTuple):
    """One action of a game, with the positions around it."""

    before: Position
    action: Action
    after: Position


def play_game(
    start: Position,
    rng: random.Random,
    choose: Chooser = choose_action,
    most_actions: int | None = None,
) -> Iterator[Played]:
    """Play until the game is over, or until so many actions were taken."""
    position = start
    count = 0
    while position.step is not Step.OVER and (most_actions is None or count < most_actions):
        action = choose(position, rng)
        after = play_unchecked(position, action)
        yield Played(position, action, after)
        position = after
        count += 1
