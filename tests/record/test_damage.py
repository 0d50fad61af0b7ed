"""A damaged game is noticed, said in a sentence, played on up to the damage, and never overwritten.

EKO_THOROUGH=1 flips bits in 1,000 files.
"""

from __future__ import annotations

import copy
import os
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eko_companion.record import DamagedGameError, Game, RecordError, read_journal
from eko_companion.record.chain import FIRST, BrokenSealError, open_seal
from eko_companion.record.library import summary_of
from eko_companion.rules import EkoError
from tests.record.tables import (
    BLITZ,
    THOROUGH,
    kept_copies,
    opened,
    play_on,
    random_game,
    resealed,
    seen,
    start_of,
)

NOBODY = 65534
FLIPPED_FILES = 1000 if THOROUGH else 120
NONSENSE = 3000 if THOROUGH else 150


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pulls the plug in these tests, so the disk need not be waited for."""
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """A few games in which a bit of everything happened."""
    folder = tmp_path_factory.mktemp("games")
    return [
        random_game(folder / f"game-{seed}.jsonl", seed, 18, clock=seed % 2 == 0)
        for seed in range(6)
    ]


def check_sentence(sentence: str, path: Path) -> None:
    assert re.fullmatch(r"[A-Z\"'].*\.", sentence), sentence
    assert "Traceback" not in sentence
    assert "Errno" not in sentence
    assert str(path.parent) not in sentence
    assert len(sentence) < 600


def check_damage(
    path: Path, damaged: bytes, whole: bytes, *, found: bool = True, briefly: bool = False
) -> int | None:
    """Look at a damaged file and open it; returns how many events are there, None if none are."""
    path.write_bytes(damaged)
    try:
        state, said = Game.look(path)
    except RecordError as error:
        check_sentence(str(error), path)
    else:
        assert bool(said) or not found
        for sentence in said:
            check_sentence(sentence, path)
    if not briefly:
        summary_of(path)
    assert path.read_bytes() == damaged
    assert kept_copies(path) == []
    try:
        game = Game.open(path)
    except RecordError as error:
        check_sentence(str(error), path)
        assert damaged in (path.read_bytes(), *kept_copies(path))
        return None
    if game.fault is not None:
        check_sentence(game.fault.sentence, path)
        assert kept_copies(path) == [damaged]
    else:
        assert not found
    # What is there is the beginning of what was written, and goes on.
    lines = whole.splitlines(keepends=True)
    count = len(game.state.events)
    assert path.read_bytes() == b"".join(lines[:count])
    assert seen(game.state) == seen(state)
    play_on(game, random.Random(0), 2)
    now = seen(game.state)
    game.close()
    if not briefly:
        again = Game.open(path)
        assert again.fault is None
        assert seen(again.state) == now
        again.close()
    assert game.fault is None or kept_copies(path) == [damaged]
    return count


def test_a_last_line_cut_at_each_single_byte_is_left_out_and_said(
    tmp_path: Path,
) -> None:
    game = Game.new(tmp_path / "whole.jsonl", start_of(2), clock=BLITZ)
    play_on(game, random.Random(1), 6)
    game.close()
    whole = (tmp_path / "whole.jsonl").read_bytes()
    *before, last = whole.splitlines(keepends=True)
    for cut in range(len(last)):
        path = tmp_path / f"cut-{cut}.jsonl"
        damaged = b"".join(before) + last[:cut]
        count = check_damage(path, damaged, whole, found=cut > 0, briefly=cut % 9 > 0)
        assert count == len(before)
        content = read_journal(path.with_name(f"cut-{cut}.damaged-1.jsonl")) if cut else None
        if content is not None:
            assert content.fault is not None
            assert content.fault.torn
            assert content.fault.line == len(before) + 1
            assert content.fault.lost_bytes == cut
            assert content.fault.sentence.startswith("The last line")


def test_a_first_line_cut_at_any_byte_is_said_and_left_in_place(
    tmp_path: Path, journals: list[bytes]
) -> None:
    first = journals[0].splitlines(keepends=True)[0]
    for cut in range(0, len(first), 1 if THOROUGH else 101):
        path = tmp_path / "game.jsonl"
        assert check_damage(path, first[:cut], first) is None
        assert path.read_bytes() == first[:cut]


def test_flipped_bits_are_always_found_and_nothing_is_overwritten(
    tmp_path: Path, journals: list[bytes]
) -> None:
    rng = random.Random(4)
    unreadable = events = lost = 0
    for number in range(FLIPPED_FILES):
        whole = rng.choice(journals)
        flipped = bytearray(whole)
        # Half of the flips hit the events, which are short beside the first line.
        first = 0 if number % 2 else whole.index(b"\n")
        for place in rng.sample(range(first, len(whole)), rng.choice((1, 1, 1, 2, 8))):
            flipped[place] ^= 1 << rng.randrange(8)
        path = tmp_path / f"flipped-{number}.jsonl"
        count = check_damage(path, bytes(flipped), whole, briefly=number % 3 > 0)
        if count is None:
            unreadable += 1
        else:
            events += count
            lost += whole.count(b"\n") - count
    print(f"{FLIPPED_FILES} files: {unreadable} unreadable, {events} events there, {lost} lost")
    assert 0 < unreadable < FLIPPED_FILES


def test_every_single_bit_of_every_event_is_guarded(journals: list[bytes]) -> None:
    check = FIRST
    for number, line in enumerate(journals[1].splitlines(keepends=True)):
        # The first line is long, and no different from the others.
        for place in range(0, len(line), 1 if THOROUGH or number else 41):
            flipped = bytearray(line)
            for bit in range(8):
                flipped[place] ^= 1 << bit
                with pytest.raises(BrokenSealError):
                    open_seal(bytes(flipped), check)
                flipped[place] ^= 1 << bit
        _, check = open_seal(line, check)


def test_lines_that_are_lost_doubled_swapped_or_strange_are_found_where_they_are(
    tmp_path: Path, journals: list[bytes]
) -> None:
    whole, other = journals[0], journals[1]
    lines, others = (journal.splitlines(keepends=True) for journal in (whole, other))
    for number in range(1, len(lines) - 1):
        here, upto, rest = lines[number], lines[:number], lines[number + 1 :]
        damages = {
            "lost": [*upto, *rest],
            "doubled": [*upto, here, here, *rest],
            "swapped": [*upto, lines[number + 1], here, *rest[1:]],
            "from another game": [*upto, others[number], *rest],
            "the rest from another game": [*upto, *others[number:]],
            "zeros": [*upto, b"\0" * len(here), *rest],
            "a line of zeros": [*upto, b"\0" * (len(here) - 1) + b"\n", *rest],
            "an empty line": [*upto, b"\n", here, *rest],
            "blanks": [*upto, b" " + here, *rest],
            "cut": [*upto, here[:-20], *rest],
            "Windows": [*upto, here[:-1] + b"\r\n", *rest],
            "a huge line": [*upto, b'{"n":' + b"9" * 1_000_000 + b"}\n", *rest],
            "deep": [*upto, b"[" * 200_000 + b"\n", *rest],
            "half a character": [*upto, b"\xff\xfe\xc3\n", *rest],
        }
        one = list(damages)[number % len(damages)]
        for name in damages if THOROUGH else [one]:
            path = tmp_path / f"{number} {name}.jsonl"
            count = check_damage(path, b"".join(damages[name]), whole)
            assert count == number + (name == "doubled"), name
            kept = path.with_name(f"{path.stem}.damaged-1.jsonl")
            fault = read_journal(kept).fault
            assert fault is not None
            assert fault.line == count + 1
            assert fault.offset == len(b"".join(lines[:count]))
            assert f"Line {count + 1} (byte {fault.offset}) is damaged" in fault.sentence


def test_what_comes_after_damage_does_not_count_but_is_kept(
    tmp_path: Path, journals: list[bytes]
) -> None:
    path = tmp_path / "game.jsonl"
    lines = journals[0].splitlines(keepends=True)
    damaged = b"".join([*lines[:5], b"garbage\n", *lines[5:]])
    path.write_bytes(damaged)
    state, said = Game.look(path)
    assert len(state.events) == 5
    lost = len(lines) - 5 + 1
    assert f"from it on {lost} lines are lost" in said[0]
    Game.open(path).close()
    assert kept_copies(path) == [damaged]


def test_every_damaged_file_of_a_game_is_kept(tmp_path: Path, journals: list[bytes]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(journals[1])
    damaged = []
    for _ in range(4):
        damaged.append(path.read_bytes()[:-3])
        path.write_bytes(damaged[-1])
        Game.open(path).close()
        assert kept_copies(path) == damaged


def test_a_damaged_file_is_kept_where_files_cannot_have_two_names(
    tmp_path: Path, journals: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    whole = journals[0]
    assert check_damage(tmp_path / "game.jsonl", whole[:-5], whole) == whole.count(b"\n") - 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\0" * 5000,
        bytes(range(256)) * 20,
        b"\x89PNG\r\n\x1a\n" + bytes(5000),
        b"\xef\xbb\xbf{}\n",
        b"{}\n",
        b'{"check":"0000000000000000"}\n',
        b"[" * 100_000,
        "Zoë\n".encode("utf-16"),
        b"GIF89a",
    ],
)
def test_a_file_that_never_was_a_game_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "game.jsonl"
    assert check_damage(path, content, content) is None
    assert path.read_bytes() == content
    assert kept_copies(path) == []


def test_a_game_of_another_version_is_refused_and_left_as_it_is(
    tmp_path: Path, journals: list[bytes]
) -> None:
    path = tmp_path / "game.jsonl"
    first, *rest = opened(journals[0])
    for version in ("eko-journal/2", None, 7, ["eko-journal/1"], "x" * 10_000):
        later = resealed([{**first, "format": version}, *rest])
        assert check_damage(path, later, later) is None
        assert path.read_bytes() == later
        with pytest.raises(DamagedGameError, match="no journal of format eko-journal/1"):
            Game.open(path)


def test_a_folder_or_nothing_in_the_place_of_a_game_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    for path in (folder, tmp_path / "none.jsonl", tmp_path / "no" / "folder.jsonl"):
        with pytest.raises(RecordError, match=r"^There is no game .*\.$"):
            Game.open(path)
        with pytest.raises(RecordError, match=r"^The game .* cannot be read: .*\.$"):
            Game.look(path)
    with pytest.raises(RecordError, match="already"):
        Game.new(folder, start_of(2))
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000 + "x", "nul\0", "\udc80"])
def test_a_name_that_no_file_can_have_is_said(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.jsonl"
    with pytest.raises(RecordError):
        Game.look(path)
    with pytest.raises(RecordError):
        Game.open(path)


@pytest.fixture
def humble_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for a test that is not run as root, who may read everything."""
    if os.geteuid() != 0:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory() as name:
        try:
            os.chown(name, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        except OSError:
            pytest.skip("this root cannot become anybody else")
        try:
            yield Path(name)
        finally:
            os.seteuid(0)


def test_a_file_without_permission_is_said(humble_folder: Path, journals: list[bytes]) -> None:
    path = humble_folder / "game.jsonl"
    path.write_bytes(journals[0])
    path.chmod(0o000)
    for read in (Game.look, Game.open):
        with pytest.raises(RecordError, match="permission denied"):
            read(path)
    path.chmod(0o444)
    Game.look(path)
    with pytest.raises(RecordError, match="permission denied"):
        Game.open(path)
    assert path.read_bytes() == journals[0]


def test_a_folder_without_permission_is_said(humble_folder: Path, journals: list[bytes]) -> None:
    folder = humble_folder / "games"
    folder.mkdir()
    path = folder / "game.jsonl"
    path.write_bytes(journals[0][:-1])
    folder.chmod(0o555)
    Game.look(path)
    with pytest.raises(RecordError, match="permission denied"):
        Game.open(path)
    with pytest.raises(RecordError, match="permission denied"):
        Game.new(folder / "new.jsonl", start_of(2))
    folder.chmod(0o000)
    for read in (Game.look, Game.open):
        with pytest.raises(RecordError):
            read(path)
    folder.chmod(0o755)
    assert path.read_bytes() == journals[0][:-1]


# Lines with a right seal that make no sense


STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "x",
    "-7",
    [],
    [[]],
    {},
    {"cyan": None},
    "\udc80",
)


def changed_somewhere(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A document with one thing in it exchanged, removed or added, however deep."""
    changed = copy.deepcopy(document)
    place: Any = changed
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = rng.choice(keys)
        if isinstance(place[key], dict | list) and rng.random() < 0.7:
            place = place[key]
            continue
        if rng.random() < 0.2:
            del place[key]
        else:
            place[key] = rng.choice(STRANGE)
        break
    return changed


def check_nonsense(path: Path, documents: list[dict[str, Any]]) -> None:
    written = resealed(documents)
    path.write_bytes(written)
    try:
        state, said = Game.look(path)
    except EkoError:
        pass
    else:
        assert len(state.events) == len(documents) or said
    try:
        game = Game.open(path)
    except EkoError:
        pass
    else:
        try:
            game.note("it goes on")
        finally:
            game._journal.close()
    assert path.read_bytes().startswith(written)


def test_an_event_that_makes_no_sense_is_said_without_a_crash(
    tmp_path: Path, journals: list[bytes]
) -> None:
    rng = random.Random(6)
    games = [opened(journal) for journal in journals]
    path = tmp_path / "game.jsonl"
    crashes: dict[str, str] = {}
    for _ in range(NONSENSE):
        documents = list(rng.choice(games))
        number = rng.randrange(len(documents)) if rng.random() < 0.8 else 0
        documents[number] = changed_somewhere(documents[number], rng)
        try:
            check_nonsense(path, documents)
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
            crashes.setdefault(f"{type(error).__name__}: {error}", str(documents[number])[:300])
    assert crashes == {}


@pytest.mark.parametrize(
    "change",
    [
        {"clock": {"cyan": None, "violet": 1}},
        {"clock": {"cyan": "x", "violet": 1}},
        {"clock": {"cyan": [], "violet": 1}},
        {"clock": 5},
        {"event": "result", "winners": None},
        {"event": "result", "winners": 5},
        {"event": "jump", "to": None},
        {"event": "jump", "to": 10**9},
        {"event": "correct", "position": None},
        {"event": "correct", "position": {}},
        {"event": "override"},
        {"event": "action", "action": None},
        {"event": ["note"]},
        {"elapsed": -5},
        {"elapsed": True},
        {"n": 1.0},
        {"at": 7},
    ],
)
def test_each_field_of_an_event_may_be_nonsense(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new(path, start_of(2), clock=BLITZ)
    play_on(game, random.Random(1))
    game.close()
    first, action = opened(path.read_bytes())
    check_nonsense(path, [first, {**action, **change}])


@pytest.mark.parametrize(
    "change",
    [
        {"clock": {"initial": "x", "increment": 0}},
        {"clock": {"initial": None, "increment": 0}},
        {"clock": []},
        {"clock": 5},
        {"seats": None},
        {"seats": [5]},
        {"seats": []},
        {"seats": "cyan"},
        {"start": None},
        {"start": {}},
        {"start": []},
        {"title": None},
        {"program": []},
        {"elapsed": None},
    ],
)
def test_each_field_of_the_first_line_may_be_nonsense(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    path = tmp_path / "game.jsonl"
    Game.new(path, start_of(2)).close()
    (first,) = opened(path.read_bytes())
    check_nonsense(path, [{**first, **change}])


def test_a_game_that_stops_making_sense_can_be_looked_at_but_not_played_on(
    tmp_path: Path, journals: list[bytes]
) -> None:
    path = tmp_path / "game.jsonl"
    documents = opened(journals[1])
    strange = [{**documents[-1], "n": len(documents), "event": "jump", "to": 10**6}]
    written = resealed([*documents, *strange])
    path.write_bytes(written)
    state, said = Game.look(path)
    assert len(state.events) == len(documents)
    assert said[0].startswith(f"Line {len(documents) + 1} cannot follow what is before it")
    with pytest.raises(DamagedGameError, match=r"can be looked at and exported, but not played"):
        Game.open(path)
    assert path.read_bytes() == written
