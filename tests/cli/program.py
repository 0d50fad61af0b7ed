"""The real program as a process, and its `main` inside this one."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from eko_companion.cli.main import main

_SCRIPT = Path(sys.executable).with_name("eko-companion")
PROGRAM = [str(_SCRIPT)] if _SCRIPT.exists() else [sys.executable, "-m", "eko_companion.cli.main"]
PATIENCE = 60
"""Seconds until a process that should have ended counts as stuck."""


def run(
    *arguments: str, given: bytes | str = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | (environment or {}),
    )


def started(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Start the program with pipes on all sides."""
    pipe = subprocess.PIPE
    pipes: dict[str, Any] = {"stdin": pipe, "stdout": pipe, "stderr": pipe} | options
    # A runner in the background may have told its children to ignore Ctrl-C.
    process: subprocess.Popen[bytes] = subprocess.Popen(
        [*PROGRAM, *arguments],
        preexec_fn=_heed_interrupts,  # noqa: PLW1509
        **pipes,
    )
    return process


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def json_lines(documents: Iterable[object]) -> bytes:
    """Documents as a stream."""
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


def answers(output: bytes) -> list[Any]:
    """The documents of a stream; JSON has no NaN and no infinity."""
    return [json.loads(line, parse_constant=_refuse) for line in output.splitlines()]


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def answered_here(command: Sequence[str], given: bytes) -> tuple[int, list[Any]]:
    """The exit code and the answers of a stream, from this very process."""
    output = io.StringIO()
    stdin = mock.Mock(buffer=io.BytesIO(given))
    with mock.patch("sys.stdin", stdin), mock.patch("sys.stdout", output):
        code = main(list(command))
    return code, answers(output.getvalue().encode())
