"""What is worn on the arm: a sleeve with cuff and folds, a watch, a band, a bangle.

Each is a closed mesh in the arm's frame with its own colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from eko_companion.simulator.hands.flesh import ARM_LENGTH, Floats, Singles, arm_section
from eko_companion.simulator.hands.looks import Look, Sleeve, linear_bgr
from eko_companion.simulator.hands.tubes import Integers, Tube, tube

SKIN, CLOTH, HARD = range(3)
"""What a part is made of: how it takes the light."""

_AROUND: Final = 48
_WORN_ENDS: Final = 54.0
"""Behind the wrist: so far reaches what is worn there."""
_STRAP_GAP: Final = 1.6
_HEM: Final = {"woven": 26.0, "knitted": 48.0, "fleece": 20.0}
_WALL: Final = {"woven": 1.3, "knitted": 2.6, "fleece": 3.4}
_ROOM: Final = {"woven": 6.5, "knitted": 4.5, "fleece": 8.0}
_FOLDS: Final = {"woven": 5.2, "knitted": 3.2, "fleece": 4.8}


@dataclass(frozen=True, eq=False)
class Part:
    """One closed mesh with everything that shading needs, a row a vertex."""

    vertices: Singles
    triangles: Integers
    normals: Singles
    openness: Singles
    colours: Singles
    """Linear, blue first."""
    gloss: Singles
    texture: Singles
    """Places on the material's texture in millimetres, for each corner of each triangle."""
    material: int


def _folds(sleeve: Sleeve, behind: Floats) -> Floats:
    """Wrinkles of a sleeve, -1..1: short along the arm, long around it, slanting."""
    rng = np.random.default_rng([sleeve.seed, 77])
    fine = 220
    noise = rng.normal(size=(fine, _AROUND)).astype(np.float32)
    total = np.zeros((fine, _AROUND), np.float32)
    # A row is 3 mm; blurs are longer around the arm than along it.
    for along, around, weight in ((6.5, 8.0, 1.0), (4.0, 3.6, 0.6)):
        wide = np.concatenate([noise, noise, noise], 1)
        layer = cv2.GaussianBlur(wide, (0, 0), sigmaX=around, sigmaY=along)
        layer = layer[:, _AROUND : 2 * _AROUND]
        total += np.float32(weight) * layer / layer.std()
        noise = np.roll(noise[::-1], 13, 1)
    # Round crests and sharp valleys, as pushed cloth has.
    ridged = 1.2 - np.sqrt(np.clip(total, -2, 2) ** 2 + 0.04)
    rows = (behind - sleeve.cuff) / 3.0
    slant = 7.0 * np.sin(np.linspace(0, 2 * np.pi, _AROUND, endpoint=False) + sleeve.seed)
    places = np.clip(rows[:, None] + slant[None, :] + 12, 0, fine - 1).astype(np.float32)
    columns = np.broadcast_to(np.arange(_AROUND, dtype=np.float32), places.shape).copy()
    return cv2.remap(ridged, columns, places, cv2.INTER_LINEAR).astype(np.float64)


def sleeve_part(sleeve: Sleeve) -> Part:
    """The sleeve from its cuff to the shoulder."""
    wall, hem = _WALL[sleeve.cloth], _HEM[sleeve.cloth]
    steps = np.concatenate(
        [np.arange(5, 60, 5.0), np.arange(60, 300, 7.5), np.arange(300, 700, 12)]
    )
    steps = steps[steps < ARM_LENGTH + 5 - sleeve.cuff]
    inner = np.array([30.0, 14.0, 4.0, 1.0])
    outer = np.concatenate([[0.0, 1.0, 2.2], steps])
    from_cuff = np.concatenate([inner, outer])
    gap = np.full((len(from_cuff), _AROUND), _ROOM[sleeve.cloth])
    gap[: len(inner)] -= wall
    gap[: len(inner) + 3] += np.array([0, 0, 0, 0.3, -0.5, 0.1, 0.5])[:, None] * wall
    folds = _folds(sleeve, sleeve.cuff + from_cuff)
    # The hem is sewn double and stays smooth; behind it the cloth bunches.
    free = np.interp(from_cuff, (0, hem * 0.7, hem + 22, hem + 90, 500), (0.12, 0.2, 1, 0.75, 1.0))
    # The wrist is no ellipse near the hand, and a cuff must clear it.
    gap += np.interp(sleeve.cuff + from_cuff, (0, 22, 50), (5.0, 2.5, 0.0))[:, None]
    gap += folds * (_FOLDS[sleeve.cloth] * free)[:, None]
    gap += np.interp(from_cuff, (0, hem, hem + 10, 140, 400), (0, 0.3, 2.0, 4.5, 8.0))[:, None]
    seam = np.exp(-(((from_cuff - hem) / 2.5) ** 2))
    gap -= 0.9 * seam[:, None]
    mesh = tube(sleeve.cuff + from_cuff, gap, drop=1.6)
    height = cv2.GaussianBlur(np.concatenate([gap, gap, gap], 1), (0, 0), 2.2)
    hollow = np.clip((height[:, _AROUND : 2 * _AROUND] - gap) * 0.16, -0.15, 0.5)
    openness = 1 - hollow - 0.25 * seam[:, None] * (free < 0.9)[:, None]
    openness[: len(inner)] = np.array([0.05, 0.15, 0.4, 0.65])[:, None]
    return _dressed(mesh, openness, linear_bgr(sleeve.colour), 0.06, CLOTH, 6.0)


def _dressed(
    mesh: Tube,
    openness: Floats,
    colour: tuple[float, float, float],
    gloss: float,
    material: int,
    texture_step: float,
) -> Part:
    """A tube with one colour; the texture's places follow its rows and columns."""
    count = len(mesh.vertices)
    open_all = np.concatenate([np.concatenate([openness, openness[:, :1]], 1).ravel(), [0.3, 1.0]])
    around = np.broadcast_to(np.arange(mesh.columns) * texture_step, (mesh.rows, mesh.columns))
    along = mesh.vertices[:-2, 1].reshape(mesh.rows, mesh.columns)
    places = np.stack([around, along], -1).reshape(-1, 2)
    places = np.concatenate([places, np.zeros((2, 2))])
    return Part(
        mesh.vertices,
        mesh.triangles,
        mesh.normals,
        np.clip(open_all, 0, 1).astype(np.float32),
        np.broadcast_to(np.array(colour, np.float32), (count, 3)).copy(),
        np.full(count, gloss, np.float32),
        places.astype(np.float32)[mesh.triangles],
        material,
    )


def _ring(behind: float, width: float, thick: float, rounded: float, look: Look) -> Part:
    """A band around the wrist, `rounded` 0 for a strap, 1 for a rod."""
    turn = np.linspace(-0.5, 0.5, 9) * np.pi
    bulge = np.cos(turn) ** (0.35 + 0.65 * rounded)
    places = np.concatenate([[behind - width / 2], behind + width / 2 * np.sin(turn)])
    places = np.append(places, behind + width / 2)
    gap = _STRAP_GAP + np.concatenate([[-1.0], thick * bulge, [-1.0]])
    mesh = tube(places, np.repeat(gap[:, None], 48, 1))
    openness = np.repeat(np.concatenate([[0.4], 0.5 + 0.5 * bulge, [0.4]])[:, None], 48, 1)
    gloss = 0.9 if rounded > 0.5 else 0.3
    return _dressed(mesh, openness, linear_bgr(look.worn_colour), gloss, HARD, 3.0)


def _watch_case(behind: float) -> Part:
    """The flat round body of a watch on the back of the wrist."""
    radius, height, turns = 17.5, 9.5, 40
    _, thick, rise = (float(v) for v in arm_section(np.array(behind)))
    bottom = rise + thick - 4.0
    rings = (
        (radius, 0.0),
        (radius, height - 1.5),
        (radius - 1.5, height),
        (radius - 3.0, height - 0.4),
    )
    angle = np.arange(turns) * 2 * np.pi / turns
    circle = np.stack([np.sin(angle), np.cos(angle)], -1)
    rows = [np.column_stack([r * circle, np.full(turns, h)]) for r, h in rings]
    outward = [
        np.column_stack([circle * s, np.full(turns, u)])
        for s, u in ((1, 0), (0.9, 0.4), (0.4, 0.9), (0, 1))
    ]
    vertices = np.concatenate([*rows, [[0, 0, 0.0], [0, 0, height - 0.4]]])
    normals = np.concatenate([*outward, [[0, 0, -1.0], [0, 0, 1.0]]])
    i, j = (v.ravel() for v in np.mgrid[: len(rings) - 1, :turns])
    a, b = i * turns + j, i * turns + (j + 1) % turns
    k = np.arange(turns)
    last = (len(rings) - 1) * turns
    low, top = len(vertices) - 2, len(vertices) - 1
    triangles = np.concatenate(
        [
            np.stack([a, a + turns, b], -1),
            np.stack([b, a + turns, b + turns], -1),
            np.stack([np.full_like(k, low), k, (k + 1) % turns], -1),
            np.stack([np.full_like(k, top), last + (k + 1) % turns, last + k], -1),
        ]
    )
    colours = np.full((len(vertices), 3), 0.34, np.float32)
    colours[last : last + turns] = colours[top] = (0.02, 0.018, 0.016)
    vertices = vertices + np.array([0.0, -behind, bottom])
    count = len(vertices)
    return Part(
        vertices.astype(np.float32),
        triangles.astype(np.int32),
        normals.astype(np.float32),
        np.full(count, 0.95, np.float32),
        colours,
        np.full(count, 0.95, np.float32),
        np.zeros((len(triangles), 3, 2), np.float32),
        HARD,
    )


def worn_parts(look: Look) -> list[Part]:
    """What the wrist wears, if anything; a long sleeve hides it."""
    if look.worn == "nothing" or (look.sleeve is not None and look.sleeve.cuff < _WORN_ENDS):
        return []
    if look.worn == "watch":
        return [_ring(38.0, 20.0, 2.6, 0.0, look), _watch_case(38.0)]
    if look.worn == "band":
        return [_ring(36.0, 12.0, 2.2, 0.0, look)]
    return [_ring(30.0, 6.0, 4.0, 1.0, look)]
