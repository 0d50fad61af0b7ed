"""What stands on the walkable cells, as sets of cells: the fast view of a position.

Sets are integers with a bit for each walkable cell (see `board`). The sets by owner and height are
carried from position to position, where an action changes a few cells only; seen by the player to
move they become his own stacks and those of all others.
"""

from __future__ import annotations

from collections.abc import Iterable

from eko_companion.rules.board import Board
from eko_companion.rules.pieces import HIGHEST_STACK, Building, Player, Stack

HEIGHTS = HIGHEST_STACK + 1

StackSets = tuple[int, ...]
"""For each player in turn order a set of cells for each height from 0 to 4; last, all emperors."""


def stack_sets(board: Board, players: tuple[Player, ...], stacks: Iterable[Stack]) -> StackSets:
    """The sets of a position, from nothing."""
    return updated_sets((0,) * (HEIGHTS * len(players) + 1), board, players, (), stacks)


def updated_sets(
    sets: StackSets,
    board: Board,
    players: tuple[Player, ...],
    gone: Iterable[Stack],
    come: Iterable[Stack],
) -> StackSets:
    """The sets after some stacks have gone and others have come."""
    found = list(sets)
    number = board.number
    for cell, owner, warriors, emperor in gone:
        bit = 1 << number[cell]
        found[HEIGHTS * players.index(owner) + warriors + emperor] ^= bit
        if emperor:
            found[-1] ^= bit
    for cell, owner, warriors, emperor in come:
        bit = 1 << number[cell]
        found[HEIGHTS * players.index(owner) + warriors + emperor] |= bit
        if emperor:
            found[-1] |= bit
    return tuple(found)


class Occupancy:
    """Own and enemy stacks by height, and the player's stacks by number."""

    __slots__ = ("beside_enemy_building", "emperor", "empty", "enemy", "mine", "occupied", "own")

    def __init__(
        self, board: Board, sets: StackSets, place: int, buildings: Iterable[Building], player: str
    ) -> None:
        first = HEIGHTS * place
        self.own = own = sets[first : first + HEIGHTS]
        """The player's stacks by their height; no two heights share a cell."""
        _, one, two, three, four = own
        mine = one | two | three | four
        self.emperor = emperor = mine & sets[-1]
        """The cell of the player's emperor, if he is on the board."""
        self.enemy = [0] * HEIGHTS
        for other in range(0, len(sets) - 1, HEIGHTS):
            if other != first:
                for height in range(1, HEIGHTS):
                    self.enemy[height] |= sets[other + height]
        self.occupied = mine | sum(self.enemy)
        self.empty = board.walkable_mask ^ self.occupied
        self.mine: list[tuple[int, int, bool]] = []
        """The player's stacks: the number of the cell, warriors, emperor."""
        while mine:
            low = mine & -mine
            mine ^= low
            height = 1 if low & one else 2 if low & two else 3 if low & three else 4
            if low & emperor:
                self.mine.append((low.bit_length() - 1, height - 1, True))
            else:
                self.mine.append((low.bit_length() - 1, height, False))
        beside_enemy = 0
        for cell, owner, _ in buildings:
            if owner != player:
                beside_enemy |= board.walkable_beside[cell]
        self.beside_enemy_building = beside_enemy
        """The cells that an enemy building keeps reinforcements from [10]."""
