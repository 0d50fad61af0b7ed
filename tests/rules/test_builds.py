"""Builds: prices, which kind may follow which, supplies, and who pays. Rulings 7, 8 and 31."""

import pytest

from eko_companion.rules import BuildingKind, Code
from tests.rules.table import (
    after,
    build,
    building_on,
    codes,
    discs_at,
    drawn,
    in_reserve,
    is_legal,
    position,
    turn,
)

KINDS = ["camp", "tower", "castle"]
COST = {"camp": 1, "tower": 2, "castle": 3}


def site(terrain, payer, stands=None, by="cyan"):
    """A cyan stack beside one building cell, on which something may stand already."""
    board = drawn(f"""
        o o o
         {terrain} x
    """)
    buildings = {} if stands is None else {by: {(0, 1): stands}}
    return position(board, {"cyan": {(0, 0): payer}, "violet": {(2, 0): "E"}}, buildings=buildings)


def on_site(kind, emperor=False):
    return build((0, 0), (0, 1), kind, emperor)


@pytest.mark.ruling("7")
@pytest.mark.parametrize(
    ("kind", "before"), [("camp", None), ("tower", "camp"), ("castle", "tower")]
)
def test_a_camp_costs_one_a_tower_two_and_a_castle_three(kind, before):
    then = after(site("m", "4", before), on_site(kind))
    cost = COST[kind]
    assert discs_at(then, 0, 0) == f"cyan {4 - cost}"
    assert in_reserve(then, "cyan") == f"{cost}E"
    assert building_on(then, 0, 1) == f"cyan {kind}"
    assert turn(then) == "cyan reinforce"


@pytest.mark.ruling("7")
@pytest.mark.parametrize(
    ("stands", "kind", "cost"),
    [
        ("camp", "camp", 2),
        ("camp", "tower", 3),
        ("tower", "tower", 3),
        ("tower", "castle", 4),
        ("castle", "castle", 4),
    ],
)
def test_an_enemy_building_costs_one_more(stands, kind, cost):
    where = site("m", "4", stands, by="violet")
    then = after(where, on_site(kind))
    assert building_on(then, 0, 1) == f"cyan {kind}"
    assert discs_at(then, 0, 0) == (f"cyan {4 - cost}" if cost < 4 else None)
    assert in_reserve(then, "cyan") == f"{cost}E"
    poorer = site("m", str(cost - 1), stands, by="violet")
    assert codes(poorer, on_site(kind))[0] == Code.NOT_ENOUGH_DISCS


@pytest.mark.ruling("7")
@pytest.mark.parametrize(("kind", "before"), [("tower", "camp"), ("castle", "tower")])
def test_a_stack_that_is_too_small_cannot_pay(kind, before):
    where = site("m", str(COST[kind] - 1), before)
    assert codes(where, on_site(kind))[0] == Code.NOT_ENOUGH_DISCS


@pytest.mark.ruling("7")
def test_one_single_stack_pays_and_two_stacks_do_not_share_a_price():
    board = drawn("""
        o o o
         v x
    """)
    where = position(
        board,
        {"cyan": {(0, 0): "1", (1, 0): "1"}, "violet": {(2, 0): "E"}},
        buildings={"cyan": {(0, 1): "camp"}},
    )
    assert codes(where, build((0, 0), (0, 1), "tower"))[0] == Code.NOT_ENOUGH_DISCS
    assert codes(where, build((1, 0), (0, 1), "tower"))[0] == Code.NOT_ENOUGH_DISCS


@pytest.mark.ruling("7")
def test_a_stack_that_pays_with_all_its_discs_leaves_its_cell():
    board = drawn("""
        o o o
         r x
    """)
    where = position(board, {"cyan": {(0, 0): "1", (1, 0): "1E"}, "violet": {(2, 0): "E"}})
    then = after(where, on_site("camp"))
    assert discs_at(then, 0, 0) is None
    assert in_reserve(then, "cyan") == "1"


@pytest.mark.ruling("7")
def test_the_payer_stands_beside_the_building_cell():
    board = drawn("""
        o o o o
         r x x
    """)
    where = position(board, {"cyan": {(2, 0): "3"}, "violet": {(3, 0): "E"}})
    assert codes(where, build((2, 0), (0, 1), "camp"))[0] == Code.NOT_ADJACENT


@pytest.mark.ruling("7")
def test_only_an_own_stack_pays():
    board = drawn("""
        o o o
         r r
    """)
    where = position(board, {"cyan": {(0, 0): "2"}, "violet": {(2, 0): "E"}})
    assert codes(where, build((2, 0), (1, 1), "camp"))[0] == Code.NOT_YOUR_STACK
    assert codes(where, build((1, 0), (0, 1), "camp"))[0] == Code.NO_SUCH_STACK


@pytest.mark.ruling("8")
@pytest.mark.parametrize("kind", ["tower", "castle"])
def test_an_empty_cell_takes_a_camp_only(kind):
    assert is_legal(site("m", "4"), on_site("camp"))
    assert codes(site("m", "4"), on_site(kind))[0] == Code.MUST_START_WITH_CAMP


@pytest.mark.ruling("8")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stands", KINDS)
def test_an_own_building_is_replaced_by_exactly_the_next_kind(stands, kind):
    where = site("m", "4", stands)
    if (stands, kind) in {("camp", "tower"), ("tower", "castle")}:
        assert is_legal(where, on_site(kind))
    else:
        assert codes(where, on_site(kind))[0] == Code.MUST_BE_NEXT_KIND


@pytest.mark.ruling("8")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stands", KINDS)
def test_an_enemy_building_is_replaced_by_the_same_kind_or_the_next(stands, kind):
    where = site("m", "4", stands, by="violet")
    if KINDS.index(kind) - KINDS.index(stands) in (0, 1):
        assert is_legal(where, on_site(kind))
    else:
        assert codes(where, on_site(kind))[0] == Code.KIND_NOT_ALLOWED


@pytest.mark.ruling("8")
@pytest.mark.parametrize(
    ("terrain", "highest"),
    [
        ("r", "camp"),
        ("v", "tower"),
        ("k", "tower"),
        ("m", "castle"),
        ("W", "camp"),
        ("M", "camp"),
        ("S", "camp"),
    ],
)
def test_the_terrain_sets_the_highest_building(terrain, highest):
    for kind, before in (("camp", None), ("tower", "camp"), ("castle", "tower")):
        if before is not None and KINDS.index(before) > KINDS.index(highest):
            break
        where = site(terrain, "4", before)
        if KINDS.index(kind) <= KINDS.index(highest):
            assert is_legal(where, on_site(kind))
        else:
            assert codes(where, on_site(kind))[0] == Code.TERRAIN_FORBIDS


@pytest.mark.ruling("8")
def test_the_terrains_limit_holds_for_an_enemy_building_too():
    where = site("r", "4", "camp", by="violet")
    assert is_legal(where, on_site("camp"))
    assert codes(where, on_site("tower"))[0] == Code.TERRAIN_FORBIDS


@pytest.mark.ruling("8")
@pytest.mark.parametrize("terrain", ["o", "s", "x", "0"])
def test_nothing_is_built_on_circles_storms_chasms_and_portals(terrain):
    assert codes(site(terrain, "4"), on_site("camp"))[0] == Code.TERRAIN_FORBIDS


@pytest.mark.ruling("8")
def test_own_building_may_stand_beside_an_enemy_stack():
    board = drawn("""
        o o o
         r x
    """)
    where = position(board, {"cyan": {(0, 0): "2"}, "violet": {(1, 0): "4", (2, 0): "E"}})
    assert building_on(after(where, on_site("camp")), 0, 1) == "cyan camp"


FIVE_SITES = """
    o o o o o o o o o
     m m m m m m x x
"""


def several(buildings, payer="4"):
    """Cyan beside the last of six mountains, with buildings of his on the others."""
    return position(
        drawn(FIVE_SITES),
        {"cyan": {(5, 0): payer}, "violet": {(8, 0): "E"}},
        buildings={"cyan": buildings},
    )


@pytest.mark.ruling("8")
def test_a_sixth_camp_is_not_in_the_supply():
    camps = {(q, 1): "camp" for q in range(5)}
    assert codes(several(camps), build((5, 0), (5, 1), "camp"))[0] == Code.NOT_IN_SUPPLY
    del camps[0, 1]
    assert is_legal(several(camps), build((5, 0), (5, 1), "camp"))


@pytest.mark.ruling("8")
def test_a_fourth_tower_is_not_in_the_supply():
    stands = {(0, 1): "tower", (1, 1): "tower", (2, 1): "tower", (5, 1): "camp"}
    assert codes(several(stands), build((5, 0), (5, 1), "tower"))[0] == Code.NOT_IN_SUPPLY
    del stands[0, 1]
    assert is_legal(several(stands), build((5, 0), (5, 1), "tower"))


@pytest.mark.ruling("8")
def test_a_second_castle_is_not_in_the_supply():
    stands = {(0, 1): "castle", (5, 1): "tower"}
    assert codes(several(stands), build((5, 0), (5, 1), "castle"))[0] == Code.NOT_IN_SUPPLY
    del stands[0, 1]
    assert is_legal(several(stands), build((5, 0), (5, 1), "castle"))


@pytest.mark.ruling("8")
def test_an_own_piece_that_is_replaced_returns_to_the_supply():
    where = several({(q, 1): "camp" for q in range(1, 6)})
    assert where.supply_of("cyan", BuildingKind.CAMP) == 0
    then = after(where, build((5, 0), (5, 1), "tower"))
    assert building_on(then, 5, 1) == "cyan tower"
    assert then.supply_of("cyan", BuildingKind.CAMP) == 1
    assert then.supply_of("cyan", BuildingKind.TOWER) == 2


@pytest.mark.ruling("8")
def test_an_enemy_piece_that_is_replaced_returns_to_its_owners_supply():
    where = site("m", "4", "castle", by="violet")
    assert where.supply_of("violet", BuildingKind.CASTLE) == 0
    then = after(where, on_site("castle"))
    assert then.supply_of("violet", BuildingKind.CASTLE) == 1
    assert then.supply_of("cyan", BuildingKind.CASTLE) == 0
    assert in_reserve(then, "violet") == "0"


@pytest.mark.ruling("31")
def test_the_emperor_may_be_among_the_discs_paid():
    then = after(site("m", "1E"), on_site("camp", emperor=True))
    assert discs_at(then, 0, 0) == "cyan 1"
    assert in_reserve(then, "cyan") == "E"


@pytest.mark.ruling("31")
def test_the_emperor_need_not_be_among_the_discs_paid():
    then = after(site("m", "1E"), on_site("camp"))
    assert discs_at(then, 0, 0) == "cyan E"
    assert in_reserve(then, "cyan") == "1"


@pytest.mark.ruling("31")
def test_a_stack_that_pays_with_all_its_discs_pays_with_its_emperor():
    where = site("m", "2E", "tower")
    assert codes(where, on_site("castle"))[0] == Code.WRONG_COST
    assert is_legal(where, on_site("castle", emperor=True))


@pytest.mark.ruling("31")
def test_a_lone_emperor_pays_with_himself():
    board = drawn("""
        o o o
         r x
    """)
    where = position(board, {"cyan": {(0, 0): "E", (1, 0): "1"}, "violet": {(2, 0): "E"}})
    assert codes(where, on_site("camp"))[0] == Code.WRONG_COST
    then = after(where, on_site("camp", emperor=True))
    assert discs_at(then, 0, 0) is None
    assert in_reserve(then, "cyan") == "E"


@pytest.mark.ruling("31")
def test_an_emperor_who_is_elsewhere_cannot_pay():
    assert codes(site("m", "3"), on_site("camp", emperor=True))[0] == Code.WRONG_COST


@pytest.mark.ruling("31")
def test_the_emperor_may_be_one_of_several_discs_paid():
    then = after(site("m", "3E", "tower"), on_site("castle", emperor=True))
    assert discs_at(then, 0, 0) == "cyan 1"
    assert in_reserve(then, "cyan") == "2E"
