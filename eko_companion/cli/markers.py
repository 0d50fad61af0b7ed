"""The command `markers`: marker cards to print, as a PDF."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

DEFAULT_SIDE = 40.0
DEFAULT_COUNT = 6


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "write marker cards to print, true to scale, as a PDF"
    command = commands.add_parser("markers", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument("file", type=Path, metavar="FILE.pdf", help="the file to write")
    command.add_argument("--paper", choices=("a4", "letter"), default="a4", type=str.lower)
    command.add_argument(
        "--side", type=_side, default=DEFAULT_SIDE, help="the black square's side in mm (40)"
    )
    command.add_argument(
        "--count", type=int, default=DEFAULT_COUNT, help="how many cards, with the ids 0 and up (6)"
    )
    command.set_defaults(run=_run)


def _side(text: str) -> float:
    try:
        side = float(text)
    except ValueError:
        side = math.nan
    if not math.isfinite(side):
        raise argparse.ArgumentTypeError("the side is a number of millimetres")
    return side


def _run(options: argparse.Namespace) -> int:
    # OpenCV takes a while to load, and no other command should wait for it.
    from eko_companion.markers.cards import INSTRUCTION, Paper, marker_cards
    from eko_companion.record.files import replace_file

    content = marker_cards(options.side, options.count, Paper[options.paper.upper()])
    replace_file(options.file, content)
    print(f"{options.file} is written. {INSTRUCTION}", file=sys.stderr)
    return 0
