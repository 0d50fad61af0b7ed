"""From a photo of the full board to its palette, owners and emperors.

Every circle holds one disc, as many of each colour: that is what makes an unknown palette certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from eko_companion.geometry import Floats
from eko_companion.rules import Cell, Terrain
from eko_companion.rules.pieces import DISCS
from eko_companion.vision.errors import VisionError
from eko_companion.vision.reading.fitting import best_fit, contrast
from eko_companion.vision.reading.known_board import Image, KnownBoard
from eko_companion.vision.reading.light import (
    LightField,
    frame_of,
    light_change,
    logarithms,
    sampled,
    terms,
    white_places,
)
from eko_companion.vision.reading.likeness import likeness_views
from eko_companion.vision.reading.looks import Looks
from eko_companion.vision.reading.palette import Paint, Palette, from_logarithms, perceived
from eko_companion.vision.reading.silhouettes import ViewFrames, silhouettes
from eko_companion.vision.reading.tops import TRIES, Faces, agreement, faces, levelled, unlikeness
from eko_companion.vision.reading.views import view_maps
from eko_companion.vision.start.groups import Numbers, balanced_assignment, balanced_groups
from eko_companion.vision.start.names import named_groups

_COLOURED_RINGS: Final = slice(4, 11)
"""The middle of a face carries most of the print, its edge is rounded."""
_ROUNDS: Final = 4
_TOLERANCE: Final = 11.0
"""In steps of perceived difference: how far a pixel may be from its paint."""
_FLANK: Final = 0.6
"""How much a flank counts against a whole face."""
_STIFFNESS: Final = np.array([0.4, 0.4, 1.5, 1.5, 1.5])


@dataclass(frozen=True, slots=True)
class SeenDisc:
    """One disc of the full board."""

    cell: Cell
    owner: str
    emperor: bool


@dataclass(frozen=True, eq=False)
class SeenStart:
    """What the full board taught."""

    discs: tuple[SeenDisc, ...]
    looks: Looks
    certainty: float
    """How clearly the colours and the emperors stand apart: below 1 the players should check."""


def learn_start(board: KnownBoard, photo: Image, players: Sequence[str]) -> SeenStart:
    """Learn from a photo of the board with a disc on every circle; raises VisionError."""
    cells = [c for c in board.readable() if board.cells[c].terrain is Terrain.CIRCLE]
    if len(cells) != DISCS * len(players):
        raise VisionError(
            f"{len(players)} players set up {DISCS * len(players)} discs, and this board has "
            f"{len(cells)} circles."
        )
    learner = _Learner(board, photo, cells, len(players))
    learner.learn()
    names = named_groups(learner.shades(), players)
    emperors, clearness = learner.emperors()
    looks = learner.looks(names, emperors)
    discs = tuple(
        SeenDisc(cell, names[group], number in emperors)
        for number, (cell, group) in enumerate(zip(cells, learner.groups, strict=True))
    )
    return SeenStart(discs, looks, min(clearness, learner.separation()))


class _Learner:
    """Works on one photo: colours, groups and light are found in turns, each helping the others."""

    def __init__(self, board: KnownBoard, photo: Image, cells: list[Cell], players: int) -> None:
        self._board = board
        self._photo = photo
        self._cells = cells
        self._players = players
        self._feet = board.feet(cells)
        self._frame = frame_of(board)
        self._change = light_change(board, photo)
        self._terms = terms(self._feet, *self._frame)[:, 1:]
        self._bends: Floats = np.zeros((5, 3))
        self._faces: Faces = np.zeros(0, np.float32)
        self._logs: Floats = np.zeros((0, 3))
        self._pixels = np.zeros((0, 0, 3))
        self._gain = np.zeros((0, 3))
        self.groups: Numbers = np.zeros(0, np.intp)
        self.share = np.zeros((0, players))

    def learn(self) -> None:
        self._look(self._feet)
        self._sort()
        # Now that colours are known, each disc is found where it really lies.
        self._feet = self._feet + self._offsets()
        self._look(self._feet)
        self._sort()

    def shades(self) -> Floats:
        """L, a, b of each group, in the light in which the cards are white."""
        white = np.maximum(self._white(), 0.05)
        return perceived(np.array([from_logarithms(m) for m in self._middles()]) / white)

    def separation(self) -> float:
        """How much more of the least clear face is of its own paint than of another, at most 1."""
        own = self.share[np.arange(len(self.share)), self.groups]
        others = self.share.copy()
        others[np.arange(len(self.share)), self.groups] = 0
        return float(np.clip((own / np.maximum(others.max(1), 1e-3)).min() / 2, 0, 1))

    def emperors(self) -> tuple[set[int], float]:
        """The number of the odd face in each group, and how clearly the least clear is odd."""
        tries = [self._plain_faces(off) for off in TRIES * self._board.pieces.disc_diameter]
        shown = tries[0]
        found: set[int] = set()
        clearness = 1.0
        for group in range(self._players):
            members = np.flatnonzero(self.groups == group)
            far = np.min([unlikeness(t[members], shown[members]) for t in tries], axis=0)
            alike = np.max([agreement(t[members], shown[members]) for t in tries], axis=0)
            far, alike = np.minimum(far, far.T), np.maximum(alike, alike.T)
            for table in (far, alike):
                np.fill_diagonal(table, np.nan)
            strange = np.nanmedian(far, axis=1)
            odd = 0.15 * strange / max(float(np.median(strange)), 1e-6)
            odd = odd + 1 - np.nanmedian(alike, axis=1)
            order = np.argsort(odd)
            found.add(int(members[order[-1]]))
            spread = max(float(odd[order[-2]] - odd[order[0]]), 0.02)
            clearness = min(clearness, float(odd[order[-1]] - odd[order[-2]]) / spread)
        return found, clearness

    def looks(self, names: Sequence[str], emperors: set[int]) -> Looks:
        sides = self._sides()
        paints, warriors, crowned = [], {}, {}
        shown = self._plain_faces()
        for group, (name, middle) in enumerate(zip(names, self._middles(), strict=True)):
            members = np.flatnonzero(self.groups == group)
            side = np.median(sides[members], axis=0)
            paints.append(Paint(name, from_logarithms(middle), from_logarithms(side)))
            crowned[name] = shown[[m for m in members if m in emperors]]
            warriors[name] = shown[[m for m in members if m not in emperors]]
        return Looks(self._palette(tuple(paints)), warriors, crowned)

    def _look(self, feet: Floats) -> None:
        """Take the faces and their colours, in the light of the empty board."""
        self._faces = self._taken(feet, np.zeros(2))
        self._gain = self._change.at(feet)
        pixels = logarithms(self._faces[:, _COLOURED_RINGS].reshape(len(feet), -1, 3))
        self._pixels = pixels - self._gain[:, None]
        if not len(self._logs):
            self._logs = np.median(self._pixels, axis=1)

    def _taken(self, feet: Floats, off: Floats) -> Faces:
        board = self._board
        middles = feet + np.array([off[0], off[1], board.pieces.disc_thickness])
        return faces(self._photo, board.camera, middles, board.pieces.disc_diameter)

    def _sort(self) -> None:
        """Group by the middle colours first, then by how much of each face is of a paint.

        An emperor's print can cover most of his face: his paint is what shows around it and on the
        flank of the disc.
        """
        if not len(self.groups):
            seen = perceived(from_logarithms(self._plain_logs()))
            self.groups = balanced_groups(seen, self._players, DISCS)
        for _ in range(_ROUNDS):
            light = self._light().at(self._feet)
            seen = perceived(from_logarithms(self._pixels - light[:, None]))
            paints = perceived(from_logarithms(self._middles()))
            away = np.sqrt(((seen[:, :, None] - paints) ** 2).sum(-1))
            share = np.exp(-0.5 * (away / _TOLERANCE) ** 2).mean(1)
            share = share + _FLANK * self._flank_share()
            self.groups = balanced_assignment(1 - share, DISCS)
            self.share = share
            own = away[np.arange(len(away)), :, self.groups]
            near = own <= np.maximum(np.quantile(own, 0.3, axis=1, keepdims=True), _TOLERANCE)
            nearest = [np.median(p[n], axis=0) for p, n in zip(self._pixels, near, strict=True)]
            self._logs = np.array(nearest, float)
            self._bend()

    def _flank_share(self) -> Floats:
        """How alike each disc's flank is to the flanks of each group."""
        flanks = perceived(from_logarithms(self._sides()))
        typical = np.array(
            [np.median(flanks[self.groups == g], axis=0) for g in range(self._players)]
        )
        away = (flanks[:, None] - typical) * np.array([0.5, 1.0, 1.0])
        result: Floats = np.exp(-0.5 * (away**2).sum(-1) / _TOLERANCE**2)
        return result

    def _bend(self) -> None:
        """Fit the light that falls on the board: discs of one group are of one colour."""
        member = np.eye(self._players)[self.groups]
        basis = np.hstack([self._terms, member])
        stiffness = np.diag([*_STIFFNESS, *([1e-6] * self._players)])
        say = np.ones(len(self._logs))
        weights: Floats = np.zeros((basis.shape[1], 3))
        for _ in range(6):
            gram = basis.T @ (basis * say[:, None]) + stiffness
            solved = np.linalg.solve(gram, basis.T @ (self._logs * say[:, None]))
            weights = np.asarray(solved, float)
            off = np.abs(self._logs - basis @ weights).max(1) / 0.12
            say = 1 / (1 + off**2) ** 2
        self._bends = weights[:5]

    def _light(self) -> LightField:
        """The fitted light, with a mean of 0 over the discs."""
        mean = (self._terms @ self._bends).mean(0)
        return LightField(*self._frame, np.vstack([-mean, self._bends]))

    def _plain_logs(self) -> Floats:
        return self._logs - self._light().at(self._feet)

    def _plain_faces(self, off: Floats | None = None) -> Faces:
        """The faces in the mean light, as L, a, b; taken beside their middles by an offset."""
        gain = self._gain + self._light().at(self._feet)
        shown = self._faces if off is None or not off.any() else self._taken(self._feet, off)
        logs = logarithms(shown) - gain[:, None, None]
        level = np.empty_like(logs)
        for group, middle in enumerate(self._middles()):
            mine = self.groups == group
            level[mine] = levelled(logs[mine], middle)
        return perceived(from_logarithms(level)).astype(np.float32)

    def _middles(self) -> Floats:
        logs = self._plain_logs()
        return np.array([np.median(logs[self.groups == g], axis=0) for g in range(self._players)])

    def _white(self) -> Floats:
        """The white of the cards in the mean light; plain white where no card is seen."""
        places = white_places(self._board)
        if not len(places):
            return np.ones(3)
        logs = logarithms(sampled(self._photo, self._board.camera, places))
        good = np.isfinite(logs).all(1)
        if good.sum() < 8:
            return np.ones(3)
        # Cards lie beyond the board, where the bent light is a guess: only its tilt is taken.
        gain = self._change.at(places[good])
        return from_logarithms(np.quantile(logs[good] - gain, 0.6, axis=0))

    def _palette(self, paints: tuple[Paint, ...]) -> Palette:
        return Palette(paints, self._light(), self._white())

    def _offsets(self) -> Floats:
        """How far each disc lies off the middle of its circle, in millimetres (x, y, 0)."""
        middles = from_logarithms(self._middles())
        palette = self._palette(tuple(Paint(str(g), c, c * 0.75) for g, c in enumerate(middles)))
        maps = view_maps(self._board, self._cells)
        alike = likeness_views(palette, self._change, self._feet, maps.cut(self._photo))
        shapes = silhouettes(self._board, self._cells)
        frames = ViewFrames(self._board, self._cells)
        found = []
        for number, group in enumerate(self.groups):
            view = np.asarray(alike[number, :, :, group] / 255, np.float32)
            fit = best_fit(view, contrast(shapes.stacks[number, 0]))
            found.append(frames.on_ground(number, fit.columns, fit.rows))
        return np.array(found)

    def _sides(self) -> Floats:
        """The colour of each disc's flank in the mean light, as logarithms."""
        board = self._board
        sight = board.camera.origin[:2] - self._feet[:, :2]
        facing = np.arctan2(sight[:, 1], sight[:, 0])
        turns = facing[:, None] + np.radians(np.linspace(-50, 50, 11))
        radius = board.pieces.disc_diameter / 2
        points = []
        for height in (0.35, 0.5, 0.65):
            rise = np.full(turns.shape, board.pieces.disc_thickness * height)
            points.append(
                self._feet[:, None]
                + np.stack([radius * np.cos(turns), radius * np.sin(turns), rise], -1)
            )
        places = np.concatenate(points, axis=1)
        colours = sampled(self._photo, board.camera, places.reshape(-1, 3))
        logs = np.nanmedian(logarithms(colours).reshape(len(self._feet), -1, 3), axis=1)
        gain = self._gain + self._light().at(self._feet)
        result: Floats = logs - gain
        return result
