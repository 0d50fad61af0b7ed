"""The command `read`: what photos of a table show, and `table start`, which learns its colours."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from eko_companion.rules import EkoError


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "read photos of a table: what stands on each cell, a line of JSON a photo"
    command = commands.add_parser("read", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("folder", type=Path, metavar="DIR", help="the table's folder")
    command.add_argument("photos", type=Path, nargs="+", metavar="PHOTO", help="or a folder")
    command.add_argument(
        "--overlay", type=Path, metavar="FILE", help="a picture of what was seen in the last photo"
    )
    command.set_defaults(run=_read)


def add_start(stages: Any) -> None:
    """Add the stage `start` to the command `table`."""
    what = "learn colours and emperors from a photo of the full board before the first turn"
    command = stages.add_parser("start", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("folder", type=Path, metavar="DIR", help="the table's folder")
    command.add_argument("photo", type=Path, metavar="PHOTO", help="the full board")
    command.add_argument(
        "--swap-names", metavar="A,B", help="the discs of two players were taken for each other's"
    )
    command.set_defaults(run=_start)


def _start(options: argparse.Namespace) -> int:
    # OpenCV takes a while to load, and no other command should wait for it.
    from eko_companion.rules import position_document
    from eko_companion.vision.image_input import load_photo
    from eko_companion.vision.start.table_start import (
        seen_discs,
        start_position,
        start_table,
        with_names_swapped,
    )
    from eko_companion.vision.table_folder import load_table, save_table
    from eko_companion.vision.table_reader import CameraTracker

    table = load_table(options.folder)
    photo = load_photo(options.photo)
    started, position, _ = start_table(table, photo, CameraTracker(table)(photo))
    if options.swap_names is not None:
        one, _, other = options.swap_names.partition(",")
        started = with_names_swapped(started, one.strip(), other.strip())
        position = start_position(started, seen_discs(started))
    save_table(started, options.folder)
    print(json.dumps(position_document(position)))
    return 0


def _read(options: argparse.Namespace) -> int:
    from eko_companion.vision.image_input import load_photo
    from eko_companion.vision.table_folder import load_table
    from eko_companion.vision.table_reader import reader_for

    table = load_table(options.folder)
    reader = reader_for(table)
    code = 0
    last: tuple[Any, Any] | None = None
    for path in _photos(options.photos):
        try:
            photo = load_photo(path)
        except EkoError as error:
            print(f"eko-companion: {error}", file=sys.stderr)
            print(json.dumps({"error": str(error)}), flush=True)
            code = 2
            continue
        look = reader.look(photo)
        last = (photo, look)
        print(json.dumps(look.reading.document()), flush=True)
    if options.overlay is not None and last is not None:
        _write_overlay(options.overlay, table, *last)
    return code


def _photos(given: list[Path]) -> list[Path]:
    from eko_companion.sources.folder_source import photos_in

    found: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = photos_in(path)
            if not inside:
                raise EkoError(f"There are no photos in the folder {path.name}.")
            found += inside
        else:
            found.append(path)
    return found


def _write_overlay(path: Path, table: Any, photo: Any, look: Any) -> None:
    import cv2

    from eko_companion.record.files import replace_file
    from eko_companion.vision import overlays
    from eko_companion.vision.start.table_start import known_board

    board = known_board(table).seen_from(look.camera)
    tiles = [(t.placement.tile, t.x, t.y, t.confidence > 0.99) for t in table.scanned.tiles]
    picture = overlays.draw_cards(photo, board)
    picture = overlays.draw_grid(picture, board)
    picture = overlays.draw_letters(picture, board, tiles)
    for layer in (overlays.draw_reading, overlays.draw_uncertain, overlays.draw_covered):
        picture = layer(picture, board, look.reading)
    picture = overlays.draw_status(picture, look.reading)
    ending = path.suffix.lower() if path.suffix.lower() in (".png", ".jpg", ".jpeg") else ".png"
    done, data = cv2.imencode(ending, picture)
    if not done:
        raise EkoError(f"{path.name} could not be packed as a picture.")
    replace_file(path, data.tobytes())
