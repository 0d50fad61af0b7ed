"""The short notation: actions and whole positions as one line of text, both ways without loss.

Cells go by their names (see `cellnames`). NOTATION.md beside this file describes it; sentences for
people are in `wording`.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from eko_companion.rules.actions import (
    Action,
    Build,
    Exchange,
    March,
    Moon,
    Move,
    Pass,
    Reinforce,
    Reinforcement,
    Sand,
    Swap,
    reinforce,
)
from eko_companion.rules.board import Board
from eko_companion.rules.errors import NotationError
from eko_companion.rules.pieces import BuildingKind
from eko_companion.rules.position import Position

_CELL: Final = r"[a-z]+[0-9]+|\[-?[0-9]+,-?[0-9]+\]"
_DISCS: Final = r"[0-9]{0,3}E?"
_MOVE: Final = re.compile(rf"({_CELL})[-x+]({_CELL})(?:~([0-9]{{1,3}})(E?))?")
_BUILD: Final = re.compile(rf"({_CELL})(E?):({_CELL}) (camp|tower|castle)")
_PLACEMENT: Final = re.compile(rf"\+({_DISCS}) ({_CELL})")
_MOON: Final = re.compile(rf"moon (E )?({_CELL})")
_AT_CELL: Final = re.compile(rf"(swap|sand) ({_CELL})")


def action_text(position: Position, action: Action) -> str:
    """An action in short notation."""
    name = position.board.name
    match action:
        case Swap(partner):
            return f"swap {name(partner)}"
        case Move(start, to, lost, lost_emperor):
            loss = f"~{lost}{'E' * lost_emperor}" if lost or lost_emperor else ""
            return f"{name(start)}{_meeting_sign(position, action)}{name(to)}{loss}"
        case Build(start, at, kind, emperor):
            return f"{name(start)}{'E' * emperor}:{name(at)} {kind.value}"
        case March():
            return "march"
        case Sand(target):
            return f"sand {name(target)}"
        case Reinforce(placements):
            if not placements:
                return "+0"
            return ", ".join(
                f"+{discs_text(p.warriors, p.emperor)} {name(p.cell)}" for p in placements
            )
        case Moon(cell, emperor):
            return f"moon {'E ' * emperor}{name(cell)}"
        case Exchange(give):
            return f"give {quoted(give)}"
        case Pass():
            return "pass"


def parse_action(board: Board, text: str) -> Action:
    """Read an action in short notation; raises NotationError."""
    text = text.strip()
    cell = board.names.cell
    if text == "march":
        return March()
    if text == "pass":
        return Pass()
    if text.startswith("give "):
        return Exchange(unquoted(text.removeprefix("give ")))
    if text.startswith("+"):
        return _parse_reinforce(board, text)
    if found := _AT_CELL.fullmatch(text):
        target = cell(found[2])
        return Swap(target) if found[1] == "swap" else Sand(target)
    if found := _MOON.fullmatch(text):
        return Moon(cell(found[2]), bool(found[1]))
    if found := _BUILD.fullmatch(text):
        return Build(cell(found[1]), cell(found[3]), BuildingKind(found[4]), bool(found[2]))
    if found := _MOVE.fullmatch(text):
        return Move(cell(found[1]), cell(found[2]), int(found[3] or 0), bool(found[4]))
    raise NotationError(f"{text!r} is not an action in short notation.")


def _parse_reinforce(board: Board, text: str) -> Reinforce:
    if text == "+0":
        return Reinforce(())
    placements = []
    for part in text.split(", "):
        found = _PLACEMENT.fullmatch(part)
        if found is None or not found[1]:
            raise NotationError(f"{part!r} is not a reinforcement such as '+2 d5' or '+1E d5'.")
        warriors, emperor = parse_discs(found[1])
        placements.append(Reinforcement(board.names.cell(found[2]), warriors, emperor))
    if len({placement.cell for placement in placements}) < len(placements):
        raise NotationError(f"{text!r} names a cell twice.")
    return reinforce(*placements)


def _meeting_sign(position: Position, move: Move) -> str:
    """- onto an empty cell, + onto an own stack, x onto an enemy's; reading takes any."""
    mover, target = position.stack_at.get(move.start), position.stack_at.get(move.to)
    if target is None or move.start == move.to:
        return "-"
    return "+" if mover is not None and mover.owner == target.owner else "x"


def discs_text(warriors: int, emperor: bool) -> str:
    """Discs in short: 2, E, 1E, or 0 for none."""
    if emperor:
        return f"{warriors}E" if warriors else "E"
    return str(warriors)


def parse_discs(text: str) -> tuple[int, bool]:
    """The warriors and the emperor of discs in short."""
    if not text or re.fullmatch(_DISCS, text) is None:
        raise NotationError(f"{text!r} are no discs such as 2, E or 1E.")
    return int(text.removesuffix("E") or 0), text.endswith("E")


def quoted(name: str) -> str:
    """A name in which no sign of the notation stands; plain words stay as they are."""
    return quote(name, safe="", errors="surrogatepass")


def unquoted(text: str) -> str:
    """The name that was quoted."""
    name = unquote(text, errors="surrogatepass")
    if not name.strip() or " " in text:
        raise NotationError(f"{text!r} is not a name.")
    return name
