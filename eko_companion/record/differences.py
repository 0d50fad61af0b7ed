"""What differs between two positions, cell by cell and beside the board, in words."""

from __future__ import annotations

from eko_companion.rules import Position
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
    old, new = (f"{p.to_move} at {p.step.value}" for p in (before, after))
    if old != new:
        found.append(f"turn: {old} -> {new}")
    return found


def _on_cell(position: Position, cell: object) -> str:
    stack = position.stack_at.get(cell)  # type: ignore[call-overload]
    if stack is not None:
        return f"{stack.owner} {discs_text(stack.warriors, stack.emperor)}"
    building = position.building_at.get(cell)  # type: ignore[call-overload]
    return "nothing" if building is None else f"{building.owner} {building.kind.value}"


def _reserve(position: Position, player: str) -> str:
    reserve = position.reserve_of(player)
    return discs_text(reserve.warriors, reserve.emperor)
