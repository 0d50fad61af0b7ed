"""Finds the legal actions that explain a look: from nothing at all to a turn and more.

Candidates grow from the cells that look different, best first. What the rules forbid is in
`rule_breaking`, what to do with the answer in `deciding`.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from eko_companion.referee.evidence import Evidence, held, visible
from eko_companion.rules import (
    Action,
    Build,
    Cell,
    Exchange,
    March,
    Moon,
    Move,
    Pass,
    Position,
    Reinforce,
    Sand,
    Step,
    Swap,
    legal_actions,
    play_unchecked,
)
from eko_companion.rules.pieces import MARCH_PRICE

MOST_NODES: Final = 500
"""Positions that are looked into before the search is content with what it has."""
NODES_AFTER: Final = 60
"""Positions that are still looked into for rivals once everything is explained."""
MOST_VISIBLE: Final = 6
"""Actions that can be seen in one explanation."""
MOST_TURNS: Final = 2
"""Changes of the player within one explanation, swaps before the game apart."""
EXPLAINED: Final = 4.0
"""What may be left over, as a logarithm, where everything is explained."""
LOSS: Final = -3.0
"""An action that makes the board fit worse than this is no step of an explanation."""
NEGLIGIBLE: Final = 14.0
"""Explanations that are worse by this (as a logarithm) are not looked for."""

# How likely players do a thing before anything was seen, as logarithms. Only the order of
# magnitude matters: a reading is worth far more.
PRIOR: Final[dict[type, float]] = {
    Move: -1.0,
    Build: -1.0,
    Reinforce: -0.7,
    Sand: -2.5,
    Moon: -4.0,
    March: -4.0,
    Swap: -1.0,
    Exchange: 0.0,
    Pass: 0.0,
}
TURN_PRIOR: Final = -0.7
"""For going on to another player within one look."""


@dataclass(frozen=True)
class Explanation:
    """Actions that lead from the official position to one that fits a look."""

    actions: tuple[Action, ...]
    after: Position
    score: float
    """Logarithm of how well the board fits and how likely the actions are; comparable only
    within one search."""
    left_over: float
    """How much the cells still speak against it, as a logarithm."""

    @property
    def nothing(self) -> bool:
        """Whether nothing happened."""
        return not self.actions


def explanations(official: Position, evidence: Evidence, most: int = 8) -> list[Explanation]:
    """The best explanations by legal play, best first; always at least that nothing happened."""
    found = _Search(official, evidence, halting=False).best(most)
    if found[0].left_over > EXPLAINED:
        # A piece that goes on in a forced march may stand nowhere that was seen in between.
        found = _Search(official, evidence, halting=True).best(most)
    return found


def _after_forced_passes(position: Position) -> Position:
    while position.step is not Step.OVER and legal_actions(position) == [Pass()]:
        position = play_unchecked(position, Pass())
    return position


def touched(position: Position, action: Action) -> tuple[Cell, ...]:
    """The cells on which an action can be seen."""
    match action:
        case Move(start, to):
            return (start, to)
        case Build(start, at):
            return (start, at)
        case Reinforce(placements):
            return tuple(placement.cell for placement in placements)
        case Sand(target):
            return (target,)
        case Moon(cell):
            return (cell,)
        case Swap(partner):
            return (partner, *_emperor_cell(position))
    return ()


def _emperor_cell(position: Position) -> tuple[Cell, ...]:
    return tuple(
        stack.cell for stack in position.stacks if stack.emperor and stack.owner == position.to_move
    )


@dataclass(frozen=True, eq=False)
class _Node:
    position: Position
    actions: tuple[Action, ...]
    score: float
    """How well the board fits, and how likely the actions are."""
    left_over: float
    changed: frozenset[Cell]
    seen: int
    turns: int


class _Search:
    def __init__(self, official: Position, evidence: Evidence, halting: bool) -> None:
        """`halting`: pieces may halt where they were not seen and go on in a forced march."""
        self._evidence = evidence
        self._halting = halting
        board = visible(official)
        changed = frozenset(evidence.changed(board))
        left = sum(evidence.against(cell, held(official, cell)) for cell in evidence.cells)
        self._root = _Node(official, (), evidence.total(board), left, changed, 0, 0)
        self._found: dict[Position, _Node] = {}
        self._count = itertools.count()

    def best(self, most: int) -> list[Explanation]:
        """Look into the best positions first, and keep the best way to each."""
        queue = [(-self._root.score, next(self._count), self._root)]
        self._found[self._root.position] = self._root
        budget = MOST_NODES
        while queue and budget:
            budget -= 1
            _, _, node = heapq.heappop(queue)
            if node.left_over <= EXPLAINED:
                budget = min(budget, NODES_AFTER)
            if not node.changed and node is not self._root:
                # Everything is explained: going on could only make it worse.
                continue
            for child in self._children(node):
                known = self._found.get(child.position)
                if known is None or known.score < child.score:
                    self._found[child.position] = child
                    heapq.heappush(queue, (-child.score, next(self._count), child))
        ranked = sorted(self._found.values(), key=lambda node: -node.score)
        least = ranked[0].score - NEGLIGIBLE
        found: dict[Position, Explanation] = {}
        for node in ranked:
            if node.score < least or len(found) >= most:
                break
            if node.actions and isinstance(node.actions[-1], Pass | March | Exchange):
                # Nothing shows that it was done already.
                continue
            after = _after_forced_passes(node.position)
            # Whether a pass that is forced was played already is no difference.
            found.setdefault(
                after, Explanation(node.actions, node.position, node.score, node.left_over)
            )
        return list(found.values())

    def _children(self, node: _Node) -> Iterator[_Node]:
        if node.position.step is Step.OVER or node.seen >= MOST_VISIBLE:
            return
        for action in legal_actions(node.position):
            if self._relevant(node, action):
                child = self._child(node, action)
                if child is not None:
                    yield child

    def _relevant(self, node: _Node, action: Action) -> bool:
        """Whether an action has anything to do with the cells that look different."""
        changed = node.changed
        match action:
            case Move(start, to) | Build(start, to):
                return start in changed or to in changed
            case Reinforce(placements):
                return all(placement.cell in changed for placement in placements)
            case Sand(target):
                return target in changed
            case Moon(cell):
                return cell in changed
            case Swap(partner):
                return partner in changed or any(c in changed for c in _emperor_cell(node.position))
            case March() | Pass() | Exchange():
                return bool(changed) or node is self._root
        return True

    def _child(self, node: _Node, action: Action) -> _Node | None:
        position = play_unchecked(node.position, action)
        score, left = node.score, node.left_over
        changed = set(node.changed)
        cells = touched(node.position, action)
        for cell in cells:
            before, after = held(node.position, cell), held(position, cell)
            score += self._evidence.says(cell, after) - self._evidence.says(cell, before)
            against = self._evidence.against(cell, after)
            left += against - self._evidence.against(cell, before)
            (changed.add if against > 0.7 else changed.discard)(cell)
        if score - node.score < LOSS and not (self._halting and self._may_march(position, action)):
            return None
        swapping = node.position.step is Step.SWAP
        turns = node.turns + (position.active != node.position.active and not swapping)
        if turns > MOST_TURNS:
            return None
        score += PRIOR[type(action)] + TURN_PRIOR * (turns - node.turns)
        return _Node(
            position,
            (*node.actions, action),
            score,
            left,
            frozenset(changed),
            node.seen + bool(cells),
            turns,
        )

    @staticmethod
    def _may_march(position: Position, action: Action) -> bool:
        """Whether the piece can go on in a forced march, so that its place is not its last one."""
        if not isinstance(action, Move) or position.step is not Step.REINFORCE:
            return False
        reserve = position.reserve_of(position.to_move)
        return not position.march_used and reserve.warriors >= MARCH_PRICE
