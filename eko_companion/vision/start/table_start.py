"""The start of a game at a table: from the photo of the full board to the first position.

What was learned is kept in the table's section `start`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eko_companion.geometry import Camera
from eko_companion.rules import Board, Cell, Position, Reserve, Stack, Step, board_of
from eko_companion.vision.errors import TableFolderError, VisionError
from eko_companion.vision.reading.known_board import CellPlace, Image, KnownBoard
from eko_companion.vision.reading.looks import Looks, looks_from_document
from eko_companion.vision.start.learning import SeenDisc, SeenStart, learn_start
from eko_companion.vision.table_folder.table import Section, Table

SECTION: Final = "start"
_FACES: Final = "faces.npz"


def known_board(table: Table) -> KnownBoard:
    """A scanned table as the start and the reading need it."""
    scan = table.scanned
    side = table.pieces.marker_side
    return KnownBoard(
        camera=scan.camera,
        pieces=table.pieces,
        cells={c: CellPlace(p.terrain, p.x, p.y) for c, p in table.cells.items()},
        empty=scan.empty_photo,
        empty_camera=scan.camera,
        cards=tuple(card.corners(side)[:, :2] for card in scan.cards),
        players=table.players,
    )


def start_table(
    table: Table, photo: Image, camera: Camera | None = None
) -> tuple[Table, Position, SeenStart]:
    """Learn from the full board; the table with what was learned, and the position before swaps.

    `camera` is the pose in this photo where it was moved since the scan.
    """
    board = known_board(table)
    if camera is not None:
        board = board.seen_from(camera)
    seen = learn_start(board, photo, table.players)
    started = _with_start(table, seen.looks, seen.discs)
    return started, start_position(table, seen.discs), seen


def with_names_swapped(table: Table, one: str, other: str) -> Table:
    """The table in which the discs of two players change names, because they were mixed up."""
    names = {player: player for player in table.players}
    if one not in names or other not in names:
        raise VisionError(f"Only {' and '.join(table.players)} can change names at this table.")
    names |= {one: other, other: one}
    discs = tuple(SeenDisc(d.cell, names[d.owner], d.emperor) for d in seen_discs(table))
    return _with_start(table, learned_looks(table).renamed(names), discs)


def _with_start(table: Table, looks: Looks, discs: Sequence[SeenDisc]) -> Table:
    listed = [{"cell": list(d.cell), "owner": d.owner, "emperor": d.emperor} for d in discs]
    document = {**looks.document(), "discs": listed}
    return table.with_section(SECTION, Section(document, {_FACES: looks.faces_file()}))


def start_position(table: Table, discs: Sequence[SeenDisc]) -> Position:
    """The position at step `swap` with the discs as they were seen."""
    board: Board = board_of(table.tiles, table.scanned.layout)
    count = len(table.players)
    return Position(
        board=board,
        players=table.players,
        to_move=table.players[0],
        step=Step.SWAP,
        stacks=tuple(
            sorted(Stack(d.cell, d.owner, 0 if d.emperor else 1, d.emperor) for d in discs)
        ),
        buildings=(),
        reserves=(Reserve(),) * count,
        boxes=(0,) * count,
        captives=((),) * count,
    )


def learned_looks(table: Table) -> Looks:
    """What the start taught; raises TableFolderError where there was none yet."""
    section = _section(table)
    return looks_from_document(dict(section.document), section.files.get(_FACES, b""))


def seen_discs(table: Table) -> tuple[SeenDisc, ...]:
    """The discs of the start as they are kept; raises TableFolderError."""
    try:
        return tuple(
            SeenDisc(Cell(*map(int, entry["cell"])), str(entry["owner"]), bool(entry["emperor"]))
            for entry in _section(table).document["discs"]
        )
    except (KeyError, TypeError, ValueError):
        raise TableFolderError(
            "The start of this table is damaged: run `table start` again."
        ) from None


def _section(table: Table) -> Section:
    section = table.sections.get(SECTION)
    if section is None:
        raise TableFolderError(
            "The start of this table has not been seen yet: run `table start` with a photo of "
            "the full board first."
        )
    return section
