"""A player that plays sensibly at random: it wins when it can, likes to build and to attack.

Every legal action keeps some chance, so that whole games show everything that the rules know. Each
action is valued at a glance, without looking ahead.
"""

from __future__ import annotations

import math
import random

from eko_companion.rules import (
    Action,
    Build,
    BuildingKind,
    March,
    Moon,
    Move,
    Pass,
    Points,
    Position,
    Reinforce,
    Sand,
    Step,
    Swap,
    Terrain,
    legal_actions,
    play_unchecked,
    points,
)
from eko_companion.rules.building import price
from eko_companion.rules.fighting import is_kamikaze
from eko_companion.rules.pieces import CAPTIVE_POINTS, POINTS_TO_WIN, Player
from eko_companion.rules.terrain import TEMPLES

_MOST_TRIED_FOR_A_WIN = 60


def choose_action(position: Position, rng: random.Random) -> Action:
    """One legal action of a position that is not over."""
    actions = legal_actions(position)
    if len(actions) == 1:
        return actions[0]
    winning = _winning_action(position, actions)
    if winning is not None:
        return winning
    judge = _Judge(position)
    weights = [math.exp(judge.value(action)) for action in actions]
    return rng.choices(actions, weights)[0]


def _winning_action(position: Position, actions: list[Action]) -> Action | None:
    """An action that wins at once; only tried where one is near."""
    mine = points(position)[position.to_move]
    enemies = [stack for stack in position.stacks if stack.owner != position.to_move]
    near = mine.total + CAPTIVE_POINTS >= POINTS_TO_WIN or len(enemies) <= 1
    if not near or position.step is Step.SWAP:
        return None
    telling = [action for action in actions if _may_decide(position, action)]
    for action in telling[:_MOST_TRIED_FOR_A_WIN]:
        after = play_unchecked(position, action)
        if after.winners == (position.to_move,):
            return action
    return None


def _may_decide(position: Position, action: Action) -> bool:
    match action:
        case Build() | Sand():
            return True
        case Move(_, to):
            target = position.stack_at.get(to)
            return target is not None and target.owner != position.to_move
    return False


class _Judge:
    """Values actions in one position; the higher the likelier, on an exponential scale."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.player: Player = position.to_move
        self.board = position.board
        self.score: Points = points(position)[self.player]
        self.threatened = {
            stack.cell: stack.discs for stack in position.stacks if stack.owner != self.player
        }

    def value(self, action: Action) -> float:
        match action:
            case Build():
                return self._build(action)
            case Move():
                return self._move(action)
            case Reinforce(placements):
                return 0.7 * sum(p.discs for p in placements) - 0.8 * len(placements)
            case March():
                return 1.5
            case Sand(target):
                return 3.0 + 0.3 * self.position.stack_at[target].discs
            case Moon(cell):
                return 1.0 if self.board.building_cells_beside[cell] else -1.0
            case Swap(partner):
                return -1.0 + 0.4 * len(self.board.building_cells_beside[partner])
            case Pass():
                return 1.0
        return 0.0

    def _build(self, build: Build) -> float:
        standing = self.position.building_at.get(build.at)
        cost = price(build.kind, standing, self.player)
        value = 3.4 + 0.5 * build.kind.level
        if standing is not None and standing.owner != self.player:
            value += 0.7 * standing.kind.level
        if self.board.terrain[build.at] is Terrain.CAPITAL and not self.score.capital:
            value += 2.5
        if build.kind is BuildingKind.CASTLE or self.board.terrain[build.at] in TEMPLES:
            value += 1.0
        if build.emperor:
            value -= 1.0
        left = self.position.stack_at[build.start].discs - cost
        if not left and len(self.position.stacks_of(self.player)) == 1:
            value -= 8.0
        return value

    def _move(self, move: Move) -> float:
        stack = self.position.stack_at[move.start]
        discs = stack.discs - move.lost
        emperor = stack.emperor and not move.lost_emperor
        value = -1.2 * move.lost - (1.5 if move.lost_emperor else 0.0)
        if discs == 0:
            return value - 4.0
        target = self.position.stack_at.get(move.to)
        if target is None:
            beside = len(self.board.building_cells_beside[move.to])
            return value - 0.5 + 0.3 * min(beside, 3) - self._danger(move, discs, emperor)
        if target.owner == self.player:
            together = discs + target.discs
            return value + (1.6 if together in (2, 3) else 0.6)
        value += 2.2 + 0.6 * target.discs + (3.0 if target.emperor else 0.0)
        if is_kamikaze(discs, target.discs):
            value -= 1.0 + (2.0 if emperor else 0.0)
        return value

    def _danger(self, move: Move, discs: int, emperor: bool) -> float:
        """Standing beside a stack that could take this one is unwise, the more with the emperor."""
        bold = any(self.threatened.get(cell, 0) > discs for cell in self.board.neighbours[move.to])
        return (1.5 if emperor else 0.5) if bold else 0.0
