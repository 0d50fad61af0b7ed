"""Puts a table into its folder and reads it back.

`table.json` (format `eko-table/1`) names every other file. Files carry a sum of their content in
their name and are written first; replacing `table.json` is the one moment at which the old table
becomes the new one, so a power cut leaves the one or the other, never a mixture.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from eko_companion.geometry import Pieces, pieces_from_document
from eko_companion.rules import EkoError, TileSet, tiles_from_document
from eko_companion.rules.checks import require, require_list, require_object, require_text
from eko_companion.rules.errors import reason
from eko_companion.vision.errors import TableFolderError
from eko_companion.vision.table_folder.table import KeptFile, Section, Table, TilePicture
from eko_companion.vision.table_folder.table_document import (
    checked_players,
    number,
    scan_document,
    scan_from_document,
)
from eko_companion.vision.table_folder.whole_files import put_file, read_sealed, sealed_name

FORMAT: Final = "eko-table/1"
INDEX: Final = "table.json"


def new_table(players: Iterable[str], tiles: TileSet, pieces: Pieces) -> Table:
    """A table of which nothing has been seen yet; raises DocumentError for impossible players."""
    return Table(pieces=pieces, tiles=tiles, players=checked_players(players))


def is_table(folder: Path) -> bool:
    """Whether a folder already holds a table."""
    return (folder / INDEX).exists()


def save_table(table: Table, folder: Path) -> None:
    """Keep a table in a folder, in place of the one that was there."""
    files: dict[str, bytes] = {}

    def keep(name: str, content: bytes) -> str:
        sealed = sealed_name(name, content)
        files[sealed] = content
        return sealed

    document: dict[str, Any] = {
        "format": FORMAT,
        "players": list(table.players),
        "tiles": table.tiles.document(),
        "pieces": table.pieces.document(),
        "pictures": [
            {
                "letter": picture.letter,
                "scale": picture.scale,
                "origin": list(picture.origin),
                "file": keep(f"tile-{_file_letter(picture.letter)}.png", _packed(picture)),
            }
            for picture in table.pictures.values()
        ],
        "scan": None,
        "sections": {
            name: {
                "document": dict(section.document),
                "files": {own: keep(own, data) for own, data in section.files.items()},
            }
            for name, section in table.sections.items()
        },
    }
    if table.scan is not None:
        photo = table.scan.photo
        document["scan"] = scan_document(table.scan, keep(f"empty{_ending(photo)}", photo.data))
    for name, content in files.items():
        if not (folder / name).exists():
            put_file(folder / name, content)
    put_file(folder / INDEX, json.dumps(document, indent=1).encode())
    _sweep(folder, files)


def load_table(folder: Path) -> Table:
    """The table in a folder; raises EkoError with one sentence for whatever is wrong with it."""
    document = _index(folder)
    if document.get("format") != FORMAT:
        raise TableFolderError(f"format: {INDEX} must say {FORMAT!r}.")
    try:
        tiles = tiles_from_document(document.get("tiles"))
        pieces = pieces_from_document(document.get("pieces"))
        players = checked_players(require_list("players", document.get("players"), "the players"))
        pictures = [
            _picture(folder, require_object("pictures", entry, "each picture"))
            for entry in require_list("pictures", document.get("pictures"), "the pictures")
        ]
        scan = document.get("scan")
        if scan is not None:
            require_object("scan", scan, "the scan")
            name = require_text("scan", scan.get("photo"), "the photo's name")
            scan = scan_from_document(scan, KeptFile(name, read_sealed(folder, name)))
        sections = require_object("sections", document.get("sections"), "the sections")
        return Table(
            pieces=pieces,
            tiles=tiles,
            players=players,
            pictures={picture.letter: picture for picture in pictures},
            scan=scan,
            sections={name: _section(folder, entry) for name, entry in sections.items()},
        )
    except TableFolderError:
        raise
    except EkoError as error:
        raise TableFolderError(f"{INDEX} of this table is damaged: {error}") from None


def _index(folder: Path) -> dict[str, Any]:
    try:
        content = (folder / INDEX).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise TableFolderError(
            f"{folder} is no table: it has no {INDEX}; make one with `table new`."
        ) from None
    except OSError as error:
        raise TableFolderError(f"{folder}/{INDEX} cannot be read: {reason(error)}.") from None
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise TableFolderError(f"{INDEX} of this table is damaged; make the table again.")
    return document


def _picture(folder: Path, entry: dict[str, Any]) -> TilePicture:
    letter = require_text("pictures", entry.get("letter"), "a letter")
    name = require_text("pictures", entry.get("file"), "a picture's file")
    origin = require_list("pictures", entry.get("origin"), "a picture's origin")
    require("pictures", len(origin) == 2, "a picture's origin must be a pair.")
    content = np.frombuffer(read_sealed(folder, name), np.uint8)
    try:
        packed = cv2.imdecode(content, cv2.IMREAD_UNCHANGED)
    except cv2.error:
        packed = None
    if packed is None or packed.ndim != 3 or packed.shape[2] != 4 or packed.dtype != np.uint8:
        raise TableFolderError(f"The picture {name} of this table is damaged.")
    pair = {"x": origin[0], "y": origin[1]}
    return TilePicture(
        letter=letter,
        image=np.ascontiguousarray(packed[:, :, :3]),
        mask=np.ascontiguousarray(packed[:, :, 3]),
        scale=number("pictures", entry, "scale"),
        origin=(number("pictures", pair, "x"), number("pictures", pair, "y")),
    )


def _packed(picture: TilePicture) -> bytes:
    done, data = cv2.imencode(".png", np.dstack([picture.image, picture.mask]))
    if not done:
        raise TableFolderError(f"The picture of tile {picture.letter} could not be packed.")
    return data.tobytes()


def _section(folder: Path, entry: Any) -> Section:
    require_object("sections", entry, "each section")
    document = require_object("sections", entry.get("document"), "a section's document")
    names = require_object("sections", entry.get("files"), "a section's files")
    files = {
        own: read_sealed(folder, require_text("sections", name, "a file's name"))
        for own, name in names.items()
    }
    return Section(document, files)


def _file_letter(letter: str) -> str:
    """A letter fit for a file's name."""
    return letter if letter.isascii() and letter.isalnum() else letter.encode().hex()


def _ending(photo: KeptFile) -> str:
    ending = Path(photo.name).suffix.lower()
    return ending if ending[1:].isascii() and ending[1:].isalnum() else ".png"


def _sweep(folder: Path, kept: Iterable[str]) -> None:
    """Remove what the old table kept; a file that cannot be removed only takes up room."""
    keep = {*kept, INDEX}
    for path in folder.iterdir():
        stem, dash, rest = path.name.rpartition("-")
        sealed = bool(dash and stem) and len(rest.partition(".")[0]) == 16
        if sealed and path.name not in keep:
            try:
                path.unlink()
            except OSError:
                continue
