"""A position in a terminal: a row of text for each row of hexes, in colour through rich.

The drawing for screens and pages is in `eko_companion.drawing`.
"""

from __future__ import annotations

from rich.text import Text

from eko_companion.drawing.players import marks_of, paints_of
from eko_companion.rules import BuildingKind, Cell, Position, Terrain

_WIDTH = 4

_TERRAIN = {
    Terrain.CIRCLE: ("○", "yellow"),
    Terrain.STORM: ("≈", "bright_cyan"),
    Terrain.CHASM: ("▒", "bright_black"),
    Terrain.REG: ("∴", "yellow"),
    Terrain.RAVINE: ("≡", "red"),
    Terrain.CAPITAL: ("★", "bright_yellow"),
    Terrain.MOUNTAIN: ("▲", "white"),
    Terrain.PORTAL: ("Ω", "bright_magenta"),
    Terrain.WIND_TEMPLE: ("W", "bright_green"),
    Terrain.MOON_TEMPLE: ("M", "bright_green"),
    Terrain.SAND_TEMPLE: ("S", "bright_green"),
}

_BUILDINGS = {BuildingKind.CAMP: "△", BuildingKind.TOWER: "♖", BuildingKind.CASTLE: "♔"}

LEGEND = (
    "○ circle  ≈ storm (▴ pyramid, ! lighthouse)  ▒ chasm  ∴ reg  ≡ ravine  ★ capital  "
    "▲ mountain  Ω portal  W M S temples   "
    "c3 a stack of cyan, c2E with the emperor   △ camp  ♖ tower  ♔ castle"
)


def player_style(position: Position, player: str) -> str:
    """How a player's things are coloured."""
    paint = paints_of(position.players)[player]
    return f"{paint.ink} on {paint.body}"


def board_text(position: Position, marked: tuple[Cell, ...] = ()) -> Text:
    """The board with all that stands on it; a sign points at marked cells."""
    rows = position.board.names.rows
    left = min(_column(cell) for cell in position.board.cells)
    text = Text(no_wrap=True)
    for number, cells in rows.items():
        line = Text(f"{number:>3} ", style="bright_black")
        at = 0
        for cell in cells:
            gap = _column(cell) - left - at
            line.append(" " * gap)
            at += gap + _WIDTH
            line.append(_cell_text(position, cell, cell in marked))
        text.append(line)
        text.append("\n")
    text.append(_column_letters(position, left))
    return text


def _column(cell: Cell) -> int:
    return (2 * cell.q + cell.r) * _WIDTH // 2


def _cell_text(position: Position, cell: Cell, marked: bool) -> Text:
    stack, building = position.stack_at.get(cell), position.building_at.get(cell)
    # Without colours, or to a colour-blind eye, the small initial tells the owner.
    marks = {player: mark.lower() for player, mark in marks_of(position.players).items()}
    if stack is not None:
        shown = f"{marks[stack.owner]}{stack.discs}{'E' if stack.emperor else ' '}"
        style = f"bold {player_style(position, stack.owner)}"
    elif building is not None:
        shown = f"{marks[building.owner]}{_BUILDINGS[building.kind]} "
        style = player_style(position, building.owner)
    else:
        symbol, style = _TERRAIN[position.board.terrain[cell]]
        shown = f" {symbol}{_landmark_sign(position, cell)}"
    found = Text(">" if marked else " ", style="bold bright_red")
    found.append(shown, style=style)
    return found


def _landmark_sign(position: Position, cell: Cell) -> str:
    """What stands beside the cell on its tile."""
    if any(cell in around for around in position.board.pyramids):
        return "▴"
    if any(cell in around for around in position.board.lighthouses):
        return "!"
    return " "


def _column_letters(position: Position, left: int) -> Text:
    """The letters of the columns, below the lowest row in which each stands."""
    lowest = max(cell.r for cell in position.board.cells)
    line: dict[int, str] = {}
    for letter, cells in position.board.names.columns.items():
        # A column zigzags by half a cell: its letter goes where it would stand in the last row.
        shift = cells[0].q + (cells[0].r >> 1) - (lowest >> 1)
        line[_column(Cell(shift, lowest)) - left + 2] = letter
    text = ""
    for at, letter in sorted(line.items()):
        text = text.ljust(at) + letter
    return Text("    " + text, style="bright_black")
