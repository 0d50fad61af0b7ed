"""The worked examples of the commands, each given to the real program."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import answers, json_lines, run

LINES = (Path(__file__).parent / "examples" / "commands.jsonl").read_text("utf-8").splitlines()
EXAMPLES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
IDS = [
    f"{number}-{example['command']}-{example['name']}" for number, example in enumerate(EXAMPLES)
]


@lru_cache
def answers_of(command: str) -> list[Any]:
    """What one process answers to all the examples of a command."""
    ended = run(command, given=json_lines(e["in"] for e in EXAMPLES if e["command"] == command))
    assert ended.returncode == 0
    assert ended.stderr == b""
    return answers(ended.stdout)


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=IDS)
def test_the_example_comes_out_as_written(number: int):
    example = EXAMPLES[number]
    command, expected = example["command"], example["out"]
    place = sum(earlier["command"] == command for earlier in EXAMPLES[:number])
    answer = answers_of(command)[place]
    if "violations" in expected:
        assert set(expected["violations"]) <= set(answer["violations"])
        assert answer["error"].endswith(".")
    elif command == "legal":
        assert as_set(answer) == as_set(expected)
        assert len(answer["actions"]) == len(expected["actions"])
    else:
        assert answer == expected


def as_set(answer: dict[str, Any]) -> set[str]:
    return {json.dumps(action, sort_keys=True) for action in answer["actions"]}


def test_every_example_of_a_command_is_answered():
    for command in ("legal", "play", "score"):
        count = sum(example["command"] == command for example in EXAMPLES)
        assert len(answers_of(command)) == count > 0
