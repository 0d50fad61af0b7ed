"""The sand temple and the moon temple: what they cost and what they do [27, 28, 29].

The wind temple only loosens the usual reinforcement and is in `reinforcing`.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Moon, Sand
from eko_companion.rules.pieces import HIGHEST_STACK, TEMPLE_PRICE, Player, Reserve, Stack
from eko_companion.rules.position import Position
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation

RIVALS_FOR_A_RETURN = 2
"""A player without a disc on the board comes back only while so many rivals have some [27]."""


def legal_sands(position: Position) -> list[Action]:
    """Every use of the sand temple."""
    player = position.to_move
    if (
        not position.board.cells_of(Terrain.SAND_TEMPLE)
        or position.sand_used
        or not position.owns_temple(player, Terrain.SAND_TEMPLE)
        or position.reserve_of(player).warriors < TEMPLE_PRICE
    ):
        return []
    return [
        Sand(stack.cell) for stack in position.stacks if stack.owner != player and stack.warriors
    ]


def sand_violations(position: Position, sand: Sand) -> list[Violation]:
    """Why the sand temple cannot be used like that."""
    player = position.to_move
    name = position.board.name(sand.target)
    found = _temple_violations(position, Terrain.SAND_TEMPLE, 29)
    if position.sand_used:
        template = N_("You have used the sand temple in this turn already.")
        found.append(violation(Code.TEMPLE_ALREADY_USED, 29, template))
    stack = position.stack_at.get(sand.target)
    if stack is None or stack.owner == player:
        template = N_("There is no enemy stack at {cell}.")
        found.append(violation(Code.NO_SUCH_STACK, 29, template, (sand.target,), cell=name))
    elif not stack.warriors:
        template = N_("The emperor at {cell} stands alone, and the sand temple cannot touch him.")
        found.append(violation(Code.EMPEROR_PROTECTED, 29, template, (sand.target,), cell=name))
    return found


def apply_sand(position: Position, sand: Sand) -> Position:
    """Carry out a legal use of the sand temple."""
    player = position.to_move
    stack = position.stack_at[sand.target]
    left = stack._replace(warriors=stack.warriors - 1)
    payer = position.reserve_of(player).minus(TEMPLE_PRICE)
    reserves = position.changed(reserves=position.with_reserve(player, payer)).with_reserve(
        stack.owner, position.reserve_of(stack.owner).plus(1)
    )
    return position.restacked(
        left,
        reserves=reserves,
        boxes=position.with_boxed(player, TEMPLE_PRICE),
        sand_used=True,
    )


def legal_moons(position: Position) -> list[Action]:
    """Every use of the moon temple."""
    player = position.to_move
    if not position.board.cells_of(Terrain.MOON_TEMPLE) or not can_use_moon(position, player):
        return []
    reserve = position.reserve_of(player)
    choices = [False, True]
    if not reserve.emperor:
        choices = [False]
    elif position.rulings.moon_disc == "emperor" or reserve.warriors == TEMPLE_PRICE:
        choices = [True]
    return [
        Moon(cell, emperor)
        for cell in position.board.walkable
        if _takes_a_disc(position.stack_at.get(cell), player)
        for emperor in choices
    ]


def can_use_moon(position: Position, player: Player) -> bool:
    """Whether the moon temple can bring a disc of this player onto some cell."""
    return (
        position.owns_temple(player, Terrain.MOON_TEMPLE)
        and _can_pay_moon(position.reserve_of(player))
        and _may_return(position, player)
        and any(
            _takes_a_disc(position.stack_at.get(cell), player) for cell in position.board.walkable
        )
    )


def _can_pay_moon(reserve: Reserve) -> bool:
    return reserve.warriors >= TEMPLE_PRICE and reserve.discs > TEMPLE_PRICE


def _takes_a_disc(stack: Stack | None, player: Player) -> bool:
    return stack is None or (stack.owner == player and stack.discs < HIGHEST_STACK)


def _may_return(position: Position, player: Player) -> bool:
    rivals = {stack.owner for stack in position.stacks} - {player}
    return position.on_board(player) or len(rivals) >= RIVALS_FOR_A_RETURN


def moon_violations(position: Position, moon: Moon) -> list[Violation]:
    """Why the moon temple cannot be used like that."""
    player = position.to_move
    board = position.board
    name = board.name(moon.cell)
    reserve = position.reserve_of(player)
    found = _temple_violations(position, Terrain.MOON_TEMPLE, 27)
    stack = position.stack_at.get(moon.cell)
    if moon.cell not in board.number:
        template = N_("No stack can stand at {cell}.")
        found.append(violation(Code.NOT_WALKABLE, 27, template, (moon.cell,), cell=name))
    elif stack is not None and stack.owner != player:
        template = N_("The stack at {cell} belongs to {owner}.")
        params = {"cell": name, "owner": stack.owner}
        found.append(violation(Code.NOT_YOUR_STACK, 27, template, (moon.cell,), **params))
    elif stack is not None and stack.discs >= HIGHEST_STACK:
        template = N_("The stack at {cell} has 4 discs already.")
        found.append(violation(Code.STACK_TOO_HIGH, 27, template, (moon.cell,), cell=name))
    if moon.emperor and not reserve.emperor:
        template = N_("Your emperor is not in the reserve.")
        found.append(violation(Code.REINFORCE_RESERVE_SHORT, 27, template))
    elif not moon.emperor and reserve.warriors <= TEMPLE_PRICE:
        template = N_("Once 2 warriors are boxed, no warrior is left in the reserve to place.")
        found.append(violation(Code.REINFORCE_RESERVE_SHORT, 27, template))
    if reserve.emperor and not moon.emperor and position.rulings.moon_disc == "emperor":
        template = N_("Your emperor is in the reserve: he is the disc that the moon temple places.")
        found.append(violation(Code.EMPEROR_FIRST, 28, template))
    if not _may_return(position, player):
        template = N_("You have no disc on the board, and fewer than two rivals have any.")
        found.append(violation(Code.WRONG_STEP, 27, template))
    return found


def _temple_violations(position: Position, temple: Terrain, ruling: int) -> list[Violation]:
    player = position.to_move
    found = []
    if not position.owns_temple(player, temple):
        template = N_("You have no building on the {temple}.")
        cells = position.board.cells_of(temple)
        found.append(violation(Code.TEMPLE_NOT_OWNED, ruling, template, cells, temple=temple.word))
    reserve = position.reserve_of(player)
    left_to_place = temple is Terrain.SAND_TEMPLE or _can_pay_moon(reserve)
    if reserve.warriors < TEMPLE_PRICE or not left_to_place:
        template = N_("The temple costs 2 warriors, and your reserve has {warriors}.")
        if reserve.warriors >= TEMPLE_PRICE:
            template = N_("The temple costs 2 warriors and places one more disc: you have only 2.")
        found.append(violation(Code.TEMPLE_CANNOT_PAY, ruling, template, warriors=reserve.warriors))
    return found


def apply_moon(position: Position, moon: Moon) -> Position:
    """Carry out a legal use of the moon temple."""
    player = position.to_move
    there = position.stack_at.get(moon.cell, Stack(moon.cell, player, 0, False))
    grown = there._replace(
        warriors=there.warriors + (not moon.emperor), emperor=there.emperor or moon.emperor
    )
    reserve = position.reserve_of(player).minus(TEMPLE_PRICE + (not moon.emperor), moon.emperor)
    return position.restacked(
        grown,
        reserves=position.with_reserve(player, reserve),
        boxes=position.with_boxed(player, TEMPLE_PRICE),
    )
