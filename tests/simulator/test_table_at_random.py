"""Random tables: everything is in the picture, nothing lies on the board, all pieces are there."""

from __future__ import annotations

import itertools
from collections import Counter

import cv2
import numpy as np
import pytest

from eko_companion.geometry import pieces_from_document
from eko_companion.rules.pieces import SUPPLY
from eko_companion.rules.status import status
from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.cameras import nudged
from eko_companion.simulator.places import cell_corners
from eko_companion.simulator.prints import EMPEROR_PRINTS, WARRIOR_PRINTS
from eko_companion.simulator.ranges import RANGES, SURFACES, TILE_STYLES, Family
from eko_companion.simulator.rendering.printing import thing_decal
from eko_companion.simulator.scene import Disc
from eko_companion.simulator.table_at_random import SimulatedTable, Wish, random_table
from eko_companion.simulator.truth import cell_polygons, setting_document
from tests.simulator.cards import on_table, square_of

SEEDS = range(40)
SMALL = (640, 360)
_KEPT: dict[tuple[int, Family], SimulatedTable] = {}


def table(seed: int, family: Family = Family.TRYING) -> SimulatedTable:
    """A table of a family, made once; every elevation and number of players comes by."""
    key = (seed, family)
    if key not in _KEPT:
        _KEPT[key] = random_table(seed, Wish(size=SMALL, family=family))
    return _KEPT[key]


def reach_into(polygon: np.ndarray, points: np.ndarray) -> float:
    """How far the innermost of some points is inside a polygon; negative: all are outside."""
    contour = polygon.astype(np.float32).reshape(-1, 1, 2)
    return max(cv2.pointPolygonTest(contour, (float(x), float(y)), True) for x, y in points)


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """The area that two convex polygons share."""
    first, second = (cv2.convexHull(polygon.astype(np.float32)) for polygon in (one, other))
    return float(cv2.intersectConvexConvex(first, second)[0])


@pytest.mark.parametrize("seed", SEEDS)
class TestEveryTable:
    def test_all_cells_and_cards_are_in_the_picture(self, seed):
        setting = table(seed).setting
        corners = [on_table(square_of(card, card.card)) for card in setting.cards]
        pixels = [setting.camera.project(points) for points in corners]
        pixels += cell_polygons(setting).values()
        seen = np.vstack(pixels)
        assert seen.min() >= 0
        assert (seen <= np.array(SMALL) - 1).all()

    def test_the_board_fills_a_good_part_of_the_picture(self, seed):
        seen = np.vstack(list(cell_polygons(table(seed).setting).values()))
        assert np.ptp(seen[:, 1]) > 0.35 * SMALL[1]

    def test_the_camera_is_within_its_ranges(self, seed):
        camera = table(seed).setting.camera
        assert RANGES.elevation[0] <= camera.elevation <= RANGES.elevation[1]
        focal = camera.focal / SMALL[0] * 36
        assert RANGES.focal[0] <= focal <= RANGES.focal[1]
        assert RANGES.k1[0] <= camera.radial[0] <= RANGES.k1[1]
        assert np.linalg.det(camera.rotation) == pytest.approx(-1)

    def test_cards_lie_apart_from_each_other_and_from_the_tiles(self, seed):
        setting = table(seed).setting
        assert RANGES.cards[0] <= len(setting.cards) <= RANGES.cards[1]
        assert len({card.marker for card in setting.cards}) == len(setting.cards)
        cards = [square_of(card, card.card) for card in setting.cards]
        assert all(overlap(a, b) == 0 for a, b in itertools.combinations(cards, 2))
        cells = list(cell_corners(setting).values())
        assert all(overlap(card, cell) == 0 for card in cards for cell in cells)
        assert all(card.side == setting.pieces.marker_side for card in setting.cards)
        assert all(0 <= card.marker < 50 and card.card > card.side for card in setting.cards)

    def test_pieces_beside_the_board_lie_beside_it(self, seed):
        made = table(seed)
        tabletop = Tabletop(made.setting, made.spots, np.random.default_rng(seed))
        tabletop.show(made.start)
        radius = made.setting.pieces.disc_diameter / 2
        board = np.array(list(tabletop.centres.values()))
        cards = [square_of(card, card.card) for card in made.setting.cards]
        for thing in tabletop.beside():
            place = np.array([thing.stance.x, thing.stance.y])
            assert np.hypot(*(board - place).T).min() > made.setting.pieces.pitch / 2 + radius
            assert all(reach_into(card, place[None]) < 0 for card in cards)

    def test_every_piece_of_the_game_is_on_the_table(self, seed):
        made = table(seed)
        tabletop = Tabletop(made.setting, made.spots, np.random.default_rng(seed))
        tabletop.show(made.start)
        discs: Counter[tuple[str, bool]] = Counter()
        houses: Counter[tuple[str, object]] = Counter()
        for thing in tabletop.things():
            if isinstance(thing, Disc):
                discs[thing.owner, thing.emperor] += 1
            else:
                houses[thing.owner, thing.kind] += 1
        for place, player in enumerate(made.start.players):
            in_the_box = made.start.boxes[place]
            # Who has no room beside the board keeps his pieces out of sight.
            assert discs[player, True] == 1
            if made.spots[player].discs is not None:
                assert discs[player, False] == 15 - in_the_box
            if made.spots[player].houses is not None:
                assert [houses[player, kind] for kind in SUPPLY] == list(SUPPLY.values())

    def test_the_sizes_are_a_valid_document(self, seed):
        pieces = table(seed).setting.pieces
        assert pieces_from_document(pieces.document()) == pieces
        assert RANGES.pitch[0] <= pieces.pitch <= RANGES.pitch[1]

    def test_the_game_can_start(self, seed):
        made = table(seed)
        assert not status(made.start)
        assert set(made.setting.look.paints) == set(made.start.players)
        assert len(made.setting.tiles) == len(made.start.board.layout)

    def test_tiles_are_a_little_off(self, seed):
        for tile in table(seed).setting.tiles:
            assert abs(tile.off) <= RANGES.tile_turn


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_nothing_strange_lies_on_the_board_or_on_a_card(seed):
    setting = table(seed).setting
    board = np.vstack(list(cell_corners(setting).values()))
    cards = np.vstack([square_of(card, card.card) for card in setting.cards])
    for thing in setting.clutter:
        corners = thing_decal(thing).corners()
        assert reach_into(corners, board) < 0
        assert reach_into(corners, cards) < 0
    for mug in setting.vessels:
        for points in (board, cards):
            away = np.hypot(points[:, 0] - mug.x, points[:, 1] - mug.y).min()
            assert away > mug.diameter / 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variants", [False, True])
def test_what_is_wished_for_comes(players, variants):
    made = random_table(3, Wish(players=players, variants=variants, elevation=75.0, size=SMALL))
    assert len(made.start.players) == players
    assert made.setting.camera.elevation == pytest.approx(75)
    assert made.setting.camera.size == SMALL
    plain = {"grey", "blue", "red"}
    groups = {made.setting.tile_set.by_letter[tile.tile].group for tile in made.setting.tiles}
    if not variants:
        assert groups <= plain


def test_the_lowest_and_the_highest_camera_still_see_everything():
    for elevation in (40.0, 75.0):
        for seed in range(4):
            setting = random_table(seed, Wish(elevation=elevation, players=4, size=SMALL)).setting
            seen = np.vstack(list(cell_polygons(setting).values()))
            assert seen.min() >= 0
            assert (seen <= np.array(SMALL) - 1).all()


def test_the_same_seed_gives_the_same_table():
    one, other = (random_table(7, Wish(size=SMALL)) for _ in range(2))
    assert setting_document(one.setting) == setting_document(other.setting)
    assert one.setting.look == other.setting.look
    assert one.setting.clutter == other.setting.clutter
    assert (one.lighting, one.sensor, one.spots) == (other.lighting, other.sensor, other.spots)
    assert one.start == other.start


def test_no_two_seeds_give_the_same_table():
    documents = [repr(setting_document(table(seed).setting)["camera"]) for seed in SEEDS]
    assert len(set(documents)) == len(documents)
    assert len({table(seed).setting.look.tile_seed for seed in SEEDS}) == len(SEEDS)


class TestFamilies:
    """What is kept for measuring is never seen while trying things out."""

    def looks(self, family: Family) -> list:
        return [table(seed, family).setting.look for seed in range(14)]

    @pytest.mark.parametrize("part", ["surface", "warrior_print", "emperor_print", "tile_seed"])
    def test_they_share_nothing(self, part):
        trying, measuring = (
            {getattr(look, part) for look in self.looks(family)} for family in Family
        )
        assert len(trying) > 1
        assert len(measuring) > 1
        assert not trying & measuring

    def test_their_tiles_are_of_other_styles(self):
        trying, measuring = (
            {look.tile_style.name.split("-")[0] for look in self.looks(family)} for family in Family
        )
        assert trying == set(TILE_STYLES[Family.TRYING])
        assert measuring == set(TILE_STYLES[Family.MEASURING])
        assert not trying & measuring

    def test_every_table_top_belongs_to_one_family(self):
        assert not set(SURFACES[Family.TRYING]) & set(SURFACES[Family.MEASURING])

    def test_all_looks_come_by(self):
        looks = self.looks(Family.TRYING) + self.looks(Family.MEASURING)
        assert len({look.surface for look in looks}) > 10
        assert {look.turrets for look in looks} == {False, True}
        assert len({look.warrior_print for look in looks}) > len(WARRIOR_PRINTS) / 2
        assert len({look.emperor_print for look in looks}) > len(EMPEROR_PRINTS) / 2

    def test_the_same_seed_is_another_table_in_the_other_family(self):
        one, other = (table(5, family) for family in Family)
        assert one.setting.pieces != other.setting.pieces
        assert one.setting.camera.focal != other.setting.camera.focal


def test_shapes_of_buildings_vary():
    shapes = Counter(
        (kind.value, shape.shape)
        for seed in SEEDS
        for kind, shape in table(seed).setting.pieces.buildings.items()
    )
    assert {"tent", "cone"} == {shape for kind, shape in shapes if kind == "camp"}
    assert {"box", "cylinder"} == {shape for kind, shape in shapes if kind == "tower"}


def test_a_pushed_camera_is_still_a_camera_and_not_far_away():
    camera = table(1).setting.camera
    for seed in range(20):
        pushed = nudged(camera, np.random.default_rng(seed))
        assert pushed.rotation @ pushed.rotation.T == pytest.approx(np.eye(3), abs=1e-9)
        assert np.linalg.det(pushed.rotation) == pytest.approx(-1)
        assert 0 < np.linalg.norm(pushed.origin - camera.origin) < 21
        assert abs(pushed.elevation - camera.elevation) < 3
