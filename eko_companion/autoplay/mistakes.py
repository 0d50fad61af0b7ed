"""Actions that players might try by mistake: close to legal ones, often against a rule.

For demonstrations of refusals, and for tests that compare refusals with the list of legal actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from eko_companion.rules import (
    Action,
    Build,
    BuildingKind,
    Cell,
    Code,
    Exchange,
    March,
    Moon,
    Move,
    Pass,
    Position,
    Reinforce,
    Reinforcement,
    Sand,
    Step,
    Swap,
    legal_actions,
    reinforce,
    why_illegal,
)


def attempt(position: Position, rng: random.Random) -> Action:
    """Any action that somebody might try, legal or not."""
    kinds = _ATTEMPTS[position.step] if rng.random() < 0.8 else _ANYTHING
    return rng.choice(kinds)(position, rng)


def mistake(position: Position, rng: random.Random, tries: int = 50) -> Action | None:
    """An action that a player might try in earnest and that the rules forbid, if one is found."""
    for _ in range(tries):
        action = rng.choice(_ATTEMPTS[position.step])(position, rng)
        reasons = why_illegal(position, action)
        if reasons and reasons[0].code not in _NOBODY_TRIES:
            return action
    return None


def altered(position: Position, action: Action, rng: random.Random) -> Action:
    """A legal action with one thing about it changed."""
    match action:
        case Move(start, to, lost, lost_emperor):
            return rng.choice(
                (
                    Move(start, _cell(position, rng), lost, lost_emperor),
                    Move(_cell(position, rng), to, lost, lost_emperor),
                    Move(start, to, rng.randrange(6), lost_emperor),
                    Move(start, to, lost, not lost_emperor),
                )
            )
        case Build(start, at, kind, emperor):
            return rng.choice(
                (
                    Build(start, at, rng.choice(list(BuildingKind)), emperor),
                    Build(start, at, kind, not emperor),
                    Build(_cell(position, rng), at, kind, emperor),
                    Build(start, _cell(position, rng), kind, emperor),
                )
            )
        case Reinforce(placements):
            return _altered_reinforcement(position, placements, rng)
        case Moon(cell, emperor):
            return rng.choice((Moon(_cell(position, rng), emperor), Moon(cell, not emperor)))
        case Sand():
            return Sand(_cell(position, rng))
        case Swap():
            return Swap(_cell(position, rng))
        case Exchange():
            return Exchange(rng.choice(position.players))
    return attempt(position, rng)


def _altered_reinforcement(
    position: Position, placements: tuple[Reinforcement, ...], rng: random.Random
) -> Action:
    changed = {placement.cell: placement for placement in placements}
    match rng.randrange(3):
        case 0:
            cell = _cell(position, rng)
            changed[cell] = Reinforcement(cell, rng.randrange(3), rng.random() < 0.2)
        case 1:
            gone = rng.choice(placements)
            cell = _cell(position, rng)
            del changed[gone.cell]
            changed[cell] = Reinforcement(cell, gone.warriors, gone.emperor)
        case _:
            old = rng.choice(placements)
            changed[old.cell] = Reinforcement(old.cell, rng.randrange(5), rng.random() < 0.5)
    return reinforce(*changed.values())


def _cell(position: Position, rng: random.Random) -> Cell:
    """Mostly a cell where something stands, at times any cell or one beside the board."""
    roll = rng.random()
    if roll < 0.5 and position.stacks:
        return rng.choice(position.stacks).cell
    if roll < 0.6 and position.buildings:
        return rng.choice(position.buildings).cell
    if roll < 0.97:
        return rng.choice(position.board.cells)
    return rng.choice(position.board.cells).neighbour(rng.randrange(6))


def _own_cell(position: Position, rng: random.Random) -> Cell:
    own = position.stacks_of(position.to_move)
    return rng.choice(own).cell if own and rng.random() < 0.9 else _cell(position, rng)


def _some_move(position: Position, rng: random.Random) -> Action:
    lost = rng.choice((0, 0, 0, 1, 1, 2, 3, 4)) if position.board.zones else 0
    return Move(
        _own_cell(position, rng), _cell(position, rng), lost, rng.random() < 0.2 if lost else False
    )


def _some_build(position: Position, rng: random.Random) -> Action:
    start = _own_cell(position, rng)
    beside = position.board.building_cells_beside.get(start, ())
    at = rng.choice(beside) if beside and rng.random() < 0.8 else _cell(position, rng)
    return Build(start, at, rng.choice(list(BuildingKind)), rng.random() < 0.2)


def _some_reinforcement(position: Position, rng: random.Random) -> Action:
    count = rng.choice((0, 1, 1, 1, 1, 2, 3))
    cells = {_own_cell(position, rng) for _ in range(count)}
    emperor = position.reserve_of(position.to_move).emperor
    return reinforce(
        *(
            Reinforcement(cell, rng.randrange(4), emperor and rng.random() < 0.6)
            for cell in sorted(cells)
        )
    )


def _some_legal(position: Position, rng: random.Random) -> Action:
    actions = legal_actions(position)
    return altered(position, rng.choice(actions), rng) if actions else Pass()


def _some_pass(position: Position, rng: random.Random) -> Action:
    return Pass()


def _some_march(position: Position, rng: random.Random) -> Action:
    return March()


def _some_sand(position: Position, rng: random.Random) -> Action:
    return Sand(_cell(position, rng))


def _some_moon(position: Position, rng: random.Random) -> Action:
    return Moon(_cell(position, rng), rng.random() < 0.3)


def _some_swap(position: Position, rng: random.Random) -> Action:
    return Swap(_own_cell(position, rng))


def _some_exchange(position: Position, rng: random.Random) -> Action:
    return Exchange(rng.choice(position.players))


_NOBODY_TRIES = frozenset({Code.TEMPLE_NOT_OWNED, Code.NO_SUCH_STACK, Code.REINFORCE_RESERVE_SHORT})

_Attempt = Callable[[Position, random.Random], Action]

_ANYTHING: tuple[_Attempt, ...] = (
    _some_move,
    _some_build,
    _some_reinforcement,
    _some_pass,
    _some_march,
    _some_sand,
    _some_moon,
    _some_swap,
    _some_exchange,
)
_ATTEMPTS: dict[Step, tuple[_Attempt, ...]] = {
    Step.SWAP: (_some_swap, _some_swap, _some_pass),
    Step.ACTION: (
        _some_move,
        _some_move,
        _some_build,
        _some_build,
        _some_legal,
        _some_sand,
        _some_pass,
    ),
    Step.EXTRA: (_some_move, _some_build, _some_legal, _some_pass),
    Step.REINFORCE: (
        _some_reinforcement,
        _some_reinforcement,
        _some_legal,
        _some_legal,
        _some_moon,
        _some_march,
        _some_pass,
    ),
    Step.EXCHANGE: (_some_exchange,),
    Step.OVER: _ANYTHING,
}
