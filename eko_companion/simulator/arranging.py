"""Puts a position on the table as a person would: stacks a little crooked, buildings at any angle.

A `Tabletop` remembers where everything lies, so that only what an action touches changes place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from eko_companion.geometry import Stance
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import BuildingKind, Player, Stack
from eko_companion.rules.position import Position
from eko_companion.simulator.places import cell_centres
from eko_companion.simulator.scene import Disc, House, Setting, Thing

STACK_OFF: Final = 1.6
"""Millimetres by which a stack may be off the middle of its cell."""
DISC_OFF: Final = 0.7
"""Millimetres by which a disc may be off the one below it."""
HOUSE_OFF: Final = 1.8


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a player keeps his pieces beside the board: x, y and the direction of the rows."""

    discs: tuple[float, float, float] | None
    houses: tuple[float, float, float] | None


class Tabletop:
    """All pieces of a game, on the board and beside it."""

    def __init__(
        self,
        setting: Setting,
        spots: Mapping[Player, Spot],
        rng: np.random.Generator,
    ) -> None:
        self._setting = setting
        self._rng = rng
        self._spots = spots
        self.centres = cell_centres(setting)
        self.stacks: dict[Cell, list[Disc]] = {}
        self.houses: dict[Cell, House] = {}
        self._beside: dict[tuple[Player, str, int], Stance] = {}
        self.position: Position | None = None
        places = np.array(list(self.centres.values()))
        self.middle = (float(places[:, 0].mean()), float(places[:, 1].mean()))
        self.reach = float(np.hypot(*(places - self.middle).T).max())
        """From the board's middle to its farthest cell, in millimetres."""
        self.disc_thickness = setting.pieces.disc_thickness

    def show(self, position: Position) -> None:
        """Make the table agree with a position; what is right already is not touched."""
        wanted = position.stack_at
        for cell in set(self.stacks) - set(wanted):
            del self.stacks[cell]
        for cell, stack in wanted.items():
            if not self._agrees(self.stacks.get(cell, []), stack):
                self.stacks[cell] = self._stacked(stack, self.stacks.get(cell, []))
        standing = position.building_at
        for cell in list(self.houses):
            if cell not in standing:
                del self.houses[cell]
        for cell, building in standing.items():
            house = self.houses.get(cell)
            if house is None or (house.owner, house.kind) != (building.owner, building.kind):
                self.houses[cell] = self.house(building.owner, building.kind, cell)
        self.position = position

    def things(self) -> tuple[Thing, ...]:
        """Everything on the table."""
        found: list[Thing] = [disc for stack in self.stacks.values() for disc in stack]
        found += self.houses.values()
        return (*found, *self.beside())

    def contents(self) -> dict[Cell, tuple[Thing, ...]]:
        """What lies on each cell, from the bottom up."""
        found: dict[Cell, tuple[Thing, ...]] = {c: tuple(s) for c, s in self.stacks.items()}
        found.update({cell: (house,) for cell, house in self.houses.items()})
        return found

    @staticmethod
    def _agrees(discs: list[Disc], stack: Stack) -> bool:
        if len(discs) != stack.discs or any(disc.owner != stack.owner for disc in discs):
            return False
        return [disc.emperor for disc in discs] == [False] * stack.warriors + [True] * stack.emperor

    def _stacked(self, stack: Stack, before: list[Disc]) -> list[Disc]:
        """The discs of a stack, the lower ones as they lay before where that is possible."""
        kept = [disc for disc in before if disc.owner == stack.owner and not disc.emperor]
        discs = kept[: stack.warriors] if kept == before[: len(kept)] else []
        while len(discs) < stack.discs:
            emperor = stack.emperor and len(discs) == stack.warriors
            discs.append(self.disc_on(stack.owner, emperor, stack.cell, discs))
        return discs

    def disc_on(self, owner: Player, emperor: bool, cell: Cell, below: list[Disc]) -> Disc:
        """A disc put on a cell, on top of what lies there."""
        pieces = self._setting.pieces
        if below:
            x, y = below[-1].stance.x, below[-1].stance.y
            off = DISC_OFF
        else:
            x, y = self.centres[cell]
            off = STACK_OFF
        dx, dy = self._rng.uniform(-off, off, 2)
        height = pieces.tile_thickness + len(below) * pieces.disc_thickness
        turn = float(self._rng.uniform(0, 360))
        return Disc(owner, emperor, Stance(x + dx, y + dy, height, turn), True, cell)

    def house(self, owner: Player, kind: BuildingKind, cell: Cell) -> House:
        """A building put on a cell."""
        x, y = self.centres[cell]
        dx, dy = self._rng.uniform(-HOUSE_OFF, HOUSE_OFF, 2)
        turn = float(self._rng.uniform(0, 360))
        stance = Stance(x + dx, y + dy, self._setting.pieces.tile_thickness, turn)
        return House(owner, kind, stance, cell)

    def beside(self) -> list[Thing]:
        """Reserves, captives and supplies beside the board."""
        position = self.position
        if position is None:
            return []
        found: list[Thing] = []
        for place, player in enumerate(position.players):
            reserve = position.reserves[place]
            discs = [(player, k >= reserve.warriors) for k in range(reserve.discs)]
            discs += [(captive, True) for captive in position.captives[place]]
            for number, (owner, emperor) in enumerate(discs):
                stance = self._beside_at(player, "disc", number)
                if stance is not None:
                    found.append(Disc(owner, emperor, stance))
            supply = [
                kind
                for kind in BuildingKind
                for _ in range(kind.supply - _built(position, player, kind))
            ]
            for number, kind in enumerate(supply):
                stance = self._beside_at(player, "house", number)
                if stance is not None:
                    found.append(House(player, kind, stance))
        return found

    def _beside_at(self, player: Player, row: str, number: int) -> Stance | None:
        """A place in the rows of a player's discs or buildings; None where he has no room."""
        places = self._spots.get(player)
        place = places.discs if places and row == "disc" else places.houses if places else None
        if place is None:
            return None
        key = (player, row, number)
        if key not in self._beside:
            pitch = 1.2 * self._setting.pieces.disc_diameter
            columns = 4 if row == "disc" else 3
            along = (number % columns - (columns - 1) / 2) * pitch
            out = (number // columns - 1.0) * pitch
            angle = math.radians(place[2])
            dx, dy = self._rng.uniform(-0.08, 0.08, 2) * pitch
            self._beside[key] = Stance(
                place[0] + along * math.cos(angle) - out * math.sin(angle) + float(dx),
                place[1] - along * math.sin(angle) - out * math.cos(angle) + float(dy),
                0.0,
                float(self._rng.uniform(0, 360)),
            )
        return self._beside[key]

    def shift_stack(self, cell: Cell, dx: float, dy: float) -> None:
        """Push a stack aside within its cell."""
        moved = []
        for disc in self.stacks[cell]:
            stance = replace(disc.stance, x=disc.stance.x + dx, y=disc.stance.y + dy)
            moved.append(replace(disc, stance=stance))
        self.stacks[cell] = moved


def _built(position: Position, player: Player, kind: BuildingKind) -> int:
    return sum(b.owner == player and b.kind is kind for b in position.buildings)
