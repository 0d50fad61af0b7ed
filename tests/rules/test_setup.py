"""Setting a game up: the house tiles, layouts and their faults, the first position. Ruling 33."""

import random
from collections import Counter

import pytest

from eko_companion.installed import load_tile_set
from eko_companion.rules import (
    Cell,
    EkoError,
    ImpossibleLayoutError,
    Placement,
    Step,
    Terrain,
    board_of,
    layout_faults,
    legal_actions,
    status,
)
from eko_companion.rules.layout import standard_centres
from eko_companion.rules.setup import (
    BASE_GAME,
    Variants,
    large_tiles_in_play,
    random_game_start,
    random_layout,
    random_start,
    small_tiles_in_play,
)
from tests.rules.table import drawn

HOUSE = load_tile_set("house")
LARGE = "ABCDEFGHIJKLM"


def terrains(letter):
    return Counter(cell.terrain for cell in HOUSE.by_letter[letter].cells)


def of_group(group):
    return [tile.letter for tile in HOUSE.tiles if tile.group == group]


def kinds(layout, players=None, tiles=HOUSE):
    return [fault.kind for fault in layout_faults(tiles, layout, players)]


def at(letter, q, r, turn=0):
    return Placement(letter, Cell(q, r), turn)


# --- the house tiles -----------------------------------------------------------------------------


def test_there_are_thirteen_large_tiles_seven_grey_three_blue_three_red():
    assert [len(of_group(group)) for group in ("grey", "blue", "red")] == [7, 3, 3]
    assert sorted(of_group("grey") + of_group("blue") + of_group("red")) == list(LARGE)


@pytest.mark.parametrize("letter", [*LARGE, "N", "O"])
def test_a_large_tile_is_a_middle_cell_with_six_around_it(letter):
    cells = {cell.at for cell in HOUSE.by_letter[letter].cells}
    assert cells == {Cell(0, 0), *Cell(0, 0).neighbours()}


@pytest.mark.parametrize(("group", "circles"), [("grey", 32), ("blue", 16), ("red", 16)])
def test_each_colour_adds_a_circle_for_each_disc_and_one_capital(group, circles):
    total = Counter(
        cell.terrain for letter in of_group(group) for cell in HOUSE.by_letter[letter].cells
    )
    assert total[Terrain.CIRCLE] == circles
    assert total[Terrain.CAPITAL] == 1


@pytest.mark.parametrize(
    ("temple", "terrain", "place"),
    [
        ("O", Terrain.MOON_TEMPLE, "E"),
        ("N", Terrain.SAND_TEMPLE, "E"),
        ("N", Terrain.SAND_TEMPLE, "B"),
    ],
)
def test_a_temple_tile_is_the_one_it_replaces_with_the_temple_for_the_reg(temple, terrain, place):
    replaced, with_temple = terrains(place), terrains(temple)
    assert replaced[Terrain.REG] == 1
    assert with_temple[terrain] == 1
    replaced[terrain] = replaced.pop(Terrain.REG)
    assert with_temple == replaced


def test_there_are_eleven_small_tiles():
    copies = {tile.letter: tile.copies for tile in HOUSE.tiles if tile.group == "small"}
    assert copies == {"P": 3, "Q": 3, "R": 2, "S": 2, "T": 1}
    assert sum(copies.values()) == 11


def test_the_small_tiles_are_what_the_variants_need():
    assert set(terrains("P")) == set(terrains("Q")) == {Terrain.STORM}
    assert terrains("R")[Terrain.PORTAL] == 1
    assert terrains("T")[Terrain.WIND_TEMPLE] == 1
    assert terrains("S")[Terrain.STORM] == terrains("U")[Terrain.STORM] == 3
    assert HOUSE.by_letter["S"].landmark == "pyramid"
    assert HOUSE.by_letter["U"].landmark == "lighthouse"


def test_no_small_tile_brings_another_circle():
    for letter in "PQRSTU":
        assert terrains(letter)[Terrain.CIRCLE] == 0


# --- which tiles are in play ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "count", "circles"), [(2, 7, 32), (3, 10, 48), (4, 13, 64)])
def test_more_players_add_the_blue_and_the_red_tiles(players, count, circles):
    letters = large_tiles_in_play(HOUSE, players)
    assert sorted(letters) == list(LARGE[:count])
    assert sum(terrains(letter)[Terrain.CIRCLE] for letter in letters) == circles
    assert sum(terrains(letter)[Terrain.CAPITAL] for letter in letters) == players - 1
    assert len(standard_centres(players)) == count


@pytest.mark.ruling("33")
@pytest.mark.parametrize(
    ("variants", "gone", "there"),
    [
        (BASE_GAME, "", ""),
        (Variants(moon=True), "E", "O"),
        (Variants(sand=True), "E", "N"),
        (Variants(moon=True, sand=True), "BE", "NO"),
    ],
    ids=["none", "moon", "sand", "both"],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_moon_takes_the_place_of_e_and_the_sand_that_of_e_or_else_of_b(
    players, variants, gone, there
):
    base = set(large_tiles_in_play(HOUSE, players))
    assert set(large_tiles_in_play(HOUSE, players, variants)) == base - set(gone) | set(there)


@pytest.mark.ruling("33")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_temples_do_not_change_the_number_of_circles(players):
    letters = large_tiles_in_play(HOUSE, players, Variants(moon=True, sand=True))
    assert sum(terrains(letter)[Terrain.CIRCLE] for letter in letters) == 16 * players


def test_the_extra_tiles_are_those_of_the_chosen_variants():
    assert small_tiles_in_play(HOUSE, BASE_GAME) == []
    assert small_tiles_in_play(HOUSE, Variants(portals=True)) == ["R", "R"]
    every = Variants(storms=6, portals=True, pyramids=2, lighthouse=True, wind=True)
    assert Counter(small_tiles_in_play(HOUSE, every)) == Counter("PPPQQQRRSSTU")


# --- layouts and their faults --------------------------------------------------------------------


def standard(players=2, seed=1):
    return random_layout(HOUSE, players, random.Random(seed))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_layout_of_the_base_game_is_the_standard_shape_without_a_fault(players):
    layout = standard(players)
    assert kinds(layout, players) == []
    assert {placement.at for placement in layout} == set(standard_centres(players))
    assert sorted(placement.tile for placement in layout) == sorted(
        large_tiles_in_play(HOUSE, players)
    )


def test_the_standard_centres_are_the_fixed_ones():
    two = [(0, 0), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2)]
    assert set(standard_centres(2)) == set(two)
    assert set(standard_centres(3)) == {*two, (1, 4), (-5, 1), (4, -5)}
    assert set(standard_centres(4)) == {
        *standard_centres(3),
        (-4, 5),
        (-1, -4),
        (5, -1),
    }


def test_a_turn_rotates_a_tile_counter_clockwise_about_its_middle():
    assert board_of(HOUSE, (at("A", 0, 0),)).terrain[Cell(1, 0)] is Terrain.CAPITAL
    turned = board_of(HOUSE, (at("A", 0, 0, turn=1),))
    assert turned.terrain[Cell(1, -1)] is Terrain.CAPITAL
    moved = board_of(HOUSE, (at("A", 5, 5, turn=3),))
    assert moved.terrain[Cell(4, 5)] is Terrain.CAPITAL


def test_a_portal_turns_with_its_open_edge():
    """Tile R opens to the west of its portal; turned by three, to the east."""
    layout = (at("D", 0, 0), at("R", -2, 0, turn=3))
    assert [portal.front for portal in board_of(HOUSE, layout).portals] == [Cell(-1, 0)]


def test_tiles_that_overlap_are_a_fault():
    faults = layout_faults(HOUSE, (at("G", 0, 0), at("B", 1, 0)))
    overlap = [fault for fault in faults if fault.kind == "overlap"]
    assert len(overlap) == 1
    assert set(overlap[0].cells) == {(0, 0), (1, 0), (1, -1), (0, 1)}


def test_walkable_cells_that_do_not_connect_are_a_fault():
    assert "unconnected" in kinds((at("G", 0, 0), at("J", 9, 0)))


def test_tiles_without_walkable_cells_may_lie_anywhere():
    assert kinds((at("J", 0, 0), at("T", 9, 9))) == []


def test_portals_connect_what_lies_apart():
    """The first portal opens onto [1, 0], the second onto [11, 1] or, turned, onto a mountain."""
    apart = (at("J", 0, 0), at("M", 12, 0), at("R", 2, 0))
    assert kinds(apart) == ["unconnected"]
    assert kinds((*apart, at("R", 10, 1, turn=3))) == []
    assert kinds((*apart, at("R", 10, 1, turn=4))) == ["unconnected"]


def test_a_letter_that_the_set_does_not_have_is_a_fault():
    assert kinds((at("J", 0, 0), at("Z", 9, 9))) == ["unknown_tile"]


def test_more_copies_than_the_set_has_are_a_fault():
    assert kinds((at("J", 0, 0), at("J", 2, 1))) == ["too_many_copies"]
    three = (at("J", 0, 0), at("T", 9, 0), at("T", 11, 0))
    assert kinds(three) == ["too_many_copies"]


def test_the_number_of_circles_counts_for_a_standard_game_only():
    layout = (at("J", 0, 0),)
    assert kinds(layout) == []
    assert kinds(layout, players=2) == ["wrong_circles"]
    assert kinds(standard(2), players=3) == ["wrong_circles"]


def test_every_fault_is_found_not_only_the_first():
    layout = (at("J", 0, 0), at("J", 1, 0), at("Z", 9, 9), at("M", 20, 0))
    assert set(kinds(layout, players=2)) == {
        "unknown_tile",
        "too_many_copies",
        "overlap",
        "unconnected",
        "wrong_circles",
    }


def test_each_fault_is_told_in_a_sentence():
    layout = (at("J", 0, 0), at("J", 1, 0), at("Z", 9, 9), at("M", 20, 0))
    for fault in layout_faults(HOUSE, layout, players=2):
        assert fault.text.endswith(".")


def test_a_faulty_layout_makes_no_board():
    with pytest.raises(ImpossibleLayoutError, match="overlap"):
        board_of(HOUSE, (at("G", 0, 0), at("B", 1, 0)))


# --- the first position --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_circle_gets_one_disc_and_every_disc_a_circle(players):
    start = random_game_start(HOUSE, players, random.Random(players))
    assert status(start) == []
    assert [stack.discs for stack in start.stacks] == [1] * 16 * players
    assert {stack.cell for stack in start.stacks} == set(start.board.cells_of(Terrain.CIRCLE))
    for player in start.players:
        own = start.stacks_of(player)
        assert len(own) == 16
        assert sum(stack.emperor for stack in own) == 1
    assert start.step is Step.SWAP
    assert start.to_move == start.players[0]
    assert len(list(legal_actions(start))) == 16


def test_nothing_is_built_boxed_held_or_in_reserve_at_the_start():
    start = random_game_start(HOUSE, 2, random.Random(5))
    assert start.buildings == ()
    assert start.boxes == (0, 0)
    assert start.captives == ((), ())
    assert [reserve.discs for reserve in start.reserves] == [0, 0]


@pytest.mark.parametrize("seed", range(6))
def test_no_disc_is_set_up_on_a_storm_cell_and_all_walkable_cells_connect(seed):
    every = Variants(
        storms=6, portals=True, pyramids=1, lighthouse=True, wind=True, moon=True, sand=True
    )
    start = random_game_start(HOUSE, 2, random.Random(seed), every)
    storms = set(start.board.cells_of(Terrain.STORM))
    assert storms
    assert not storms & {stack.cell for stack in start.stacks}
    assert kinds(start.board.layout, players=2) == []


def test_the_same_seed_gives_the_same_start():
    one = random_game_start(HOUSE, 3, random.Random(7))
    assert one == random_game_start(HOUSE, 3, random.Random(7))
    assert one != random_game_start(HOUSE, 3, random.Random(8))


def test_a_board_with_another_number_of_circles_is_refused_for_a_standard_game():
    with pytest.raises(EkoError, match="32"):
        random_start(drawn("o o o"), ("cyan", "violet"), random.Random(1))
