"""Perft: how many ways lead so many actions deep, as a check on the whole engine at once.

Counts are kept as data beside the tests.
"""

from __future__ import annotations

from eko_companion.rules.legal import legal_actions, play_unchecked
from eko_companion.rules.notation import action_text
from eko_companion.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` legal actions."""
    if depth == 0:
        return 1
    actions = legal_actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(play_unchecked(position, action), depth - 1) for action in actions)


def divide(position: Position, depth: int) -> dict[str, int]:
    """The same count for each first action, by its notation."""
    return {
        action_text(position, action): perft(play_unchecked(position, action), depth - 1)
        for action in legal_actions(position)
    }
