"""Reinforcement: discs come back from the reserve onto own stacks [10, 11, 12, 26].

The moon temple's way of bringing one disc back is in `temples`.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Reinforce, Reinforcement
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.landmarks import holds_lighthouse
from eko_companion.rules.pieces import HIGHEST_STACK, Reserve
from eko_companion.rules.position import Position
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation


class _Places:
    """Which own stacks of the player to move may be reinforced."""

    def __init__(self, position: Position) -> None:
        board, occupancy = position.board, position.occupancy
        self.stormy = board.storm_mask
        """The cells from which a storm keeps reinforcements away."""
        if self.stormy and holds_lighthouse(position, position.to_move):
            self.stormy = 0
        self.guarded = occupancy.beside_enemy_building
        self.room: list[tuple[Cell, int]] = []
        """The stacks that the usual rules allow, with the discs that they can take."""
        self.refuge: list[Cell] = []
        """The stacks beside enemy buildings that the emperor alone may join [11]."""
        for place, warriors, emperor in occupancy.mine:
            cell = board.walkable[place]
            room = HIGHEST_STACK - warriors - emperor
            if room > 0 and not self.stormy >> place & 1:
                if self.guarded >> place & 1:
                    self.refuge.append(cell)
                else:
                    self.room.append((cell, room))
        self.emperor_alone = not self.room and position.reserve_of(position.to_move).emperor
        """Whether the emperor's exception holds: nothing else is allowed [11]."""


def legal_reinforcements(position: Position) -> list[Action]:
    """Every usual reinforcement of the player to move."""
    reserve = position.reserve_of(position.to_move)
    if not reserve.discs:
        return []
    places = _Places(position)
    if places.emperor_alone:
        return [Reinforce((Reinforcement(cell, 0, True),)) for cell in places.refuge]
    if position.owns_temple(position.to_move, Terrain.WIND_TEMPLE):
        return _spread(places.room, reserve)
    known = position.board.ready_made.reinforcements
    actions: list[Action] = []
    for cell, room in places.room:
        key = (cell, room, reserve.warriors, reserve.emperor)
        found = known.get(key)
        if found is None:
            found = known[key] = _of_one_stack(cell, room, reserve)
        actions += found
    return actions


def _of_one_stack(cell: Cell, room: int, reserve: Reserve) -> tuple[Reinforce, ...]:
    """All that may join one stack: at least one disc, and the emperor where he waits [12]."""
    least = 0 if reserve.emperor else 1
    most = min(reserve.warriors, room - reserve.emperor)
    return tuple(
        Reinforce((Reinforcement(cell, warriors, reserve.emperor),))
        for warriors in range(least, most + 1)
    )


def _spread(rooms: list[tuple[Cell, int]], reserve: Reserve) -> list[Action]:
    """All ways to spread discs over several stacks, as the wind temple allows [26]."""
    actions: list[Action] = []
    chosen: list[Reinforcement] = []

    def fill(place: int, warriors: int, emperor: bool) -> None:
        if place == len(rooms):
            if chosen and not emperor:
                actions.append(Reinforce(tuple(chosen)))
            return
        fill(place + 1, warriors, emperor)
        cell, room = rooms[place]
        for with_emperor in (False, True) if emperor else (False,):
            for count in range(min(warriors, room - with_emperor) + 1):
                if count or with_emperor:
                    chosen.append(Reinforcement(cell, count, with_emperor))
                    fill(place + 1, warriors - count, emperor and not with_emperor)
                    chosen.pop()

    fill(0, reserve.warriors, reserve.emperor)
    return actions


def can_reinforce(position: Position) -> bool:
    """Whether the player to move can place anything in the usual way."""
    if not position.reserve_of(position.to_move).discs:
        return False
    places = _Places(position)
    return bool(places.room) or (places.emperor_alone and bool(places.refuge))


def reinforce_violations(position: Position, action: Reinforce) -> list[Violation]:
    """Why a reinforcement is not allowed, the most telling reason first."""
    player = position.to_move
    reserve = position.reserve_of(player)
    placements = action.placements
    places = _Places(position)
    found: list[Violation] = []
    for placement in placements:
        found += _place_violations(position, placement, places)
    if places.emperor_alone and any(placement.emperor for placement in placements):
        guests = tuple(placement.cell for placement in placements if placement.warriors)
        if guests:
            template = N_("Only your emperor may come back this turn, and no warrior with him.")
            found.insert(0, violation(Code.EMPEROR_ALONE, 11, template, guests))
    if not placements or any(placement.discs == 0 for placement in placements):
        template = N_("At least one disc must come back from the reserve onto each stack named.")
        found.append(violation(Code.REINFORCE_REQUIRED, 10, template))
    wind = position.owns_temple(player, Terrain.WIND_TEMPLE)
    if len(placements) > 1 and not wind:
        template = N_("All discs must join one single stack, and not {count}.")
        cells = tuple(placement.cell for placement in placements)
        found.append(
            violation(Code.REINFORCE_SEVERAL_STACKS, 10, template, cells, count=len(cells))
        )
    warriors = sum(placement.warriors for placement in placements)
    emperors = sum(placement.emperor for placement in placements)
    if emperors > reserve.emperor:
        template = N_("Your emperor is not in the reserve.")
        if reserve.emperor:
            template = N_("Your emperor cannot join two stacks.")
        found.append(violation(Code.REINFORCE_RESERVE_SHORT, 10, template))
    if warriors > reserve.warriors:
        template = N_("Warriors in your reserve: {warriors}; named here: {count}.")
        params = {"warriors": reserve.warriors, "count": warriors}
        found.append(violation(Code.REINFORCE_RESERVE_SHORT, 10, template, **params))
    if reserve.emperor and not emperors:
        template = N_("Your emperor is in the reserve: he must be among the discs that come back.")
        found.append(violation(Code.EMPEROR_FIRST, 12, template))
    return found


def _place_violations(
    position: Position, placement: Reinforcement, places: _Places
) -> list[Violation]:
    board = position.board
    cell = placement.cell
    name = board.name(cell)
    stack = position.stack_at.get(cell)
    if stack is None:
        template = N_("Reinforcements never go onto an empty cell such as {cell}.")
        found = [violation(Code.REINFORCE_EMPTY_CELL, 10, template, (cell,), cell=name)]
        if cell not in board.number:
            template = N_("No stack can stand at {cell}.")
            found.append(violation(Code.NOT_WALKABLE, 1, template, (cell,), cell=name))
        return found
    if stack.owner != position.to_move:
        template = N_("The stack at {cell} belongs to {owner}.")
        return [violation(Code.NOT_YOUR_STACK, 10, template, (cell,), cell=name, owner=stack.owner)]
    found = []
    place = board.number[cell]
    if places.guarded >> place & 1:
        exempt = places.emperor_alone and placement.emperor
        if not exempt or placement.warriors:
            template = N_("The stack at {cell} stands beside an enemy building.")
            enemies = tuple(
                beside
                for beside in board.building_cells_beside[cell]
                if (building := position.building_at.get(beside)) and building.owner != stack.owner
            )
            found.append(
                violation(Code.REINFORCE_NEAR_ENEMY, 10, template, (cell, *enemies), cell=name)
            )
    if places.stormy >> place & 1:
        template = N_("The stack at {cell} stands in a storm.")
        found.append(violation(Code.REINFORCE_ON_STORM, 18, template, (cell,), cell=name))
    if stack.discs + placement.discs > HIGHEST_STACK:
        template = N_(
            "{count} more on the stack of {height} at {cell} would be too many: at most 4."
        )
        params: dict[str, str | int] = {
            "count": placement.discs,
            "height": stack.discs,
            "cell": name,
        }
        found.append(violation(Code.STACK_TOO_HIGH, 10, template, (cell,), **params))
    return found


def apply_reinforce(position: Position, action: Reinforce) -> Position:
    """Carry out a legal reinforcement."""
    reserve = position.reserve_of(position.to_move)
    grown = []
    for placement in action.placements:
        stack = position.stack_at[placement.cell]
        grown.append(
            stack._replace(
                warriors=stack.warriors + placement.warriors,
                emperor=stack.emperor or placement.emperor,
            )
        )
        reserve = reserve.minus(placement.warriors, placement.emperor)
    return position.restacked(
        *grown,
        reserves=position.with_reserve(position.to_move, reserve),
    )
