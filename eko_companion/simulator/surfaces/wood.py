"""Boards of wood: growth rings as a saw cuts them, fibres, pores, knots, gaps and wear.

A board is cut lengthwise out of a trunk. A point of its face lies at some distance from the pith;
the ring at that distance gives the tone. Where the cut passes near the pith, the slow bends of the
trunk make the arches that everybody knows from table tops.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.surfaces.sheet import (
    Sheet,
    looked_up,
    ramped,
    sampled,
    scaled,
    shifted,
)
from eko_companion.simulator.surfaces.timber import (
    BENDS_PER_MM,
    TIMBERS,
    TONES_PER_MM,
    Cut,
    Knot,
    cut_boards,
)
from eko_companion.simulator.tile_pictures.noise import Floats, floats


@dataclass(frozen=True)
class _Places:
    """Where every pixel lies: along and across its board, on which board, how near its edge."""

    along: Floats
    across: Floats
    inside: Floats
    board: NDArray[np.intp]
    edge: Floats


def draw(sheet: Sheet, kind: str, rng: np.random.Generator) -> Floats:
    """A table top of boards."""
    timber = TIMBERS[kind]
    cut = cut_boards(sheet, timber, rng)
    stops = [shifted(stop, rng, 0.6) for stop in timber.stops]
    stains = sheet.clouds(260, rng, 3)
    light = _wear(sheet, rng)
    colour = np.empty((*sheet.shape, 3), np.float32)
    for rows, band in sheet.bands():
        places = _lay(band, cut)
        distance = _from_pith(band, places, cut)
        tone = looked_up(cut.ring_tones, (distance * np.float32(TONES_PER_MM)).astype(np.intp))
        tone += _fibres(places, cut)
        tone += looked_up(cut.tone, places.board)
        tone += stains[rows] * np.float32(0.06) + np.float32(0.2)
        painted = ramped(tone, stops)
        scaled(painted, floats(light[rows] * _gaps(band, places, cut)))
        _tint(painted, looked_up(cut.warmth, places.board))
        colour[rows] = painted
    return colour


def _lay(band: Sheet, cut: Cut) -> _Places:
    """Boards of one width side by side, each shifted along, with joints where they end."""
    along, across = band.turned(cut.angle)
    across += np.float32(cut.offset)
    row = np.floor(across * np.float32(1 / cut.width))
    inside = floats(across - row * np.float32(cut.width))
    edge = np.minimum(inside, np.float32(cut.width) - inside)
    strip = row.astype(np.intp)
    along += looked_up(cut.starts, strip)
    piece = np.floor(along * np.float32(1 / cut.length))
    end = along - piece * np.float32(cut.length)
    np.minimum(edge, end, out=edge)
    np.minimum(edge, np.float32(cut.length) - end, out=edge)
    return _Places(along, across, inside, strip * 41 + piece.astype(np.intp), floats(edge))


def _from_pith(band: Sheet, places: _Places, cut: Cut) -> Floats:
    """How far every pixel lies from the pith of its trunk, in millimetres."""
    aside = places.inside - looked_up(cut.pith_aside, places.board)
    depth = looked_up(cut.pith_depth, places.board)
    depth += looked_up(cut.bends, (places.along * np.float32(BENDS_PER_MM)).astype(np.intp))
    ripple = sampled(
        cut.ripple, places.along * np.float32(1 / 14), places.across * np.float32(1 / 7)
    )
    aside += ripple * np.float32(cut.ripple_mm)
    for knot in cut.knots:
        _grow_knot(band, places, aside, depth, knot, cut)
    # Rings grow out of round: squashing one axis keeps the arches long.
    depth *= np.float32(cut.squash)
    return floats(cv2.magnitude(aside, depth))


def _grow_knot(
    band: Sheet, places: _Places, aside: Floats, depth: Floats, knot: Knot, cut: Cut
) -> None:
    """Rings of the branch's own, and the fibres flow around it."""
    reach = 9 * knot.size * band.px
    row = knot.y * band.px + band.whole / 2 - band.top
    column = knot.x * band.px + band.columns / 2
    if row + reach < 0 or row - reach > band.rows:
        return
    box = (slice(None), slice(max(0, int(column - reach)), max(0, int(column + reach))))
    cos, sin = math.cos(cut.angle), math.sin(cut.angle)
    knot_across = cut.offset + knot.y * cos - knot.x * sin
    strip, lower = divmod(knot_across, cut.width)
    knot_along = cut.starts[int(strip) % len(cut.starts)] + knot.x * cos + knot.y * sin
    across = places.across[box] - np.float32(knot_across)
    along = places.along[box] - np.float32(knot_along)
    away = np.sqrt((along / np.float32(1.7)) ** 2 + across**2)
    # Another board's wood knows nothing of this branch.
    near = (across >= -lower) & (across < cut.width - lower)
    pull = np.exp(-((away / np.float32(2.6 * knot.size)) ** 2)) * near
    aside[box] -= across * pull * np.float32(0.85)
    core = np.clip((knot.size - away) / 1.5 + 0.5, 0, 1) * near
    # Inside, the distance is the branch's own: zero in its middle.
    aside[box] += core * (away * np.float32(0.6) - aside[box])
    depth[box] *= 1 - core


def _fibres(places: _Places, cut: Cut) -> Floats:
    """The texture of fibres, stretched along the boards and another part of it on each."""
    along_mm, across_mm = cut.fibre_mm
    shift = places.board.astype(np.float32) * np.float32(37.3)
    # Fibres run nearly along the board, never exactly.
    across = places.across + places.along * looked_up(cut.slant, places.board)
    return sampled(
        cut.fibres,
        places.along * np.float32(1 / along_mm) + shift,
        floats(across * np.float32(1 / across_mm) + shift),
    )


def _gaps(band: Sheet, places: _Places, cut: Cut) -> Floats:
    """The lines between boards: open, or glued and nearly invisible."""
    line = np.clip((np.float32(cut.gap_mm) - places.edge) * np.float32(band.px) + 0.5, 0, 1)
    light = 1 - np.float32(cut.gap_depth) * line
    if cut.rounded:
        # Each board falls off towards the gap.
        light *= 1 - np.float32(0.22) * np.exp(places.edge * np.float32(-1 / 1.6))
    return floats(light)


def _tint(colour: Floats, warmth: Floats) -> None:
    """Boards come from different trees: some redder, some yellower."""
    colour[..., 0] *= 1 - warmth
    colour[..., 2] *= 1 + warmth


def _wear(sheet: Sheet, rng: np.random.Generator) -> Floats:
    """Brightness from uneven polish, scratches and rings that wet cups left."""
    light = 1 + sheet.clouds(420, rng, 2) * np.float32(0.05)
    marks = np.zeros(sheet.shape, np.uint8)
    for _ in range(int(rng.integers(0, 14))):
        x, y = rng.uniform(0, sheet.columns), rng.uniform(0, sheet.rows)
        angle, length = rng.uniform(0, math.pi), rng.exponential(35) * sheet.px
        end = (round(x + length * math.cos(angle)), round(y + length * math.sin(angle)))
        cv2.line(marks, (round(x), round(y)), end, int(rng.integers(20, 90)), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 3))):
        at = (int(rng.uniform(0, sheet.columns)), int(rng.uniform(0, sheet.rows)))
        radius = round(rng.uniform(32, 45) * sheet.px)
        width = max(1, round(2.5 * sheet.px))
        cv2.circle(marks, at, radius, int(rng.integers(15, 45)), width, cv2.LINE_AA)
    sign = float(rng.choice([-0.5, 0.35]))
    light += floats(marks) * np.float32(sign / 255)
    return floats(light)
