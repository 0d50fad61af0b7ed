"""What lies on the simulated table, as plain values: tiles, cards, discs, buildings and things.

Everything is in the board's millimetres. How it looks is in `look`, how it is lit in `lighting`.
"""

from __future__ import annotations

from dataclasses import dataclass

from eko_companion.geometry import Camera, Pieces, Stance
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.pieces import BuildingKind, Player
from eko_companion.rules.tiles import TileSet
from eko_companion.simulator.hands.looks import Look as HandLook
from eko_companion.simulator.look import Look


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile where it really lies: a little off its place."""

    tile: str
    at: Cell
    turn: int
    x: float
    """Of the middle of its own cell [0, 0]."""
    y: float
    off: float
    """Degrees by which it is turned besides its turn, counter-clockwise as seen from above."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A marker card on the table."""

    marker: int
    x: float
    y: float
    yaw: float
    """Degrees counter-clockwise as seen from above."""
    side: float
    """Of the black square."""
    card: float
    """Of the white card."""


@dataclass(frozen=True, slots=True)
class LaidThing:
    """Something flat beside the board that is not of the game."""

    kind: str
    seed: int
    x: float
    y: float
    yaw: float


@dataclass(frozen=True, slots=True)
class Vessel:
    """A mug, a glass or a bowl beside the board: a plain cylinder with a drink in it."""

    x: float
    y: float
    diameter: float
    height: float
    colour: tuple[float, float, float]
    """Red, green, blue from 0 to 1."""
    drink: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """One wooden disc, lying or in the air."""

    owner: Player
    emperor: bool
    stance: Stance
    face_up: bool = True
    cell: Cell | None = None
    """The cell on which it lies; None beside the board or in a hand."""


@dataclass(frozen=True, slots=True)
class House:
    """One wooden building, standing or in the air."""

    owner: Player
    kind: BuildingKind
    stance: Stance
    cell: Cell | None = None


Thing = Disc | House


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its arm over the table."""

    pose: str
    look: HandLook
    x: float
    """Of the point between the fingertips."""
    y: float
    z: float
    yaw: float
    """Degrees: the direction that the forearm comes from, 0 from +x, 90 from +y."""
    pitch: float = 0.0
    grip: float = 24.0
    """Millimetres between thumb and fingers."""


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything that stays as it is while a game is played."""

    tile_set: TileSet
    pieces: Pieces
    look: Look
    tiles: tuple[LaidTile, ...]
    cards: tuple[LaidCard, ...]
    clutter: tuple[LaidThing, ...]
    vessels: tuple[Vessel, ...]
    camera: Camera
