"""Single key presses from a terminal, with a time limit; puts the terminal back afterwards."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import tty
from types import TracebackType
from typing import Any

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)
"""One key press: a sequence that begins with escape, or a single character."""
_UNFINISHED = re.compile(rb"\x1b(\[[0-9;]*|O)?$")
_SAME_KEYS = {
    "\x1bOA": "\x1b[A",
    "\x1bOB": "\x1b[B",
    "\x1bOC": "\x1b[C",
    "\x1bOD": "\x1b[D",
    "\x1bOH": "\x1b[H",
    "\x1bOF": "\x1b[F",
    "\x1b[1~": "\x1b[H",
    "\x1b[4~": "\x1b[F",
}
"""Terminals differ in what they send for the same key."""


class Keys:
    """Use as a context: inside it each key press is felt at once."""

    def __init__(self) -> None:
        self._ahead: list[str] = []

    def __enter__(self) -> Keys:
        self._descriptor = sys.stdin.fileno()
        self._before: list[Any] = termios.tcgetattr(self._descriptor)
        tty.setcbreak(self._descriptor)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def wait(self, seconds: float | None) -> str | None:
        """The next key, or None when the time is over; end of input counts as `q`.

        A key that sends several characters, such as an arrow, comes as these characters. Keys
        that were pressed ahead are not lost.
        """
        if self._ahead:
            return self._ahead.pop(0)
        ready, _, _ = select.select([self._descriptor], [], [], seconds)
        if not ready:
            return None
        pressed = os.read(self._descriptor, 1024)
        if not pressed:
            return "q"
        # A key that sends several characters may come in two parts.
        while _UNFINISHED.search(pressed) and select.select([self._descriptor], [], [], 0.05)[0]:
            more = os.read(self._descriptor, 1024)
            if not more:
                break
            pressed += more
        text = pressed.decode("utf-8", errors="replace")
        self._ahead = [_SAME_KEYS.get(key, key) for key in _KEY.findall(text)]
        return self._ahead.pop(0)
