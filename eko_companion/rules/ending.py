"""The end of the game: who has won after a single change, with all special cases [13 to 17, 25].

Points are counted in `scoring`; when this is asked is in `turns`.
"""

from __future__ import annotations

from enum import Enum, auto

from eko_companion.rules.actions import Action, Build, Move
from eko_companion.rules.fighting import is_kamikaze
from eko_companion.rules.pieces import Player
from eko_companion.rules.position import Position
from eko_companion.rules.scoring import points


class Spent(Enum):
    """How the change may have cost its player his last disc on the board."""

    NOT = auto()
    KAMIKAZE = auto()
    BUILD = auto()


def how_spent(before: Position, action: Action) -> Spent:
    """Whether an action was a kamikaze or a build: only these have cases of their own."""
    match action:
        case Build():
            return Spent.BUILD
        case Move(start, to, lost):
            mover, target = before.stack_at[start], before.stack_at.get(to)
            if target is None or target.owner == mover.owner:
                return Spent.NOT
            if is_kamikaze(mover.discs - lost, target.discs):
                return Spent.KAMIKAZE
    return Spent.NOT


def winners(position: Position, active: Player, spent: Spent) -> tuple[Player, ...] | None:
    """The winners after one change; nobody in an empty tuple; None while the game goes on.

    The winners are all players with 12 points and a capital, and the only player left on the
    board if there is one; if there are none of these and the board is empty, everybody loses.
    """
    on_board = {stack[1] for stack in position.stacks}
    by_points = [player for player, score in points(position).items() if score.enough]
    if not on_board:
        if spent is Spent.KAMIKAZE and position.rulings.emptying_kamikaze == "lose":
            return ()
        return _settle(position, by_points, [], active)
    if len(on_board) > 1:
        return _settle(position, by_points, [], active) if by_points else None
    (last,) = on_board
    if active in by_points and active != last and spent is not Spent.NOT:
        # The active player's last disc made his points while one opponent is left [15b, 17].
        if spent is Spent.BUILD and position.rulings.last_disc_build == "opponent":
            return (last,)
        return _in_order(position, {*by_points, last})
    return _settle(position, by_points, [last], active)


def _settle(
    position: Position, by_points: list[Player], left: list[Player], active: Player
) -> tuple[Player, ...]:
    """Share the win, or give it to the active player where the table plays so [25]."""
    if position.rulings.shared_win == "active" and active in by_points:
        return (active,)
    return _in_order(position, {*by_points, *left})


def _in_order(position: Position, names: set[Player]) -> tuple[Player, ...]:
    return tuple(player for player in position.players if player in names)
