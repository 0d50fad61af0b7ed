"""The command `watch`: the referee without the app, an event a line as it happens.

So far on folders of photos, each of which is one settled look.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from eko_companion.rules import BoardReader, EkoError, Position


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "referee a game on photos of a table: an event a line"
    command = commands.add_parser("watch", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("folder", type=Path, metavar="DIR", help="the table's folder")
    command.add_argument("source", metavar="SOURCE", help="a folder of photos in name order")
    command.add_argument(
        "--position", type=Path, metavar="FILE", help="where the game stands (its set-up)"
    )
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    # OpenCV takes a while to load, and no other command should wait for it.
    from eko_companion.referee.refereeing import Referee
    from eko_companion.sources.folder_source import photos_in
    from eko_companion.vision.image_input import load_photo
    from eko_companion.vision.table_folder import load_table
    from eko_companion.vision.table_reader import reader_for

    table = load_table(options.folder)
    reader = reader_for(table)
    source = Path(options.source)
    if not source.is_dir():
        raise EkoError(f"{options.source} is not a folder of photos; films and cameras come later.")
    photos = photos_in(source)
    if not photos:
        raise EkoError(f"There are no photos in the folder {source.name}.")
    referee = Referee(_position(table, options.position))
    _tell(referee.opening())
    code = 0
    for path in photos:
        try:
            photo = load_photo(path)
        except EkoError as error:
            print(f"eko-companion: {error}", file=sys.stderr)
            code = 2
            continue
        reading = reader.read(photo)
        if not reading.usable:
            print(f"eko-companion: {path.name} is passed over: {reading.why}", file=sys.stderr)
        _tell(referee.look(reading, path.name))
    return code


def _position(table: Any, file: Path | None) -> Position:
    """The position that a file names, in the table's own layout, or the set-up."""
    from eko_companion.cli.table import json_document
    from eko_companion.installed import load_tile_set
    from eko_companion.rules import position_from_document
    from eko_companion.vision.start.table_start import seen_discs, start_position

    if file is None:
        return start_position(table, seen_discs(table))
    reader = BoardReader(load_tile_set)
    position = position_from_document(json_document(file), reader)
    if set(position.board.layout) != set(table.scanned.layout):
        raise EkoError("layout: this is another layout than the one that was scanned.")
    if set(position.players) != set(table.players):
        raise EkoError(f"players: this table has {', '.join(table.players)}.")
    return position


def _tell(events: list[dict[str, Any]]) -> None:
    for event in events:
        print(json.dumps(event), flush=True)
