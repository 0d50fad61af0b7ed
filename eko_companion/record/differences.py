"""What differs between two positions, cell by cell and beside the board, in words."""

from __future__ import annotations

from eko_companion.rules import Cell, Position, StormPaid, Then
from eko_companion.rules.notation import discs_text


def differences(before: Position, after: Position) -> list[str]:
    """Every difference as a short line such as "d5: cyan 2E -> cyan 1E"."""
    found = []
    cells = sorted(
        before.stack_at.keys()
        | after.stack_at.keys()
        | before.building_at.keys()
        | after.building_at.keys()
    )
    for cell in cells:
        old, new = _on_cell(before, cell), _on_cell(after, cell)
        if old != new:
            found.append(f"{before.board.name(cell)}: {old} -> {new}")
    for player in before.players:
        for what, read in (
            ("reserve", _reserve),
            ("box", lambda position, name: str(position.box_of(name))),
            ("captives", lambda position, name: ", ".join(position.captives_of(name)) or "none"),
        ):
            old, new = read(before, player), read(after, player)
            if old != new:
                found.append(f"{what} of {player}: {old} -> {new}")
    facts: tuple[tuple[str, object, object], ...] = (
        ("turn", _turn(before), _turn(after)),
        ("forced march used", before.march_used, after.march_used),
        ("sand temple used", before.sand_used, after.sand_used),
        ("storm zones paid", before.storm_paid, after.storm_paid),
        ("rulings", before.rulings.document(), after.rulings.document()),
        ("winners", before.winners, after.winners),
        ("after the exchange", before.then, after.then),
    )
    found += [f"{what}: {_plain(a)} -> {_plain(b)}" for what, a, b in facts if a != b]
    return found


def _turn(position: Position) -> str:
    return f"{position.to_move} at {position.step.value}"


def _plain(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{number} {choice}" for number, choice in value.items()) or "all usual"
    if isinstance(value, Then):
        return f"{value.to_move} at {value.step.value}"
    if isinstance(value, StormPaid):
        return f"{len(value.zones)} by {list(value.cell)}"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _on_cell(position: Position, cell: Cell) -> str:
    stack = position.stack_at.get(cell)
    if stack is not None:
        return f"{stack.owner} {discs_text(stack.warriors, stack.emperor)}"
    building = position.building_at.get(cell)
    return "nothing" if building is None else f"{building.owner} {building.kind.value}"


def _reserve(position: Position, player: str) -> str:
    reserve = position.reserve_of(player)
    return discs_text(reserve.warriors, reserve.emperor)
