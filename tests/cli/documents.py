"""A valid position document with a bit of everything, and the many ways to spoil it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Document = dict[str, Any]
Path = tuple[str | int, ...]

DISC_FIELDS = ("stacks", "reserve", "box")
EMPEROR_FIELDS = ("stacks", "reserve", "captives")

TERRAINS = {
    (0, 0): "circle",
    (1, 0): "circle",
    (2, 0): "circle",
    (3, 0): "circle",
    (4, 0): "storm",
    (0, 1): "circle",
    (1, 1): "circle",
    (2, 1): "chasm",
    (3, 1): "mountain",
    (4, 1): "storm",
    (0, 2): "ravine",
    (1, 2): "capital",
    (2, 2): "wind_temple",
    (3, 2): "circle",
    (4, 2): "circle",
    (5, 2): "sand_temple",
    (0, 3): "reg",
    (1, 3): "reg",
    (2, 3): "reg",
    (4, 3): "moon_temple",
}
PORTALS = {(-1, 1): 0, (3, 3): 2}
HIGHEST = {
    "circle": 0,
    "storm": 0,
    "chasm": 0,
    "portal": 0,
    "reg": 1,
    "ravine": 2,
    "capital": 2,
    "mountain": 3,
    "wind_temple": 1,
    "moon_temple": 1,
    "sand_temple": 1,
}
KINDS = ("camp", "tower", "castle")
FIELDS = (
    "format",
    "tiles",
    "layout",
    "players",
    "to_move",
    "step",
    "stacks",
    "buildings",
    "reserve",
    "box",
    "captives",
    "march_used",
    "sand_used",
    "storm_paid",
    "rulings",
    "winners",
)


def tiles() -> Document:
    """A tile set of two tiles: the board of `position`, and a storm with a pyramid beside it."""
    cells: list[Document] = [{"at": list(at), "terrain": name} for at, name in TERRAINS.items()]
    cells += [{"at": list(at), "terrain": "portal", "front": f} for at, f in PORTALS.items()]
    storm = [{"at": [0, 0], "terrain": "storm"}, {"at": [1, 0], "terrain": "storm"}]
    return {
        "format": "eko-tiles/1",
        "name": "spoilt",
        "tiles": [
            {"letter": "A", "group": "extra", "copies": 1, "landmark": None, "cells": cells},
            {"letter": "S", "group": "small", "copies": 2, "landmark": "pyramid", "cells": storm},
        ],
    }


def position() -> Document:
    """Three players, an emperor on the board, one in the reserve and one in prison."""
    return {
        "format": "eko-position/1",
        "tiles": tiles(),
        "layout": [
            {"tile": "A", "at": [0, 0], "turn": 0},
            {"tile": "S", "at": [0, -1], "turn": 0},
        ],
        "players": ["cyan", "violet", "navy"],
        "to_move": "cyan",
        "step": "extra",
        "stacks": [
            {"cell": [0, 0], "owner": "cyan", "warriors": 2, "emperor": True},
            {"cell": [1, 1], "owner": "violet", "warriors": 4, "emperor": False},
            {"cell": [4, 1], "owner": "cyan", "warriors": 3, "emperor": False},
            {"cell": [4, 2], "owner": "navy", "warriors": 1, "emperor": False},
        ],
        "buildings": [
            {"cell": [0, 2], "owner": "cyan", "kind": "tower"},
            {"cell": [1, 2], "owner": "violet", "kind": "camp"},
            {"cell": [3, 1], "owner": "navy", "kind": "castle"},
        ],
        "reserve": {
            "cyan": {"warriors": 4, "emperor": False},
            "violet": {"warriors": 3, "emperor": True},
            "navy": {"warriors": 0, "emperor": False},
        },
        "box": {"cyan": 6, "violet": 8, "navy": 14},
        "captives": {"cyan": ["navy"], "violet": [], "navy": []},
        "march_used": True,
        "sand_used": False,
        "storm_paid": {"cell": [4, 1], "zones": [[0, -1], [4, 0]]},
        "rulings": {"21": "allow"},
        "winners": None,
    }


def exchange() -> Document:
    """Cyan holds two emperors and must hand one over for his own."""
    document = position()
    document |= {"step": "exchange", "then": {"to_move": "violet", "step": "reinforce"}}
    document |= {"march_used": False, "storm_paid": None}
    document["stacks"][0]["emperor"] = False
    document["reserve"]["violet"]["emperor"] = False
    document["captives"] = {"cyan": ["navy", "violet"], "violet": ["cyan"], "navy": []}
    return document


def over() -> Document:
    """The same game after its end."""
    return position() | {"step": "over", "winners": ["violet"]}


def set_at(document: Any, path: Path, value: object) -> Any:
    """A copy of a document with one value replaced or added."""
    spoilt = copy.deepcopy(document)
    inner = spoilt
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return spoilt


def without(document: Any, path: Path) -> Any:
    """A copy of a document with one value left out."""
    spoilt = copy.deepcopy(document)
    inner = spoilt
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return spoilt


def paths(document: Any, start: Path = ()) -> Iterator[Path]:
    """The way to every value inside a document."""
    keys = document if isinstance(document, dict) else range(len(document))
    for key in keys:
        yield (*start, key)
        if isinstance(document[key], dict | list):
            yield from paths(document[key], (*start, key))


def value_at(document: Any, path: Path) -> Any:
    """The value at the end of a path."""
    for key in path:
        document = document[key]
    return document


class Spoilt(NamedTuple):
    """A document that must be refused, and the fields that the refusal may begin with."""

    name: str
    fields: tuple[str, ...]
    document: Any


def _edit(make: Callable[[], Document], *changes: tuple[Path, object]) -> Document:
    document = make()
    for path, value in changes:
        document = set_at(document, path, value)
    return document


def _added(path: Path, *items: object) -> Document:
    document = position()
    value_at(document, path).extend(items)
    return document


def _stack(cell: tuple[int, int], owner: str, warriors: int, emperor: bool = False) -> Document:
    return {"cell": list(cell), "owner": owner, "warriors": warriors, "emperor": emperor}


def _cell_of(terrain: str) -> tuple[int, int]:
    if terrain == "portal":
        return next(iter(PORTALS))
    return next(at for at, name in reversed(TERRAINS.items()) if name == terrain)


def _piece_counts() -> Iterator[Spoilt]:
    for field, path, value in (
        ("stacks", ("stacks", 2, "warriors"), 4),
        ("reserve", ("reserve", "cyan", "warriors"), 5),
        ("box", ("box", "cyan"), 7),
    ):
        yield Spoilt(f"17 discs by {field}", DISC_FIELDS, _edit(position, (path, value)))
    for field, path, value in (
        ("stacks", ("stacks", 2, "warriors"), 2),
        ("reserve", ("reserve", "cyan", "warriors"), 3),
        ("box", ("box", "cyan"), 5),
    ):
        yield Spoilt(f"15 discs by {field}", DISC_FIELDS, _edit(position, (path, value)))
    yield Spoilt("discs below zero", ("box",), _edit(position, (("box", "cyan"), -1)))
    yield Spoilt(
        "a stack of 5",
        ("stacks",),
        _edit(position, (("stacks", 1, "warriors"), 5), (("box", "violet"), 7)),
    )
    yield Spoilt(
        "a stack of 4 and the emperor",
        ("stacks",),
        _edit(position, (("stacks", 0, "warriors"), 4), (("box", "cyan"), 4)),
    )
    nothing = _added(("stacks",), _stack((2, 0), "cyan", 0))
    yield Spoilt("a stack of nothing", ("stacks",), nothing)
    six = position()
    cells = [at for at, terrain in TERRAINS.items() if HIGHEST[terrain]][:6]
    six["buildings"] = [{"cell": list(at), "owner": "cyan", "kind": "camp"} for at in cells]
    yield Spoilt("a 6th camp", ("buildings",), six)
    castles = position()
    castles["tiles"]["tiles"][0]["cells"][10]["terrain"] = "mountain"
    castles["buildings"][0] |= {"owner": "navy", "kind": "castle"}
    yield Spoilt("a 2nd castle", ("buildings",), castles)


def _emperors() -> Iterator[Spoilt]:
    twice = _edit(position, (("stacks", 2, "emperor"), True))
    yield Spoilt("an emperor twice on the board", EMPEROR_FIELDS, twice)
    also = _edit(position, (("reserve", "cyan", "emperor"), True))
    yield Spoilt("an emperor on the board and in the reserve", ("reserve", "stacks"), also)
    yield Spoilt(
        "an emperor on the board and in prison",
        ("captives", "stacks"),
        _edit(position, (("captives", "violet"), ["cyan"])),
    )
    yield Spoilt(
        "an emperor in the reserve and in prison",
        ("captives", "reserve"),
        _edit(position, (("captives", "cyan"), ["navy", "violet"])),
    )
    yield Spoilt(
        "an emperor in two prisons",
        ("captives",),
        _edit(position, (("captives", "violet"), ["navy"])),
    )
    yield Spoilt(
        "an emperor twice in one prison",
        ("captives",),
        _edit(position, (("captives", "cyan"), ["navy", "navy"])),
    )
    none = _edit(position, (("stacks", 0, "emperor"), False))
    yield Spoilt("no emperor", EMPEROR_FIELDS, none)
    yield Spoilt(
        "an emperor in his own prison",
        ("captives",),
        _edit(position, (("captives", "cyan"), []), (("captives", "navy"), ["navy"])),
    )


def _places() -> Iterator[Spoilt]:
    for terrain, highest in HIGHEST.items():
        cell = _cell_of(terrain)
        for kind in KINDS[highest:]:
            built = position()
            built["buildings"] = [{"cell": list(cell), "owner": "violet", "kind": kind}]
            yield Spoilt(f"a {kind} on {terrain}", ("buildings",), built)
        if terrain not in ("circle", "storm"):
            stood = _edit(position, (("stacks", 3, "cell"), list(cell)))
            if terrain == "mountain":
                stood["buildings"] = []
            yield Spoilt(f"a stack on {terrain}", ("stacks",), stood)
    off = [99, 99]
    yield Spoilt(
        "a stack beside the board", ("stacks",), _edit(position, (("stacks", 3, "cell"), off))
    )
    yield Spoilt(
        "a building beside the board",
        ("buildings",),
        _edit(position, (("buildings", 0, "cell"), off)),
    )
    for taken in ([0, 0], [1, 1]):
        on_one = _edit(position, (("stacks", 2, "cell"), taken), (("storm_paid",), None))
        yield Spoilt(f"two stacks at {taken}", ("stacks",), on_one)
    on_building = _edit(position, (("stacks", 3, "cell"), [0, 2]))
    yield Spoilt("a stack on a building", ("stacks",), on_building)
    yield Spoilt(
        "two buildings at one place",
        ("buildings",),
        _edit(position, (("buildings", 0, "cell"), [1, 2])),
    )
    yield Spoilt("a cell of one number", ("stacks",), _edit(position, (("stacks", 0, "cell"), [0])))
    yield Spoilt(
        "a cell of three numbers", ("stacks",), _edit(position, (("stacks", 0, "cell"), [0, 0, 0]))
    )
    yield Spoilt(
        "an unknown kind", ("buildings",), _edit(position, (("buildings", 0, "kind"), "palace"))
    )


def _boards() -> Iterator[Spoilt]:
    one = ("layout",)
    yield Spoilt("overlapping tiles", one, _edit(position, (("layout", 1, "at"), [0, 0])))
    yield Spoilt("unconnected tiles", one, _edit(position, (("layout", 1, "at"), [20, 20])))
    yield Spoilt("an unknown tile", one, _edit(position, (("layout", 1, "tile"), "Z")))
    yield Spoilt(
        "too many copies", one, _added(("layout",), {"tile": "A", "at": [40, 0], "turn": 0})
    )
    yield Spoilt("no tile at all", one, _edit(position, (("layout",), [])))
    for turn in (-1, 6, 7, 1.0, True, "0", None, 10**30):
        yield Spoilt(f"a turn of {turn!r}", one, _edit(position, (("layout", 0, "turn"), turn)))
    cut = position()
    cut["tiles"]["tiles"][0]["cells"][4]["terrain"] = "chasm"
    cut["tiles"]["tiles"][0]["cells"][-1]["front"] = 0
    yield Spoilt("a board cut in two by a portal that does not work", ("layout", "storm_paid"), cut)
    tile = ("tiles", "tiles", 0)
    for name, path, value in (
        ("an unknown tile set", ("tiles",), "no such set"),
        ("a tile set with a path", ("tiles",), "../tile_templates/house"),
        ("a nameless tile set", ("tiles",), ""),
        ("a tile set of another format", ("tiles", "format"), "eko-tiles/2"),
        ("a tile set without tiles", ("tiles", "tiles"), []),
        ("an unknown group", (*tile, "group"), "green"),
        ("no copies", (*tile, "copies"), 0),
        ("an unknown landmark", (*tile, "landmark"), "tower"),
        ("a landmark without storms", ("tiles", "tiles", 1, "cells", 0, "terrain"), "circle"),
        ("an unknown terrain", (*tile, "cells", 0, "terrain"), "swamp"),
        ("a front of 6", (*tile, "cells", -1, "front"), 6),
        ("a front of -1", (*tile, "cells", -1, "front"), -1),
        ("two cells at one place", (*tile, "cells", 0, "at"), [1, 0]),
        ("a tile without cells", (*tile, "cells"), []),
        ("a letter twice", (*tile, "letter"), "S"),
    ):
        document = _edit(position, (path, value))
        if name == "a landmark without storms":
            document["tiles"]["tiles"][1]["cells"][1]["terrain"] = "circle"
        yield Spoilt(name, ("tiles",), document)
    no_front = without(position(), (*tile, "cells", -1, "front"))
    yield Spoilt("a portal without a front", ("tiles",), no_front)


def _players() -> Iterator[Spoilt]:
    for name, path, field in (
        ("to move", ("to_move",), "to_move"),
        ("as owner of a stack", ("stacks", 3, "owner"), "stacks"),
        ("as owner of a building", ("buildings", 0, "owner"), "buildings"),
        ("in prison", ("captives", "cyan", 0), "captives"),
    ):
        yield Spoilt(f"a stranger {name}", (field,), _edit(position, (path, "green")))
    for field in ("reserve", "box", "captives"):
        more = _edit(position, ((field, "green"), position()[field]["violet"]))
        yield Spoilt(f"a stranger in {field}", (field,), more)
        yield Spoilt(f"nothing of navy in {field}", (field,), without(position(), (field, "navy")))
    yield Spoilt(
        "a stranger after the exchange", ("then",), _edit(exchange, (("then", "to_move"), "green"))
    )
    yield Spoilt("a stranger wins", ("winners",), _edit(over, (("winners",), ["green"])))
    yield Spoilt("a winner twice", ("winners",), _edit(over, (("winners",), ["cyan", "cyan"])))
    twice = only("cyan", "violet") | {"players": ["cyan", "violet", "cyan"]}
    yield Spoilt("a player twice", ("players",), twice)
    yield Spoilt("one player", ("players",), only("cyan"))
    five = only("cyan", "violet", "navy", "white", "brown")
    yield Spoilt("five players", ("players",), five)
    yield Spoilt("no players", ("players",), only() | {"to_move": "cyan"})


def only(*players: str) -> Document:
    """Each of these players with his emperor on the board and all else in the box."""
    cells = ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1))
    return position() | {
        "players": list(players),
        "stacks": [
            _stack(cell, player, 0, True) for cell, player in zip(cells, players, strict=False)
        ],
        "buildings": [],
        "reserve": {player: {"warriors": 0, "emperor": False} for player in players},
        "box": dict.fromkeys(players, 15),
        "captives": {player: [] for player in players},
        "storm_paid": None,
    }


def on_a_line(first: int = 0) -> Document:
    """Two emperors side by side on a board of four circles in a row, two of them free for cyan."""
    document = only("cyan", "violet")
    cells = [{"at": [q, 0], "terrain": "circle"} for q in range(4)]
    tile = {"letter": "A", "group": "extra", "copies": 1, "landmark": None, "cells": cells}
    document["tiles"]["tiles"] = [tile]
    document["layout"] = [{"tile": "A", "at": [first, 0], "turn": 0}]
    for stack, q in zip(document["stacks"], (first + 1, first), strict=True):
        stack["cell"] = [q, 0]
    return document


def _course() -> Iterator[Spoilt]:
    for number, value in (
        ("21", "perhaps"),
        ("21", ""),
        ("21", True),
        ("16", "allow"),
        ("1", "allow"),
        ("99", "allow"),
        ("", "allow"),
        ("x", "allow"),
        ("-21", "allow"),
        ("21.0", "allow"),
        ("²¹", "allow"),
        ("deadly_storm", "allow"),
    ):
        spoilt = _edit(position, (("rulings",), {number: value}))
        yield Spoilt(f"ruling {number!r} as {value!r}", ("rulings",), spoilt)
    yield Spoilt("over without winners", ("winners",), _edit(over, (("winners",), None)))
    for winners in ([], ["cyan"]):
        early = _edit(position, (("winners",), winners))
        yield Spoilt(f"winners {winners} before the end", ("winners",), early)
    yield Spoilt("an unknown step", ("step",), _edit(position, (("step",), "march")))
    yield Spoilt("exchange without then", ("then",), without(exchange(), ("then",)))
    for missing in ("to_move", "step"):
        cut = without(exchange(), ("then", missing))
        yield Spoilt(f"exchange without then.{missing}", ("then",), cut)
    for step in ("exchange", "over", "nothing", None, 1):
        wrong = _edit(exchange, (("then", "step"), step))
        yield Spoilt(f"{step!r} after the exchange", ("then",), wrong)
    idle = _edit(exchange, (("to_move",), "violet"), (("captives", "cyan"), ["navy"]))
    idle["reserve"]["violet"]["emperor"] = True
    yield Spoilt("an exchange without an emperor to free", ("step", "to_move", "captives"), idle)
    for name, paid in (
        ("on an empty cell", {"cell": [2, 0], "zones": [[4, 0]]}),
        ("on an enemy stack", {"cell": [4, 2], "zones": [[4, 0]]}),
        ("beside the board", {"cell": [77, 0], "zones": [[4, 0]]}),
        ("for a zone by another cell", {"cell": [4, 1], "zones": [[4, 1]]}),
        ("for no zone of the board", {"cell": [4, 1], "zones": [[0, 0]]}),
        ("for one zone twice", {"cell": [4, 1], "zones": [[4, 0], [4, 0]]}),
        ("without a cell", {"zones": [[4, 0]]}),
        ("without zones", {"cell": [4, 1]}),
        ("for zones of another shape", {"cell": [4, 1], "zones": [4, 0]}),
    ):
        spoilt = _edit(position, (("storm_paid",), paid))
        yield Spoilt(f"a storm paid {name}", ("storm_paid",), spoilt)


def _shapes() -> Iterator[Spoilt]:
    for field in FIELDS:
        yield Spoilt(f"no {field}", (field,), without(position(), (field,)))
    inner: list[tuple[Path, tuple[str, ...]]] = [
        (("stacks", 0), ("cell", "owner", "warriors", "emperor")),
        (("buildings", 0), ("cell", "owner", "kind")),
        (("reserve", "cyan"), ("warriors", "emperor")),
        (("layout", 0), ("tile", "at", "turn")),
        (("storm_paid",), ("cell", "zones")),
        (("tiles",), ("format", "name", "tiles")),
        (("tiles", "tiles", 0), ("letter", "group", "copies", "landmark", "cells")),
        (("tiles", "tiles", 0, "cells", 0), ("at", "terrain")),
    ]
    for path, names in inner:
        for name in names:
            where = ".".join(map(str, (*path, name)))
            yield Spoilt(f"no {where}", (str(path[0]),), without(position(), (*path, name)))
    for value in ("eko-position/2", "eko-position", "eko-tiles/1", "EKO-POSITION/1", "", None, 1):
        spoilt = _edit(position, (("format",), value))
        yield Spoilt(f"the format {value!r}", ("format",), spoilt)
    nonsense: list[Any] = [None, True, 0, 1.5, "position", [], [position()], {}]
    for thing in nonsense:
        yield Spoilt(f"{str(thing)[:20]} for a position", ("format",), thing)


SPOILT = [
    *_shapes(),
    *_piece_counts(),
    *_emperors(),
    *_places(),
    *_boards(),
    *_players(),
    *_course(),
]
