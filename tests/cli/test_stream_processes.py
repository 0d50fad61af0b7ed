"""The stream commands among other processes: answers at once, little memory, a quiet end."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import threading
from pathlib import Path
from typing import IO

import pytest

from tests.cli import documents
from tests.cli.program import PATIENCE, PROGRAM, json_lines, started

POSITION = documents.position()
LINE = json_lines([POSITION])


def answer_to(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    """One answer; the next line is not sent before it came."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
    assert ready, "the answer did not come before the next line was sent"
    return process.stdout.readline()


@pytest.mark.parametrize("command", ["legal", "play", "score", "perft"])
def test_each_line_is_answered_before_the_next_one_is_sent(command):
    line = LINE
    if command == "play":
        line = json_lines([{"position": POSITION, "action": {"do": "pass"}}])
    with started(command) as process:
        for number in range(6):
            answer = answer_to(process, b"{bad\n" if number == 3 else line)
            assert ("error" in json.loads(answer)) == (number == 3 or command == "play")
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize(("command", "lines"), [("score", 20_000), ("play", 5_000)])
def test_a_long_stream_needs_no_more_memory_than_a_short_one(command, lines):
    """Boards, players and bad lines change all the time, so that nothing can be kept for good."""
    with started(command) as process:
        sent = answered = 0
        peaks = []
        for until in (2_000, lines):
            count = until - sent
            writer = threading.Thread(target=feed, args=(process.stdin, command, sent, until))
            writer.start()
            assert process.stdout is not None
            for _ in range(count):
                answered += bool(process.stdout.readline())
            writer.join()
            sent = until
            peaks.append(peak_memory(process.pid))
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 2
    assert answered == sent
    assert peaks[1] - peaks[0] < 8_000, f"the peak grew from {peaks[0]} to {peaks[1]} kB"


def feed(target: IO[bytes], command: str, start: int, end: int) -> None:
    board = json.dumps(documents.on_a_line())
    for number in range(start, end):
        text = board
        if number % 10 == 0:
            text = text.replace("spoilt", f"set {number}").replace("cyan", f"cyan {number}")
        if number % 50 == 1:
            text = text.replace('"extra", "copies"', f'"x{number}", "copies"')
        if command == "play":
            text = (
                f'{{"position": {text}, "action": {{"do": "move", "from": [1, 0], "to": [2, 0]}}}}'
            )
        target.write(text.encode() + b"\n")
    target.flush()


def peak_memory(process: int) -> int:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text("ascii"))
    assert found
    return int(found[1])


def test_a_reader_that_leaves_ends_a_stream_quietly():
    with started("legal", bufsize=0) as process:
        answer_to(process, LINE)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            for _ in range(50):
                process.stdin.write(LINE)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) in (0, -signal.SIGPIPE, 128 + signal.SIGPIPE)


@pytest.mark.parametrize(
    "arguments",
    [
        ["random-game", "--json", "--seed", "1"],
        ["random-game", "--seed", "1"],
        ["--seed", "1"],
        ["--help"],
        ["--version"],
        ["random-game", "--help"],
    ],
    ids=" ".join,
)
def test_a_reader_that_was_never_there_makes_no_noise(arguments):
    """As in `eko-companion --help | true`."""
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    os.close(writing)
    assert ended.stderr == b""


def test_only_the_first_line_may_be_wanted():
    with started("random-game", "--json", "--seed", "3") as game:
        head = subprocess.run(["head", "-1"], stdin=game.stdout, capture_output=True, check=False)
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.close()
        assert json.loads(head.stdout)["position"]["step"] == "swap"
        assert game.stderr.read() == b""
        assert game.wait(PATIENCE) == 0


@pytest.mark.parametrize("command", ["legal", "play", "score", "perft"])
def test_ctrl_c_ends_a_waiting_stream_without_a_traceback(command):
    with started(command) as process:
        answer_to(process, b"{bad\n")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (130, -signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_ctrl_c_ends_a_busy_stream_without_a_traceback():
    with started("perft", "--depth", "9") as process:
        answer_to(process, b"{bad\n")
        assert process.stdin is not None
        process.stdin.write(LINE)
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (130, -signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["legal"], ["random-game", "--seed", "1"], ["--seed", "1"]])
def test_a_full_disk_is_said_in_one_line(arguments):
    with Path("/dev/full").open("wb") as full, started(*arguments, stdout=full) as process:
        _, said = process.communicate(LINE, timeout=PATIENCE)
    assert b"Traceback" not in said
    assert len(said.splitlines()) == 1
    assert process.returncode not in (0, None)


@pytest.mark.parametrize("arguments", [["legal"], ["--seed", "1"]])
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_input_or_output_gives_no_traceback(arguments, closed):
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *PROGRAM, *arguments],
        input=LINE,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in ended.stderr
