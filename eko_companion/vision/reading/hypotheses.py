"""What can stand on a cell, as a list with fixed numbers: the language of all distributions.

On walkable cells stacks, on building cells buildings. A stack may be higher than the rules allow:
what players did is read as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from eko_companion.rules import BuildingKind

HEIGHTS: Final = 5
"""Stacks of this many discs and more are read as one height."""
KINDS: Final = tuple(BuildingKind)


@dataclass(frozen=True, slots=True)
class Holding:
    """One thing that a cell can hold."""

    owner: str | None = None
    discs: int = 0
    emperor: bool = False
    kind: BuildingKind | None = None

    @property
    def holds(self) -> str:
        """`nothing`, `stack` or `building`."""
        if self.owner is None:
            return "nothing"
        return "stack" if self.kind is None else "building"

    def document(self) -> dict[str, Any]:
        """Its part of a cell of an `eko-reading/1`."""
        if self.owner is None:
            return {"holds": "nothing"}
        if self.kind is None:
            return {
                "holds": "stack",
                "owner": self.owner,
                "discs": self.discs,
                "emperor": self.emperor,
            }
        return {"holds": "building", "owner": self.owner, "kind": self.kind.value}


NOTHING: Final = Holding()


@lru_cache(maxsize=64)
def stack_holdings(owners: tuple[str, ...]) -> tuple[Holding, ...]:
    """Nothing, then for each owner the heights without and with the emperor."""
    return (
        NOTHING,
        *(
            Holding(owner, discs, emperor)
            for owner in owners
            for emperor in (False, True)
            for discs in range(1, HEIGHTS + 1)
        ),
    )


@lru_cache(maxsize=64)
def building_holdings(owners: tuple[str, ...]) -> tuple[Holding, ...]:
    """Nothing, then for each owner the kinds."""
    return (NOTHING, *(Holding(owner, kind=kind) for owner in owners for kind in KINDS))
