"""Turns visits into spans of time: what lies still, where the hand is, what it carries.

Times are seconds of the film. Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eko_companion.rules import Action, play_unchecked
from eko_companion.rules.hexgrid import Cell
from eko_companion.rules.position import Position
from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.film.hauls import Contents, Haul, hauls_for, undone
from eko_companion.simulator.film.motion import Key, lifted, middle_of, outside
from eko_companion.simulator.film.script import Visit
from eko_companion.simulator.hands.looks import Look
from eko_companion.simulator.scene import Disc, Thing

HIGH = 52.0
"""Millimetres above the board at which a hand carries."""
QUICKEST = 1500.0
"""Millimetres a second on average."""
FAR = 380.0
"""Millimetres beyond the board from where an arm comes."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the direction of his arm and what his hand looks like."""

    direction: float
    look: Look


@dataclass(frozen=True, eq=False)
class Span:
    """A part of the film in which the same things lie still."""

    start: float
    end: float
    things: tuple[Thing, ...]
    keys: tuple[Key, ...] = ()
    """Where the hand is; nothing: no hand is there."""
    carried: tuple[Thing, ...] = ()
    grip: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Where the hand was when it gripped what it carries."""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """A visit on the film: from when the hand comes to when it is gone."""

    start: float
    end: float
    visit: Visit


@dataclass(frozen=True, eq=False)
class _Mark:
    """From a moment on: what lies where, and what the hand holds."""

    at: float
    contents: Contents
    beside: tuple[Thing, ...]
    carried: tuple[Thing, ...] = ()
    grip: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Timeline:
    """Grows visit by visit."""

    def __init__(
        self,
        tabletop: Tabletop,
        seats: dict[str, Seat],
        rng: np.random.Generator,
        pace: float = 1.0,
    ) -> None:
        """`pace` stretches all times: 2 is a slow player."""
        self._tabletop = tabletop
        self._seats = seats
        self._rng = rng
        self._pace = pace
        self._last: tuple[list[Haul], Contents] = ([], {})
        self.now = 0.0
        self.spans: list[Span] = []
        self.happened: list[Happened] = []
        self._contents: Contents = tabletop.contents()
        self._beside: tuple[Thing, ...] = tuple(tabletop.beside())

    def rest(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self.spans.append(Span(self.now, self.now + seconds, self._things()))
        self.now += seconds

    def add(self, visit: Visit) -> None:
        """A hand comes, does what the visit says, and goes."""
        hauls, after = self._hauls_of(visit)
        start = self.now
        if hauls:
            seat = self._seats[visit.player]
            if visit.hesitates:
                hauls = [*self._hesitation(hauls[0]), *hauls]
            self._reach(hauls, seat, visit.slides and not visit.puts_back)
        self._contents = after
        self._beside = tuple(self._tabletop.beside())
        self.happened.append(Happened(start, self.now, visit))

    def _things(self) -> tuple[Thing, ...]:
        lying = [thing for things in self._contents.values() for thing in things]
        return (*lying, *self._beside)

    def _hauls_of(self, visit: Visit) -> tuple[list[Haul], Contents]:
        before = dict(self._contents)
        if visit.puts_back:
            self._tabletop.show(visit.stands)
            home = self._tabletop.contents()
            return undone(*self._last, home), home
        hauls: list[Haul] = []
        position: Position = visit.before
        now = before
        for action, after in self._steps(visit):
            self._tabletop.show(after)
            then = self._tabletop.contents()
            hauls += hauls_for(action, position, now, then)
            position, now = after, then
        self._last = (hauls, before)
        return hauls, self._tabletop.contents()

    @staticmethod
    def _steps(visit: Visit) -> list[tuple[Action, Position]]:
        if visit.attempt is not None:
            return [(visit.attempt, visit.stands)]
        steps: list[tuple[Action, Position]] = []
        position = visit.before
        for action in visit.actions:
            position = play_unchecked(position, action)
            steps.append((action, position))
        return steps

    def _hesitation(self, first: Haul) -> list[Haul]:
        """Lift what comes first, think, and put it back."""
        if first.lift is None:
            return []
        home = self._contents[first.lift]
        return [Haul(first.lift, first.left, first.carried, first.lift, home)]

    def _reach(self, hauls: Sequence[Haul], seat: Seat, slides: bool) -> None:
        keys: list[Key] = []
        after = tuple(self._tabletop.beside())
        first = self._place(hauls[0], hauls[0].lift, seat, (), ())
        x, y = outside(0.0, 0.0, seat.direction, FAR)
        keys.append(Key(self.now, first[0] + x, first[1] + y, HIGH + 30, "reach"))
        marks = [_Mark(self.now, dict(self._contents), self._beside)]
        for haul in hauls:
            self._do(haul, seat, slides, keys, marks, after)
        self.now += self._time(0.45, 0.8)
        end = keys[-1]
        keys.append(Key(self.now, end.x + x, end.y + y, HIGH + 30, "reach"))
        stops = [mark.at for mark in marks[1:]] + [self.now]
        for mark, stop in zip(marks, stops, strict=True):
            lying = tuple(thing for things in mark.contents.values() for thing in things)
            things = (*lying, *mark.beside)
            self.spans.append(
                Span(mark.at, stop, things, tuple(keys), mark.carried, mark.grip, seat)
            )

    def _do(
        self,
        haul: Haul,
        seat: Seat,
        slides: bool,
        keys: list[Key],
        marks: list[_Mark],
        after: tuple[Thing, ...],
    ) -> None:
        """One haul: over, down, grip, up, over, down, let go, up; `after` lies beside at last."""
        up = 0.0 if slides and haul.lift is not None and haul.drop is not None else HIGH
        contents, beside = dict(marks[-1].contents), marks[-1].beside
        taken = _like(haul.carried, [t for t in beside if t not in after])
        source = self._place(haul, haul.lift, seat, (), taken)
        self._go(keys, source, HIGH, "reach", 0.35, 0.65)
        self._go(keys, source, 0.0, "pinch", 0.15, 0.3)
        if haul.lift is not None:
            contents[haul.lift] = haul.left
        else:
            beside = tuple(thing for thing in beside if thing not in taken)
        grip = (source[0], source[1], source[2])
        carried = self._as_lifted(haul, source)
        marks.append(_Mark(self.now, dict(contents), beside, carried, grip))
        self._go(keys, source, up, "pinch", 0.12, 0.25)
        given = _like(haul.carried, [t for t in after if t not in beside])
        target = self._place(haul, haul.drop, seat, haul.dropped, given)
        self._go(keys, target, up, "pinch", 0.4, 0.9)
        self._go(keys, target, 0.0, "pinch", 0.15, 0.3)
        if haul.drop is not None:
            contents[haul.drop] = haul.dropped
        else:
            beside = (*beside, *given)
        marks.append(_Mark(self.now, dict(contents), beside))
        self._go(keys, target, HIGH, "reach", 0.15, 0.3)

    def _as_lifted(self, haul: Haul, source: tuple[float, float, float]) -> tuple[Thing, ...]:
        """What is carried, as it lies where the hand grips it."""
        if haul.lift is not None or not haul.carried:
            return haul.carried
        home = middle_of(haul.carried, self._disc)
        return lifted(haul.carried, home, Key(0.0, *source))

    def _go(
        self,
        keys: list[Key],
        to: tuple[float, float, float],
        above: float,
        pose: str,
        least: float,
        most: float,
    ) -> None:
        # Nobody's hand is quicker than that, however far it has to go.
        needed = math.dist((keys[-1].x, keys[-1].y), to[:2]) / QUICKEST
        self.now += max(self._time(least, most), needed)
        keys.append(Key(self.now, to[0], to[1], to[2] + above, pose))

    def _time(self, least: float, most: float) -> float:
        return float(self._rng.uniform(least, most)) * self._pace

    @property
    def _disc(self) -> float:
        return self._tabletop.disc_thickness

    def _place(
        self,
        haul: Haul,
        cell: Cell | None,
        seat: Seat,
        dropped: tuple[Thing, ...],
        beside: tuple[Thing, ...],
    ) -> tuple[float, float, float]:
        """Where the fingers are when they lift from or put down on a cell, or beside the board.

        What has no place beside the board, such as the box, is out of sight.
        """
        things = (dropped or haul.carried) if cell is not None else beside
        if things:
            gripped = things[-len(haul.carried) :] if haul.carried else things
            return middle_of(gripped, self._disc)
        x, y = outside(*self._tabletop.middle, seat.direction, self._tabletop.reach + FAR)
        return x, y, 12.0


def _like(carried: tuple[Thing, ...], lying: list[Thing]) -> tuple[Thing, ...]:
    """As many of the things that lie somewhere as are carried, each of the same kind."""
    chosen: list[Thing] = []
    for thing in carried:
        for other in lying:
            if other not in chosen and _kind(other) == _kind(thing):
                chosen.append(other)
                break
    return tuple(chosen)


def _kind(thing: Thing) -> tuple[object, ...]:
    return thing.owner, thing.emperor if isinstance(thing, Disc) else thing.kind
