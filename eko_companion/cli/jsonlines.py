"""JSON documents, one a line, from standard input and to standard output, without end.

Lines are read, answered and forgotten one by one, so that a stream of any length needs no more
memory than its longest line.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

from eko_companion.rules import DocumentError

Answer = Callable[[object], dict[str, Any]]


def lines(source: IO[bytes]) -> Iterator[bytes]:
    """The lines that have something on them."""
    for line in source:
        if line.strip():
            yield line


def decode(line: bytes) -> object:
    """One JSON document; raises DocumentError where the line is none."""
    try:
        text = line.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except DocumentError:
        raise
    except UnicodeDecodeError:
        raise DocumentError("format", "the line is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        place = f"column {error.colno}"
        raise DocumentError("format", f"the line is not JSON ({error.msg}, {place}).") from None
    except (ValueError, RecursionError):
        raise DocumentError("format", "the line is not JSON that can be used.") from None


def _no_number(text: str) -> float:
    """NaN and Infinity are no JSON, although Python reads and writes them."""
    raise DocumentError("format", f"the line is not JSON ({text} is no number).")


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def encode(document: dict[str, Any]) -> str:
    """One JSON document in one line, with all that is not ASCII escaped."""
    return json.dumps(document, separators=(",", ":"))


def answer_all(answer: Answer, on_error: dict[str, Any] | None = None) -> int:
    """Answer every line of standard input with a line; the exit code is 2 if any was bad."""
    code = 0
    for line in lines(sys.stdin.buffer):
        try:
            document = answer(decode(line))
        except DocumentError as error:
            document = {"error": str(error), **(on_error or {})}
            code = 2
        except RecursionError:
            document = {"error": "format: the line is nested too deeply.", **(on_error or {})}
            code = 2
        # Each answer leaves at once: another program may be waiting for it.
        print(encode(document), flush=True)
    return code
