"""Brings a truth's own frame into that of a scan: a turn by 60° and a shift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.layout import Placement


@dataclass(frozen=True, slots=True)
class TruthFrame:
    """How cells of the truth are called in the scan's frame."""

    turn: int
    shift: tuple[int, int]
    tiles_right: int
    tiles: int

    def cell(self, at: Sequence[int]) -> Cell:
        """A cell of the truth in the scan's frame."""
        return Cell(at[0], at[1]).turned(self.turn).shifted(self.shift)


def truth_frame(scanned: Sequence[Placement], truth: Sequence[dict[str, Any]]) -> TruthFrame:
    """The turn and shift in which most tiles agree."""
    mine = {(p.tile, p.at, p.turn % 6) for p in scanned}
    best = TruthFrame(0, (0, 0), 0, len(truth))
    for turn in range(6):
        for placement in scanned:
            for entry in truth:
                if entry["tile"] != placement.tile:
                    continue
                home = Cell(*entry["at"]).turned(turn)
                shift = (placement.at.q - home.q, placement.at.r - home.r)
                frame = TruthFrame(turn, shift, 0, len(truth))
                right = len(mine & {_key(frame, other) for other in truth})
                if right > best.tiles_right:
                    best = TruthFrame(turn, shift, right, len(truth))
        if best.tiles_right == best.tiles:
            break
    return best


def _key(frame: TruthFrame, entry: dict[str, Any]) -> tuple[str, Cell, int]:
    return entry["tile"], frame.cell(entry["at"]), (entry["turn"] + frame.turn) % 6
