"""Layouts: tiles laid on the table, and every fault that such a laying can have.

A layout is a tuple of placements; `board` turns a faultless one into cells to play on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import DISCS
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import TileSet


class Placement(NamedTuple):
    """One tile on the table: its letter, the cell of its own [0, 0], and its turn."""

    tile: str
    at: Cell
    turn: int


Layout = tuple[Placement, ...]


class LaidCell(NamedTuple):
    """One cell of a laid tile."""

    cell: Cell
    terrain: Terrain
    front: Cell | None
    """For a portal: the cell in front of its open edge."""


class LayoutFault(NamedTuple):
    """Something that is wrong with a layout."""

    kind: str
    """unknown_tile, too_many_copies, overlap, unconnected or wrong_circles."""
    text: str
    cells: tuple[Cell, ...] = ()


STANDARD_CENTRES: Final[Mapping[int, tuple[Cell, ...]]] = {
    2: tuple(Cell(q, r) for q, r in ((0, 0), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2))),
    3: (Cell(1, 4), Cell(-5, 1), Cell(4, -5)),
    4: (Cell(-4, 5), Cell(-1, -4), Cell(5, -1)),
}
"""The centres of the large tiles that each number of players adds."""

GROUPS_BY_PLAYERS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("grey",),
    3: ("grey", "blue"),
    4: ("grey", "blue", "red"),
}


def standard_centres(players: int) -> tuple[Cell, ...]:
    """Where the large tiles lie in the standard layout of that player count."""
    return tuple(
        cell
        for count in sorted(STANDARD_CENTRES)
        if count <= players
        for cell in STANDARD_CENTRES[count]
    )


def laid_cells(tiles: TileSet, placement: Placement) -> tuple[LaidCell, ...]:
    """The cells that a placed tile covers."""
    found = []
    for printed in tiles.by_letter[placement.tile].cells:
        cell = printed.at.turned(placement.turn).shifted(placement.at)
        front = None
        if printed.front is not None:
            front = cell.neighbour(printed.front + placement.turn)
        found.append(LaidCell(cell, printed.terrain, front))
    return tuple(found)


def layout_faults(
    tiles: TileSet, layout: Sequence[Placement], players: int | None = None
) -> list[LayoutFault]:
    """Every fault of a layout; with a number of players also a count of circles that is off."""
    faults = _letter_faults(tiles, layout)
    known = [placement for placement in layout if placement.tile in tiles.by_letter]
    laid = [cell for placement in known for cell in laid_cells(tiles, placement)]
    faults += _overlap_faults(known, tiles)
    terrain = {cell.cell: cell.terrain for cell in laid}
    walkable = {cell for cell, kind in terrain.items() if kind.walkable}
    link = portal_link(laid, walkable)
    apart = _unreached(walkable, link)
    if apart:
        faults.append(
            LayoutFault(
                "unconnected",
                f"Not all walkable cells connect: {len(apart)} of {len(walkable)} lie apart.",
                tuple(sorted(apart)),
            )
        )
    if players is not None:
        circles = sum(kind is Terrain.CIRCLE for kind in terrain.values())
        if circles != DISCS * players:
            wanted = DISCS * players
            faults.append(
                LayoutFault(
                    "wrong_circles",
                    f"{players} players need {wanted} circles, and this layout has {circles}.",
                )
            )
    return faults


def portal_link(laid: Iterable[LaidCell], walkable: set[Cell]) -> tuple[Cell, Cell] | None:
    """The two front cells that the portals join, or None where portals do not work [22]."""
    fronts = [cell.front for cell in laid if cell.front is not None]
    if len(fronts) == 2 and fronts[0] in walkable and fronts[1] in walkable:
        return fronts[0], fronts[1]
    return None


def _letter_faults(tiles: TileSet, layout: Sequence[Placement]) -> list[LayoutFault]:
    faults = []
    used: dict[str, int] = {}
    for placement in layout:
        used[placement.tile] = used.get(placement.tile, 0) + 1
    for letter, count in used.items():
        tile = tiles.by_letter.get(letter)
        if tile is None:
            faults.append(
                LayoutFault("unknown_tile", f"The tile set {tiles.name} has no tile {letter}.")
            )
        elif count > tile.copies:
            text = f"Tile {letter} lies there {count} times, and the set has {tile.copies}."
            faults.append(LayoutFault("too_many_copies", text))
    return faults


def _overlap_faults(layout: Sequence[Placement], tiles: TileSet) -> list[LayoutFault]:
    covered: dict[Cell, int] = {}
    clashes: dict[tuple[int, int], list[Cell]] = {}
    for number, placement in enumerate(layout):
        for laid in laid_cells(tiles, placement):
            first = covered.setdefault(laid.cell, number)
            if first != number:
                clashes.setdefault((first, number), []).append(laid.cell)
    return [
        LayoutFault(
            "overlap",
            f"Tiles {layout[first].tile} and {layout[second].tile} overlap "
            f"at {', '.join(str(list(cell)) for cell in sorted(cells))}.",
            tuple(sorted(cells)),
        )
        for (first, second), cells in clashes.items()
    ]


def _unreached(walkable: set[Cell], link: tuple[Cell, Cell] | None) -> set[Cell]:
    if not walkable:
        return set()
    start = min(walkable)
    reached = {start}
    open_ends = [start]
    while open_ends:
        cell = open_ends.pop()
        onward = set(cell.neighbours())
        if link is not None and cell in link:
            onward.update(link)
        for step in onward & walkable - reached:
            reached.add(step)
            open_ends.append(step)
    return walkable - reached
