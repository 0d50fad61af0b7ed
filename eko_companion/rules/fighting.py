"""Attacks: who may attack whom, the kamikaze, and where the defeated discs go [4, 5, 6].

How an attacker gets to his target is in `walking`; the whole move is put together in `moving`.
"""

from __future__ import annotations

from eko_companion.rules.pieces import HIGHEST_STACK, Stack
from eko_companion.rules.position import Position, replaced


def may_attack(discs: int, emperor: bool, defenders: int) -> bool:
    """Whether a stack, as it arrives, may attack a stack of that height."""
    return discs > defenders or (discs == defenders and emperor) or is_kamikaze(discs, defenders)


def is_kamikaze(discs: int, defenders: int) -> bool:
    """Exactly one disc against exactly four [5]."""
    return discs == 1 and defenders == HIGHEST_STACK


def defeat(position: Position, defender: Stack, attacker: Stack) -> Position:
    """Send the defending discs away: warriors home, an emperor to the attacker's prison.

    Touches reserves and captives only; the stacks are the caller's to set.
    """
    home = position.reserve_of(defender.owner).plus(defender.warriors)
    position = position.changed(reserves=position.with_reserve(defender.owner, home))
    if not defender.emperor:
        return position
    place = position.index(attacker.owner)
    prison = tuple(sorted((*position.captives[place], defender.owner)))
    return position.changed(captives=replaced(position.captives, place, prison))
