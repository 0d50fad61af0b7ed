"""The program's entry: reads the command line and hands over to the module of the command.

What a command does is in its own module. Data goes to standard output, all else to standard error.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from eko_companion import __version__
from eko_companion.cli import (
    demo,
    games,
    markers,
    measure,
    perft,
    random_game,
    read,
    simulate,
    streams,
    table,
    watch,
)
from eko_companion.rules import EkoError
from eko_companion.rules.errors import reason

BAD_INPUT = 2
INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """The command line with all its commands."""
    top = argparse.ArgumentParser(
        prog="eko-companion",
        description="A referee for the board game Ekö.",
        epilog="Without a command it runs `demo`, with the same options.",
    )
    top.add_argument("--version", action="version", version=f"eko-companion {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for module in (
        demo,
        streams,
        perft,
        random_game,
        games,
        markers,
        measure,
        simulate,
        table,
        read,
        watch,
    ):
        module.add_commands(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without the letter ö shows something else in its place.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            options = parser().parse_args(_with_command(arguments))
        except SystemExit:
            # Help goes the same way as all other output: its reader may be gone, too.
            sys.stdout.flush()
            raise
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; there is nobody left to tell.
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        print(f"eko-companion: the output could not be written: {reason(error)}.", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except EkoError as error:
        print(f"eko-companion: {error}", file=sys.stderr)
        return BAD_INPUT
    return code


def _with_command(arguments: Sequence[str] | None) -> list[str]:
    """What was typed, with the command that runs where none is named."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    named = typed and (not typed[0].startswith("-") or typed[0] in ("-h", "--help", "--version"))
    return typed if named else ["demo", *typed]


def _open_closed_streams() -> None:
    """Give the program something to read from and write to where the caller closed it."""
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open(encoding="utf-8")
    sys.stdout = sys.stdout or nothing.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nothing.open("w", encoding="utf-8")


def _forget_output() -> None:
    """Let the rest of the output go nowhere, so that leaving does not fail on it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
