"""A program that plays games for the tests, to be killed: every line it says is a promise kept.

It reads tasks from its input and gives each to a child of its own, so that starting one is quick.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from eko_companion.record import Game
from eko_companion.record.files import replace_file
from tests.record.tables import BLITZ, digest, do_something, start_of

RECORD_CODE = ("journal.py", "files.py", "chain.py")


class Life(NamedTuple):
    """What one child said before it was dead."""

    said: list[str]
    killed: bool


class Writer:
    """The other side: gives tasks and kills."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, task: dict[str, Any], live: float | None = None) -> Life:
        """Let a child do a task; it is killed after so many seconds, or lives to its end."""
        pid = self.begin(task)
        if live is not None:
            time.sleep(live)
            self.kill(pid)
        return self.end()

    def begin(self, task: dict[str, Any]) -> int:
        """Start a child; returns its id."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        return int(self.line().split()[1])

    def line(self) -> str:
        """The next line that is said."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    @staticmethod
    def kill(pid: int) -> None:
        """End a child at once, without asking it."""
        os.kill(pid, signal.SIGKILL)

    def end(self) -> Life:
        """Wait until the child is dead."""
        said = []
        while not (line := self.line()).startswith("dead"):
            assert line or self._process.poll() is None
            said.append(line)
        return Life(said, line == f"dead {-signal.SIGKILL}")


@contextmanager
def writer() -> Iterator[Writer]:
    """A writer that is ready."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.record.writer"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Writer(process)
        assert process.stdin is not None
        process.stdin.close()


def say(text: str) -> None:
    """One line, at once."""
    sys.stdout.flush()
    os.write(1, text.encode() + b"\n")


def slow_disk() -> None:
    """A disk that takes a few bytes at a time, so that lines are often cut."""
    whole = os.write

    def write(descriptor: int, data: bytes) -> int:
        if descriptor == 1:
            return whole(descriptor, data)
        time.sleep(0.0001)
        return whole(descriptor, data[:9])

    os.write = write  # type: ignore[assignment]


def die_at(count: int) -> None:
    """Be killed before the given line of the record's own code that is run from now on."""
    left = count

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.endswith(RECORD_CODE):
            return None
        if event == "line":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)


def do(task: dict[str, Any]) -> None:
    """What a child does until it is killed."""
    path, rng = Path(task["path"]), random.Random(task.get("seed", 0))
    if task.get("slow"):
        slow_disk()
    if "die_at" in task:
        die_at(task["die_at"])
    if task["do"] == "replace":
        replace_file(path, task["content"].encode())
        say("done")
        return
    game = Game.open(path) if path.exists() else Game.new(path, start_of(2), clock=BLITZ)
    say(f"{len(game.state.events) - 1} {digest(game.position)}")
    if task["do"] == "hold":
        time.sleep(60)
    for _ in range(task.get("events", 10**6)):
        do_something(game, rng)
        say(f"{len(game.state.events) - 1} {digest(game.position)}")
    sys.settrace(None)


def main() -> None:
    """Give every task to a child and say how it ended."""
    start_of(2)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                say(f"child {os.getpid()}")
                do(json.loads(line))
                code = 0
            finally:
                sys.stderr.flush()
                os._exit(code)
        _, ended = os.waitpid(pid, 0)
        say(f"dead {os.waitstatus_to_exitcode(ended)}")


if __name__ == "__main__":
    main()
