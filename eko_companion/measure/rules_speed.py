"""How fast the rules list legal actions, beside the legal moves of python-chess in the same run.

Both engines list everything in positions of their own random games, on one core, in turns, so that
a noisy machine hurts both alike. Reinforcements that a wind temple spreads over several stacks run
into thousands and cost little each; they are counted apart, so that they cannot inflate the rate.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from eko_companion.autoplay import choose_action, play_game
from eko_companion.autoplay.games import Chooser
from eko_companion.installed import HOUSE, load_tile_set
from eko_companion.rules import (
    Action,
    Position,
    Reinforce,
    Step,
    Terrain,
    legal_actions,
    play_unchecked,
)
from eko_companion.rules.setup import BASE_GAME, EVERY_VARIANT, Variants, random_game_start

ROUNDS = 9
GAMES = 3
MOST_ACTIONS = 300
CHESS_GAMES = 12


class Rate(NamedTuple):
    """What one round listed, and in which time."""

    positions: int
    actions: int
    seconds: float

    @property
    def actions_a_second(self) -> float:
        """Actions listed in a second."""
        return self.actions / self.seconds

    @property
    def positions_a_second(self) -> float:
        """Positions worked through in a second."""
        return self.positions / self.seconds


class Case(NamedTuple):
    """One set of positions and the way to list what is legal in them."""

    name: str
    measure: Callable[[], Rate]


def any_action(position: Position, rng: random.Random) -> Action:
    """One legal action, each as likely as the other: how random chess is played too."""
    return rng.choice(legal_actions(position))


def eko_positions(players: int, variants: Variants, choose: Chooser) -> list[Position]:
    """All positions of a few random games, swaps before the game left out."""
    found = []
    tiles = load_tile_set(HOUSE)
    for game in range(GAMES):
        rng = random.Random(f"{players} {game}")
        start = random_game_start(tiles, players, rng, variants)
        played = play_game(start, rng, choose, MOST_ACTIONS)
        found += [p.before for p in played if p.before.step is not Step.SWAP]
    return found


def stingy_action(position: Position, rng: random.Random) -> Action:
    """A sensible action, but as few discs as possible come back: reserves grow large."""
    actions = legal_actions(position)
    few = [a for a in actions if isinstance(a, Reinforce) and len(a.placements) == 1]
    if few:
        return min(few, key=lambda action: action.placements[0].discs)
    return choose_action(position, rng)


def windy_positions() -> list[Position]:
    """Reinforcements from large reserves with a building on the wind temple."""
    wind = Variants(wind=True)
    found = [p for players in (2, 3, 4) for p in eko_positions(players, wind, stingy_action)]
    return [position for position in found if spreads_with_the_wind(position)]


def spreads_with_the_wind(position: Position) -> bool:
    """Whether the listing holds reinforcements spread over several stacks."""
    return position.step is Step.REINFORCE and position.owns_temple(
        position.to_move, Terrain.WIND_TEMPLE
    )


def eko_case(name: str, positions: Sequence[Position]) -> Case:
    """List the legal actions of these positions."""

    def measure() -> Rate:
        # Fresh copies, as they come from `play`: nothing that an earlier round looked up helps.
        fresh = [position.changed() for position in positions]
        begin = time.process_time()
        actions = sum(len(legal_actions(position)) for position in fresh)
        return Rate(len(fresh), actions, time.process_time() - begin)

    return Case(name, measure)


def play_case(name: str, positions: Sequence[Position]) -> Case:
    """Play the first legal action of each of these positions."""
    chosen = [(position, legal_actions(position)[0]) for position in positions]

    def measure() -> Rate:
        fresh = [(position.changed(), action) for position, action in chosen]
        begin = time.process_time()
        for position, action in fresh:
            play_unchecked(position, action)
        return Rate(len(fresh), len(fresh), time.process_time() - begin)

    return Case(name, measure)


def chess_case() -> Case | None:
    """List the legal moves of chess positions, if python-chess is installed."""
    try:
        import chess
    except ImportError:
        return None
    boards: list[Any] = []
    for game in range(CHESS_GAMES):
        rng = random.Random(game)
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            boards.append(board.copy(stack=False))
            board.push(rng.choice(list(board.legal_moves)))

    def measure() -> Rate:
        fresh = [board.copy(stack=False) for board in boards]
        begin = time.process_time()
        moves = sum(len(list(board.legal_moves)) for board in fresh)
        return Rate(len(fresh), moves, time.process_time() - begin)

    return Case("python-chess, random games", measure)


def cases() -> list[Case]:
    """Everything that is measured; python-chess, where it is there, comes last."""
    found = []
    for how, choose in (("random", any_action), ("sensible", choose_action)):
        base = [p for players in (2, 3, 4) for p in eko_positions(players, BASE_GAME, choose)]
        full = eko_positions(4, EVERY_VARIANT, choose)
        calm = [position for position in full if not spreads_with_the_wind(position)]
        found += [
            eko_case(f"Ekö, {how} games, 2 to 4 players", base),
            eko_case(f"Ekö, {how} games, 4 players, every variant", calm),
        ]
    found += [
        eko_case("Ekö, wind-temple placements only", windy_positions()),
        play_case("Ekö, playing one action", base + calm),
    ]
    yardstick = chess_case()
    return found if yardstick is None else [*found, yardstick]


def main() -> None:
    """Measure and print a table."""
    console = Console(width=130)
    console.print("Rules: listing what is legal, on one core. Medians of", ROUNDS, "rounds.")
    measured = cases()
    rates: dict[str, list[Rate]] = {case.name: [] for case in measured}
    for case in measured:
        case.measure()
    # As timeit does: the collector's pauses would hit whichever engine runs at the moment.
    gc.collect()
    gc.disable()
    for _ in range(ROUNDS):
        for case in measured:
            rates[case.name].append(case.measure())
    gc.enable()
    has_chess = measured[-1].name.startswith("python-chess")
    yardstick = rates[measured[-1].name] if has_chess else None
    table = Table()
    for heading in ("", "positions", "actions", "actions / s", "positions / s"):
        table.add_column(heading, justify="left" if not heading else "right")
    table.add_column("actions / s against chess", justify="right")
    table.add_column("positions / s against chess", justify="right")
    for name, own in rates.items():
        table.add_row(*_row(name, own, yardstick))
    console.print(table)
    if yardstick is None:
        console.print("python-chess is not installed, so there is nothing to compare with.")


def _row(name: str, own: list[Rate], yardstick: list[Rate] | None) -> list[str]:
    row = [
        name,
        str(own[0].positions),
        str(own[0].actions),
        f"{statistics.median(rate.actions_a_second for rate in own):,.0f}",
        f"{statistics.median(rate.positions_a_second for rate in own):,.0f}",
    ]
    if yardstick is None:
        return [*row, "", ""]
    pairs = list(zip(own, yardstick, strict=True))
    by_actions = statistics.median(a.actions_a_second / b.actions_a_second for a, b in pairs)
    by_positions = statistics.median(a.positions_a_second / b.positions_a_second for a, b in pairs)
    return [*row, f"{by_actions:.2f}", f"{by_positions:.2f}"]
