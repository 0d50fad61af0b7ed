"""The program without a command: plain lines in a pipe, a picture and keys in a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.program import PROGRAM, run

LEAVES_SCREEN = "\x1b[?1049l"
SHOWS_CURSOR = "\x1b[?25h"


class TestWithoutTerminal:
    def test_it_prints_a_whole_game_and_ends(self):
        ended = run("--seed", "1")
        assert ended.returncode == 0
        assert ended.stderr == b""
        lines = ended.stdout.decode().splitlines()
        assert "won. Points:" in lines[-1]
        assert "\x1b" not in ended.stdout.decode()

    def test_it_says_why_it_refuses_an_action(self):
        assert "(refused)" in run("--seed", "1").stdout.decode()

    def test_the_same_seed_gives_the_same_bytes(self):
        first, second = (
            run("--seed", "9", "--variants", "all", environment={"PYTHONHASHSEED": seed})
            for seed in ("1", "2")
        )
        assert first.stdout == second.stdout

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_first_board_shows_every_disc(self, players):
        for seed in range(3):
            options = ["--players", str(players), "--variants", "all", "--seed", str(seed)]
            text = run(*options, environment={"COLUMNS": "40"}).stdout.decode()
            board = text[: text.index("\n   1 ")]
            assert len(re.findall(r"\b[cvnw]1", board)) == 16 * players
            assert len(re.findall(r"\b[cvnw]1E", board)) == players

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_it_runs_without_unicode(self, encoding):
        ended = run("--seed", "1", environment={"PYTHONIOENCODING": encoding})
        assert b"Traceback" not in ended.stderr
        assert ended.returncode == 0

    def test_it_runs_in_the_plainest_locale(self):
        ended = run("--seed", "1", environment={"LC_ALL": "C", "TERM": "dumb"})
        assert ended.returncode == 0


class Terminal:
    """The program in a pseudo-terminal of some size."""

    def __init__(self, columns: int, rows: int, *arguments: str) -> None:
        self.size = (columns, rows)
        try:
            self.keyboard, self.line = pty.openpty()
        except OSError:
            pytest.skip("this system gives no pseudo-terminals")
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = self.settings()
        self.seen = ""
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "CI")}
        self.process = subprocess.Popen(
            [*PROGRAM, "--seed", "1", *arguments],
            stdin=self.line,
            stdout=self.line,
            stderr=self.line,
            start_new_session=True,
            preexec_fn=self._take_over,  # noqa: PLW1509
            env=environment | {"TERM": "xterm-256color"},
        )

    def _take_over(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self.line)

    def press(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    def read(self, seconds: float) -> str:
        """What comes within that time."""
        found = b""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.keyboard], [], [], left)
            if not ready:
                break
            found += os.read(self.keyboard, 65536)
        self.seen += found.decode(errors="replace")
        return found.decode(errors="replace")

    def until(self, pattern: str, seconds: float = 10) -> str:
        """Read until something new shows; gives what came."""
        found = ""
        end = time.monotonic() + seconds
        while re.search(pattern, plain(found)) is None:
            assert time.monotonic() < end, f"{pattern!r} did not come: {plain(found)[-2000:]}"
            found += self.read(0.1)
        return found

    def settled(self) -> str:
        """Read until something came and nothing more follows."""
        found = self.until(r"(?s).")
        while more := self.read(0.5):
            found += more
        return found

    def ended(self) -> int:
        """The exit code; the program must end by itself."""
        end = time.monotonic() + 10
        while self.process.poll() is None:
            assert time.monotonic() < end, "the program did not end"
            self.read(0.05)
        self.read(0.1)
        return self.process.returncode


def plain(text: str) -> str:
    """Text without the terminal's control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]", "", text)


@contextlib.contextmanager
def terminal(columns: int = 110, rows: int = 40, *arguments: str) -> Iterator[Terminal]:
    opened = Terminal(columns, rows, *arguments)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()
        os.close(opened.keyboard)
        os.close(opened.line)


def check_left_well(opened: Terminal) -> None:
    assert opened.settings() == opened.before
    assert "Traceback" not in opened.seen
    assert LEAVES_SCREEN in opened.seen
    assert opened.seen.rindex(SHOWS_CURSOR) > opened.seen.index("\x1b[?25l")


SIZES = [(110, 40), (80, 24), (40, 10)]


class TestInTerminal:
    @pytest.mark.parametrize(("columns", "rows"), SIZES)
    def test_space_shows_the_next_action_and_q_leaves(self, columns, rows):
        with terminal(columns, rows) as opened:
            opened.until("space: next action")
            opened.press(" ")
            opened.until(r"violet +the swap")
            opened.press(" ")
            opened.until(r"cyan +the action")
            opened.press("q")
            assert opened.ended() == 0
            check_left_well(opened)
            last_words = " ".join(plain(opened.seen.rpartition(LEAVES_SCREEN)[2]).split())
            assert last_words == "The game is not over. Points: cyan 0, violet 0."

    @pytest.mark.parametrize(("columns", "rows"), SIZES)
    def test_a_lets_it_run_by_itself_and_pauses_it(self, columns, rows):
        with terminal(columns, rows) as opened:
            opened.until("space")
            opened.press("a")
            opened.until(r"violet +the swap")
            opened.until(r"cyan +the action")
            opened.press("a")
            opened.read(0.3)
            assert opened.read(1.2) == ""
            opened.press("q")
            assert opened.ended() == 0
            check_left_well(opened)

    @pytest.mark.parametrize(("columns", "rows"), [*SIZES, (20, 4), (1, 1)])
    def test_no_picture_is_larger_than_the_terminal(self, columns, rows):
        with terminal(columns, rows, "--players", "4", "--variants", "all") as opened:
            opened.settled()
            opened.press(" ")
            lines = plain(opened.settled()).replace("\r", "").split("\n")
            assert len(lines) <= rows
            assert max(map(len, lines)) <= columns
            opened.press("q")
            assert opened.ended() == 0
            check_left_well(opened)

    def test_what_was_done_is_told(self):
        with terminal() as opened:
            assert "swaps" not in plain(opened.until("space"))
            opened.press(" ")
            opened.until("cyan +swap .*cyan swaps the emperor")

    def test_ctrl_c_leaves_the_terminal_as_it_was(self):
        with terminal() as opened:
            opened.until("space")
            opened.press("\x03")
            assert opened.ended() in (0, 130)
            check_left_well(opened)

    @pytest.mark.parametrize("running", [False, True])
    def test_an_interrupt_leaves_the_terminal_as_it_was(self, running):
        with terminal() as opened:
            opened.until("space")
            if running:
                opened.press("a")
                opened.until("pause")
            opened.process.send_signal(signal.SIGINT)
            assert opened.ended() in (0, 130)
            check_left_well(opened)

    def test_the_end_of_input_ends_it(self):
        with terminal() as opened:
            opened.until("space")
            opened.press("\x04")
            assert opened.ended() == 0
            check_left_well(opened)

    def test_other_keys_do_nothing(self):
        with terminal() as opened:
            opened.until("space")
            for key in ("x", "ö", "1", "\t"):
                opened.press(key)
                opened.read(0.2)
            assert "swaps" not in plain(opened.seen)
            assert opened.process.poll() is None
            opened.press("q")
            assert opened.ended() == 0

    def test_an_arrow_key_does_not_end_it(self):
        with terminal() as opened:
            opened.until("space")
            opened.press("\x1b[A")
            opened.read(0.5)
            opened.press(" ")
            opened.until("cyan swaps", seconds=5)

    def test_keys_typed_ahead_are_not_lost(self):
        with terminal() as opened:
            opened.until("space")
            opened.press("  q")
            assert opened.ended() == 0
            assert "violet swaps" in plain(opened.seen)

    def test_a_game_can_be_played_to_its_end(self):
        with terminal() as opened:
            opened.until("space")
            for _ in range(1000):
                opened.press(" ")
                if "q: leave" in plain(opened.until("space: next|q: leave")):
                    break
            opened.press(" ")
            opened.read(0.3)
            assert opened.process.poll() is None
            opened.press("q")
            assert opened.ended() == 0
            assert "won. Points:" in plain(opened.seen)
            check_left_well(opened)
