"""What the printer puts over the painting: worn rings, thin cell borders, the card's edge."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from eko_companion.rules.hexgrid import Cell, centre
from eko_companion.simulator.tile_pictures.canvas import SHIFT, Canvas, Patch, corners
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smoothstep, stream

ROUNDING = 0.02
"""The radius of the card's corners in pitches; it takes less than 1 px at 220 px a pitch."""


def print_ring(patch: Patch, rng: np.random.Generator) -> None:
    """The printed circle of a cell, in the style's look."""
    style = patch.style
    away = floats(np.abs(patch.r - style.ring_radius))
    kind = style.ring_kind
    ring = patch.inside(away, style.ring_width / 2)
    if kind == "double":
        inner = floats(np.abs(patch.r - style.ring_radius + 2.1 * style.ring_width))
        ring = np.maximum(ring, 0.8 * patch.inside(inner, style.ring_width / 4))
    elif kind == "dashed":
        ring = floats(ring * (np.mod(patch.angle * 24 / (2 * math.pi), 1) < 0.68))
        inner = floats(np.abs(patch.r - style.ring_radius + 1.8 * style.ring_width))
        ring = np.maximum(ring, 0.6 * patch.inside(inner, 0.003))
    elif kind == "dotted":
        part = 2 * math.pi / 40
        turn = (np.mod(patch.angle, part) - part / 2) * style.ring_radius
        ring = patch.inside(floats(np.hypot(away, turn)), 0.7 * style.ring_width + 0.006)
    worn = 1 - style.ring_wear * smoothstep(-0.1, 0.9, patch.noise(6, rng, 4))
    worn *= 1 - 0.8 * style.ring_wear * smoothstep(0.35, 0.6, patch.noise(24, rng, 2))
    patch.paint(floats(ring * worn), style.palette.ring, style.ring_ink)


def print_borders(canvas: Canvas, cells: Sequence[Cell], seed: int, name: str) -> None:
    """Thin lines between the cells."""
    style = canvas.style
    sheet = canvas.whole
    drawn = np.zeros(sheet.shape, np.uint8)
    lines = [sheet.fixed(corners(centre(cell))) for cell in cells]
    width = max(1, round(style.border_width * canvas.px))
    cv2.polylines(drawn, lines, True, 255, width, cv2.LINE_AA, SHIFT)
    worn = smoothstep(-0.9, 0.5, sheet.noise(5, stream(seed, name, "borders"), 3))
    cover = floats(floats(drawn) / 255 * (0.35 + 0.65 * worn))
    sheet.paint(cover, style.palette.line, style.border_ink)


def card_shape(canvas: Canvas, cells: Sequence[Cell]) -> tuple[Floats, Floats]:
    """The card's cover of each pixel (0 to 1), and how far inside its edge (in pitches)."""
    rows, columns = canvas.height.shape
    px = canvas.px
    solid = np.zeros((2 * rows, 2 * columns), np.uint8)
    scale = 2**SHIFT
    for cell in cells:
        # Twice the resolution: pixel p becomes 2p and 2p + 1, whose middle is 2p + 0.5.
        points = [canvas.pixel(point) for point in corners(centre(cell))]
        fixed = np.rint([((2 * x + 0.5) * scale, (2 * y + 0.5) * scale) for x, y in points])
        cv2.fillConvexPoly(solid, fixed.astype(np.int32), 255, cv2.LINE_8, SHIFT)
    within = cv2.distanceTransform(solid, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    radius = 2 * ROUNDING * px
    # Rounding: shrink by the radius, then grow again; only the outer corners do not come back.
    core = np.where(within >= radius, 0, 255).astype(np.uint8)
    beyond = cv2.distanceTransform(core, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    # The quarter makes up for the drawing call, which also fills pixels that it only touches.
    cover = np.clip(radius - floats(beyond) - 0.25, 0, 1)
    size = (columns, rows)
    inside = floats(cv2.resize(floats(within), size, interpolation=cv2.INTER_AREA)) / (2 * px)
    return floats(cv2.resize(floats(cover), size, interpolation=cv2.INTER_AREA)), floats(inside)


def print_edge(canvas: Canvas, inside: Floats, seed: int, name: str) -> None:
    """The cut edge: a dark line, a pale worn lip, and shading that rounds the card off."""
    style = canvas.style
    sheet = canvas.whole
    rough = sheet.noise(7, stream(seed, name, "edge"), 3)
    sheet.paint(smoothstep(2.6 * style.edge_width, 0.0, inside), style.palette.line, 0.3)
    lip = smoothstep(0.5 * style.edge_width, 0.25 * style.edge_width, inside)
    sheet.paint(lip, style.palette.sand_light, 0.5)
    wear = smoothstep(0.15, 0.8, rough) * smoothstep(0.8 * style.edge_width, 0.0, inside)
    sheet.paint(floats(wear), style.palette.crest, 0.55)
    sheet.paint(smoothstep(0.2 * style.edge_width, 0.0, inside), style.palette.line, 0.75)
