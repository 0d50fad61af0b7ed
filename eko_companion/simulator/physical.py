"""What stands on the table after an action, allowed or not: hands do not ask the rules.

Used for attempts that the rules forbid; legal actions are played by the rules themselves. What can
be told from the board alone is decided here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from eko_companion.rules import Step, legal_actions, play_unchecked
from eko_companion.rules.actions import (
    Action,
    Build,
    Exchange,
    March,
    Moon,
    Move,
    Pass,
    Reinforce,
    Sand,
)
from eko_companion.rules.building import price
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import Building, Player, Stack
from eko_companion.rules.position import Position

INVISIBLE: Final = (Pass, March, Exchange)
"""Actions that leave the board as it was."""
_HIGHEST: Final = 5
"""Discs of a stack that a look can still count."""
_DEEPEST: Final = 3
"""Invisible actions in a row after which nobody looks further."""


def physically(position: Position, action: Action) -> Position | None:
    """The board after the attempt; None where there is nothing that hands could do."""
    match action:
        case Move():
            return _moved(position, action)
        case Build():
            return _built(position, action)
        case Reinforce(placements):
            return _reinforced(position, [(p.cell, p.warriors, p.emperor) for p in placements])
        case Moon(cell, emperor):
            return _reinforced(position, [(cell, 0 if emperor else 1, emperor)])
        case Sand(target):
            stack = position.stack_at.get(target)
            if stack is None or not stack.warriors:
                return None
            after = _restacked(position, _less(stack, 1, False))
            return _to_reserve(after, stack.owner, 1, False)
    return None


def shows_a_mistake(position: Position, stands: Position) -> bool:
    """Whether the board alone tells that a rule was broken.

    Something changed, no stack is too high to be counted, and no legal action gives that board.
    """
    board = (stands.stacks, stands.buildings)
    if board == (position.stacks, position.buildings):
        return False
    if any(stack.discs > _HIGHEST for stack in stands.stacks):
        return False
    return all(board != legal for legal in _legal_boards(position))


def _legal_boards(position: Position, depth: int = 0) -> Iterator[tuple[object, object]]:
    """What the board looks like after each action that can be seen, invisible ones before it."""
    if position.step is Step.OVER or depth > _DEEPEST:
        return
    for action in legal_actions(position):
        after = play_unchecked(position, action)
        if isinstance(action, INVISIBLE):
            yield from _legal_boards(after, depth + 1)
        else:
            yield after.stacks, after.buildings


def _moved(position: Position, move: Move) -> Position | None:
    stack = position.stack_at.get(move.start)
    if stack is None or move.start == move.to or not _holds_stacks(position, move):
        return None
    lost_warriors = move.lost - move.lost_emperor
    if lost_warriors > stack.warriors or move.lost_emperor > stack.emperor:
        return None
    moving = _less(stack, lost_warriors, move.lost_emperor)
    after = _to_reserve(position, stack.owner, lost_warriors, move.lost_emperor)
    there = position.stack_at.get(move.to)
    if there is not None and there.owner == stack.owner:
        warriors = moving.warriors + there.warriors
        joined = Stack(move.to, stack.owner, warriors, moving.emperor or there.emperor)
        return _restacked(after, joined, without=(move.start,))
    if there is not None:
        # Warriors go back to their owner; an emperor goes to prison, which is out of sight.
        after = _to_reserve(after, there.owner, there.warriors, False)
        if there.emperor:
            place = position.players.index(stack.owner)
            captives = list(after.captives)
            captives[place] = tuple(sorted((*captives[place], there.owner)))
            after = after.changed(captives=tuple(captives))
    return _restacked(after, moving._replace(cell=move.to), without=(move.start,))


def _holds_stacks(position: Position, move: Move) -> bool:
    terrain = position.board.terrain.get(move.to)
    return terrain is not None and terrain.walkable


def _built(position: Position, build: Build) -> Position | None:
    stack = position.stack_at.get(build.start)
    terrain = position.board.terrain.get(build.at)
    if stack is None or terrain is None or terrain.walkable or terrain.highest_building is None:
        return None
    if position.supply_of(stack.owner, build.kind) < 1:
        return None
    standing = position.building_at.get(build.at)
    cost = min(price(build.kind, standing, stack.owner), stack.discs)
    emperor = stack.emperor and (build.emperor or cost > stack.warriors)
    warriors = min(cost - emperor, stack.warriors)
    after = _to_reserve(position, stack.owner, warriors, emperor)
    buildings = [b for b in position.buildings if b.cell != build.at]
    buildings.append(Building(build.at, stack.owner, build.kind))
    buildings.sort(key=lambda building: building.cell)
    return _restacked(after.changed(buildings=tuple(buildings)), _less(stack, warriors, emperor))


def _reinforced(position: Position, placements: list[tuple[Cell, int, bool]]) -> Position | None:
    after = position
    player = position.to_move
    for cell, warriors, emperor in placements:
        terrain = position.board.terrain.get(cell)
        if terrain is None or not terrain.walkable or warriors + emperor < 1:
            return None
        reserve = after.reserves[after.players.index(player)]
        if warriors > reserve.warriors or (emperor and not reserve.emperor):
            return None
        there = after.stack_at.get(cell)
        if there is not None and there.owner != player:
            return None
        stack = there or Stack(cell, player, 0, False)
        after = _to_reserve(after, player, -warriors, False)
        if emperor:
            reserves = list(after.reserves)
            place = after.players.index(player)
            reserves[place] = reserves[place].minus(0, True)
            after = after.changed(reserves=tuple(reserves))
        grown = stack._replace(warriors=stack.warriors + warriors, emperor=stack.emperor or emperor)
        after = _restacked(after, grown)
    return None if after is position else after


def _less(stack: Stack, warriors: int, emperor: bool) -> Stack:
    return stack._replace(warriors=stack.warriors - warriors, emperor=stack.emperor and not emperor)


def _restacked(position: Position, *stacks: Stack, without: tuple[Cell, ...] = ()) -> Position:
    replaced = {*without, *(stack.cell for stack in stacks)}
    kept = [stack for stack in position.stacks if stack.cell not in replaced]
    kept += [stack for stack in stacks if stack.discs]
    after = position.changed(stacks=tuple(sorted(kept)))
    # Hands build stacks of any height; the rules' fast view of stacks ends at four.
    after.__dict__.pop("stack_sets", None)
    return after


def _to_reserve(position: Position, owner: Player, warriors: int, emperor: bool) -> Position:
    reserves = list(position.reserves)
    place = position.players.index(owner)
    reserves[place] = reserves[place].plus(warriors, emperor)
    return position.changed(reserves=tuple(reserves))
