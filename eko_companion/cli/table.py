"""The commands on a physical table: `table new`, `learn`, `scan` and `start`.

What they do is in `vision`; here are options, progress bars and sentences. A further stage adds
itself through `STAGES`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eko_companion.cli.read import add_start
from eko_companion.rules import EkoError
from eko_companion.rules.errors import reason

if TYPE_CHECKING:
    from eko_companion.sources.protocol import Image
    from eko_companion.vision.cards.lens import Lens
    from eko_companion.vision.table_folder import KeptFile, Table
    from eko_companion.vision.tiles.scanning import Doubt

PHOTO_ENDINGS = (".jpg", ".jpeg", ".png")


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "teach the program a table: its tiles, its cameras, its colours"
    table = commands.add_parser("table", help=what, description=f"{what[0].upper()}{what[1:]}.")
    stages = table.add_subparsers(title="stages", metavar="STAGE", required=True)
    for add_stage in STAGES:
        add_stage(stages)


def _add_new(stages: Any) -> None:
    command = stages.add_parser("new", help="make a new table", description="Make a new table.")
    command.add_argument("folder", type=Path, metavar="DIR", help="the table's folder")
    command.add_argument("--players", required=True, help="the colours in turn order: cyan,violet")
    command.add_argument("--tiles", required=True, type=Path, metavar="FILE", help="eko-tiles/1")
    command.add_argument("--pieces", required=True, type=Path, metavar="FILE", help="eko-pieces/1")
    command.add_argument("--force", action="store_true", help="in place of a table that is there")
    command.set_defaults(run=_new)


def _add_learn(stages: Any) -> None:
    what = "learn tile pictures, from a photo of each tile alone beside a marker card"
    command = stages.add_parser("learn", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("folder", type=Path, metavar="DIR", help="the table's folder")
    command.add_argument(
        "photos", type=Path, metavar="PHOTOS", help="a folder with a photo A.jpg, B.jpg ... a tile"
    )
    command.set_defaults(run=_learn)


def _add_scan(stages: Any) -> None:
    what = "find the camera's pose and the tiles on a photo of the empty board"
    command = stages.add_parser("scan", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("folder", type=Path, metavar="DIR", help="the table's folder")
    command.add_argument("photo", type=Path, metavar="PHOTO", help="the empty board")
    command.add_argument(
        "--profile", type=Path, metavar="FILE", help="the camera's profile, where one is known"
    )
    by_hand = command.add_mutually_exclusive_group()
    by_hand.add_argument(
        "--cells",
        type=Path,
        metavar="FILE",
        help="some cells named by a pixel and their terrain, where no tile was learned",
    )
    by_hand.add_argument(
        "--layout", type=Path, metavar="FILE", help="the layout, named by hand in our frame"
    )
    command.set_defaults(run=_scan)


STAGES: tuple[Callable[[Any], None], ...] = (_add_new, _add_learn, _add_scan, add_start)


def _new(options: argparse.Namespace) -> int:
    from eko_companion.geometry import pieces_from_document
    from eko_companion.rules import tiles_from_document
    from eko_companion.vision.errors import TableFolderError
    from eko_companion.vision.table_folder import new_table, save_table
    from eko_companion.vision.table_folder.storing import is_table

    players = [name.strip() for name in options.players.split(",")]
    tiles = tiles_from_document(json_document(options.tiles))
    pieces = pieces_from_document(json_document(options.pieces))
    table = new_table(players, tiles, pieces)
    if is_table(options.folder) and not options.force:
        raise TableFolderError(
            f"{options.folder} already holds a table; --force puts a new one in its place."
        )
    save_table(table, options.folder)
    print(f"{options.folder} is ready; learn its tiles with `table learn`.", file=sys.stderr)
    return 0


def _learn(options: argparse.Namespace) -> int:
    from eko_companion.vision.errors import LearnError, PhotoError
    from eko_companion.vision.image_input import load_photo
    from eko_companion.vision.table_folder import load_table, save_table
    from eko_companion.vision.tiles.learning import learn_tiles

    table = load_table(options.folder)
    photos, failures = {}, {}
    for letter, path in _tile_photos(options.photos, tuple(table.tiles.by_letter)).items():
        try:
            photos[letter] = load_photo(path)
        except PhotoError as error:
            failures[letter] = f"Tile {letter}: {error}"
    with _progress() as tell:
        pictures, unlearned = learn_tiles(photos, table.tiles.by_letter, table.pieces, tell)
    failures |= unlearned
    for letter in sorted(failures):
        print(f"eko-companion: {failures[letter]}", file=sys.stderr)
    if not pictures:
        raise LearnError(f"No tile could be learned from {options.photos}.")
    save_table(table.with_pictures(pictures), options.folder)
    print(json.dumps({"learned": sorted(pictures), "not_learned": sorted(failures)}))
    return 0


def _scan(options: argparse.Namespace) -> int:
    from eko_companion.vision.cards.lens import load_lens
    from eko_companion.vision.image_input import load_photo
    from eko_companion.vision.table_folder import KeptFile, load_table, save_table
    from eko_companion.vision.table_folder.table_document import placement_document
    from eko_companion.vision.tiles.scanning import scan_board

    table = load_table(options.folder)
    lens = None if options.profile is None else load_lens(options.profile)
    photo = load_photo(options.photo)
    kept = KeptFile.of_photo(options.photo, photo)
    if options.cells is not None or options.layout is not None:
        table, doubts = _taught(options, table, photo, kept, lens)
    else:
        with _progress() as tell:
            scanned = scan_board(
                photo, kept, table.pictures, table.tiles, table.pieces, lens=lens, progress=tell
            )
        table, doubts = table.with_scan(scanned.scan), scanned.doubts
    for doubt in doubts:
        print(f"eko-companion: {_doubt_words(doubt)}", file=sys.stderr)
    save_table(table, options.folder)
    print(json.dumps({"layout": [placement_document(one) for one in table.scanned.layout]}))
    return 0


def _taught(
    options: argparse.Namespace, table: Table, photo: Image, kept: KeptFile, lens: Lens | None
) -> tuple[Table, Sequence[Doubt]]:
    """The table as the empty board teaches it, with what the players named."""
    from eko_companion.vision.tiles import self_teaching
    from eko_companion.vision.tiles.by_hand import cells_from_document, layout_from_document

    known = (table.tiles, table.pieces, kept)
    if options.cells is not None:
        entries = cells_from_document(json_document(options.cells))
        board = self_teaching.bare_board(photo, table.pieces, lens)
        named = self_teaching.named_cells(board, entries, table.pieces)
        scanned, pictures = self_teaching.teach_by_cells(board, named, *known)
    else:
        layout = layout_from_document(json_document(options.layout), table.tiles)
        board = self_teaching.bare_board(photo, table.pieces, lens)
        scanned, pictures = self_teaching.teach_by_layout(board, layout, *known)
    # A picture learned from a photo of the tile alone is the better one.
    taught = table.with_pictures({**pictures, **table.pictures})
    return taught.with_scan(scanned.scan), scanned.doubts


def _doubt_words(doubt: Doubt) -> str:
    placement = doubt.tile.placement
    words = f"Tile {placement.tile} at {list(placement.at)} with turn {placement.turn} is not sure"
    if doubt.others:
        other = doubt.others[0]
        words += f"; it may be {other.tile} with turn {other.turn}"
    return f"{words}: please check."


def json_document(path: Path) -> Any:
    """A JSON document from a file; raises EkoError with a sentence."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EkoError(f"{path} cannot be read: {reason(error)}.") from None
    except (ValueError, RecursionError):
        raise EkoError(f"format: {path} is not a JSON document.") from None


def _tile_photos(folder: Path, letters: tuple[str, ...]) -> dict[str, Path]:
    """The photos of known tiles in a folder; what else lies there is named and passed over."""
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise EkoError(f"The folder {folder} cannot be read: {reason(error)}.") from None
    found: dict[str, Path] = {}
    for path in paths:
        if path.suffix.lower() not in PHOTO_ENDINGS or path.name.startswith("."):
            continue
        if path.stem in letters:
            found.setdefault(path.stem, path)
        else:
            print(f"eko-companion: {path.name} names no tile of this set.", file=sys.stderr)
    if not found:
        raise EkoError(f"{folder} holds no photo named after a tile, such as {letters[0]}.jpg.")
    return found


@contextmanager
def _progress() -> Iterator[Callable[[str, float], None]]:
    """A bar on standard error while something takes its time."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def tell(text: str, share: float) -> None:
            bar.update(task, description=text, completed=share)

        yield tell
