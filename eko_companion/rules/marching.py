"""The forced march: three warriors into the box for one more action [9].

What the extra action may be is in `moving` and `building`, like the first.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, March
from eko_companion.rules.building import can_build
from eko_companion.rules.moving import can_move
from eko_companion.rules.pieces import MARCH_PRICE
from eko_companion.rules.position import Position
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation


def can_act(position: Position) -> bool:
    """Whether the player to move has any move or build."""
    return can_build(position) or can_move(position)


def legal_marches(position: Position) -> list[Action]:
    """The forced march, if it is still free, can be paid, and an action can follow."""
    if position.march_used or position.reserve_of(position.to_move).warriors < MARCH_PRICE:
        return []
    return [March()] if can_act(position) else []


def march_violations(position: Position) -> list[Violation]:
    """Why no forced march is possible now."""
    found = []
    if position.march_used:
        template = N_("You have made a forced march in this turn already.")
        found.append(violation(Code.MARCH_ALREADY_USED, 9, template))
    warriors = position.reserve_of(position.to_move).warriors
    if warriors < MARCH_PRICE:
        template = N_("A forced march costs 3 warriors, and your reserve has {warriors}.")
        found.append(violation(Code.MARCH_CANNOT_PAY, 9, template, warriors=warriors))
    if not can_act(position):
        template = N_("A forced march needs a move or a build that can follow it.")
        found.append(violation(Code.MARCH_NEEDS_ACTION, 9, template))
    return found


def apply_march(position: Position) -> Position:
    """Pay for a legal forced march."""
    player = position.to_move
    reserve = position.reserve_of(player).minus(MARCH_PRICE)
    return position.changed(
        reserves=position.with_reserve(player, reserve),
        boxes=position.with_boxed(player, MARCH_PRICE),
        march_used=True,
    )
