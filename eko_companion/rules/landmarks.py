"""Pyramids and the lighthouse: who holds strictly more of their cells than any rival [23, 24].

What holding them is worth stands in `scoring` (pyramids), `walking` and `reinforcing`.
"""

from __future__ import annotations

from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import Player
from eko_companion.rules.position import Position


def holder(position: Position, cells: tuple[Cell, ...]) -> Player | None:
    """The player with stacks on strictly more of these cells than any rival."""
    counts: dict[Player, int] = {}
    for cell in cells:
        stack = position.stack_at.get(cell)
        if stack is not None:
            counts[stack.owner] = counts.get(stack.owner, 0) + 1
    if not counts:
        return None
    most = max(counts.values())
    leaders = [player for player, count in counts.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None


def holds_lighthouse(position: Position, player: Player) -> bool:
    """Whether storms are nothing to this player [24]."""
    return any(holder(position, cells) == player for cells in position.board.lighthouses)
