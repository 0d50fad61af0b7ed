"""Pieces on the table as people put them: right counts, a little crooked, moved only by hands."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from eko_companion.autoplay.sensible import choose_action
from eko_companion.rules import Position, Step, play_unchecked
from eko_companion.simulator.arranging import DISC_OFF, HOUSE_OFF, STACK_OFF, Tabletop
from eko_companion.simulator.scene import Disc, House
from eko_companion.simulator.table_at_random import SimulatedTable, Wish, random_table


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    return random_table(4, Wish(players=3, size=(640, 360)))


@pytest.fixture(scope="module")
def game(table) -> list[Position]:
    """Positions of a game, one after the other."""
    dice, positions = random.Random(6), [table.start]
    while positions[-1].step is not Step.OVER and len(positions) < 150:
        positions.append(play_unchecked(positions[-1], choose_action(positions[-1], dice)))
    return positions


def tabletop_of(table: SimulatedTable) -> Tabletop:
    return Tabletop(table.setting, table.spots, np.random.default_rng(8))


def test_the_table_shows_every_position(table, game):
    tabletop = tabletop_of(table)
    for position in game:
        tabletop.show(position)
        contents = tabletop.contents()
        assert set(contents) == set(position.stack_at) | set(position.building_at)
        for cell, stack in position.stack_at.items():
            discs = contents[cell]
            assert [(disc.owner, disc.emperor) for disc in discs if isinstance(disc, Disc)] == [
                (stack.owner, False)
            ] * stack.warriors + [(stack.owner, True)] * stack.emperor
        for cell, building in position.building_at.items():
            (house,) = contents[cell]
            assert isinstance(house, House)
            assert (house.owner, house.kind) == (building.owner, building.kind)


def test_what_no_action_touches_does_not_move(table, game):
    tabletop = tabletop_of(table)
    tabletop.show(game[0])
    for before, after in itertools.pairwise(game):
        was = tabletop.contents()
        tabletop.show(after)
        now = tabletop.contents()
        for cell in set(before.stack_at) & set(after.stack_at):
            if before.stack_at[cell] == after.stack_at[cell]:
                assert now[cell] == was[cell]
        for cell in set(before.building_at) & set(after.building_at):
            if before.building_at[cell] == after.building_at[cell]:
                assert now[cell] == was[cell]


def test_the_lower_discs_stay_when_a_stack_grows(table, game):
    tabletop = tabletop_of(table)
    tabletop.show(game[0])
    grown = 0
    for before, after in itertools.pairwise(game):
        was = tabletop.contents()
        tabletop.show(after)
        for cell, stack in after.stack_at.items():
            earlier = before.stack_at.get(cell)
            if earlier and earlier.owner == stack.owner and earlier.warriors < stack.warriors:
                kept = earlier.warriors
                assert tabletop.contents()[cell][:kept] == was[cell][:kept]
                grown += 1
    assert grown > 3


def test_discs_lie_on_each_other_and_near_the_middle_of_their_cell(table, game):
    pieces = table.setting.pieces
    tabletop = tabletop_of(table)
    for position in game[:60]:
        tabletop.show(position)
    for cell, things in tabletop.contents().items():
        x, y = tabletop.centres[cell]
        for layer, thing in enumerate(things):
            stance = thing.stance
            assert stance.z == pytest.approx(pieces.tile_thickness + layer * pieces.disc_thickness)
            allowed = STACK_OFF + layer * DISC_OFF if isinstance(thing, Disc) else HOUSE_OFF
            assert max(abs(stance.x - x), abs(stance.y - y)) <= allowed
            assert thing.cell == cell


def test_no_two_stacks_touch(table, game):
    tabletop = tabletop_of(table)
    tabletop.show(game[-1])
    lowest = [things[0].stance for things in tabletop.contents().values()]
    for one, other in itertools.combinations(lowest, 2):
        away = np.hypot(one.x - other.x, one.y - other.y)
        assert away > table.setting.pieces.disc_diameter


def test_reserves_captives_and_supplies_lie_beside_the_board(table, game):
    tabletop = tabletop_of(table)
    for position in game[::10]:
        tabletop.show(position)
        beside = tabletop.beside()
        assert all(thing.cell is None and thing.stance.z == 0 for thing in beside)
        emperors = Counter(d.owner for d in beside if isinstance(d, Disc) and d.emperor)
        warriors = Counter(d.owner for d in beside if isinstance(d, Disc) and not d.emperor)
        for place, player in enumerate(position.players):
            captive = any(player in captives for captives in position.captives)
            assert emperors[player] == position.reserves[place].emperor + captive
            assert warriors[player] == position.reserves[place].warriors


def test_pieces_without_a_place_beside_the_board_are_not_shown(table):
    bare = Tabletop(table.setting, {}, np.random.default_rng(1))
    assert bare.things() == ()
    bare.show(table.start)
    assert bare.beside() == []


def test_a_stack_can_be_pushed(table):
    tabletop = tabletop_of(table)
    tabletop.show(table.start)
    cell = next(iter(tabletop.stacks))
    before = tabletop.contents()
    tabletop.shift_stack(cell, 2.0, -1.0)
    moved = tabletop.contents()
    for was, now in zip(before.pop(cell), moved.pop(cell), strict=True):
        assert (now.stance.x, now.stance.y) == (was.stance.x + 2.0, was.stance.y - 1.0)
        assert now.stance.turn == was.stance.turn
    assert moved == before


def test_the_same_dice_arrange_the_same(table):
    one, other = tabletop_of(table), tabletop_of(table)
    one.show(table.start)
    other.show(table.start)
    assert one.things() == other.things()
