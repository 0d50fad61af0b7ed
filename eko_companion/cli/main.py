"""The program's entry: reads the command line and hands over to the module of the command.

What a command does is in its own module. Data goes to standard output, all else to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from eko_companion import __version__
from eko_companion.cli import demo, games, perft, random_game, streams
from eko_companion.rules import EkoError

BAD_INPUT = 2
INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """The command line with all its commands."""
    top = argparse.ArgumentParser(
        prog="eko-companion",
        description="A referee for the board game Ekö.",
        epilog="Without a command it referees a computer-played game in the terminal.",
    )
    top.add_argument("--version", action="version", version=f"eko-companion {__version__}")
    demo.add_options(top)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for module in (streams, perft, random_game, games):
        module.add_commands(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except EkoError as error:
        print(f"eko-companion: {error}", file=sys.stderr)
        return BAD_INPUT
    return code


if __name__ == "__main__":
    sys.exit(main())
