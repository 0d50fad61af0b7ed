"""The parts of the page that stand in it as HTML and can be read without a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from eko_companion.drawing import Markup, marks_of
from eko_companion.drawing.shapes import element, escaped, joined
from eko_companion.record.html.frames import side_data
from eko_companion.record.html.moments import Moment
from eko_companion.record.replay import Frame, Replay
from eko_companion.rules import Player

Words = Mapping[str, str]


class Sides:
    """How the players of a game are shown: class, mark and name."""

    def __init__(self, replay: Replay) -> None:
        self.players = replay.frames[0].position.players
        self._marks = marks_of(self.players)
        self._replay = replay

    def style(self, player: Player) -> str:
        """The class that carries the player's colours."""
        return f"p{self.players.index(player)}"

    def chip(self, player: Player) -> Markup:
        """The round plate with the player's mark; the name always stands beside it."""
        mark = escaped(self._marks[player])
        return element("span", mark, class_=f"chip {self.style(player)}", aria_hidden="true")

    def name(self, player: Player) -> Markup:
        """The player's name, which may be written from right to left."""
        return element("bdi", escaped(self._replay.name(player)))


def clock_text(seconds: int) -> str:
    """Minutes and seconds, with hours where there are any."""
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if hours:
        return f"{sign}{hours}:{minutes:02}:{rest:02}"
    return f"{sign}{minutes}:{rest:02}"


def move_list(replay: Replay, sides: Sides, words: Words) -> Markup:
    """All actions, turn by turn; each is a link to its ply."""
    start = _item(replay.frames[0], words["start"], (words["start_words"],), "", sides, words)
    turns = [element("li", element("ol", start), class_="turn")]
    for turn, frames in groupby(replay.frames[1:], key=lambda frame: frame.turn):
        turns.append(_turn(turn, list(frames), sides, words))
    return element("ol", *turns, class_="turns")


def _turn(turn: int, frames: list[Frame], sides: Sides, words: Words) -> Markup:
    before = frames[0].before
    number = words["turn"].format(turn=turn) if turn else words["before_turns"]
    heading = [element("span", escaped(number), class_="number")]
    if turn and before is not None:
        heading += [
            sides.chip(before.active),
            element("span", sides.name(before.active), class_="who"),
        ]
    items = [
        _item(frame, frame.notation, frame.words, clock_text(frame.elapsed // 1000), sides, words)
        for frame in frames
    ]
    return element("li", element("h3", *heading), element("ol", *items), class_="turn")


def _item(
    frame: Frame, notation: str, said: tuple[str, ...], time: str, sides: Sides, words: Words
) -> Markup:
    parts = []
    if frame.kind in ("correct", "override"):
        remark = words["by_hand" if frame.kind == "correct" else "kept"]
        parts.append(element("em", escaped(remark)))
    if notation:
        parts.insert(0, element("b", escaped(notation)))
    if time:
        parts.append(element("time", escaped(time)))
    # An empty <i/> would not be closed in HTML.
    parts.append(element("i", escaped(" ".join(said) or "–")))
    who = sides.style(frame.player) if frame.player is not None else None
    return element("li", element("a", *parts, href=f"#ply={frame.number}", class_=who))


def moment_list(moments: Sequence[Moment], sides: Sides, words: Words) -> Markup:
    """Who took what when; each is a link to its ply."""
    if not moments:
        return element("p", escaped(words["moments_none"]), class_="none")
    return element("ol", *(_moment(moment, sides, words) for moment in moments), class_="moments")


def _moment(moment: Moment, sides: Sides, words: Words) -> Markup:
    turn = words["turn"].format(turn=moment.turn) if moment.turn else words["before_turns"]
    who = sides.style(moment.player) if moment.player is not None else "nobody"
    sign = element(
        "svg",
        element("use", href=f"#sign-{moment.sign}"),
        class_=f"sign {who}",
        viewBox="-60 -60 120 120",
        aria_hidden="true",
    )
    link = element(
        "a",
        sign,
        element("span", escaped(moment.text), class_="what"),
        element("small", escaped(turn)),
        href=f"#ply={moment.ply}",
        class_=f"is-{moment.sign}",
    )
    return element("li", link)


def player_panels(replay: Replay, sides: Sides, words: Words) -> Markup:
    """A panel for each player with what he has at the start."""
    return joined(
        element(
            "article",
            *_panel(replay, player, sides, words),
            class_=f"player {sides.style(player)}",
            data_player=str(place),
        )
        for place, player in enumerate(sides.players)
    )


def _panel(replay: Replay, player: Player, sides: Sides, words: Words) -> Iterator[Markup]:
    side = side_data(replay.frames[0], player)
    total = str(sum(side[:3]))
    prisoners = [replay.name(sides.players[place]) for place in side[7]]
    yield element(
        "header",
        sides.chip(player),
        element("h3", sides.name(player), element("small", escaped(player))),
        element(
            "p",
            element("b", escaped(total), data_is="total"),
            element("span", escaped(words["points"])),
            class_="total",
        ),
    )
    bars = [
        element("rect", class_=f"bar-{part}", data_is=f"bar-{part}", height=1, width=0)
        for part in ("buildings", "captives", "pyramids")
    ]
    yield element(
        "svg",
        *bars,
        class_="track",
        viewBox="0 0 12 1",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
    facts: list[tuple[str, str, str]] = [
        ("buildings", str(side[0]), "dot"),
        ("captives", str(side[1]), "dot"),
        ("pyramids", str(side[2]), "dot"),
        ("capital", words["capital_held" if side[3] else "capital_not"], "wide"),
        ("reserve", f"{side[4]} {words['emperor_in_reserve'] if side[5] else ''}".strip(), ""),
        ("box", str(side[6]), ""),
        ("prison", ", ".join(prisoners) or words["prison_empty"], ""),
    ]
    if len(side) > 8:
        facts.append(("clock", clock_text(side[8]), ""))
    yield element("dl", *(_fact(name, value, style, words) for name, value, style in facts))


def _fact(name: str, value: str, style: str, words: Words) -> Markup:
    return element(
        "div",
        element("dt", escaped(words[name])),
        element("dd", escaped(value), data_is=name),
        class_=f"is-{name} {style}".strip(),
    )
