"""The script of a game: visits of hands, each with what it does and whether that was allowed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from eko_companion.autoplay.mistakes import mistake
from eko_companion.autoplay.sensible import choose_action
from eko_companion.rules import Action, Position, Step, play_unchecked
from eko_companion.rules.legal import why_illegal
from eko_companion.rules.pieces import Player
from eko_companion.simulator.physical import INVISIBLE, physically, shows_a_mistake


@dataclass(frozen=True, slots=True)
class Habits:
    """How often what happens, in parts of all visits."""

    mistakes: float = 0.06
    """An illegal action that is put back."""
    hesitations: float = 0.1
    """A stack is lifted and put back on the same cell first."""
    slides: float = 0.2
    """Moves in which the stack is pushed and not lifted."""
    doubles: float = 0.2
    """Visits in which a second action follows at once."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One reach of a hand over the board."""

    before: Position
    stands: Position
    """What stands on the board afterwards."""
    actions: tuple[Action, ...] = ()
    """In order, with those that cannot be seen."""
    attempt: Action | None = None
    violation: tuple[str, ...] = ()
    puts_back: bool = False
    hesitates: bool = False
    slides: bool = False
    hand_of: Player | None = None
    """Whose hand it is where that is not the player whose turn it was before."""

    @property
    def player(self) -> Player:
        """Whose hand it is."""
        return self.hand_of or self.before.active

    @property
    def after(self) -> Position:
        """The official position afterwards."""
        return self.before if self.attempt is not None else self.stands


def script(
    start: Position,
    dice: random.Random,
    habits: Habits | None = None,
    most_actions: int | None = None,
) -> Iterator[Visit]:
    """Visits from a position to the end of the game, or until so many actions were taken."""
    habits = habits or Habits()
    position, count = start, 0
    while position.step is not Step.OVER and (most_actions is None or count < most_actions):
        if dice.random() < habits.mistakes:
            wrong = _wrong(position, dice)
            if wrong is not None:
                yield wrong
                yield Visit(position, position, puts_back=True)
        visit = _right(position, dice, habits)
        yield visit
        position = visit.after
        count += len(visit.actions)


def _right(position: Position, dice: random.Random, habits: Habits) -> Visit:
    actions: list[Action] = []
    now, seen, player = position, 0, position.active
    wanted = 2 if dice.random() < habits.doubles else 1
    while now.step is not Step.OVER and seen < wanted:
        # A second action of another player is another hand.
        if seen and now.active != player:
            break
        action = choose_action(now, dice)
        if not isinstance(action, INVISIBLE):
            player, seen = now.active, seen + 1
        actions.append(action)
        now = play_unchecked(now, action)
    return Visit(
        position,
        now,
        tuple(actions),
        hesitates=dice.random() < habits.hesitations,
        slides=dice.random() < habits.slides,
        hand_of=player,
    )


def _wrong(position: Position, dice: random.Random) -> Visit | None:
    for _ in range(12):
        attempt = mistake(position, dice)
        stands = physically(position, attempt) if attempt is not None else None
        if attempt is None or stands is None:
            continue
        if shows_a_mistake(position, stands):
            codes = tuple(reason.code.value for reason in why_illegal(position, attempt))
            return Visit(position, stands, (), attempt, codes)
    return None
