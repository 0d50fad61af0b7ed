"""Small checks on parts of JSON documents; each raises DocumentError naming the field.

They check shape and type only; whether a value makes sense in the game is checked by the caller.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from eko_companion.rules.errors import DocumentError
from eko_companion.rules.hexgrid import Cell


def shown(value: object) -> str:
    """A value as it may stand in a sentence: short, whatever came in."""
    try:
        text = json.dumps(value)
    except ValueError:
        # Python does not print whole numbers of thousands of digits.
        return "a number of very many digits"
    except (TypeError, RecursionError):
        text = ascii(type(value).__name__)
    return text if len(text) <= 40 else text[:37] + "..."


def require(field: str, holds: bool, sentence: str) -> None:
    """Refuse unless a condition holds."""
    if not holds:
        raise DocumentError(field, sentence)


def require_fields(field: str, document: dict[str, Any], names: Iterable[str]) -> None:
    """Refuse a document in which a field is missing; `field` is "" at the top level."""
    for name in names:
        if name not in document:
            raise DocumentError(field or name, f"the field `{name}` is missing.")


def require_object(field: str, value: object, what: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise DocumentError(field, f"{what} must be an object, not {shown(value)}.")
    return value


def require_list(field: str, value: object, what: str) -> list[Any]:
    """A JSON list."""
    if not isinstance(value, list):
        raise DocumentError(field, f"{what} must be a list, not {shown(value)}.")
    return value


def require_text(field: str, value: object, what: str) -> str:
    """A string with something in it, short enough for a sentence and on one line."""
    if not isinstance(value, str) or not value.strip():
        raise DocumentError(field, f"{what} must be a text, not {shown(value)}.")
    if len(value) > LONGEST_NAME or not value.isprintable():
        limit = f"one line of at most {LONGEST_NAME} characters"
        raise DocumentError(field, f"{what} must be {limit}, not {shown(value)}.")
    return value


def require_choice(field: str, value: object, choices: Sequence[str], what: str) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in choices:
        raise DocumentError(field, f"{what} is one of {', '.join(choices)}, not {shown(value)}.")
    return value


def require_integer(
    field: str, value: object, what: str, least: int = 0, most: int | None = None
) -> int:
    """A whole number within its bounds; true and 1.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise DocumentError(field, f"{what} must be a whole number, not {shown(value)}.")
    if not least <= value <= (LARGEST if most is None else most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        if most is None and value > LARGEST:
            bounds = f"at most {LARGEST}"
        raise DocumentError(field, f"{what} must be {bounds}, not {shown(value)}.")
    return value


def require_flag(field: str, value: object, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise DocumentError(field, f"{what} must be true or false, not {shown(value)}.")
    return value


LONGEST_NAME = 80
LARGEST = 1_000_000
"""No count in the game comes near it."""
TABLE = 10_000
"""No table is that large; it keeps every sum of coordinates small."""
FARTHEST = 10 * TABLE
"""Every cell that tiles can come to lie on is nearer."""


def require_cell(field: str, value: object, what: str, farthest: int = FARTHEST) -> Cell:
    """A pair of axial coordinates."""
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(isinstance(part, bool) or not isinstance(part, int) for part in value)
    ):
        raise DocumentError(field, f"{what} must be a pair [q, r], not {shown(value)}.")
    if max(abs(value[0]), abs(value[1])) > farthest:
        raise DocumentError(field, f"{what} {shown(value)} is too far away.")
    return Cell(value[0], value[1])
