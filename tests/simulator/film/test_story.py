"""What a film tells: after every visit the board agrees with the game, and no piece is lost."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from eko_companion.rules import Build, Position, Step, Swap, play, play_unchecked, why_illegal
from eko_companion.simulator.film.film import Film
from eko_companion.simulator.film.timeline import Happened, Span
from tests.simulator.film.films import on_cells, sort_of, sorts_on, wanted, whole_film

GAMES = [(seed, players, seed % 2 == 1) for seed, players in itertools.product((1, 2), (2, 3, 4))]
MOMENT = 1e-6

every_game = pytest.mark.parametrize(("seed", "players", "variants"), GAMES, ids=str)


def spans_of(film: Film, happened: Happened) -> list[Span]:
    return [span for span in film.spans if happened.start <= span.start < happened.end]


def boards_of(before: Position, happened: Happened) -> list[Position]:
    """What stands on the board before, between the actions of a visit, and after it."""
    boards = [before]
    for action in happened.visit.actions:
        boards.append(play_unchecked(boards[-1], action))
    return [*boards, happened.visit.stands]


@every_game
class TestEveryGame:
    def test_the_script_is_a_game(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        official = film.table.start
        for happened in film.happened:
            visit = happened.visit
            assert visit.before == official
            for action in visit.actions:
                official = play(official, action)
            assert visit.after == official
            if visit.attempt is None:
                assert visit.stands == official
            else:
                codes = [r.code.value for r in why_illegal(visit.before, visit.attempt)]
                assert list(visit.violation) == codes
                assert codes
        assert official.step is Step.OVER

    def test_after_each_visit_the_board_agrees(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        assert on_cells(film.scene_at(0.0).things) == wanted(film.table.start)
        for happened in film.happened:
            for later in (MOMENT, 0.5, 1.1):
                scene = film.scene_at(happened.end + later)
                assert on_cells(scene.things) == wanted(happened.visit.stands)
                assert scene.carried == ()

    def test_a_mistake_is_put_back(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        mistakes = 0
        for wrong, back in itertools.pairwise(film.happened):
            if wrong.visit.attempt is None:
                continue
            mistakes += 1
            assert back.visit.puts_back
            assert back.end > back.start
            before = on_cells(film.scene_at(wrong.start - MOMENT).things)
            between = on_cells(film.scene_at(wrong.end + MOMENT).things)
            after = on_cells(film.scene_at(back.end + MOMENT).things)
            assert before == after == wanted(wrong.visit.before)
            assert between != before
        assert mistakes > 2

    def test_a_hand_is_there_exactly_while_somebody_visits(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        end = 0.0
        for happened in film.happened:
            assert happened.start >= end
            if happened.end > happened.start:
                for share in (0.001, 0.3, 0.7, 0.999):
                    at = happened.start + share * (happened.end - happened.start)
                    assert film.hand_at(at)
                assert not film.hand_at(happened.start - MOMENT)
                assert not film.hand_at(happened.end + MOMENT)
                assert not film.hand_at(happened.end + 1.1)
            end = happened.end
        assert end < film.length

    def test_nothing_lying_moves_without_a_hand(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        for happened in film.happened:
            for at in (happened.start, happened.end):
                before, after = (
                    {thing for thing in film.scene_at(when).things if thing.cell is not None}
                    for when in (at - MOMENT, at + MOMENT)
                )
                assert before == after

    def test_no_piece_is_there_twice_or_gets_lost(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        standing = film.table.start
        for happened in film.happened:
            boards = [sorts_on(board) for board in boards_of(standing, happened)]
            # To swap two discs, or a building for one alike, one lies aside for a moment.
            aside = any(isinstance(a, Swap | Build) for a in happened.visit.actions)
            aside |= isinstance(happened.visit.attempt, Build) or happened.visit.puts_back
            for span in spans_of(film, happened):
                lying = [thing for thing in span.things if thing.cell is not None]
                seen = Counter(sort_of(thing) for thing in (*lying, *span.carried))
                for sort in {sort for board in boards for sort in board} | set(seen):
                    counts = [board[sort] for board in boards]
                    assert seen[sort] <= max(counts)
                    assert seen[sort] >= min(counts) - aside
            standing = happened.visit.stands

    def test_every_action_that_moves_pieces_takes_time(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        standing = film.table.start
        for happened in film.happened:
            changed = wanted(standing) != wanted(happened.visit.stands)
            assert not changed or happened.end - happened.start > 1.0
            standing = happened.visit.stands

    def test_a_visit_is_made_by_the_player_whose_pieces_move(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        seats: dict[str, set[float]] = {}
        for happened in film.happened:
            for span in spans_of(film, happened):
                assert span.seat is not None
                seats.setdefault(happened.visit.player, set()).add(span.seat.direction)
        assert set(seats) <= set(film.table.start.players)
        assert all(len(directions) == 1 for directions in seats.values())
        for happened in film.happened:
            official = happened.visit.before
            for action in happened.visit.actions:
                after = play_unchecked(official, action)
                if wanted(after) != wanted(official):
                    assert official.active == happened.visit.player
                official = after

    def test_spans_follow_each_other_without_gaps(self, seed, players, variants):
        film = whole_film(seed, players, variants)
        assert film.spans[0].start == 0
        for one, other in itertools.pairwise(film.spans):
            assert one.end == pytest.approx(other.start)
            assert one.end > one.start
        assert film.spans[-1].end == pytest.approx(film.length)


def test_players_do_everything_now_and_then():
    visits = [
        happened.visit
        for seed, players, variants in GAMES
        for happened in whole_film(seed, players, variants).happened
    ]
    assert sum(visit.attempt is not None for visit in visits) > 20
    assert sum(visit.puts_back for visit in visits) == sum(
        visit.attempt is not None for visit in visits
    )
    assert sum(visit.hesitates for visit in visits) > 50
    assert sum(visit.slides for visit in visits) > 50
    assert sum(len(visit.actions) > 1 for visit in visits) > 50
