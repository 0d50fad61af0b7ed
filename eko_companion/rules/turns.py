"""The course of a turn: what follows an action, forced exchanges, whose turn comes next.

What an action itself changes is in the module of that action.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Exchange, March, Pass, Sand
from eko_companion.rules.ending import Spent, how_spent, winners
from eko_companion.rules.exchanging import apply_exchange, next_to_exchange
from eko_companion.rules.pieces import Player
from eko_companion.rules.position import Position, Step, Then
from eko_companion.rules.temples import can_use_moon


def settle(before: Position, after: Position, action: Action) -> Position:
    """Finish a change: the end of the game, then exchanges, then the next step [13, 14]."""
    if isinstance(action, Pass):
        # Nothing has changed, so nothing can have been won.
        return _advance(after, action)
    active = before.active
    spent = how_spent(before, action)
    won = winners(after, active, spent)
    if won is not None:
        return _over(after, won)
    following = after.then if isinstance(action, Exchange) else None
    if following is None:
        after = _advance(after, action)
    else:
        after = after.changed(to_move=following.to_move, step=following.step, then=None)
    return _exchanges(after, active)


def _over(position: Position, won: tuple[Player, ...]) -> Position:
    # Whose turn it was and what he had used stay as they were.
    storm_paid = position.storm_paid if position.step is not Step.EXTRA else None
    return position.changed(step=Step.OVER, winners=won, then=None, storm_paid=storm_paid)


def _exchanges(position: Position, active: Player) -> Position:
    """Carry out forced exchanges until none is left or somebody has to choose [32]."""
    while (player := next_to_exchange(position, active)) is not None:
        captives = position.captives_of(player)
        if len(captives) > 1:
            then = Then(position.to_move, position.step)
            return position.changed(to_move=player, step=Step.EXCHANGE, then=then)
        position = apply_exchange(position, player, captives[0])
        won = winners(position, active, Spent.NOT)
        if won is not None:
            return _over(position, won)
    return position


def _advance(position: Position, action: Action) -> Position:
    match position.step:
        case Step.SWAP:
            place = position.index(position.to_move) + 1
            if place < len(position.players):
                return position.changed(to_move=position.players[place])
            return _start_turn(position, 0)
        case Step.ACTION:
            return position if isinstance(action, Sand) else position.changed(step=Step.REINFORCE)
        case Step.EXTRA:
            return position.changed(step=Step.REINFORCE, storm_paid=None)
        case Step.REINFORCE if isinstance(action, March):
            return position.changed(step=Step.EXTRA)
    return _start_turn(position, position.index(position.to_move) + 1)


def _start_turn(position: Position, place: int) -> Position:
    """Begin the turn of the player at that place, or of the next who has one [30]."""
    fresh = position.changed(march_used=False, sand_used=False, storm_paid=None)
    count = len(position.players)
    for turn in range(place, place + count):
        player = position.players[turn % count]
        if position.on_board(player):
            return fresh.changed(to_move=player, step=Step.ACTION)
        if can_use_moon(position, player):
            # Nothing on the board, but the moon temple can bring him back [27].
            return fresh.changed(to_move=player, step=Step.REINFORCE)
    return fresh.changed(to_move=position.players[place % count], step=Step.ACTION)
