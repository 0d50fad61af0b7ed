"""Command: write the pictures of a tile set as PNG files, with a note of scale and origins."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

import cv2

from eko_companion.rules import EkoError
from eko_companion.rules.tiles import TileSet, tiles_from_document
from eko_companion.simulator.tile_pictures.picture import TilePicture, draw_tile
from eko_companion.simulator.tile_pictures.styles import STYLES, Style

FORMAT: Final = "eko-tile-pictures/1"
NOTE: Final = "pictures.json"
STORED_PX: Final = 160
"""Enough for any camera view of a whole board, and all files together stay small."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the result is its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m eko_companion.simulator.tile_pictures", description=__doc__
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("tile_templates/house"),
        help="where tiles.json is and the pictures go (default: %(default)s)",
    )
    parser.add_argument("--tiles", type=Path, help="another tiles.json to draw")
    parser.add_argument("--style", choices=sorted(STYLES), default="house")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--px", type=int, default=STORED_PX, help="pixels a pitch")
    options = parser.parse_args(arguments)
    if options.seed < 0 or options.px < 8:
        parser.error("the seed must be 0 or more, and a pitch needs at least 8 pixels.")
    try:
        text = (options.tiles or options.folder / "tiles.json").read_text(encoding="utf-8")
        tile_set = tiles_from_document(json.loads(text))
        write_pictures(tile_set, options.folder, STYLES[options.style], options.seed, options.px)
    except (OSError, ValueError, EkoError) as error:
        sys.stderr.write(f"The pictures cannot be written: {error}\n")
        return 1
    return 0


def write_pictures(tile_set: TileSet, folder: Path, style: Style, seed: int, px: int) -> None:
    """Draw each tile of a set into `<letter>.png`, and note how to lay them on the grid."""
    folder.mkdir(parents=True, exist_ok=True)
    entries: dict[str, Any] = {}
    for tile in tile_set.tiles:
        picture = draw_tile(tile, style, seed, px)
        (folder / f"{tile.letter}.png").write_bytes(encode(picture))
        height, width = picture.bgra.shape[:2]
        entries[tile.letter] = {"origin": list(picture.origin), "size": [width, height]}
    document = {
        "format": FORMAT,
        "tiles_name": tile_set.name,
        "style": style.name,
        "seed": seed,
        "px_per_pitch": px,
        "pictures": entries,
    }
    (folder / NOTE).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def encode(picture: TilePicture) -> bytes:
    """A picture as a PNG file."""
    done, data = cv2.imencode(".png", picture.bgra, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    if not done:
        raise OSError("the picture could not be encoded as PNG.")
    return data.tobytes()


if __name__ == "__main__":
    sys.exit(main())
