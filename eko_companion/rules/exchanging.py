"""Captured emperors: the exchanges that are forced on both sides [32].

How an emperor is captured is in `fighting`; when exchanges run is in `turns`.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Exchange
from eko_companion.rules.pieces import Player
from eko_companion.rules.position import Position, replaced
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation


def next_to_exchange(position: Position, active: Player) -> Player | None:
    """Who has to hand a captive over now: the active player first, then clockwise."""
    first = position.index(active)
    count = len(position.players)
    for place in range(first, first + count):
        player = position.players[place % count]
        if position.captives[place % count] and position.holder_of(player) is not None:
            return player
    return None


def legal_exchanges(position: Position) -> list[Action]:
    """The captives among which the player to move chooses."""
    return [Exchange(captive) for captive in position.captives_of(position.to_move)]


def exchange_violations(position: Position, exchange: Exchange) -> list[Violation]:
    """Why a captive cannot be handed over."""
    captives = position.captives_of(position.to_move)
    if exchange.give in captives:
        return []
    template = N_("You hold no emperor of {give}; hand over one of: {captives}.")
    params = {"give": exchange.give, "captives": ", ".join(captives)}
    return [violation(Code.EXCHANGE_REQUIRED, 32, template, **params)]


def apply_exchange(position: Position, player: Player, give: Player) -> Position:
    """Hand a captive to the holder of one's own emperor, who comes home into the reserve."""
    holder = position.holder_of(player)
    assert holder is not None, "an exchange needs a captured emperor"
    own = tuple(captive for captive in position.captives_of(player) if captive != give)
    theirs = tuple(captive for captive in position.captives_of(holder) if captive != player)
    reserves = position.with_reserve(player, position.reserve_of(player).plus(emperor=True))
    if give == holder:
        place = position.index(holder)
        reserves = replaced(reserves, place, reserves[place].plus(emperor=True))
    else:
        theirs = tuple(sorted((*theirs, give)))
    captives = replaced(position.captives, position.index(player), own)
    captives = replaced(captives, position.index(holder), theirs)
    return position.changed(reserves=reserves, captives=captives)
