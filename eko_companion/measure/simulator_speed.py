"""How fast the simulated table is drawn: stills in full quality, and a film in real time."""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.film.film import Film, Projector, Wishes
from eko_companion.simulator.photographing import Photographer, Scene
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.table_at_random import SimulatedTable, Wish, random_table

TABLES = 4
FILM_SECONDS = 20.0
FRAMES_A_SECOND = 10.0


def main() -> None:
    """Measure on one core and print."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        _print(_stills(), _film())
    finally:
        cv2.setNumThreads(threads)


def _print(stills: list[tuple[str, float]], film: list[tuple[str, float]]) -> None:
    table = Table(title="The simulated table, 1280×720, one core")
    table.add_column("what")
    table.add_column("frames a second", justify="right")
    for what, rate in (*stills, *film):
        table.add_row(what, f"{rate:.1f}")
    Console().print(table)


def _stills() -> list[tuple[str, float]]:
    """Pictures of full boards with 64 discs."""
    drawn, moved = [], []
    for seed in range(TABLES):
        table = random_table(seed, Wish(players=4, variants=False))
        photographer, scene = _full_board(table)
        photographer.take(scene)

        def again(photographer: Photographer = photographer, scene: Scene = scene) -> None:
            photographer.forget()
            photographer.take(scene)

        def from_elsewhere(photographer: Photographer = photographer, scene: Scene = scene) -> None:
            camera = photographer.renderer.setting.camera
            photographer.renderer = photographer.renderer.moved(camera)
            photographer.take(scene)

        drawn += [_seconds(again) for _ in range(3)]
        moved.append(_seconds(from_elsewhere))
    return [
        ("stills in full quality, 64 discs", 1 / float(np.median(drawn))),
        ("the same with a camera that moved", 1 / float(np.median(moved))),
    ]


def _full_board(table: SimulatedTable) -> tuple[Photographer, Scene]:
    tabletop = Tabletop(table.setting, table.spots, np.random.default_rng(1))
    tabletop.show(table.start)
    photographer = Photographer(Renderer(table.setting), table.sensor, np.random.default_rng(2))
    on_board = tuple(thing for thing in tabletop.things() if thing.cell is not None)
    return photographer, Scene(on_board, table.lighting)


def _film() -> list[tuple[str, float]]:
    """A film from its first frame on; hands and their poses are built while it runs."""
    film = Film(random_table(1, Wish(players=4, variants=False)), Wishes(most_actions=12))
    projector = Projector(film)
    times = np.arange(0, FILM_SECONDS, 1 / FRAMES_A_SECOND)
    spent = {True: [0.0], False: [0.0]}
    began = time.perf_counter()
    for at in times:
        hand = film.hand_at(float(at))
        spent[hand].append(_seconds(lambda at=at: projector.frame(float(at))))  # type: ignore[misc]
    whole = time.perf_counter() - began
    return [
        ("a film as a whole, hands and all", len(times) / whole),
        ("its frames with a hand (median)", 1 / float(np.median(spent[True][1:]))),
        ("its frames without (median)", 1 / float(np.median(spent[False][1:]))),
    ]


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
