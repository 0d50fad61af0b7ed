"""The actions of the game as values, and their JSON form.

An action only says what a player wants to do; whether he may is asked of the modules that are
named after what he does (`moving`, `building`, `reinforcing` and so on).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eko_companion.rules.checks import (
    require,
    require_cell,
    require_choice,
    require_fields,
    require_flag,
    require_integer,
    require_list,
    require_object,
    require_text,
)
from eko_companion.rules.errors import DocumentError
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import BuildingKind, Player


@dataclass(frozen=True, slots=True)
class Swap:
    """Before the game: the emperor changes places with another disc of his owner."""

    partner: Cell


@dataclass(frozen=True, slots=True)
class Move:
    """A whole stack walks: onto an empty cell, an own stack or an enemy stack."""

    start: Cell
    to: Cell
    lost: int = 0
    """The discs lost to storms on the way."""
    lost_emperor: bool = False


@dataclass(frozen=True, slots=True)
class Build:
    """A stack pays for a building on a cell beside it."""

    start: Cell
    at: Cell
    kind: BuildingKind
    emperor: bool = False
    """Whether the emperor is among the discs paid."""


@dataclass(frozen=True, slots=True)
class March:
    """Three warriors from the reserve into the box, for one more action."""


@dataclass(frozen=True, slots=True)
class Sand:
    """The sand temple sends one enemy warrior home."""

    target: Cell


@dataclass(frozen=True, slots=True, order=True)
class Reinforcement:
    """Discs from the reserve onto one stack."""

    cell: Cell
    warriors: int
    emperor: bool = False

    @property
    def discs(self) -> int:
        """How many discs join the stack."""
        return self.warriors + self.emperor


@dataclass(frozen=True, slots=True)
class Reinforce:
    """The reinforcement of one turn, sorted by cell."""

    placements: tuple[Reinforcement, ...]


@dataclass(frozen=True, slots=True)
class Moon:
    """The moon temple places one disc."""

    cell: Cell
    emperor: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """A captive handed over for one's own emperor."""

    give: Player


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing, where nothing can be done; also declines a swap."""


Action = Swap | Move | Build | March | Sand | Reinforce | Moon | Exchange | Pass

_FIELDS = {
    "swap": ("with",),
    "move": ("from", "to"),
    "build": ("from", "at", "kind"),
    "march": (),
    "sand": ("target",),
    "reinforce": ("placements",),
    "moon": ("cell",),
    "exchange": ("give",),
    "pass": (),
}


def action_document(action: Action) -> dict[str, Any]:
    """An action as a JSON object; fields that are false or 0 are left out."""
    match action:
        case Swap(partner):
            return {"do": "swap", "with": list(partner)}
        case Move(start, to, lost, lost_emperor):
            document: dict[str, Any] = {"do": "move", "from": list(start), "to": list(to)}
            if lost:
                document["lost"] = lost
            if lost_emperor:
                document["lost_emperor"] = True
            return document
        case Build(start, at, kind, emperor):
            document = {"do": "build", "from": list(start), "at": list(at), "kind": kind.value}
            return _with_emperor(document, emperor)
        case March():
            return {"do": "march"}
        case Sand(target):
            return {"do": "sand", "target": list(target)}
        case Reinforce(placements):
            listed = [
                _with_emperor({"cell": list(p.cell), "warriors": p.warriors}, p.emperor)
                for p in placements
            ]
            return {"do": "reinforce", "placements": listed}
        case Moon(cell, emperor):
            return _with_emperor({"do": "moon", "cell": list(cell)}, emperor)
        case Exchange(give):
            return {"do": "exchange", "give": give}
        case Pass():
            return {"do": "pass"}


def action_from_document(document: object) -> Action:
    """Read an action; raises DocumentError for the field `action`."""
    entry = require_object("action", document, "an action")
    require_fields("action", entry, ("do",))
    do = require_choice("action", entry["do"], tuple(_FIELDS), "`do`")
    require_fields("action", entry, _FIELDS[do])
    match do:
        case "swap":
            return Swap(_cell(entry, "with"))
        case "move":
            lost = require_integer("action", entry.get("lost", 0), "`lost`")
            return Move(
                _cell(entry, "from"), _cell(entry, "to"), lost, _flag(entry, "lost_emperor")
            )
        case "build":
            kinds = tuple(kind.value for kind in BuildingKind)
            kind = BuildingKind(require_choice("action", entry["kind"], kinds, "`kind`"))
            return Build(_cell(entry, "from"), _cell(entry, "at"), kind, _flag(entry, "emperor"))
        case "march":
            return March()
        case "sand":
            return Sand(_cell(entry, "target"))
        case "reinforce":
            return _reinforce_from_document(entry["placements"])
        case "moon":
            return Moon(_cell(entry, "cell"), _flag(entry, "emperor"))
        case "exchange":
            return Exchange(require_text("action", entry["give"], "`give`"))
        case "pass":
            return Pass()
    raise DocumentError("action", f"`do` cannot be {do}.")  # pragma: no cover


def reinforce(*placements: Reinforcement) -> Reinforce:
    """A reinforcement in the one order in which it is written."""
    return Reinforce(tuple(sorted(placements)))


def _reinforce_from_document(document: object) -> Reinforce:
    placements = []
    for item in require_list("action", document, "`placements`"):
        entry = require_object("action", item, "a placement")
        require_fields("action", entry, ("cell", "warriors"))
        warriors = require_integer("action", entry["warriors"], "`warriors`")
        placements.append(Reinforcement(_cell(entry, "cell"), warriors, _flag(entry, "emperor")))
    cells = {placement.cell for placement in placements}
    require("action", len(cells) == len(placements), "a cell stands twice in `placements`.")
    return reinforce(*placements)


def _cell(entry: dict[str, Any], name: str) -> Cell:
    return require_cell("action", entry[name], f"`{name}`")


def _flag(entry: dict[str, Any], name: str) -> bool:
    return require_flag("action", entry.get(name, False), f"`{name}`")


def _with_emperor(document: dict[str, Any], emperor: bool) -> dict[str, Any]:
    if emperor:
        document["emperor"] = True
    return document
