"""The rules of Ekö: positions, legal actions, reasons, points and the end of the game.

Pure Python, no third-party import, no files, no clock. This page is what others call:

    position = position_from_document(document)
    for action in legal_actions(position):
        after = play(position, action)
    why_illegal(position, some_other_action)
"""

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
    action_document,
    action_from_document,
    reinforce,
)
from eko_companion.rules.board import Board, board_of
from eko_companion.rules.errors import (
    DocumentError,
    EkoError,
    IllegalActionError,
    ImpossibleLayoutError,
    NotationError,
)
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.layout import Layout, LayoutFault, Placement, layout_faults
from eko_companion.rules.legal import legal_actions, play, play_unchecked, why_illegal
from eko_companion.rules.pieces import Building, BuildingKind, Player, Reserve, Stack
from eko_companion.rules.position import Position, Step, StormPaid, Then
from eko_companion.rules.positiondocument import (
    BoardReader,
    position_document,
    position_from_document,
)
from eko_companion.rules.rulings import RULINGS, SWITCHES, Rulings
from eko_companion.rules.scoring import Points, points
from eko_companion.rules.status import Fault, status
from eko_companion.rules.terrain import Terrain
from eko_companion.rules.tiles import Tile, TileCell, TileSet, tiles_from_document
from eko_companion.rules.violations import Code, Violation

__all__ = [
    "RULINGS",
    "SWITCHES",
    "Action",
    "Board",
    "BoardReader",
    "Build",
    "Building",
    "BuildingKind",
    "Cell",
    "Code",
    "DocumentError",
    "EkoError",
    "Exchange",
    "Fault",
    "IllegalActionError",
    "ImpossibleLayoutError",
    "Layout",
    "LayoutFault",
    "March",
    "Moon",
    "Move",
    "NotationError",
    "Pass",
    "Placement",
    "Player",
    "Points",
    "Position",
    "Reinforce",
    "Reinforcement",
    "Reserve",
    "Rulings",
    "Sand",
    "Stack",
    "Step",
    "StormPaid",
    "Swap",
    "Terrain",
    "Then",
    "Tile",
    "TileCell",
    "TileSet",
    "Violation",
    "action_document",
    "action_from_document",
    "board_of",
    "layout_faults",
    "legal_actions",
    "play",
    "play_unchecked",
    "points",
    "position_document",
    "position_from_document",
    "reinforce",
    "status",
    "tiles_from_document",
    "why_illegal",
]
