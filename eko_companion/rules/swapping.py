"""The swap before the game: each player may exchange his emperor with another of his discs, once.

Who swaps after whom is in `turns`.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Swap
from eko_companion.rules.pieces import Stack
from eko_companion.rules.position import Position
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation


def _emperor_stack(position: Position) -> Stack | None:
    for stack in position.stacks:
        if stack.owner == position.to_move and stack.emperor:
            return stack
    return None


def legal_swaps(position: Position) -> list[Action]:
    """Every swap of the player to move."""
    if _emperor_stack(position) is None:
        return []
    return [Swap(stack.cell) for stack in position.stacks_of(position.to_move) if not stack.emperor]


def swap_violations(position: Position, swap: Swap) -> list[Violation]:
    """Why a swap is not allowed."""
    name = position.board.name(swap.partner)
    stack = position.stack_at.get(swap.partner)
    emperor = _emperor_stack(position)
    found = []
    if emperor is None:
        template = N_("Your emperor is not on the board, so he cannot be swapped.")
        found.append(violation(Code.NO_SUCH_STACK, None, template))
    elif swap.partner == emperor.cell:
        template = N_("Your emperor stands at {cell} already.")
        found.append(violation(Code.SAME_CELL, None, template, (swap.partner,), cell=name))
    if stack is None:
        template = N_("There is no stack at {cell}.")
        found.append(violation(Code.NO_SUCH_STACK, None, template, (swap.partner,), cell=name))
    elif stack.owner != position.to_move:
        template = N_("The stack at {cell} belongs to {owner}.")
        params = {"cell": name, "owner": stack.owner}
        found.append(violation(Code.NOT_YOUR_STACK, None, template, (swap.partner,), **params))
    return found


def apply_swap(position: Position, swap: Swap) -> Position:
    """Carry out a legal swap: one warrior there for the emperor here."""
    here = _emperor_stack(position)
    assert here is not None, "a legal swap has an emperor on the board"
    there = position.stack_at[swap.partner]
    return position.restacked(
        here._replace(warriors=here.warriors + 1, emperor=False),
        there._replace(warriors=there.warriors - 1, emperor=True),
    )
