"""Films to look at: tables that share one plain look, so that their tiles are drawn only once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

from eko_companion.rules import Position
from eko_companion.simulator.film.film import Film, Wishes
from eko_companion.simulator.film.script import Habits
from eko_companion.simulator.scene import Disc, Thing
from eko_companion.simulator.table_at_random import SimulatedTable, Wish, random_table
from eko_companion.simulator.tile_pictures import HOUSE

LIVELY = Habits(mistakes=0.3, hesitations=0.3, slides=0.3, doubles=0.3)
"""Players who do everything often."""
Sort = tuple[str, object]


@cache
def small_table(
    seed: int, players: int = 2, variants: bool = False, size: tuple[int, int] = (160, 90)
) -> SimulatedTable:
    table = random_table(seed, Wish(players=players, variants=variants, size=size))
    look = replace(
        table.setting.look,
        tile_style=HOUSE,
        tile_seed=0,
        surface="laminate_grey",
        surface_seed=0,
    )
    sensor = replace(table.sensor, noise=0.003)
    return replace(table, setting=replace(table.setting, look=look, clutter=()), sensor=sensor)


@cache
def whole_film(seed: int, players: int = 2, variants: bool = False) -> Film:
    return Film(small_table(seed, players, variants), Wishes(habits=LIVELY))


def sort_of(thing: Thing) -> Sort:
    """The owner, and whether it is the emperor or which building it is."""
    return thing.owner, thing.emperor if isinstance(thing, Disc) else thing.kind


def on_cells(things: tuple[Thing, ...]) -> Counter[tuple[object, ...]]:
    """What lies on the cells."""
    return Counter((thing.cell, *sort_of(thing)) for thing in things if thing.cell is not None)


def wanted(position: Position) -> Counter[tuple[object, ...]]:
    """What should lie on the cells."""
    found: Counter[tuple[object, ...]] = Counter()
    for stack in position.stacks:
        found[stack.cell, stack.owner, False] += stack.warriors
        found[stack.cell, stack.owner, True] += stack.emperor
    for building in position.buildings:
        found[building.cell, building.owner, building.kind] += 1
    return +found


def sorts_on(position: Position) -> Counter[Sort]:
    """How many of each sort are on the board, wherever they lie."""
    found: Counter[Sort] = Counter()
    for (_, owner, what), count in wanted(position).items():
        found[str(owner), what] += count
    return found
