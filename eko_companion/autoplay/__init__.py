"""Games that nobody plays: a player that plays sensibly at random, its mistakes, whole games.

For demonstrations, tests and measurements; it is no strong opponent.
"""

from eko_companion.autoplay.games import Played, play_game
from eko_companion.autoplay.mistakes import altered, attempt, mistake
from eko_companion.autoplay.playthrough import playthrough
from eko_companion.autoplay.sensible import choose_action

__all__ = [
    "Played",
    "altered",
    "attempt",
    "choose_action",
    "mistake",
    "play_game",
    "playthrough",
]
