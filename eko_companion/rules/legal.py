"""What may be done in a position: the legal actions, why another is not legal, and playing one.

Only the order of play is judged here; each kind of action has its own module.
"""

from __future__ import annotations

from collections.abc import Callable

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
    Swap,
)
from eko_companion.rules.building import apply_build, build_violations, legal_builds
from eko_companion.rules.errors import IllegalActionError
from eko_companion.rules.exchanging import (
    apply_exchange,
    exchange_violations,
    legal_exchanges,
)
from eko_companion.rules.marching import (
    apply_march,
    can_act,
    legal_marches,
    march_violations,
)
from eko_companion.rules.moving import apply_move, legal_moves, move_violations
from eko_companion.rules.position import Position, Step
from eko_companion.rules.reinforcing import (
    apply_reinforce,
    can_reinforce,
    legal_reinforcements,
    reinforce_violations,
)
from eko_companion.rules.swapping import apply_swap, legal_swaps, swap_violations
from eko_companion.rules.temples import (
    apply_moon,
    apply_sand,
    legal_moons,
    legal_sands,
    moon_violations,
    sand_violations,
)
from eko_companion.rules.text import N_
from eko_companion.rules.turns import settle
from eko_companion.rules.violations import Code, Violation, violation

_KINDS_BY_STEP: dict[Step, tuple[type, ...]] = {
    Step.SWAP: (Swap, Pass),
    Step.ACTION: (Move, Build, Sand, Pass),
    Step.EXTRA: (Move, Build, Pass),
    Step.REINFORCE: (Reinforce, Moon, March, Pass),
    Step.EXCHANGE: (Exchange,),
    Step.OVER: (),
}

STEP_WORDS = {
    Step.SWAP: N_("the swap of the emperors"),
    Step.ACTION: N_("the action"),
    Step.EXTRA: N_("the extra action of the forced march"),
    Step.REINFORCE: N_("the reinforcement"),
    Step.EXCHANGE: N_("the exchange of captives"),
    Step.OVER: N_("the end of the game"),
}


def legal_actions(position: Position) -> list[Action]:
    """Every legal action, in a stable order."""
    return _LISTS[position.step](position)


def _at_action(position: Position) -> list[Action]:
    return (legal_moves(position) + legal_builds(position) or [Pass()]) + legal_sands(position)


def _at_extra(position: Position) -> list[Action]:
    return legal_moves(position) + legal_builds(position) or [Pass()]


def _at_reinforce(position: Position) -> list[Action]:
    usual = legal_reinforcements(position) or [Pass()]
    return usual + legal_moons(position) + legal_marches(position)


_LISTS: dict[Step, Callable[[Position], list[Action]]] = {
    Step.SWAP: lambda position: [Pass(), *legal_swaps(position)],
    Step.ACTION: _at_action,
    Step.EXTRA: _at_extra,
    Step.REINFORCE: _at_reinforce,
    Step.EXCHANGE: legal_exchanges,
    Step.OVER: lambda position: [],
}


def why_illegal(position: Position, action: Action) -> list[Violation]:
    """Every violation that an action would be, the most telling first; empty if it is legal."""
    return [reason.kept_to(position.board.terrain) for reason in _reasons(position, action)]


def _reasons(position: Position, action: Action) -> list[Violation]:
    if position.step is Step.OVER:
        return [violation(Code.GAME_OVER, 13, N_("The game is over."))]
    if position.step is Step.EXCHANGE:
        if isinstance(action, Exchange):
            return exchange_violations(position, action)
        template = N_("First {player} must choose a captive to hand over.")
        return [violation(Code.EXCHANGE_REQUIRED, 32, template, player=position.to_move)]
    own = _own_violations(position, action)
    if isinstance(action, _KINDS_BY_STEP[position.step]):
        return own
    # That something was used up already tells more than that its time is not now.
    used = [v for v in own if v.code in (Code.MARCH_ALREADY_USED, Code.TEMPLE_ALREADY_USED)]
    others = [v for v in own if v not in used]
    return used + _step_violations(position) + others


def _step_violations(position: Position) -> list[Violation]:
    template = N_("That is not possible now: this is the time for {step}.")
    found = [violation(Code.WRONG_STEP, None, template, step=STEP_WORDS[position.step])]
    if position.step in (Step.ACTION, Step.EXTRA) and can_act(position):
        found.append(_action_required())
    elif position.step is Step.REINFORCE and can_reinforce(position):
        found.append(_reinforce_required())
    return found


def _action_required() -> Violation:
    template = N_("You must move or build: there is an action that you can take.")
    return violation(Code.ACTION_REQUIRED, None, template)


def _reinforce_required() -> Violation:
    template = N_("You must reinforce: discs from your reserve can come back.")
    return violation(Code.REINFORCE_REQUIRED, 10, template)


def _own_violations(position: Position, action: Action) -> list[Violation]:
    match action:
        case Move():
            return move_violations(position, action)
        case Build():
            return build_violations(position, action)
        case Reinforce():
            return reinforce_violations(position, action)
        case March():
            return march_violations(position)
        case Sand():
            return sand_violations(position, action)
        case Moon():
            return moon_violations(position, action)
        case Swap():
            return swap_violations(position, action)
        case Exchange():
            return []
        case Pass():
            if position.step in (Step.ACTION, Step.EXTRA) and can_act(position):
                return [_action_required()]
            if position.step is Step.REINFORCE and can_reinforce(position):
                return [_reinforce_required()]
            return []


def play(position: Position, action: Action) -> Position:
    """The position after an action; raises IllegalActionError with every violation."""
    violations = why_illegal(position, action)
    if violations:
        raise IllegalActionError(violations)
    return play_unchecked(position, action)


def play_unchecked(position: Position, action: Action) -> Position:
    """The position after an action that is known to be legal, such as one just listed."""
    return settle(position, _apply(position, action), action)


def _apply(position: Position, action: Action) -> Position:
    match action:
        case Move():
            return apply_move(position, action)
        case Build():
            return apply_build(position, action)
        case Reinforce():
            return apply_reinforce(position, action)
        case March():
            return apply_march(position)
        case Sand():
            return apply_sand(position, action)
        case Moon():
            return apply_moon(position, action)
        case Swap():
            return apply_swap(position, action)
        case Exchange(give):
            return apply_exchange(position, position.to_move, give)
        case Pass():
            return position
