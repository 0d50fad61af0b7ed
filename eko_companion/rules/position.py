"""A position: everything that decides what may happen next. Immutable and hashable.

This module only holds and looks up; faults of a position are found by `status`, its JSON form is
in `positiondocument`, its text in `notation`, and what may be done in `legal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from eko_companion.rules.board import Board
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.lazy import lazy
from eko_companion.rules.occupancy import Occupancy, StackSets, stack_sets, updated_sets
from eko_companion.rules.pieces import Building, BuildingKind, Player, Reserve, Stack
from eko_companion.rules.rulings import DEFAULT_RULINGS, Rulings
from eko_companion.rules.terrain import Terrain

T = TypeVar("T")


class Step(Enum):
    """Where in the turn the game is."""

    SWAP = "swap"
    ACTION = "action"
    EXTRA = "extra"
    REINFORCE = "reinforce"
    EXCHANGE = "exchange"
    OVER = "over"

    # Members are singletons: their identity is a faster hash than their name.
    __hash__ = object.__hash__


class StormPaid(NamedTuple):
    """Where the stack that moved this turn stands now, and the zones it has paid for [19]."""

    cell: Cell
    zones: tuple[Cell, ...]


class Then(NamedTuple):
    """What follows once a captive has been chosen."""

    to_move: Player
    step: Step


@dataclass(frozen=True)
class Position:
    """One state of one game. Stacks and buildings are sorted by cell."""

    board: Board
    players: tuple[Player, ...]
    to_move: Player
    step: Step
    stacks: tuple[Stack, ...]
    buildings: tuple[Building, ...]
    reserves: tuple[Reserve, ...]
    """In the order of the players, like `boxes` and `captives`."""
    boxes: tuple[int, ...]
    captives: tuple[tuple[Player, ...], ...]
    march_used: bool = False
    sand_used: bool = False
    storm_paid: StormPaid | None = None
    rulings: Rulings = DEFAULT_RULINGS
    winners: tuple[Player, ...] | None = None
    then: Then | None = None

    @lazy
    def _hash(self) -> int:
        return hash(tuple(self.__dict__[name] for name in _FIELDS))

    def __hash__(self) -> int:
        return self._hash

    def changed(self, **changes: Any) -> Position:
        """This position with some fields replaced; the original stays as it is.

        Stacks are replaced by `restacked`.
        """
        copy: Position = object.__new__(Position)
        mine, its = self.__dict__, copy.__dict__
        for name in _FIELDS:
            its[name] = mine[name]
        its.update(changes)
        if "stack_sets" in mine:
            its["stack_sets"] = mine["stack_sets"]
        return copy

    def restacked(self, *stacks: Stack, without: tuple[Cell, ...] = (), **changes: Any) -> Position:
        """This position with some cells emptied, some stacks put in, and other fields replaced.

        A stack of no discs empties its cell. The fast view of the stacks is carried along.
        """
        replaced = {*without, *(stack[0] for stack in stacks)}
        come = [stack for stack in stacks if stack[2] or stack[3]]
        kept = [stack for stack in self.stacks if stack[0] not in replaced]
        kept += come
        kept.sort()
        gone = [self.stack_at[cell] for cell in replaced if cell in self.stack_at]
        copy = self.changed(stacks=tuple(kept), **changes)
        copy.__dict__["stack_sets"] = updated_sets(
            self.stack_sets, self.board, self.players, gone, come
        )
        return copy

    @property
    def active(self) -> Player:
        """The player whose turn it is, also while another chooses a captive."""
        return self.then.to_move if self.then is not None else self.to_move

    @lazy
    def stack_at(self) -> Mapping[Cell, Stack]:
        """The stacks by their cell."""
        return {stack[0]: stack for stack in self.stacks}

    @lazy
    def building_at(self) -> Mapping[Cell, Building]:
        """The buildings by their cell."""
        return {building[0]: building for building in self.buildings}

    @lazy
    def occupancy(self) -> Occupancy:
        """The stacks as sets of cells, seen by the player to move."""
        place = self.players.index(self.to_move)
        return Occupancy(self.board, self.stack_sets, place, self.buildings, self.to_move)

    @lazy
    def stack_sets(self) -> StackSets:
        """The stacks as sets of cells, by owner and height."""
        return stack_sets(self.board, self.players, self.stacks)

    def index(self, player: Player) -> int:
        """The place of a player in the turn order."""
        return self.players.index(player)

    def reserve_of(self, player: Player) -> Reserve:
        """The discs beside the board."""
        return self.reserves[self.players.index(player)]

    def box_of(self, player: Player) -> int:
        """The warriors that are out of the game for good."""
        return self.boxes[self.players.index(player)]

    def captives_of(self, player: Player) -> tuple[Player, ...]:
        """The emperors in the player's prison, by the names of their owners."""
        return self.captives[self.players.index(player)]

    def stacks_of(self, player: Player) -> list[Stack]:
        """The player's stacks, sorted by cell."""
        return [stack for stack in self.stacks if stack[1] == player]

    def on_board(self, player: Player) -> bool:
        """Whether the player has a disc on the board."""
        return any(stack[1] == player for stack in self.stacks)

    def supply_of(self, player: Player, kind: BuildingKind) -> int:
        """How many buildings of a kind the player has not built."""
        built = sum(b[1] == player and b[2] is kind for b in self.buildings)
        return kind.supply - built

    def holder_of(self, emperor: Player) -> Player | None:
        """In whose prison the emperor of a player is."""
        for holder, captives in zip(self.players, self.captives, strict=True):
            if emperor in captives:
                return holder
        return None

    def owns_temple(self, player: Player, temple: Terrain) -> bool:
        """Whether the player has a building on such a temple."""
        cells = self.board.cells_of(temple)
        return any((b := self.building_at.get(cell)) and b.owner == player for cell in cells)

    def with_reserve(self, player: Player, reserve: Reserve) -> tuple[Reserve, ...]:
        """The reserves with that of one player replaced."""
        return replaced(self.reserves, self.players.index(player), reserve)

    def with_boxed(self, player: Player, warriors: int) -> tuple[int, ...]:
        """The boxes with more warriors of one player in them."""
        place = self.players.index(player)
        return replaced(self.boxes, place, self.boxes[place] + warriors)


_FIELDS = tuple(field.name for field in fields(Position))


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A tuple with one value exchanged for another."""
    return (*values[:place], value, *values[place + 1 :])
