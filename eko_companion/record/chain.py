"""The seal on each line of a journal: a checksum chained to the line before.

A line is a JSON object whose last field is `check`. The checksum covers the raw bytes of the line
and the checksum before it, so that a changed, lost, doubled or moved line is noticed where it is.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

FIRST = "0" * 16
"""What stands in for the checksum before the first line."""

_SEALED = re.compile(rb'(\{.*),"check":"([0-9a-f]{16})"\}\n', re.DOTALL)


class BrokenSealError(ValueError):
    """A line that is not what was written."""


def seal(document: dict[str, Any], previous: str) -> tuple[bytes, str]:
    """A document as a sealed line, and its checksum."""
    body = json.dumps(document, separators=(",", ":"), allow_nan=False).encode("ascii")
    check = _checksum(body, previous)
    return body[:-1] + f',"check":"{check}"}}\n'.encode("ascii"), check


def open_seal(line: bytes, previous: str) -> tuple[dict[str, Any], str]:
    """The document of a sealed line, and its checksum; raises BrokenSealError."""
    match = _SEALED.fullmatch(line)
    if match is None:
        raise BrokenSealError("it is not a whole line of a journal")
    body, check = match[1] + b"}", match[2].decode("ascii")
    if _checksum(body, previous) != check:
        raise BrokenSealError("its checksum is wrong")
    try:
        document = json.loads(str(body, "ascii"))
    except (ValueError, RecursionError):
        raise BrokenSealError("it is not JSON") from None
    if not isinstance(document, dict):
        raise BrokenSealError("it is not an object")
    return document, check


def _checksum(body: bytes, previous: str) -> str:
    return hashlib.sha256(previous.encode("ascii") + body).hexdigest()[:16]
