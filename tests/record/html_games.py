"""Whole games for the tests of the page: with clocks, odd names, takebacks and corrections."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from eko_companion.autoplay import choose_action
from eko_companion.installed import load_tile_set
from eko_companion.record import ClockSettings, Game, Times
from eko_companion.record.replay import Replay, replay_of
from eko_companion.rules import Pass, Reserve, Step
from eko_companion.rules.setup import random_game_start, random_variants

HOSTILE = (
    "<img src=x onerror=\"document.title='owned'\">",
    "</script><script>document.title='owned'</script>",
    'O\'Neil & "Söhne" {{style}} {name} 🏜️👑',
    "<!--<script>\u202eevil $& </style>",
)


def steady_times(seconds: float = 7.0) -> Times:
    """A time that passes evenly, whatever the machine does."""
    ticks = count()
    start = datetime(2024, 5, 1, 18, 30, tzinfo=UTC)
    return Times(
        steady=lambda: seconds * next(ticks), wall=lambda: start + timedelta(seconds=next(ticks))
    )


def played_replay(
    folder: Path,
    *,
    seed: int = 3,
    players: int = 3,
    names: tuple[str, ...] = ("Ania", "Bo", "Çelik", "Dara"),
    title: str = "",
    most: int | None = None,
    clock: bool = True,
    variants: bool = True,
    odd: bool = True,
) -> Replay:
    """A game between computer players; `odd` takes back, corrects and keeps an illegal move."""
    rng = random.Random(seed)
    tiles = load_tile_set("house")
    start = random_game_start(
        tiles, players, rng, *((random_variants(rng, players),) if variants else ())
    )
    game = Game.new(
        folder / f"game{seed}.jsonl",
        start,
        dict(zip(start.players, names, strict=False)),
        clock=ClockSettings(600_000, 5_000) if clock else None,
        title=title,
        times=steady_times(),
    )
    game.start_clock()
    plies = 0
    corrected = kept = False
    while game.position.step is not Step.OVER and plies != most:
        game.play(choose_action(game.position, rng))
        plies += 1
        if odd and plies % 17 == 0:
            game.undo(2)
            game.redo()
        if odd and not corrected and plies >= 20:
            corrected = _correct(game)
        if odd and not kept and plies >= 30 and game.position.step is Step.ACTION:
            game.override(Pass(), game.position)
            kept = True
    replay = replay_of(game.state)
    game.close()
    return replay


def _correct(game: Game) -> bool:
    """Move a warrior from a reserve into the box, by hand; False where none has any."""
    position = game.position
    for place, reserve in enumerate(position.reserves):
        if reserve.warriors:
            reserves = list(position.reserves)
            boxes = list(position.boxes)
            reserves[place] = Reserve(reserve.warriors - 1, reserve.emperor)
            boxes[place] += 1
            game.correct(
                position.changed(reserves=tuple(reserves), boxes=tuple(boxes)), "a lost disc"
            )
            return True
    return False
