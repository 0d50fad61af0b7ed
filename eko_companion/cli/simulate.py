"""The command `simulate`: photos or a film of simulated tables, with their truth."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from eko_companion.rules import EkoError

_SIZES = ("640x480", "1280x720", "1920x1080")


def add_commands(commands: Any) -> None:
    """Add the command to the command line."""
    what = "write photos or a film of a simulated game, with their truth"
    command = commands.add_parser(
        "simulate", help=what, description=f"{what[0].upper()}{what[1:]}."
    )
    command.add_argument("folder", type=Path, metavar="DIR", help="a new folder for it")
    command.add_argument("--seed", type=int, default=1, help="which table and game (1)")
    command.add_argument(
        "--tables", type=int, default=1, help="how many tables, each in a folder of its own (1)"
    )
    command.add_argument("--players", type=int, choices=(2, 3, 4), help="how many play (any)")
    command.add_argument(
        "--variants",
        choices=("none", "random"),
        help="without or with extra tiles (one table in three has some)",
    )
    command.add_argument("--elevation", type=float, help="the camera's, 40 to 75 degrees (any)")
    command.add_argument("--size", choices=_SIZES, default="1280x720", help="of the pictures")
    command.add_argument("--photos", type=int, default=14, help="how many photos of the game (14)")
    command.add_argument(
        "--skip", type=int, default=30, help="actions played before the first photo (30)"
    )
    command.add_argument(
        "--looks",
        choices=("trying", "measuring"),
        default="trying",
        help="which family of looks: for trying things out, or kept for measuring (trying)",
    )
    command.add_argument(
        "--film",
        type=float,
        metavar="FPS",
        help="a film with so many frames a second in place of photos",
    )
    command.add_argument("--actions", type=int, help="the most actions of a film (a whole game)")
    command.add_argument("--bump", action="store_true", help="the camera is pushed half-way")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    _check(options)
    # OpenCV takes a while to load, and no other command should wait for it.
    from eko_companion.simulator.film.film import Film, Wishes
    from eko_companion.simulator.film.film_folder import write_film
    from eko_companion.simulator.ranges import Family
    from eko_companion.simulator.session_folder import Session, write_session
    from eko_companion.simulator.table_at_random import Wish, random_table

    width, height = (int(part) for part in options.size.split("x"))
    wish = Wish(
        players=options.players,
        variants=None if options.variants is None else options.variants == "random",
        elevation=options.elevation,
        size=(width, height),
        family=Family(options.looks),
    )
    session = Session(photos=options.photos, skip=options.skip, bump=options.bump)
    for number in range(options.tables):
        seed = options.seed + number
        folder = options.folder / f"table-{seed}" if options.tables > 1 else options.folder
        table = random_table(seed, wish)
        with _Bar(folder) as progress:
            if options.film is None:
                write_session(folder, table, session, progress)
            else:
                film = Film(table, Wishes(most_actions=options.actions, bumps=int(options.bump)))
                write_film(folder, film, options.film, progress)
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.elevation is not None and not 40 <= options.elevation <= 75:
        raise EkoError("The camera's elevation is from 40 to 75 degrees.")
    if not 0 <= options.photos <= 999 or not 1 <= options.tables <= 10_000:
        raise EkoError("There can be up to 999 photos of a table, and 1 to 10000 tables.")
    if options.seed < 0 or not 0 <= options.skip <= 10_000:
        raise EkoError("The seed and the actions before the first photo are 0 or more.")
    if options.film is None and options.actions is not None:
        raise EkoError("--actions goes with --film.")
    if options.film is not None and not 1 <= options.film <= 60:
        raise EkoError("A film has 1 to 60 frames a second.")
    if options.actions is not None and options.actions < 1:
        raise EkoError("A film shows at least one action.")
    if options.folder.exists() and (
        not options.folder.is_dir() or next(options.folder.iterdir(), None) is not None
    ):
        raise EkoError(f"The folder {options.folder} is there already; name a new one.")


class _Bar:
    """A progress bar on standard error, where somebody sees it."""

    def __init__(self, folder: Path) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), disable=not sys.stderr.isatty())
        self._task = self._bar.add_task(folder.name, total=None)

    def __enter__(self) -> Any:
        self._bar.start()
        return lambda done, of: self._bar.update(self._task, completed=done, total=of)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
