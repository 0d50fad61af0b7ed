"""The commands that read a stream: a line in, a line out, whatever the line holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli import documents
from tests.cli.documents import SPOILT, set_at
from tests.cli.program import answers, json_lines, run

POSITION = documents.position()
MOVE = {"do": "move", "from": [0, 0], "to": [1, 0]}
REFUSED = {"do": "move", "from": [0, 0], "to": [0, 0]}
COMMANDS = ("legal", "play", "score", "perft")


def line_for(command: str, position: Any) -> Any:
    return {"position": position, "action": MOVE} if command == "play" else position


def good(command: str) -> bytes:
    return json_lines([line_for(command, POSITION)])


def good_answer(command: str) -> Any:
    keys = {"legal": "actions", "play": "format", "score": "points", "perft": "nodes"}
    return keys[command]


def check_error(command: str, answer: Any) -> None:
    expected = {"error", "violations"} if command == "play" else {"error"}
    assert set(answer) == expected
    assert answer.get("violations", []) == []
    assert "Traceback" not in answer["error"]


@pytest.mark.parametrize("command", COMMANDS)
class TestStream:
    def test_an_empty_one_has_no_answer(self, command):
        ended = run(command)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")

    def test_skips_blank_lines(self, command):
        given = b"\n  \n\t\r\n" + good(command) + b"\r\n\n" + good(command) + b"   "
        ended = run(command, given=given)
        assert ended.returncode == 0
        assert len(answers(ended.stdout)) == 2

    def test_needs_no_line_break_at_the_end(self, command):
        ended = run(command, given=good(command).rstrip())
        assert ended.returncode == 0
        assert len(answers(ended.stdout)) == 1

    def test_goes_on_after_a_bad_line_and_ends_with_code_2(self, command):
        ended = run(command, given=good(command) + b"{bad\n" + good(command))
        first, bad, last = answers(ended.stdout)
        assert first == last
        assert good_answer(command) in first
        check_error(command, bad)
        assert ended.returncode == 2
        assert ended.stderr == b""

    def test_takes_lines_as_windows_writes_them(self, command):
        plain = run(command, given=good(command) * 2)
        windows = b"\xef\xbb\xbf" + good(command).replace(b"\n", b"\r\n") * 2
        assert run(command, given=windows).stdout == plain.stdout
        assert plain.returncode == 0

    def test_takes_raw_and_escaped_letters_alike(self, command):
        named = json.dumps(line_for(command, POSITION)).replace("cyan", "Ekö🜁")
        escaped = json.dumps(json.loads(named)).encode() + b"\n"
        assert run(command, given=named + "\n").stdout == run(command, given=escaped).stdout

    def test_answers_every_impossible_position_with_the_field_concerned(self, command):
        given = json_lines(line_for(command, spoilt.document) for spoilt in SPOILT)
        ended = run(command, given=given)
        assert ended.returncode == 2
        assert ended.stderr == b""
        for spoilt, answer in zip(SPOILT, answers(ended.stdout), strict=True):
            check_error(command, answer)
            assert answer["error"].partition(":")[0] in spoilt.fields

    def test_answers_what_is_no_document_with_an_error(self, command):
        ended = run(command, given=b"".join(line + b"\n" + good(command) for line in NONSENSE))
        assert ended.stderr == b""
        assert ended.returncode == 2
        found = answers(ended.stdout)
        for line, bad, after in zip(NONSENSE, found[::2], found[1::2], strict=True):
            check_error(command, bad)
            assert len(bad["error"]) < 1000, line[:30]
            assert good_answer(command) in after

    def test_answers_numbers_of_any_length(self, command):
        given = [
            json.dumps(line_for(command, set_at(POSITION, path, "@"))).replace('"@"', value)
            for path, value in LONG_NUMBERS
        ]
        ended = run(command, given="\n".join(given))
        assert ended.stderr == b""
        assert ended.returncode == 2
        found = answers(ended.stdout)
        assert len(found) == len(given)
        for answer in found:
            check_error(command, answer)


NONSENSE = [
    b"{",
    b"}",
    b"null",
    b"true",
    b"3",
    b'"text"',
    b"[]",
    b"{}",
    b"nul",
    b"{'format': 'eko-position/1'}",
    b'{"format": "eko-position/1"}',
    b'{"format": "eko-position/1"} {}',
    b"\xff\xfe{\x00}\x00",
    b"\x80\x81",
    b'"\xed\xa0\x80"',
    b"\x00",
    b"\xef\xbb\xbf\xef\xbb\xbf{}",
    b"# a comment",
    b"NaN",
    b"-Infinity",
    b"1e999999999",
    b"9" * 5000,
    b"-" * 10000,
    b'{"a": "' + b"x" * 10**6,
]

LONG_NUMBERS: list[tuple[documents.Path, str]] = [
    (("box", "cyan"), "9" * 4301),
    (("stacks", 0, "cell", 0), "9" * 4300),
    (("stacks", 0, "warriors"), "9" * 4300),
    (("reserve", "cyan", "warriors"), "9" * 4300),
    (("box", "cyan"), "9" * 4300),
    (("rulings",), '{"%s": "allow"}' % ("2" * 5000)),
]


DEPTHS = [500, *range(970, 1000), 5_000, 100_000]


@pytest.mark.parametrize(
    "path",
    [
        ("note",),
        ("tiles", "note"),
        ("layout", 0, "note"),
        ("tiles",),
        ("layout",),
        ("players",),
        ("stacks", 0, "cell"),
        ("box", "cyan"),
        ("captives", "cyan", 0),
        ("rulings", "21"),
        ("winners",),
    ],
    ids=lambda path: ".".join(map(str, path)),
)
@pytest.mark.parametrize("command", ["legal", "play"])
def test_a_line_of_any_depth_is_answered(command, path):
    whole = json.dumps(line_for(command, set_at(POSITION, path, "@")))
    given = [whole.replace('"@"', "[" * depth + "]" * depth) for depth in DEPTHS]
    ended = run(command, given="\n".join(given))
    assert ended.stderr == b""
    assert ended.stdout.count(b"\n") == len(DEPTHS)
    assert ended.returncode in (0, 2)


class TestPlay:
    def test_a_refused_action_is_not_a_bad_line(self):
        ended = run("play", given=json_lines([{"position": POSITION, "action": REFUSED}] * 2))
        assert ended.returncode == 0
        for answer in answers(ended.stdout):
            assert answer["violations"] == ["same_cell"]
            assert answer["error"].endswith(".")

    def test_a_refused_action_after_a_bad_line_ends_with_code_2(self):
        refused = json_lines([{"position": POSITION, "action": REFUSED}])
        assert run("play", given=b"{\n" + refused).returncode == 2

    @pytest.mark.parametrize(
        ("line", "field"),
        [
            ({"action": MOVE}, "position"),
            ({"position": POSITION}, "action"),
            ({"position": POSITION, "action": None}, "action"),
            ({"position": POSITION, "action": "pass"}, "action"),
            ({"position": POSITION, "action": {}}, "action"),
            ({"position": POSITION, "action": {"do": "fly"}}, "action"),
            ({"position": POSITION, "action": {"do": "move", "from": [0, 0]}}, "action"),
            ({"position": None, "action": MOVE}, "format"),
            ({"position": POSITION | {"box": 1}, "action": {"do": "fly"}}, "box"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_a_bad_action_is_a_bad_line(self, line, field):
        ended = run("play", given=json_lines([line]))
        (answer,) = answers(ended.stdout)
        check_error("play", answer)
        assert answer["error"].startswith(f"{field}: ")
        assert ended.returncode == 2

    @pytest.mark.parametrize(
        "action",
        [
            {"do": "move", "from": [0, 0], "to": [1, 0], "lost": 10**4299},
            {"do": "move", "from": [0, 0], "to": [1, 0], "lost": 10**4299, "lost_emperor": True},
            {"do": "reinforce", "placements": [{"cell": [0, 0], "warriors": 10**4299}]},
            {
                "do": "reinforce",
                "placements": [
                    {"cell": [q, 0], "warriors": 10**4300 - 1, "emperor": True} for q in (0, 1)
                ],
            },
            {"do": "move", "from": [10**4299, 0], "to": [1, 0]},
        ],
        ids=["lost", "lost with emperor", "placed", "placed twice", "far"],
    )
    def test_an_action_with_huge_numbers_gets_a_short_answer(self, action):
        steps = ("extra", "reinforce", "action")
        given = [{"position": POSITION | {"step": step}, "action": action} for step in steps]
        ended = run("play", given=json_lines(given))
        assert ended.stderr == b""
        for answer in answers(ended.stdout):
            assert "error" in answer
            assert len(answer["error"]) < 2000

    def test_the_answer_is_the_next_line_s_position(self):
        position: Any = POSITION
        for action in (MOVE, {"do": "pass"}):
            ended = run("play", given=json_lines([{"position": position, "action": action}]))
            (position,) = answers(ended.stdout)
            if "error" in position:
                assert position["violations"]
                break
            assert answers(run("legal", given=json_lines([position])).stdout)[0]["actions"]


class TestLegal:
    def test_gives_each_action_once_and_the_same_way_every_time(self):
        outputs = {run("legal", given=json_lines([POSITION])).stdout for _ in range(3)}
        (output,) = outputs
        (answer,) = answers(output)
        texts = [json.dumps(action, sort_keys=True) for action in answer["actions"]]
        assert len(set(texts)) == len(texts) > 0

    def test_lists_nothing_after_the_end(self):
        ended = run("legal", given=json_lines([documents.over()]))
        assert answers(ended.stdout) == [{"actions": []}]

    def test_leaves_out_what_is_false_or_0(self):
        (answer,) = answers(run("legal", given=json_lines([POSITION])).stdout)
        for action in answer["actions"]:
            for optional in ("lost", "lost_emperor", "emperor"):
                assert action.get(optional, True)


class TestScore:
    def test_counts_points_and_capitals_in_the_order_of_the_players(self):
        (answer,) = answers(run("score", given=json_lines([POSITION])).stdout)
        assert answer == {
            "points": {"cyan": 5, "violet": 1, "navy": 3},
            "capital": {"cyan": False, "violet": True, "navy": False},
            "winners": None,
        }
        assert list(answer["points"]) == ["cyan", "violet", "navy"]

    @pytest.mark.parametrize("winners", [[], ["cyan"], ["violet", "navy"]])
    def test_gives_the_winners_at_the_end(self, winners):
        over = documents.over() | {"winners": winners}
        assert answers(run("score", given=json_lines([over])).stdout)[0]["winners"] == winners


def test_the_commands_take_a_very_long_line():
    long = POSITION | {"note": "x" * 5_000_000}
    ended = run("score", given=json_lines([long, POSITION]))
    first, second = answers(ended.stdout)
    assert first == second
