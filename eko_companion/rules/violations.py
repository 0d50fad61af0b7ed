"""Why an action is refused: the codes, and a reason that a player understands.

Each reason carries a template and its parameters apart, so that it can be said in any language.
The conditions under which a reason applies stand in the modules of the actions.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from eko_companion.rules.hexgrid import Cell


class Code(StrEnum):
    """The fixed names of the violations."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_STEP = "wrong_step"
    NO_SUCH_STACK = "no_such_stack"
    NOT_YOUR_STACK = "not_your_stack"
    SAME_CELL = "same_cell"
    NOT_WALKABLE = "not_walkable"
    PATH_BLOCKED = "path_blocked"
    STACK_TOO_HIGH = "stack_too_high"
    ATTACK_TOO_WEAK = "attack_too_weak"
    ATTACK_OWN = "attack_own"
    STACK_SPLIT = "stack_split"
    STORM_LOSS_WRONG = "storm_loss_wrong"
    STORM_WOULD_DESTROY = "storm_would_destroy"
    PORTAL_CLOSED = "portal_closed"
    NOT_ADJACENT = "not_adjacent"
    TERRAIN_FORBIDS = "terrain_forbids"
    MUST_START_WITH_CAMP = "must_start_with_camp"
    MUST_BE_NEXT_KIND = "must_be_next_kind"
    KIND_NOT_ALLOWED = "kind_not_allowed"
    NOT_IN_SUPPLY = "not_in_supply"
    NOT_ENOUGH_DISCS = "not_enough_discs"
    WRONG_COST = "wrong_cost"
    MARCH_ALREADY_USED = "march_already_used"
    MARCH_CANNOT_PAY = "march_cannot_pay"
    MARCH_NEEDS_ACTION = "march_needs_action"
    REINFORCE_REQUIRED = "reinforce_required"
    REINFORCE_EMPTY_CELL = "reinforce_empty_cell"
    REINFORCE_NEAR_ENEMY = "reinforce_near_enemy"
    REINFORCE_ON_STORM = "reinforce_on_storm"
    REINFORCE_SEVERAL_STACKS = "reinforce_several_stacks"
    REINFORCE_RESERVE_SHORT = "reinforce_reserve_short"
    EMPEROR_FIRST = "emperor_first"
    EMPEROR_ALONE = "emperor_alone"
    TEMPLE_NOT_OWNED = "temple_not_owned"
    TEMPLE_ALREADY_USED = "temple_already_used"
    TEMPLE_CANNOT_PAY = "temple_cannot_pay"
    EMPEROR_PROTECTED = "emperor_protected"
    EXCHANGE_REQUIRED = "exchange_required"
    ACTION_REQUIRED = "action_required"
    PIECES_DONT_ADD_UP = "pieces_dont_add_up"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason why an action is refused."""

    code: Code
    ruling: int | None
    """The number of the ruling that it breaks, or None where the order of play itself is broken."""
    cells: tuple[Cell, ...]
    template: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def kept_to(self, board: Container[Cell]) -> Violation:
        """The same reason without the cells that are not on the board, which nobody can show."""
        if all(cell in board for cell in self.cells):
            return self
        return replace(self, cells=tuple(cell for cell in self.cells if cell in board))

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.template.format(**self.params)


def violation(
    code: Code,
    ruling: int | None,
    template: str,
    cells: tuple[Cell, ...] = (),
    /,
    **params: str | int,
) -> Violation:
    """Put a reason together; parameters stand in the template by name."""
    return Violation(code, ruling, cells, template, params)
