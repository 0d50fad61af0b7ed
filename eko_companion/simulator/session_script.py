"""What happens in a session folder, photo by photo: actions, mistakes put back, unusable looks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from eko_companion.autoplay.mistakes import mistake
from eko_companion.autoplay.sensible import choose_action
from eko_companion.rules import (
    Action,
    Pass,
    Position,
    Step,
    legal_actions,
    play_unchecked,
    why_illegal,
)
from eko_companion.simulator.physical import INVISIBLE, physically, shows_a_mistake

UNUSABLE = {
    "hand": "a hand and forearm over the board",
    "blur": "strong motion blur",
    "dark": "too dark: the lights are off",
}
_SWAPPING = 20
"""Actions after which a set-up is over in any case."""


@dataclass(frozen=True)
class Look:
    """One photo of a session."""

    before: Position
    """The official position before it."""
    stands: Position
    """What stands on the table."""
    actions: tuple[Action, ...] = ()
    violation: tuple[str, ...] | None = None
    attempt: Action | None = None
    unusable: str | None = None
    note: str | None = None

    @property
    def after(self) -> Position:
        """The official position after it: an unaccepted photo leaves it as it was."""
        return self.before if self.violation or self.unusable else self.stands


def past_swaps(start: Position, dice: random.Random, actions: int) -> Position:
    """Play on from a set-up: through the swaps and some actions more."""
    position = start
    for _ in range(_SWAPPING):
        if position.step is not Step.SWAP:
            break
        position = play_unchecked(position, choose_action(position, dice))
    for _ in range(actions):
        after = play_unchecked(position, choose_action(position, dice))
        if after.step is Step.OVER:
            break
        position = after
    return position


def session_script(
    position: Position, dice: random.Random, photos: int, kinds: tuple[str, ...] = tuple(UNUSABLE)
) -> Iterator[Look]:
    """Photos of a game from a position on, until there are enough or it is over."""
    count = 0
    while count < photos and position.step is not Step.OVER:
        roll = dice.random()
        if roll < 0.14 and count:
            look = _unusable(position, dice, kinds)
            looks = [look]
        elif roll < 0.3 and (look_ := _violation(position, dice)) is not None:
            back = Look(position, position, note="pieces put back after the violation")
            looks = [look_, back]
        else:
            looks = [_actions(position, dice)]
        for look in looks[: photos - count]:
            yield look
            position = look.after
            count += 1


def _actions(position: Position, dice: random.Random) -> Look:
    """One visible action, at times two, with what cannot be seen before it."""
    actions: list[Action] = []
    wanted, seen, now = (2 if dice.random() < 0.25 else 1), 0, position
    while now.step is not Step.OVER and seen < wanted:
        action = choose_action(now, dice)
        now = play_unchecked(now, action)
        actions.append(action)
        seen += not isinstance(action, INVISIBLE)
    # What the rules force is done at once, and cannot be seen either.
    while now.step is not Step.OVER and _forced_pass(now):
        actions.append(Pass())
        now = play_unchecked(now, Pass())
    return Look(position, now, tuple(actions))


def _forced_pass(position: Position) -> bool:
    actions = legal_actions(position)
    return len(actions) == 1 and isinstance(actions[0], Pass)


def _violation(position: Position, dice: random.Random) -> Look | None:
    for _ in range(20):
        attempt = mistake(position, dice)
        if attempt is None:
            return None
        stands = physically(position, attempt)
        if stands is not None and shows_a_mistake(position, stands):
            codes = tuple(reason.code.value for reason in why_illegal(position, attempt))
            return Look(position, stands, (), codes, attempt)
    return None


def _unusable(position: Position, dice: random.Random, kinds: tuple[str, ...]) -> Look:
    return Look(position, position, unusable=dice.choice(kinds))
