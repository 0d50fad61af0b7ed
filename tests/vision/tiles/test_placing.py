"""The best set of placements is chosen as a whole."""

from __future__ import annotations

from eko_companion.rules import Cell, Placement
from eko_companion.rules.layout import laid_cells
from eko_companion.vision.tiles.placing import Candidate, best_layout
from tests.vision.sample_table import tiles

COPIES = {tile.letter: tile.copies for tile in tiles().tiles}


def _candidate(letter: str, at: tuple[int, int], turn: int, score: float) -> Candidate:
    placement = Placement(letter, Cell(*at), turn)
    cells = frozenset(laid.cell for laid in laid_cells(tiles(), placement))
    return Candidate(placement, cells, score, 0.0, 0.0)


def _chosen(*found: Candidate) -> set[str]:
    return {f"{c.placement.tile}{c.placement.turn}" for c in best_layout(found, COPIES)}


def test_a_letter_is_used_no_more_often_than_the_set_has_copies() -> None:
    first, second = _candidate("A", (0, 0), 0, 0.9), _candidate("A", (2, 1), 0, 0.8)
    assert _chosen(first, second, _candidate("B", (2, 1), 3, 0.6)) == {"A0", "B3"}


def test_the_sum_decides_and_not_the_best_single_tile() -> None:
    """A comes first on both places, but only one way of sharing them explains the board."""
    found = (
        _candidate("A", (0, 0), 0, 0.80),
        _candidate("A", (2, 1), 1, 0.78),
        _candidate("B", (0, 0), 2, 0.75),
        _candidate("B", (2, 1), 3, 0.40),
    )
    assert _chosen(*found) == {"A1", "B2"}


def test_overlapping_tiles_exclude_each_other() -> None:
    assert _chosen(_candidate("A", (0, 0), 0, 0.7), _candidate("B", (1, 0), 0, 0.8)) == {"B0"}


def test_bare_table_is_no_tile() -> None:
    assert _chosen(_candidate("A", (0, 0), 0, 0.31)) == set()


def test_a_tile_far_from_all_others_must_be_plain_to_see() -> None:
    board = (_candidate("A", (0, 0), 0, 0.8), _candidate("B", (2, 1), 0, 0.8))
    assert _chosen(*board, _candidate("C", (9, 9), 0, 0.45)) == {"A0", "B0"}
    assert _chosen(*board, _candidate("C", (9, 9), 0, 0.75)) == {"A0", "B0", "C0"}
