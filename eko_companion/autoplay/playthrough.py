"""A whole game as text that a person can read and compare line by line.

Used for the golden playthroughs beside the tests and by the command `random-game`; it is no
format to read back, which the record's exports are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from eko_companion.autoplay.games import play_game
from eko_companion.rules import March, Position, Step, legal_actions, points
from eko_companion.rules.notation import action_text, discs_text
from eko_companion.rules.positiontext import position_text
from eko_companion.rules.wording import describe

_DIAGRAM_EVERY = 20


def playthrough(start: Position, rng: random.Random, title: str) -> Iterator[str]:
    """The lines of one computer-played game."""
    yield f"# {title}"
    yield ""
    yield f"start: {position_text(start)}"
    turn = 0
    last = start
    begins = True
    for number, played in enumerate(play_game(start, rng), 1):
        before, action, last = played
        if begins:
            opening = before.step is Step.SWAP
            turn += not opening
            yield ""
            yield "Set-up" if opening else f"Turn {turn}: {before.active}"
        words = " ".join(text.english for text in describe(before, action))
        count = len(legal_actions(before))
        yield f"  {before.step.value:<9} {action_text(before, action):<16} {words} [1 of {count}]"
        if _balance(before) != _balance(last):
            yield f"            {_balance(last)}"
        ends_turn = before.step is Step.REINFORCE and not isinstance(action, March)
        begins = ends_turn or (before.step is Step.SWAP and last.step is not Step.SWAP)
        if number % _DIAGRAM_EVERY == 0:
            yield f"  position: {position_text(last)}"
    yield ""
    yield f"end: {position_text(last)}"
    yield result_line(last)


def result_line(position: Position) -> str:
    """Who has won, in words."""
    if position.winners is None:
        return "The game is not over."
    if not position.winners:
        return "Everybody loses."
    return f"{' and '.join(position.winners)} won."


def _balance(position: Position) -> str:
    """Points, reserves, boxes and prisons of all players in one line."""
    score = points(position)
    parts = []
    for player in position.players:
        own = score[player]
        text = f"{player} {own.total}{' with a capital' if own.capital else ''}"
        reserve = position.reserve_of(player)
        aside = []
        if reserve.discs:
            aside.append(f"reserve {discs_text(reserve.warriors, reserve.emperor)}")
        if position.box_of(player):
            aside.append(f"box {position.box_of(player)}")
        if position.captives_of(player):
            aside.append(f"holds {' and '.join(position.captives_of(player))}")
        parts.append(f"{text} ({', '.join(aside)})" if aside else text)
    return "; ".join(parts)
