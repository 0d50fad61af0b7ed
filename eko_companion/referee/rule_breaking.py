"""Finds the action that breaks a rule and best explains a look that no legal play explains.

What hands can do is tried out on the cells that look different; which rules it breaks is asked of
the rules. Some breaks only a look at the table can tell: a stack that was split, another's turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from eko_companion.referee.evidence import Evidence, held
from eko_companion.rules import (
    Action,
    Build,
    Building,
    BuildingKind,
    Cell,
    Code,
    Move,
    Player,
    Position,
    Reinforcement,
    Sand,
    Stack,
    reinforce,
    why_illegal,
)
from eko_companion.rules.pieces import HIGHEST_STACK, WARRIORS
from eko_companion.vision.reading.hypotheses import Holding

PRIOR: Final = -6.0
"""How rarely players break a rule, as a logarithm."""
FREAK: Final = -3.0
"""Besides, for what hardly anybody does: pieces that come from nowhere or vanish."""


@dataclass(frozen=True)
class Break:
    """An attempt against the rules, and how well it explains a look."""

    attempt: Action | None
    """None where no single action says it."""
    player: Player
    codes: tuple[Code, ...]
    text: str
    score: float
    """Comparable with the explanations of the same look."""
    left_over: float
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class _Try:
    """Something that hands may have done: the cells it leaves otherwise."""

    attempt: Action | None
    player: Player
    leaves: dict[Cell, Holding]
    codes: tuple[Code, ...] = ()
    """Breaks that only a look can tell."""
    text: str = ""
    prior: float = 0.0


def breaks(official: Position, evidence: Evidence, most: int = 5) -> list[Break]:
    """The best rule-breaking explanations of a look, best first."""
    finder = _Finder(official, evidence)
    found = [judged for one in finder.tries() if (judged := finder.judged(one)) is not None]
    found.sort(key=lambda one: -one.score)
    return found[:most]


class _Finder:
    def __init__(self, official: Position, evidence: Evidence) -> None:
        self._official = official
        self._evidence = evidence
        self._base = sum(evidence.says(cell, held(official, cell)) for cell in evidence.cells)
        self._against = sum(evidence.against(cell, held(official, cell)) for cell in evidence.cells)
        board = {cell: held(official, cell) for cell in evidence.cells}
        self._changed = sorted(evidence.changed(board))
        self._seen = {cell: evidence.likeliest(cell) for cell in self._changed}

    # --- what hands may have done ------------------------------------------------------------

    def tries(self) -> Iterator[_Try]:
        """Everything that touches the cells that look different."""
        yield from self._moves()
        yield from self._builds()
        yield from self._reinforcements()
        yield from self._takings()

    def _stacks(self) -> list[Stack]:
        """Stacks that look smaller than they were, or gone, or another's."""
        return [
            stack
            for cell in self._changed
            if (stack := self._official.stack_at.get(cell)) is not None
        ]

    def _targets(self) -> list[Cell]:
        return [cell for cell in self._changed if self._seen[cell].discs]

    def _moves(self) -> Iterator[_Try]:
        for stack in self._stacks():
            for to in self._targets():
                if to != stack.cell and self._seen[to].owner == stack.owner:
                    yield from self._moves_between(stack, to)

    def _moves_between(self, stack: Stack, to: Cell) -> Iterator[_Try]:
        """A whole stack, one that lost discs to storms, or a part of it."""
        there = self._official.stack_at.get(to)
        own = there if there is not None and there.owner == stack.owner else None
        # Where there are no storms, nobody gives discs to them.
        for lost in range(stack.discs if self._official.board.zones else 1):
            for lost_emperor in {False, stack.emperor and lost > 0}:
                warriors = stack.warriors - (lost - lost_emperor)
                if warriors < 0:
                    continue
                moved = Stack(to, stack.owner, warriors, stack.emperor and not lost_emperor)
                arrived = _together(moved, own)
                attempt = Move(stack.cell, to, lost, lost_emperor)
                gone = {stack.cell: Holding(), to: _holding(arrived)}
                yield _Try(attempt, stack.owner, gone)
                if own is not None and lost == 0:
                    # The own stack was taken off as if it were an enemy's.
                    taken = {stack.cell: Holding(), to: _holding(moved)}
                    yield _Try(
                        attempt,
                        stack.owner,
                        taken,
                        (Code.ATTACK_OWN,),
                        "An own stack is never attacked.",
                    )
        yield from self._splits(stack, to, own)

    def _splits(self, stack: Stack, to: Cell, own: Stack | None) -> Iterator[_Try]:
        for count in range(1, stack.discs):
            for emperor in {False, stack.emperor}:
                if count - emperor > stack.warriors:
                    continue
                part = Stack(to, stack.owner, count - emperor, emperor)
                stays = Stack(
                    stack.cell,
                    stack.owner,
                    stack.warriors - part.warriors,
                    stack.emperor and not emperor,
                )
                yield _Try(
                    Move(stack.cell, to),
                    stack.owner,
                    {stack.cell: _holding(stays), to: _holding(_together(part, own))},
                    (Code.STACK_SPLIT,),
                    "A stack always moves as a whole: it is never split.",
                )

    def _builds(self) -> Iterator[_Try]:
        for at in self._changed:
            seen = self._seen[at]
            if seen.kind is None or seen.owner is None:
                continue
            payers = [stack for stack in self._official.stacks if stack.owner == seen.owner]
            near = [stack for stack in payers if stack.cell in self._changed]
            beside = [s for s in payers if s.cell in at.neighbours() and s not in near]
            for stack in near:
                for paid in range(1, stack.discs + 1):
                    for emperor in {False, stack.emperor}:
                        if paid - emperor <= stack.warriors:
                            yield self._build(stack, at, seen.kind, paid, emperor)
            # Nothing was paid at all.
            for stack in beside or payers[:1]:
                yield self._build(stack, at, seen.kind, 0, False)

    def _build(self, stack: Stack, at: Cell, kind: BuildingKind, paid: int, emperor: bool) -> _Try:
        left = Stack(
            stack.cell,
            stack.owner,
            stack.warriors - (paid - emperor),
            stack.emperor and not emperor,
        )
        leaves = {at: Holding(stack.owner, kind=kind)}
        if paid:
            leaves[stack.cell] = _holding(left)
        price = self._price(stack.owner, at, kind)
        codes = () if paid == price else (Code.WRONG_COST,)
        text = "" if paid == price else f"This building costs {price} discs, and {paid} were paid."
        return _Try(Build(stack.cell, at, kind, emperor), stack.owner, leaves, codes, text)

    def _price(self, owner: Player, at: Cell, kind: BuildingKind) -> int:
        standing: Building | None = self._official.building_at.get(at)
        return kind.level + (standing is not None and standing.owner != owner)

    def _reinforcements(self) -> Iterator[_Try]:
        """Discs that came from the reserve, onto one stack or several."""
        by_owner: dict[Player, list[tuple[Reinforcement, Holding]]] = {}
        for cell in self._targets():
            seen = self._seen[cell]
            before = self._official.stack_at.get(cell)
            if before is not None and before.owner != seen.owner:
                continue
            discs = before.discs if before is not None else 0
            emperor = seen.emperor and not (before is not None and before.emperor)
            more = seen.discs - discs
            if more > 0 and seen.owner is not None:
                placement = Reinforcement(cell, more - emperor, emperor)
                by_owner.setdefault(seen.owner, []).append((placement, seen))
        for owner, placed in by_owner.items():
            for chosen in ([one] for one in placed):
                yield self._reinforcement(owner, chosen)
            if len(placed) > 1:
                yield self._reinforcement(owner, placed)

    def _reinforcement(self, owner: Player, placed: list[tuple[Reinforcement, Holding]]) -> _Try:
        reserve = self._official.reserve_of(owner)
        discs = sum(one.warriors for one, _ in placed)
        short = discs > reserve.warriors or any(one.emperor for one, _ in placed) > reserve.emperor
        return _Try(
            reinforce(*(one for one, _ in placed)),
            owner,
            {one.cell: seen for one, seen in placed},
            (Code.PIECES_DONT_ADD_UP,) if short else (),
            "More discs are on the board than this player can have there." if short else "",
            FREAK if short else 0.0,
        )

    def _takings(self) -> Iterator[_Try]:
        """Discs that went off the board with nothing to show for it."""
        for stack in self._stacks():
            seen = self._seen[stack.cell]
            if seen.owner not in (None, stack.owner) or seen.discs >= stack.discs:
                continue
            one_less = stack.discs - 1 == seen.discs and stack.owner != self._official.to_move
            yield _Try(
                Sand(stack.cell) if one_less else None,
                self._official.to_move,
                {stack.cell: seen},
                (Code.PIECES_DONT_ADD_UP,),
                "Discs are gone from the board, and no rule took them off.",
                FREAK,
            )

    # --- how well it explains the look, and which rules it breaks ----------------------------

    def judged(self, one: _Try) -> Break | None:
        """The attempt with its score and its broken rules; None where it breaks none."""
        codes, text = self._broken(one)
        if not codes:
            return None
        score, left = self._base, self._against
        for cell, left_there in one.leaves.items():
            before, holding = held(self._official, cell), self._as_seen(cell, left_there)
            score += self._evidence.says(cell, holding) - self._evidence.says(cell, before)
            left += self._evidence.against(cell, holding) - self._evidence.against(cell, before)
        return Break(
            one.attempt,
            one.player,
            codes,
            text,
            score + PRIOR + one.prior,
            left,
            tuple(sorted(one.leaves)),
        )

    def _as_seen(self, cell: Cell, holding: Holding) -> Holding:
        """A stack that is too high may look as high as the rules allow."""
        lower = replace(holding, discs=HIGHEST_STACK)
        if holding.discs > HIGHEST_STACK and self._evidence.says(cell, lower) > self._evidence.says(
            cell, holding
        ):
            return lower
        return holding

    def _broken(self, one: _Try) -> tuple[tuple[Code, ...], str]:
        official = self._official
        codes = list(one.codes)
        texts = [one.text] if one.text else []
        if one.player != official.to_move:
            codes.insert(0, Code.NOT_YOUR_TURN)
            texts.insert(0, f"It is not {one.player}'s turn but {official.to_move}'s.")
        elif one.attempt is not None:
            for reason in why_illegal(official, one.attempt):
                if reason.code not in codes:
                    codes.append(reason.code)
                    texts.append(reason.text)
        return tuple(codes), texts[0] if texts else ""


def _together(moved: Stack, own: Stack | None) -> Stack:
    if own is None:
        return moved
    return moved._replace(
        warriors=min(moved.warriors + own.warriors, WARRIORS),
        emperor=moved.emperor or own.emperor,
    )


def _holding(stack: Stack) -> Holding:
    if not stack.discs:
        return Holding()
    return Holding(stack.owner, min(stack.discs, 5), stack.emperor)
