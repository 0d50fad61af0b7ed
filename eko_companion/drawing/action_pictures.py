"""What a picture of an action shows: its arrows, highlighted cells and badges.

The position is the one before the action. Whether the action is allowed is not asked: a picture of
a forbidden one is what a player needs to see.
"""

from __future__ import annotations

from typing import NamedTuple

from eko_companion.drawing.arrows import Arrow, ArrowKind
from eko_companion.drawing.marks import Badge, Highlight, HighlightKind
from eko_companion.drawing.walks import legs_of, walk_of
from eko_companion.rules import (
    Action,
    Build,
    Cell,
    Moon,
    Move,
    Position,
    Reinforce,
    Sand,
    Swap,
    Terrain,
)


class ActionPicture(NamedTuple):
    """All that is laid over a position to show one action."""

    highlights: tuple[Highlight, ...]
    arrows: tuple[Arrow, ...]
    badges: tuple[Badge, ...]


def picture_of(position: Position, action: Action, *, wrong: bool = False) -> ActionPicture:
    """Highlights, arrows and badges of an action together."""
    return ActionPicture(
        highlights_for(position, action, wrong=wrong),
        arrows_for(position, action),
        badges_for(position, action),
    )


def arrows_for(position: Position, action: Action) -> tuple[Arrow, ...]:
    """A walk, an attack, a payment, a temple's reach or a swap as arrows."""
    match action:
        case Move():
            return _move_arrows(position, action)
        case Build(start, at):
            return (Arrow((start, at), ArrowKind.BUILD),)
        case Swap(partner):
            emperor = _emperor_of(position)
            return () if emperor is None else (Arrow((emperor, partner), ArrowKind.SWAP),)
        case Sand(target):
            return _temple_arrows(position, Terrain.SAND_TEMPLE, target)
        case Moon(cell):
            return _temple_arrows(position, Terrain.MOON_TEMPLE, cell)
        case _:
            return ()


def highlights_for(
    position: Position, action: Action, *, wrong: bool = False
) -> tuple[Highlight, ...]:
    """The cells that an action begins and ends on; `wrong` marks the ends as forbidden."""
    starts, ends = _cells_of(position, action)
    end_kind = HighlightKind.WRONG if wrong else HighlightKind.TO
    return (
        *(Highlight(cell, HighlightKind.FROM) for cell in starts),
        *(Highlight(cell, end_kind) for cell in ends),
    )


def badges_for(position: Position, action: Action) -> tuple[Badge, ...]:
    """How many discs join a stack, leave it or are paid."""
    match action:
        case Move(start, _, lost, lost_emperor) if lost:
            return (Badge(start, f"−{lost}", loss=True, emperor=lost_emperor),)
        case Build(start, at, kind, emperor):
            replaced = position.building_at.get(at)
            payer = position.stack_at.get(start)
            enemy = replaced is not None and payer is not None and replaced.owner != payer.owner
            return (Badge(start, f"−{kind.level + enemy}", loss=True, emperor=emperor),)
        case Reinforce(placements):
            return tuple(Badge(p.cell, f"+{p.discs}", emperor=p.emperor) for p in placements)
        case Moon(cell, emperor):
            return (Badge(cell, "+1", emperor=emperor),)
        case Sand(target):
            return (Badge(target, "−1", loss=True),)
        case _:
            return ()


def winning_highlights(position: Position) -> tuple[Highlight, ...]:
    """The capitals and stacks that the winners of a finished game hold."""
    winners = position.winners or ()
    capitals = [
        building.cell
        for building in position.buildings
        if building.owner in winners and position.board.terrain[building.cell] is Terrain.CAPITAL
    ]
    alone = {stack.owner for stack in position.stacks} <= set(winners)
    stacks = [stack.cell for stack in position.stacks] if alone else []
    return tuple(Highlight(cell, HighlightKind.WIN) for cell in (*capitals, *stacks))


def _move_arrows(position: Position, move: Move) -> tuple[Arrow, ...]:
    walk = walk_of(position, move)
    legs = [(move.start, move.to)] if walk is None else legs_of(position, walk)
    mover, met = position.stack_at.get(move.start), position.stack_at.get(move.to)
    attack = mover is not None and met is not None and mover.owner != met.owner
    arrows = [Arrow(leg) for leg in legs]
    if attack:
        arrows[-1] = Arrow(legs[-1], ArrowKind.ATTACK)
    return tuple(arrows)


def _temple_arrows(position: Position, temple: Terrain, target: Cell) -> tuple[Arrow, ...]:
    return tuple(
        Arrow((cell, target), ArrowKind.TEMPLE) for cell in _temples_of(position, temple)
    )  # fmt: skip


def _temples_of(position: Position, temple: Terrain) -> tuple[Cell, ...]:
    """The first such temple that the player whose turn it is has built on."""
    owned = [
        cell
        for cell in position.board.cells_of(temple)
        if cell in position.building_at and position.building_at[cell].owner == position.active
    ]
    return tuple(owned[:1])


def _emperor_of(position: Position) -> Cell | None:
    stacks = position.stacks_of(position.to_move)
    return next((stack.cell for stack in stacks if stack.emperor), None)


def _cells_of(position: Position, action: Action) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Where an action begins and where it ends."""
    match action:
        case Move(start, to):
            return (start,), (to,)
        case Build(start, at):
            return (start,), (at,)
        case Swap(partner):
            emperor = _emperor_of(position)
            return (() if emperor is None else (emperor,)), (partner,)
        case Sand(target):
            return _temples_of(position, Terrain.SAND_TEMPLE), (target,)
        case Moon(cell):
            return _temples_of(position, Terrain.MOON_TEMPLE), (cell,)
        case Reinforce(placements):
            return (), tuple(placement.cell for placement in placements)
        case _:
            return (), ()
