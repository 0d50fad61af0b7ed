"""Moves: a stack walks onto an empty cell, an own stack or an enemy stack.

Lists them, explains why one is not allowed, and carries one out. Ways are found in `walking`,
fights are judged in `fighting`; whose turn comes next is in `turns`.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Move
from eko_companion.rules.fighting import defeat, is_kamikaze, may_attack
from eko_companion.rules.pieces import HIGHEST_STACK, Stack
from eko_companion.rules.position import Position, Step, StormPaid
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation
from eko_companion.rules.walking import StackAt, Ways

_BEATABLE = [
    [
        tuple(h for h in range(1, HIGHEST_STACK + 1) if discs and may_attack(discs, emperor, h))
        for emperor in (False, True)
    ]
    for discs in range(HIGHEST_STACK + 1)
]
"""The heights that a stack may attack, by its discs and whether the emperor is in it."""


class _Meetings(dict[tuple[int, bool], int]):
    """The occupied cells on which a stack may end, by the discs and the emperor that arrive."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._own, self._enemy = position.occupancy.own, position.occupancy.enemy

    def __missing__(self, key: tuple[int, bool]) -> int:
        discs, emperor = key
        found = sum(self._own[1 : HIGHEST_STACK - discs + 1])
        for height in _BEATABLE[discs][emperor]:
            found |= self._enemy[height]
        self[key] = found
        return found


def legal_moves(position: Position) -> list[Action]:
    """Every move of the player to move, stack by stack."""
    ways = Ways(position)
    meetings = _Meetings(position)
    moves: list[Action] = []
    if not ways.stormy:
        _add_free_moves(moves, position.occupancy.mine, ways, meetings)
        return moves
    paying = [stack for stack in position.occupancy.mine if ways.may_pay(stack)]
    single = [stack for stack in position.occupancy.mine if ways.must_avoid_storms(stack)]
    _add_free_moves(moves, single, ways, meetings)
    for stack in paying:
        _add_moves_at_a_price(moves, position, ways, meetings, stack)
    return moves


def _add_free_moves(
    moves: list[Action], stacks: list[StackAt], ways: Ways, meetings: _Meetings
) -> None:
    """The moves over cells that cost nothing."""
    board = ways.board
    ready, steps, areas = board.ready_made, board.steps, ways.calm_areas
    rows = ready.plain_rows
    ending = board.calm_mask if ways.stormy else board.walkable_mask
    for start, warriors, emperor in stacks:
        row = rows[start] or ready.plain_moves(start)
        beside = edge = steps[start]
        for cells, beyond, _, pick in areas:
            if cells & beside:
                edge |= beyond
                moves += pick(row)
        ends = edge & ending & meetings[warriors + emperor, emperor] & ~(1 << start)
        while ends:
            low = ends & -ends
            moves.append(row[low.bit_length() - 1])
            ends ^= low


def _add_moves_at_a_price(
    moves: list[Action],
    position: Position,
    ways: Ways,
    meetings: _Meetings,
    stack: StackAt,
) -> None:
    """The moves of a stack whose walks have prices: each price and each choice of discs [18]."""
    start, warriors, emperor = stack
    ready = position.board.ready_made
    discs = warriors + emperor
    for lost, targets in enumerate(ways.targets(start, discs - 1)):
        if not targets:
            continue
        for lost_emperor in (False, True) if emperor and lost else (False,):
            open_to = meetings[discs - lost, emperor and not lost_emperor]
            row = ready.moves(start, lost, lost_emperor)
            moves += [row[to] for to in ways.numbers(targets & (ways.empty | open_to))]
    if position.rulings.deadly_storm == "allow":
        row = ready.moves(start, discs, emperor)
        moves += [row[to] for to in ways.numbers(ways.ruin(start, discs) & ways.empty)]


def can_move(position: Position) -> bool:
    """Whether the player to move has any move; cheaper than listing them."""
    ways = Ways(position)
    meetings = _Meetings(position)
    ruinous = position.rulings.deadly_storm == "allow"
    for start, warriors, emperor in position.occupancy.mine:
        discs = warriors + emperor
        for lost, targets in enumerate(ways.targets(start, discs - 1)):
            # Keeping the emperor is never worse than losing him.
            if targets & (ways.empty | meetings[discs - lost, emperor]):
                return True
        if ruinous and ways.ruin(start, discs) & ways.empty:
            return True
    return False


def move_violations(position: Position, move: Move) -> list[Violation]:
    """Why a move is not allowed, the most telling reason first; the step is not looked at."""
    board = position.board
    start, to = move.start, move.to
    found: list[Violation] = []
    stack = position.stack_at.get(start)
    if stack is None:
        template = N_("There is no stack at {cell}.")
        found.append(violation(Code.NO_SUCH_STACK, 2, template, (start,), cell=board.name(start)))
    elif stack.owner != position.to_move:
        template = N_("The stack at {cell} belongs to {owner}, and it is {player}'s turn.")
        params = {"cell": board.name(start), "owner": stack.owner, "player": position.to_move}
        found.append(violation(Code.NOT_YOUR_STACK, 2, template, (start,), **params))
    if start == to:
        template = N_("A move must end on another cell than {cell}, where it started.")
        found.append(violation(Code.SAME_CELL, 2, template, (start,), cell=board.name(start)))
    elif to not in board.number:
        found += _not_walkable(position, move)
    elif stack is not None and stack.owner == position.to_move:
        found += _way_violations(position, move, stack)
    return found


def _not_walkable(position: Position, move: Move) -> list[Violation]:
    board = position.board
    terrain = board.terrain.get(move.to)
    found = []
    if terrain is Terrain.PORTAL:
        template = N_("No stack may stop on the portal at {cell}; one only passes through it.")
        found.append(
            violation(Code.PORTAL_CLOSED, 22, template, (move.to,), cell=board.name(move.to))
        )
    if terrain is None:
        template = N_("{cell} is not a cell of this board.")
        params = {"cell": board.name(move.to)}
    else:
        template = N_("Stacks walk on circles and storm cells only, and {cell} is a {terrain}.")
        params = {"cell": board.name(move.to), "terrain": terrain.word}
    found.append(violation(Code.NOT_WALKABLE, 1, template, (move.to,), **params))
    return found


def _way_violations(position: Position, move: Move, stack: Stack) -> list[Violation]:
    """Faults of the way, of the price and of the meeting, for an own stack and a walkable end."""
    ways = Ways(position)
    board = position.board
    start, to = board.number[move.start], board.number[move.to]
    bit = 1 << to
    prices = [
        price for price, targets in enumerate(ways.targets(start, stack.discs - 1)) if targets & bit
    ]
    ruin = bool(ways.ruin(start, stack.discs) & bit)
    if not prices and not ruin:
        return [
            *_blocked(position, move, ways),
            *_named_discs(position, move, stack),
            *_meeting(position, move, stack, move.lost),
        ]
    found = _storm_violations(position, move, stack, prices, ruin)
    found += _named_discs(position, move, stack)
    if move.lost in prices:
        return found + _meeting(position, move, stack, move.lost)
    if prices:
        # The price is wrong; name the meeting too where no right price would help.
        meetings = [_meeting(position, move, stack, price) for price in prices]
        if all(meetings):
            found += meetings[0]
    return found


def _blocked(position: Position, move: Move, ways: Ways) -> list[Violation]:
    board = position.board
    start, to = board.number[move.start], board.number[move.to]
    names = {"start": board.name(move.start), "cell": board.name(move.to)}
    template = N_("Other stacks block every way from {start} to {cell}.")
    found = [violation(Code.PATH_BLOCKED, 2, template, (move.start, move.to), **names)]
    if board.portals and ways.reach_ignoring_portal_walls(start) >> to & 1:
        template = N_(
            "From {start} to {cell} one would have to pass a portal that is closed there."
        )
        cells = (move.to, *(portal.cell for portal in board.portals))
        closed = violation(Code.PORTAL_CLOSED, 22, template, cells, **names)
        # Who stands before an open portal is stopped by what stands behind it.
        found.insert(1 if ways.reaches_portal(start) else 0, closed)
    if move.lost and not board.zones:
        found.append(_wrong_loss(position, move, [0]))
    return found


def _storm_violations(
    position: Position, move: Move, stack: Stack, prices: list[int], ruin: bool
) -> list[Violation]:
    found: list[Violation] = []
    whole = move.lost >= stack.discs
    fits = move.lost in prices or (ruin and move.lost == stack.discs)
    # Walking to one's ruin is a matter of the table, and only ever onto an empty cell [21].
    forbidden = position.rulings.deadly_storm == "forbid" or move.to in position.stack_at
    if ruin and forbidden and (whole or not prices):
        template = N_("The storm on the way to {cell} would take the last disc of the stack.")
        name = position.board.name(move.to)
        found.append(violation(Code.STORM_WOULD_DESTROY, 21, template, (move.to,), cell=name))
    if not fits:
        found.append(_wrong_loss(position, move, prices or [stack.discs]))
    elif move.lost_emperor and not move.lost:
        template = N_("Nothing is lost on the way to {cell}, so the emperor cannot be.")
        name = position.board.name(move.to)
        found.append(violation(Code.STORM_LOSS_WRONG, 18, template, (move.to,), cell=name))
    return found


def _wrong_loss(position: Position, move: Move, prices: list[int]) -> Violation:
    least, most = prices[0], prices[-1]
    template = N_("On the way to {cell} the storms take {least} of your discs, not {lost}.")
    if least != most:
        template = N_(
            "On the way to {cell} the storms take at least {least} and at most {most} "
            "of your discs, not {lost}."
        )
    return violation(
        Code.STORM_LOSS_WRONG,
        18,
        template,
        (move.start, move.to),
        cell=position.board.name(move.to),
        least=least,
        most=most,
        lost=move.lost,
    )


def _named_discs(position: Position, move: Move, stack: Stack) -> list[Violation]:
    """The discs that are named as lost must be in the stack."""
    there = move.lost - move.lost_emperor <= stack.warriors
    if there and (stack.emperor or not move.lost_emperor):
        return []
    template = N_("The discs named as lost are not in the stack at {cell}.")
    start = position.board.name(move.start)
    return [violation(Code.WRONG_COST, 18, template, (move.start,), cell=start)]


def _meeting(position: Position, move: Move, stack: Stack, lost: int) -> list[Violation]:
    """Faults of joining or attacking what stands on the target, after a loss of that size."""
    other = position.stack_at.get(move.to)
    discs = stack.discs - lost
    if other is None or discs < 1:
        return []
    name = position.board.name(move.to)
    if other.owner == stack.owner:
        if discs + other.discs <= HIGHEST_STACK:
            return []
        template = N_(
            "Your stack of {discs} and the stack of {height} at {cell} would make {sum} discs: "
            "a stack has at most 4."
        )
        params: dict[str, str | int] = {"sum": discs + other.discs}
        code, ruling = Code.STACK_TOO_HIGH, 3
    else:
        emperor = stack.emperor and not (move.lost_emperor and lost > 0)
        if may_attack(discs, emperor, other.discs):
            return []
        code, ruling, params = Code.ATTACK_TOO_WEAK, 6, {}
        if emperor:
            template = N_(
                "Your stack of {discs} with the emperor cannot attack a stack of {height} at "
                "{cell}: it needs as many discs."
            )
        else:
            template = N_(
                "Your stack of {discs} cannot attack a stack of {height} at {cell}: "
                "it needs more discs, or your emperor and as many."
            )
    params |= {"discs": discs, "height": other.discs, "cell": name}
    return [violation(code, ruling, template, (move.start, move.to), **params)]


def apply_move(position: Position, move: Move) -> Position:
    """Carry out a legal move: loss to storms, walk, and what happens at its end."""
    stack = position.stack_at[move.start]
    player = stack.owner
    home = position.reserve_of(player).plus(move.lost - move.lost_emperor, move.lost_emperor)
    warriors = stack.warriors - (move.lost - move.lost_emperor)
    emperor = stack.emperor and not move.lost_emperor
    moved = Stack(move.to, player, warriors, emperor)
    target = position.stack_at.get(move.to)
    after = position
    if move.lost:
        after = after.changed(reserves=position.with_reserve(player, home))
    left = moved
    if target is not None and moved.discs:
        if target.owner == player:
            joined = warriors + target.warriors
            left = Stack(move.to, player, joined, emperor or target.emperor)
        else:
            after = defeat(after, target, moved)
            if is_kamikaze(moved.discs, target.discs):
                own = after.reserve_of(player).plus(warriors, emperor)
                after = after.changed(reserves=after.with_reserve(player, own))
                left = Stack(move.to, player, 0, False)
    paid = None
    if left.discs and position.step is Step.ACTION:
        paid = _paid_by(position, move)
    return after.restacked(left, without=(move.start,), storm_paid=paid)


def _paid_by(position: Position, move: Move) -> StormPaid | None:
    """What the stack has paid, to be remembered until the turn ends [19]."""
    if not move.lost:
        return None
    number = position.board.number
    ways = Ways(position)
    zones = ways.zones_of_cheapest(number[move.start], number[move.to], move.lost)
    return StormPaid(move.to, zones) if zones else None
