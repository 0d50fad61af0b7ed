"""What to do about a look: take it as actions, name a broken rule, ask, or say that it is unclear.

A decision changes nothing; whoever asked plays it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eko_companion.referee.evidence import Evidence, held
from eko_companion.referee.explaining import EXPLAINED, Explanation, explanations
from eko_companion.referee.rule_breaking import Break, breaks
from eko_companion.rules import Action, Cell, Position
from eko_companion.rules.notation import action_text


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When the referee is sure enough."""

    accept: float = 0.9
    """The least probability of actions that are taken without asking."""
    fits: float = 8.0
    """What may be left over, as a logarithm, of a board that counts as explained."""
    worth_asking: float = 0.03
    """The least probability of an answer that is offered in a question."""


DEFAULT: Final = Thresholds()


@dataclass(frozen=True)
class Nothing:
    """The board is as it was."""

    confidence: float


@dataclass(frozen=True)
class Accept:
    """Legal actions explain the look."""

    actions: tuple[Action, ...]
    after: Position
    confidence: float


@dataclass(frozen=True)
class Violate:
    """An action against the rules explains the look."""

    broken: Break
    confidence: float


@dataclass(frozen=True)
class Ask:
    """Several things explain the look: the players must say which."""

    text: str
    answers: tuple[Explanation, ...]
    confidence: float


@dataclass(frozen=True)
class Unclear:
    """Nothing explains the look."""

    text: str
    cells: tuple[Cell, ...]


Decision = Nothing | Accept | Violate | Ask | Unclear


def decide(official: Position, evidence: Evidence, thresholds: Thresholds = DEFAULT) -> Decision:
    """Multiply what was seen with what the rules allow, and judge."""
    legal = explanations(official, evidence)
    broken = breaks(official, evidence) if legal[0].left_over > EXPLAINED else []
    shares = _shares([one.score for one in legal] + [one.score for one in broken])
    best = max(range(len(shares)), key=shares.__getitem__)
    if best >= len(legal):
        found = broken[best - len(legal)]
        together = sum(shares[len(legal) :])
        if found.left_over <= thresholds.fits and together >= 0.5:
            return Violate(found, min(together, 0.9999))
        return _unclear(official, evidence)
    if legal[best].left_over > thresholds.fits:
        return _unclear(official, evidence)
    if shares[best] >= thresholds.accept:
        if legal[best].nothing:
            return Nothing(shares[best])
        return Accept(legal[best].actions, legal[best].after, min(shares[best], 0.9999))
    answers = [
        one for one, share in zip(legal, shares, strict=False) if share >= thresholds.worth_asking
    ]
    if len(answers) < 2:
        return _unclear(official, evidence)
    return Ask(_question(official, answers), tuple(answers), shares[best])


def _shares(scores: Sequence[float]) -> list[float]:
    top = max(scores)
    weights = [math.exp(score - top) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def _unclear(official: Position, evidence: Evidence) -> Unclear:
    board = {cell: held(official, cell) for cell in evidence.cells}
    cells = tuple(sorted(evidence.changed(board)))
    names = ", ".join(official.board.names.name(cell) for cell in cells[:6])
    more = "" if len(cells) <= 6 else f" and {len(cells) - 6} more"
    return Unclear(f"The board differs at {names}{more}, and no action explains it.", cells)


def _question(official: Position, answers: Sequence[Explanation]) -> str:
    """One plain question with the likeliest answers."""
    words = [_words(official, answer) for answer in answers[:3]]
    return f"What did {official.to_move} do: {', or '.join(words)}?"


def _words(official: Position, answer: Explanation) -> str:
    from eko_companion.rules import play_unchecked

    if answer.nothing:
        return "nothing"
    texts, position = [], official
    for action in answer.actions:
        texts.append(action_text(position, action))
        position = play_unchecked(position, action)
    return " then ".join(texts)
