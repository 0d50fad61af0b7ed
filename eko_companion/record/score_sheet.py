"""A game as a score sheet: text that reads like a chess player's and can be read back.

Tags in brackets come first, then the turns. Only the line in force is written; clocks and times of
day are in the other exports.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from eko_companion.record.errors import RecordError
from eko_companion.record.events import Seat
from eko_companion.record.replay import Frame, Replay
from eko_companion.record.state import OTHER_ENDS, Result
from eko_companion.rules import (
    Action,
    EkoError,
    Player,
    Position,
    TileSet,
    play,
    tiles_from_document,
    why_illegal,
)
from eko_companion.rules.notation import parse_action, quoted, unquoted
from eko_companion.rules.positiondocument import TileSets
from eko_companion.rules.positiontext import parse_position, position_text

_WIDTH = 96
_TAG = re.compile(r"\[([A-Za-z]+) (\".*\")\]")
_TURN = re.compile(r"(\d+)\. (\S+): (.*)")


def score_sheet(replay: Replay, tile_sets: TileSets) -> str:
    """The whole text, ending in a line break; a tile set that a reader has is only named."""
    lines = [*_tags(replay, tile_sets), ""]
    for turn, player, texts in _turns(replay):
        lines += _wrapped(f"{turn}. {player}: ", texts)
    lines.append("")
    lines.append(_result_text(replay.result))
    return "\n".join(lines) + "\n"


def _tags(replay: Replay, tile_sets: TileSets) -> Iterator[str]:
    first = replay.frames[0]
    tiles = first.position.board.tiles
    yield _tag("Title", replay.title)
    yield _tag("Date", first.at)
    for seat in replay.seats:
        yield _tag("Player", f"{quoted(seat.colour)}={seat.name}")
    if replay.takebacks:
        yield _tag("Takebacks", str(replay.takebacks))
    yield _tag("Start", position_text(first.position))
    if not _is_known(tiles, tile_sets):
        yield _tag("Tiles", json.dumps(tiles.document(), separators=(",", ":")))


def _is_known(tiles: TileSet, tile_sets: TileSets) -> bool:
    try:
        return tile_sets(tiles.name) == tiles
    except EkoError:
        return False


def _tag(name: str, value: str) -> str:
    return f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def _turns(replay: Replay) -> Iterator[tuple[int, str, list[str]]]:
    """The plies of each player, turn by turn; turn 0 is the set-up."""
    group: list[str] = []
    key: tuple[int, Player | None] | None = None
    for frame in replay.frames[1:]:
        if key != (frame.turn, frame.player) and key is not None:
            yield key[0], quoted(str(key[1])), group
            group = []
        key = (frame.turn, frame.player)
        group.append(_ply_text(frame))
    if key is not None:
        yield key[0], quoted(str(key[1])), group


def _ply_text(frame: Frame) -> str:
    if frame.kind == "action":
        return frame.notation
    sign = f"{frame.notation} !kept" if frame.kind == "override" else "!set"
    return f"{sign} {{{position_text(frame.position)}}}"


def _wrapped(head: str, texts: list[str]) -> list[str]:
    lines, line = [], head
    for place, text in enumerate(texts):
        piece = text + (" /" if place < len(texts) - 1 else "")
        if len(line) + len(piece) > _WIDTH and line.strip() and line != head:
            lines.append(line.rstrip())
            line = " " * 4
        line += piece + " "
    lines.append(line.rstrip())
    return lines


def _result_text(result: Result | None) -> str:
    if result is None:
        return "Result: open"
    winners = " and ".join(map(quoted, result.winners)) or "-"
    return f"Result: {winners} ({result.how})"


class ReadPly(NamedTuple):
    """One ply of a score sheet that was read."""

    kind: str
    action: Action | None
    before: Position
    after: Position


class ReadGame(NamedTuple):
    """A score sheet that was read."""

    title: str
    date: str
    seats: tuple[Seat, ...]
    start: Position
    plies: tuple[ReadPly, ...]
    result: Result | None


def read_score_sheet(text: str, tile_sets: TileSets) -> ReadGame:
    """Read a score sheet back; raises RecordError with the line that is wrong."""
    tags, body, result = _split(text)
    sets = _tile_sets(tags, tile_sets)
    if "Start" not in tags:
        raise RecordError("The score sheet has no start position.")
    try:
        start = parse_position(tags["Start"][0], sets)
    except EkoError as error:
        raise RecordError(f"The score sheet has no usable start position: {error}") from None
    position = start
    plies = []
    for player, piece in body:
        if player != position.to_move:
            raise RecordError(f"The score sheet is wrong at {piece!r}: {player} is not to move.")
        try:
            ply = _read_ply(position, piece, sets)
        except EkoError as error:
            raise RecordError(f"The score sheet is wrong at {piece!r}: {error}") from None
        plies.append(ply)
        position = ply.after
    seats = []
    for value in tags.get("Player", ()):
        colour, _, name = value.partition("=")
        seats.append(Seat(unquoted(colour), name))
    if tuple(seat.colour for seat in seats) != start.players:
        raise RecordError("The score sheet names other players than its start position.")
    title, date = (tags.get(name, [""])[0] for name in ("Title", "Date"))
    ended = _read_result(result, start)
    played = None if position.winners is None else Result(position.winners, "played")
    if played is not None or (ended is not None and ended.how == "played"):
        if ended != played:
            raise RecordError(f"The score sheet says {result!r}, and the game says otherwise.")
    elif ended is not None and ended.how not in OTHER_ENDS:
        raise RecordError(f"{result!r} is not a result.")
    return ReadGame(title, date, tuple(seats), start, tuple(plies), ended)


def _read_result(text: str, start: Position) -> Result | None:
    found = re.fullmatch(r"(.+) \(([a-z]+)\)", text)
    if found is None:
        if text in ("", "open"):
            return None
        raise RecordError(f"{text!r} is not a result.")
    winners = () if found[1] == "-" else tuple(map(unquoted, found[1].split(" and ")))
    unknown = [winner for winner in winners if winner not in start.players]
    if unknown:
        raise RecordError(f"{unknown[0]} does not play in this game.")
    return Result(winners, found[2])


def _split(text: str) -> tuple[dict[str, list[str]], list[tuple[Player, str]], str]:
    """Tags, the plies with the player named before them, and the result."""
    tags: dict[str, list[str]] = {}
    pieces: list[tuple[Player, str]] = []
    result = ""
    label = ""
    for raw in text.removeprefix("\ufeff").split("\n"):
        line = raw.rstrip()
        tag, turn = _TAG.fullmatch(line), _TURN.fullmatch(line)
        if tag is not None:
            tags.setdefault(tag[1], []).append(_unquoted(tag[2]))
        elif line.startswith("Result: "):
            result = line.removeprefix("Result: ")
        elif turn is not None:
            label = unquoted(turn[2])
            pieces += [(label, piece) for piece in _plies_in(turn[3])]
        elif line.startswith("    "):
            pieces += [(label, piece) for piece in _plies_in(line)]
        elif line.strip():
            raise RecordError(f"This line does not belong into a score sheet: {line[:60]!r}.")
    return tags, pieces, result


def _plies_in(text: str) -> list[str]:
    # A slash inside braces belongs to a position.
    parts = re.split(r" /(?= |$)(?![^{]*\})", text)
    return [part.strip() for part in parts if part.strip()]


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text))
    except (ValueError, RecursionError):
        raise RecordError(f"This tag cannot be read: {text[:60]}.") from None


def _tile_sets(tags: dict[str, list[str]], tile_sets: TileSets) -> TileSets:
    if "Tiles" not in tags:
        return tile_sets
    try:
        document: Any = json.loads(tags["Tiles"][0])
    except (ValueError, RecursionError):
        raise RecordError("The tile set in the score sheet cannot be read.") from None
    own = tiles_from_document(document)
    return lambda name: own if name == own.name else tile_sets(name)


def _read_ply(position: Position, text: str, tile_sets: TileSets) -> ReadPly:
    found = re.fullmatch(r"(?:(.*) !kept|!set) \{(.*)\}", text)
    if found is None:
        action = parse_action(position.board, text)
        return ReadPly("action", action, position, play(position, action))
    after = parse_position(found[2], tile_sets)
    if after.board != position.board or after.players != position.players:
        raise RecordError("a position set by hand keeps the board and the players.")
    if found[1] is None:
        return ReadPly("correct", None, position, after)
    action = parse_action(position.board, found[1])
    if not why_illegal(position, action):
        raise RecordError("this action is legal, and need not be kept.")
    return ReadPly("override", action, position, after)
