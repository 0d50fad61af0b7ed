"""The command `measure`: how right the program is, on session folders or simulated tables."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eko_companion.rules import EkoError


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "measure how right tables are read, against the truth"
    command = commands.add_parser("measure", help=what, description=f"{what[0].upper()}{what[1:]}.")
    command.add_argument(
        "folders", nargs="*", type=Path, metavar="DIR", help="session folders, or folders of them"
    )
    command.add_argument("--simulated", type=int, default=0, metavar="N", help="so many tables")
    command.add_argument("--seed", type=int, default=1000, help="of the first simulated table")
    command.add_argument(
        "--looks", choices=("trying", "measuring"), default="measuring", help="of simulated tables"
    )
    command.add_argument("--size", default="1280x720", help="of simulated pictures")
    command.add_argument("--photos", type=int, default=5, help="of each simulated table (5)")
    command.add_argument("--confusion", type=Path, metavar="FILE.png", help="what was mixed up")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    # OpenCV takes a while to load, and no other command should wait for it.
    import cv2

    from eko_companion.measure.seeing.reading_tables import read_session
    from eko_companion.measure.seeing.report import confusion_picture, print_report

    cv2.setNumThreads(1)
    if not options.folders and options.simulated < 1:
        raise EkoError("Name session folders, or say --simulated and how many.")
    outcomes = []
    with tempfile.TemporaryDirectory() as scratch:
        for folder in _sessions(options, Path(scratch)):
            outcome = read_session(folder)
            outcomes.append(outcome)
            wrong = sum(len(photo.wrong) for photo in outcome.judged)
            state = outcome.failure or f"{wrong} cells wrong"
            print(f"eko-companion: {outcome.name}: {state}", file=sys.stderr)
    print_report(outcomes)
    if options.confusion is not None:
        confusion_picture(outcomes, options.confusion)
    return 0


def _sessions(options: argparse.Namespace, scratch: Path) -> Iterator[Path]:
    for folder in options.folders:
        if (folder / "truth.json").is_file():
            yield folder
            continue
        inside = sorted(path.parent for path in folder.glob("*/truth.json"))
        if not inside:
            raise EkoError(f"{folder.name} holds no session folder: there is no truth.json.")
        yield from inside
    if options.simulated:
        yield from _simulated(options, scratch)


def _simulated(options: argparse.Namespace, scratch: Path) -> Iterator[Path]:
    from eko_companion.simulator.ranges import Family
    from eko_companion.simulator.session_folder import Session, write_session
    from eko_companion.simulator.table_at_random import Wish, random_table

    width, _, height = options.size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise EkoError("A size is given as 1280x720.")
    wish = Wish(size=(int(width), int(height)), family=Family(options.looks))
    for seed in range(options.seed, options.seed + options.simulated):
        folder = scratch / f"table-{seed}"
        session = Session(photos=options.photos, skip=10 + 13 * (seed % 8), bump=seed % 4 == 0)
        write_session(folder, random_table(seed, wish), session)
        yield folder
