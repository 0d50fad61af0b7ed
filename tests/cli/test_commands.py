"""The command line itself, and the commands `perft` and `random-game`."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from eko_companion import __version__
from eko_companion.cli.main import main
from tests.cli import documents
from tests.cli.program import PATIENCE, PROGRAM, answers, json_lines, run

COMMANDS = ("demo", "legal", "play", "score", "perft", "random-game", "markers")


class TestHelp:
    def test_the_version_is_told(self):
        ended = run("--version")
        assert ended.stdout.decode() == f"eko-companion {__version__}\n"
        assert (ended.returncode, ended.stderr) == (0, b"")

    def test_the_help_names_every_command(self):
        ended = run("--help")
        assert ended.returncode == 0
        for command in COMMANDS:
            assert re.search(rf"^ +{command}\s", ended.stdout.decode(), flags=re.MULTILINE)

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_a_help(self, command):
        ended = run(command, "--help")
        assert ended.returncode == 0
        assert ended.stdout.decode().startswith(f"usage: eko-companion {command}")
        assert ended.stderr == b""

    def test_the_help_can_be_read_without_unicode(self):
        ended = run("--help", environment={"PYTHONIOENCODING": "ascii"})
        assert b"Traceback" not in ended.stderr
        assert ended.returncode == 0


BAD_OPTIONS = [
    ["fly"],
    ["--fly"],
    ["legal", "--fly"],
    ["legal", "file.json"],
    ["legal", "legal"],
    ["perft", "--depth"],
    ["perft", "--depth", "0"],
    ["perft", "--depth", "10"],
    ["perft", "--depth", "-1"],
    ["perft", "--depth", "two"],
    ["perft", "--depth", "2.0"],
    ["perft", "--depth", "²"],
    ["random-game", "--players", "1"],
    ["random-game", "--players", "5"],
    ["random-game", "--players", "two"],
    ["random-game", "--seed", "x"],
    ["random-game", "--seed", "1.5"],
    ["random-game", "--seed", "9" * 5000],
    ["random-game", "--variants", ""],
    ["random-game", "--variants", "storm"],
    ["random-game", "--variants", "storms,"],
    ["random-game", "--variants", "none,all"],
    ["random-game", "--ruling", "21"],
    ["random-game", "--ruling", "21="],
    ["random-game", "--ruling", "=allow"],
    ["random-game", "--ruling", "21=perhaps"],
    ["random-game", "--ruling", "99=allow"],
    ["random-game", "--ruling", "x=allow"],
    ["random-game", "--ruling", f"{'1' * 5000}=allow"],
    ["random-game", "--tiles", "no such set"],
    ["random-game", "--tiles", ""],
    ["random-game", "--tiles", "../tile_templates/house"],
    ["random-game", "--tiles", "house/../house"],
    ["random-game", "--tiles", "a\nb"],
    ["random-game", "--tiles", "\udcff"],
    ["--players", "7"],
    ["--variants", "fog"],
    ["--tiles", "/etc/passwd"],
]


@pytest.mark.parametrize("arguments", BAD_OPTIONS, ids=lambda arguments: " ".join(arguments)[:50])
def test_a_bad_option_is_refused_in_one_line(arguments, capfd):
    try:
        code: object = main(arguments)
    except SystemExit as left:
        code = left.code
    assert code == 2
    printed, said = capfd.readouterr()
    check_refused(printed, said)


@pytest.mark.parametrize("arguments", [["fly"], ["perft", "--depth", "0"], ["--tiles", "\udcff"]])
def test_the_exit_code_after_a_bad_option_is_2(arguments):
    ended = run(*arguments)
    assert ended.returncode == 2
    check_refused(ended.stdout.decode(), ended.stderr.decode())


def check_refused(printed: str, said: str) -> None:
    assert printed == ""
    assert "Traceback" not in said
    usage, sign, error = said.rpartition("eko-companion")
    assert sign
    assert error.count("\n") == 1, said
    assert not usage or usage.startswith("usage: ")


@pytest.mark.parametrize("command", ["legal", "play", "score", "perft"])
def test_options_of_a_game_are_not_taken_where_there_is_none(command):
    ended = run("--seed", "5", "--players", "4", command)
    assert ended.returncode == 2


def test_an_option_before_the_command_is_not_silently_lost():
    ended = run("--players", "3", "random-game", "--seed", "4")
    assert ended.returncode == 2 or b"navy" in ended.stdout


class TestPerft:
    def test_a_depth_of_one_counts_the_legal_actions(self):
        given = json_lines([documents.position(), documents.exchange(), documents.over()])
        counts = [
            answer["nodes"] for answer in answers(run("perft", "--depth", "1", given=given).stdout)
        ]
        listed = answers(run("legal", given=given).stdout)
        assert counts == [len(answer["actions"]) for answer in listed]

    def test_a_depth_of_two_counts_what_follows_each_action(self):
        position = documents.position()
        (answer,) = answers(run("perft", given=json_lines([position])).stdout)
        assert answer["depth"] == 2
        (listed,) = answers(run("legal", given=json_lines([position])).stdout)
        lines = [{"position": position, "action": action} for action in listed["actions"]]
        after = run("play", given=json_lines(lines)).stdout
        following = answers(run("legal", given=after).stdout)
        assert answer["nodes"] == sum(len(found["actions"]) for found in following)

    def test_divide_adds_up_and_has_an_entry_for_each_action(self):
        given = json_lines([documents.position()])
        (plain,) = answers(run("perft", given=given).stdout)
        (divided,) = answers(run("perft", "--divide", given=given).stdout)
        (listed,) = answers(run("legal", given=given).stdout)
        assert sum(divided["actions"].values()) == divided["nodes"] == plain["nodes"]
        assert len(divided["actions"]) == len(listed["actions"])


class TestRandomGame:
    @pytest.mark.parametrize(
        "options",
        [
            [],
            ["--json"],
            ["--players", "4", "--variants", "all", "--json"],
            ["--players", "3", "--variants", "random"],
        ],
        ids=" ".join,
    )
    def test_the_same_seed_gives_the_same_bytes(self, options):
        arguments = ["random-game", "--seed", "77", *options]
        # The order of sets of texts changes with this variable.
        first, second = (
            run(*arguments, environment={"PYTHONHASHSEED": seed}) for seed in ("1", "2")
        )
        assert first.returncode == 0
        assert first.stderr == b""
        assert first.stdout == second.stdout != b""

    def test_another_seed_gives_another_game(self):
        games = {run("random-game", "--seed", str(seed)).stdout for seed in (1, 2, -1)}
        assert len(games) == 3

    def test_without_a_seed_it_tells_the_one_that_it_took(self):
        first = run("random-game").stdout.decode()
        seed = first.partition("seed ")[2].partition(",")[0]
        assert run("random-game", "--seed", seed).stdout.decode() == first

    @pytest.mark.parametrize(
        "options",
        [
            ["--seed", "1"],
            ["--seed", "2", "--players", "3", "--variants", "random", "--ruling", "21=allow"],
            ["--seed", "3", "--players", "4", "--variants", "all", "--ruling", "28=any"],
            ["--seed", "4", "--variants", "portals,pyramids,wind,moon,sand"],
        ],
        ids=" ".join,
    )
    def test_play_reproduces_each_next_position(self, options):
        game = run("random-game", "--json", *options)
        assert game.returncode == 0
        lines = game.stdout.splitlines(keepends=True)
        played = run("play", given=b"".join(lines))
        assert played.returncode == 0
        *answered, last = played.stdout.decode().splitlines()
        following = [json.loads(line)["position"] for line in lines[1:]]
        # Equal positions are equal text.
        texts = [json.dumps(position, separators=(",", ":")) for position in following]
        assert answered == texts
        assert json.loads(last)["step"] == "over"

    def test_it_can_be_piped_into_play_as_it_is(self):
        with subprocess.Popen(
            [*PROGRAM, "random-game", "--json", "--seed", "5"], stdout=subprocess.PIPE
        ) as game:
            played = subprocess.run(
                [*PROGRAM, "play"],
                stdin=game.stdout,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        assert game.returncode == 0
        assert played.returncode == 0
        assert all("format" in position for position in answers(played.stdout))

    def test_it_tells_who_won(self):
        assert run("random-game", "--seed", "1").stdout.decode().splitlines()[-1].endswith("won.")

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_it_can_be_read_without_unicode(self, encoding):
        ended = run("random-game", "--seed", "1", environment={"PYTHONIOENCODING": encoding})
        assert b"Traceback" not in ended.stderr
        assert ended.returncode == 0
