"""A game as one page for a browser: board, chart and moves in a single file that opens offline.

Python writes what never changes and what can be read without a script; the script in `html` draws
the frames. Whatever came from outside is text in the page, never markup.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

from eko_companion.drawing import Markup
from eko_companion.drawing.shapes import element, escaped, joined
from eko_companion.record.html.frames import page_data
from eko_companion.record.html.lists import Sides, clock_text, moment_list, move_list, player_panels
from eko_companion.record.html.look import variables
from eko_companion.record.html.moments import moments_of, result_text
from eko_companion.record.html.picture import board_picture
from eko_companion.record.html.symbols import Symbols
from eko_companion.record.html.words import WORDS, isolated, joined_names
from eko_companion.record.replay import Replay

_SLOT = re.compile(r"\{\{(\w+)(?: (\w+))?\}\}")


def html_page(replay: Replay, words: Mapping[str, str] = WORDS) -> str:
    """The whole page; `words` holds every text of it that is not a move."""
    start = replay.frames[0].position
    sides = Sides(replay)
    names = {player: isolated(replay.name(player)) for player in start.players}
    symbols = Symbols(start, names, words)
    moments = moments_of(replay, words)
    data = page_data(replay, symbols, moments, words)
    data["result"] = result_text(replay, words)
    style = variables(start.players) + _asset("page.css")
    script = _asset("page.js") + _asset("chart.js")
    title = replay.title or words["versus"].join(names.values())
    parts = {
        "policy": _policy(style, script),
        "title": escaped(title),
        "page_title": escaped(words["page_title"].format(title=title)),
        "about": _about(replay, words),
        "style": style,
        "script": script,
        "data": _embedded(data),
        "board": board_picture(start, symbols, words),
        "players": player_panels(replay, sides, words),
        "moves": move_list(replay, sides, words),
        "moments": moment_list(moments, sides, words),
        "count": str(len(replay.frames) - 1),
    }
    return _filled(_asset("page.html"), parts, words)


def _asset(name: str) -> str:
    return files("eko_companion.record").joinpath("html", name).read_text(encoding="utf-8")


def _filled(template: str, parts: Mapping[str, str], words: Mapping[str, str]) -> str:
    """The template with `{{part}}` and `{{word name}}` filled in.

    In one pass: what was filled in is not looked at again, whatever a player is called.
    """

    def slot(match: re.Match[str]) -> str:
        kind, name = match.groups()
        return escaped(words[name]) if kind == "word" else parts[kind]

    return _SLOT.sub(slot, template)


def _policy(style: str, script: str) -> str:
    """What the page may do: run its own script, use its own style, and nothing else."""
    allowed = [
        "default-src 'none'",
        f"script-src '{_digest(script)}'",
        f"style-src '{_digest(style)}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(allowed)


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _embedded(data: object) -> str:
    """Data inside a script element, which nothing in it can close."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _about(replay: Replay, words: Mapping[str, str]) -> Markup:
    first, last = replay.frames[0], replay.frames[-1]
    names = [isolated(replay.name(player)) for player in first.position.players]
    facts = [joined_names(names, words)] if replay.title else []
    facts.append(first.at[:16].replace("T", " ") + " UTC")
    facts.append(words["about_turns"].format(count=last.turn))
    facts.append(words["about_plies"].format(count=len(replay.frames) - 1))
    if last.elapsed >= 1000:
        facts.append(words["about_time"].format(time=clock_text(last.elapsed // 1000)))
    if replay.takebacks:
        facts.append(words["about_takebacks"].format(count=replay.takebacks))
    return joined(element("li", escaped(fact)) for fact in facts)
