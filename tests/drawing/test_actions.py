"""Pictures of actions: what is highlighted, where arrows go, what badges say."""

from __future__ import annotations

import pytest

from eko_companion.drawing import (
    LIGHT,
    Arrow,
    ArrowKind,
    Highlight,
    HighlightKind,
    arrows_for,
    arrows_layer,
    badges_for,
    draw_position,
    highlights_for,
    highlights_layer,
    picture_of,
    signs_layer,
    winning_highlights,
)
from eko_companion.rules import (
    Build,
    Building,
    BuildingKind,
    Cell,
    March,
    Moon,
    Move,
    Pass,
    Reinforcement,
    Sand,
    Stack,
    Step,
    Swap,
    Terrain,
    reinforce,
)
from tests.drawing.boards import board, large_board, position, variety_board
from tests.drawing.svg import layer, read, read_layer, texts

ROW = board(("W", 0, 0, 0))
FROM, TO, WRONG, WIN = (
    HighlightKind.FROM,
    HighlightKind.TO,
    HighlightKind.WRONG,
    HighlightKind.WIN,
)


def test_a_move_is_an_arrow_along_its_walk():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, False))
    (arrow,) = arrows_for(before, Move(Cell(0, 0), Cell(2, 0)))
    assert arrow == Arrow((Cell(0, 0), Cell(1, 0), Cell(2, 0)), ArrowKind.MOVE)


def test_a_walk_goes_around_the_stacks_in_its_way():
    ladder = board(("W", 0, 0, 0), ("W", 0, 1, 0))
    before = position(
        ladder, Stack(Cell(0, 0), "cyan", 1, False), Stack(Cell(1, 0), "navy", 1, False)
    )
    (arrow,) = arrows_for(before, Move(Cell(0, 0), Cell(2, 0)))
    assert arrow.cells == (Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(2, 0))


def test_an_attack_has_its_own_arrow():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, False), Stack(Cell(2, 0), "navy", 1, False))
    (arrow,) = arrows_for(before, Move(Cell(0, 0), Cell(2, 0)))
    assert arrow.kind is ArrowKind.ATTACK


def test_joining_an_own_stack_is_no_attack():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, False), Stack(Cell(2, 0), "cyan", 1, False))
    (arrow,) = arrows_for(before, Move(Cell(0, 0), Cell(2, 0)))
    assert arrow.kind is ArrowKind.MOVE


def test_a_blocked_move_is_a_straight_arrow():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, False), Stack(Cell(1, 0), "navy", 1, False))
    (arrow,) = arrows_for(before, Move(Cell(0, 0), Cell(4, 0)))
    assert arrow.cells == (Cell(0, 0), Cell(4, 0))


def test_a_walk_through_portals_is_cut_at_both_gates():
    before = position(
        variety_board(),
        Stack(Cell(0, 0), "cyan", 2, False),
        Stack(Cell(2, 0), "navy", 4, False),
    )
    arrows = arrows_for(before, Move(Cell(0, 0), Cell(4, 0)))
    assert [arrow.cells for arrow in arrows] == [
        (Cell(0, 0), Cell(-1, 0)),
        (Cell(5, 0), Cell(4, 0)),
    ]


def test_a_walk_takes_the_storms_that_it_pays_for():
    on = board(("W", 0, 0, 0), ("S", 0, -1, 0))
    before = position(on, Stack(Cell(0, 0), "cyan", 2, False))
    calm, stormy = (
        arrows_for(before, Move(Cell(0, 0), Cell(2, 0), lost))[0].cells for lost in (0, 1)
    )
    assert all(on.terrain[cell] is Terrain.CIRCLE for cell in calm)
    assert any(on.terrain[cell] is Terrain.STORM for cell in stormy)


def test_a_move_says_what_the_storm_takes():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, True))
    (badge,) = badges_for(before, Move(Cell(0, 0), Cell(1, 0), 1, True))
    assert (badge.cell, badge.text, badge.loss, badge.emperor) == (Cell(0, 0), "−1", True, True)


def test_a_build_goes_from_the_payer_to_the_building_cell():
    on = large_board(2)
    cell, site = Cell(0, 0), on.building_cells_beside[Cell(0, 0)][0]
    before = position(on, Stack(cell, "cyan", 4, False))
    action = Build(cell, site, BuildingKind.TOWER)
    assert arrows_for(before, action) == (Arrow((cell, site), ArrowKind.BUILD),)
    assert highlights_for(before, action) == (Highlight(cell, FROM), Highlight(site, TO))


@pytest.mark.parametrize(("owner", "price"), [("cyan", "−2"), ("navy", "−3")])
def test_replacing_an_enemy_building_costs_one_more(owner, price):
    on = large_board(2)
    cell, site = Cell(0, 0), on.building_cells_beside[Cell(0, 0)][0]
    before = position(on, Stack(cell, "cyan", 4, False), Building(site, owner, BuildingKind.CAMP))
    (badge,) = badges_for(before, Build(cell, site, BuildingKind.TOWER))
    assert badge.text == price


def test_a_reinforcement_says_how_many_discs_join():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 1, False))
    action = reinforce(Reinforcement(Cell(0, 0), 1, True))
    (badge,) = badges_for(before, action)
    assert (badge.text, badge.loss, badge.emperor) == ("+2", False, True)
    assert highlights_for(before, action) == (Highlight(Cell(0, 0), TO),)
    assert not arrows_for(before, action)


def test_a_swap_joins_the_emperor_and_his_partner():
    before = position(
        ROW,
        Stack(Cell(0, 0), "cyan", 0, True),
        Stack(Cell(3, 0), "cyan", 1, False),
        step=Step.SWAP,
    )
    (arrow,) = arrows_for(before, Swap(Cell(3, 0)))
    assert arrow == Arrow((Cell(0, 0), Cell(3, 0)), ArrowKind.SWAP)


@pytest.mark.parametrize(
    ("action", "temple", "told"),
    [
        (Sand(Cell(3, 0)), Terrain.SAND_TEMPLE, "−1"),
        (Moon(Cell(3, 0)), Terrain.MOON_TEMPLE, "+1"),
    ],
)
def test_a_temple_reaches_from_its_cell_to_the_target(action, temple, told):
    on = variety_board()
    (site,) = on.cells_of(temple)
    before = position(on, Building(site, "cyan", BuildingKind.CAMP))
    shown = picture_of(before, action)
    assert shown.arrows == (Arrow((site, Cell(3, 0)), ArrowKind.TEMPLE),)
    assert [badge.text for badge in shown.badges] == [told]


@pytest.mark.parametrize("action", [March(), Pass()])
def test_what_touches_no_cell_shows_nothing(action):
    assert picture_of(position(ROW), action) == ((), (), ())


def test_a_forbidden_action_is_marked_wrong_at_its_end():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, False))
    shown = highlights_for(before, Move(Cell(0, 0), Cell(2, 0)), wrong=True)
    assert [highlight.kind for highlight in shown] == [FROM, WRONG]


def test_a_win_shows_the_capitals_of_the_winners():
    on = large_board(2)
    capital = on.cells_of(Terrain.CAPITAL)[0]
    over = position(
        on,
        Building(capital, "cyan", BuildingKind.CAMP),
        Stack(Cell(0, 0), "navy", 1, False),
        step=Step.OVER,
    ).changed(winners=("cyan",))
    assert winning_highlights(over) == (Highlight(capital, WIN),)


def test_the_last_player_on_the_board_is_shown_as_the_winner():
    over = position(ROW, Stack(Cell(0, 0), "navy", 1, False)).changed(winners=("navy",))
    assert winning_highlights(over) == (Highlight(Cell(0, 0), WIN),)


def test_a_game_that_goes_on_shows_no_winner():
    assert winning_highlights(position(ROW, Stack(Cell(0, 0), "navy", 1, False))) == ()


def test_a_picture_holds_what_it_is_given():
    before = position(ROW, Stack(Cell(0, 0), "cyan", 2, False), Stack(Cell(2, 0), "navy", 1, False))
    shown = picture_of(before, Move(Cell(0, 0), Cell(2, 0), 1))
    root = read(
        draw_position(before, highlights=shown.highlights, arrows=shown.arrows, badges=shown.badges)
    )
    assert [group.get("class") for group in layer(root, "highlights")] == ["eko-from", "eko-to"]
    assert [group.get("class") for group in layer(root, "arrows")] == ["eko-attack"]
    assert texts(layer(root, "badges")) == ["−1"]


@pytest.mark.parametrize("kind", HighlightKind)
def test_kinds_of_highlights_differ_by_more_than_colour(kind):
    def look(of: HighlightKind) -> tuple[str | None, str]:
        marked = [Highlight(Cell(0, 0), of)]
        line = read_layer(highlights_layer(marked, LIGHT))[0][0][1]
        sign = read_layer(signs_layer(marked, LIGHT))[0]
        return line.get("stroke-dasharray"), "".join(e.get("d", "") for e in sign.iter())

    assert all(look(kind) != look(other) for other in HighlightKind if other is not kind)


@pytest.mark.parametrize("kind", ArrowKind)
def test_every_kind_of_arrow_is_drawn(kind):
    drawn = read_layer(arrows_layer([Arrow((Cell(0, 0), Cell(1, 0)), kind)], LIGHT))
    assert len(layer(drawn, "arrows")) == 1


def test_an_arrow_from_a_cell_to_itself_is_nothing():
    assert len(read_layer(arrows_layer([Arrow((Cell(0, 0), Cell(0, 0)))], LIGHT))[0]) == 0
