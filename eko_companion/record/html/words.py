"""Every text of the page that is not a move: one table, so that it can be translated as a whole.

Parameters in braces are filled in by the page; a translation keeps their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "language": "en",
    "brand": "Ekö Companion",
    "versus": " · ",
    "and": " and ",
    "page_title": "{title} – a game of Ekö",
    "about_plies": "{count} actions",
    "about_turns": "{count} turns",
    "about_takebacks": "{count} taken back",
    "about_time": "{time} played",
    "theme": "Dark look",
    "no_script": "This page shows the start and all actions. To step through the game, allow "
    "JavaScript for this file.",
    "board": "The board",
    "board_now": "The board after {ply} of {count} actions. {words}",
    "now": "The action that is shown",
    "steps": "Step through the game",
    "first": "First position",
    "previous": "Previous action",
    "play": "Play",
    "pause": "Pause",
    "next": "Next action",
    "last": "Last position",
    "slider": "Action",
    "speed": "Speed",
    "keys": "← → action · Page ↑ ↓ turn · Home End · Space plays",
    "counter": "{ply} / {count}",
    "turn": "Turn {turn}",
    "before_turns": "Before the first turn",
    "start": "Start",
    "start_words": "The game begins.",
    "to_move": "{name} to move",
    "step_swap": "may swap the emperor",
    "step_action": "action",
    "step_extra": "extra action",
    "step_reinforce": "reinforcement",
    "step_exchange": "exchange of captives",
    "step_over": "the game is over",
    "by_hand": "by hand",
    "kept": "kept by the table",
    "players": "Players",
    "points": "points",
    "buildings": "Buildings",
    "captives": "Captives",
    "pyramids": "Pyramids",
    "capital": "Capital",
    "capital_held": "holds a capital",
    "capital_not": "no capital",
    "reserve": "Reserve",
    "box": "Box",
    "prison": "Prison",
    "prison_empty": "empty",
    "emperor_in_reserve": "+ ♛",
    "clock": "Clock",
    "moves": "Actions",
    "chart": "Points over time",
    "chart_told": "The points of each player after every action. Click to go there.",
    "chart_turn": "Turn",
    "chart_goal": "12 points and a capital win",
    "chart_capital": "capital gained",
    "chart_action": "Action {ply}",
    "moments": "Who took what when",
    "moments_none": "Nothing was built or captured.",
    "stack_one": "{name}: 1 disc",
    "stack": "{name}: {discs} discs",
    "stack_emperor": "{name}: {discs} discs with the emperor",
    "stack_emperor_one": "{name}: the emperor",
    "building": "{name}: {kind}",
    "camp": "camp",
    "tower": "tower",
    "castle": "castle",
    "captures": "{who} captures the emperor of {whom}",
    "receives": "{who} is given the emperor of {whom}",
    "frees": "The emperor of {whom} leaves the prison of {who}",
    "builds": "{who} builds a {kind} at {cell}",
    "raises": "{who} turns the {standing} at {cell} into a {kind}",
    "replaces": "{who} replaces {whom}’s {standing} at {cell} by a {kind}",
    "razes": "{who} has no {standing} at {cell} any more",
    "gains_capital": "{who} gains a capital",
    "loses_capital": "{who} loses the capital",
    "won": "{names} wins the game",
    "shared": "{names} share the win",
    "nobody": "Nobody wins",
    "how_played": "",
    "how_resigned": "by resignation",
    "how_agreed": "as agreed",
    "how_time": "on time",
    "how_adjourned": "Adjourned",
    "open": "The game is not finished",
}


def isolated(name: str) -> str:
    """A name for use inside a sentence, whose direction of writing it must not change."""
    return name if name.isascii() else f"\u2068{name}\u2069"


def joined_names(names: list[str], words: Mapping[str, str]) -> str:
    """Names in a row, the last with an "and"."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + words["and"] + names[-1]
