"""The errors of the rules: a small family under ValueError, each with a sentence for players.

Only errors live here; the reasons why an action is refused are in `violations`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eko_companion.rules.violations import Violation


class EkoError(ValueError):
    """Anything that a caller handed to Ekö Companion and that cannot be used."""


class DocumentError(EkoError):
    """A document (tiles, position, action) that is not in the fixed format.

    The text begins with the JSON name of the top-level field concerned.
    """

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field = field
        self.sentence = sentence


class NotationError(EkoError):
    """A text in the short notation that cannot be read."""


class ImpossibleLayoutError(EkoError):
    """Tiles that cannot lie like that; carries every fault that was found."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = tuple(faults)


class IllegalActionError(EkoError):
    """An action that the rules forbid; carries every violation, the most telling first."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(" ".join(violation.text for violation in violations))
        self.violations = tuple(violations)


def reason(error: OSError) -> str:
    """What the system says of a failure, fit for a sentence: without its number and the path."""
    return (error.strerror or str(error)).lower()
