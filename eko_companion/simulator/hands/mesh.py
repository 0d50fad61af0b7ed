"""A whole hand as one mesh: flesh, sleeve and what is worn, with the grip point at the origin.

`hand_mesh` builds and keeps them; `place` sets one down on the table. Pictures of it are made by
`rasteriser`, its shadow by `shadow`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.hands.clothes import SKIN, Part, sleeve_part, worn_parts
from eko_companion.simulator.hands.flesh import Flesh, Singles
from eko_companion.simulator.hands.flesh_mesh import SkinMesh, mesh_flesh
from eko_companion.simulator.hands.looks import Look
from eko_companion.simulator.hands.poses import (
    DISC_GRIP,
    NARROWEST_GRIP,
    WIDEST_GRIP,
    bends_of,
    grip_point,
)
from eko_companion.simulator.hands.skeleton import Bends, Floats, Skeleton, bend, to_table, turn
from eko_companion.simulator.hands.skin import SkinRegions, skin_colours
from eko_companion.simulator.hands.surface_nets import Integers

_UNDER_CUFF: Final = 34.0


@dataclass(frozen=True, eq=False)
class HandMesh:
    """A hand in millimetres: closed, triangles outward by the cross product of their edges."""

    vertices: Singles
    triangles: Integers
    normals: Singles
    openness: Singles
    """How much of the sky each vertex can see past its own hand, 0..1."""
    colours: Singles
    """Linear light, blue first."""
    gloss: Singles
    texture: Singles
    """Places on the material's texture in millimetres, for each corner of each triangle."""
    materials: Integers
    """`clothes.SKIN`, `CLOTH` or `HARD`, a vertex."""
    cloth: str
    """Which cloth the sleeve is of."""

    @property
    def lowest(self) -> float:
        """The height of its lowest point, beneath the grip point where negative."""
        return float(self.vertices[:, 2].min())


@lru_cache(maxsize=24)
def _flesh(pose: str, width: float) -> tuple[Bends, Skeleton, SkinMesh, SkinRegions]:
    bends = bends_of(pose, width)
    skeleton = bend(bends)
    mesh = mesh_flesh(Flesh(skeleton))
    return bends, skeleton, mesh, SkinRegions(skeleton, mesh.vertices, mesh.normals)


def _skin_part(mesh: SkinMesh, regions: SkinRegions, look: Look) -> Part:
    colours, gloss = skin_colours(regions, look)
    openness, triangles = mesh.openness.copy(), mesh.triangles
    if look.sleeve is not None:
        # The cuff keeps the light off the skin beneath it.
        depth = -mesh.vertices[:, 1] - look.sleeve.cuff
        openness *= np.interp(depth, (-12, 2, 12), (1.0, 0.45, 0.1)).astype(np.float32)
        # What is deep inside can never be seen.
        triangles = triangles[depth[triangles].min(1) < _UNDER_CUFF]
    # Seen along whichever axis a triangle faces most: nowhere is the texture drawn out.
    facing = np.abs(mesh.normals[triangles].sum(1)).argmax(1)
    axes = np.array([[1, 2], [0, 2], [0, 1]])[facing]
    places = np.take_along_axis(mesh.vertices[triangles], axes[:, None, :], axis=2)
    return Part(mesh.vertices, triangles, mesh.normals, openness, colours, gloss, places, SKIN)


def _joined(parts: list[Part], rotation: Floats, grip: Floats, look: Look) -> HandMesh:
    starts = np.cumsum([0] + [len(part.vertices) for part in parts[:-1]])
    flip = np.array([1.0, -1.0, 1.0]) if look.side == "left" else np.ones(3)
    vertices = np.concatenate([part.vertices for part in parts])
    vertices = ((vertices - grip) @ rotation.T) * (look.size * flip)
    normals = np.concatenate([part.normals for part in parts]) @ rotation.T * flip
    triangles = np.concatenate(
        [part.triangles + start for part, start in zip(parts, starts, strict=True)]
    )
    texture = np.concatenate([part.texture for part in parts])
    return HandMesh(
        vertices.astype(np.float32),
        triangles[:, ::-1].copy() if look.side == "left" else triangles,
        normals.astype(np.float32),
        np.concatenate([part.openness for part in parts]),
        np.concatenate([part.colours for part in parts]),
        np.concatenate([part.gloss for part in parts]),
        texture[:, ::-1].copy() if look.side == "left" else texture,
        np.concatenate([np.full(len(p.vertices), p.material, np.int32) for p in parts]),
        look.sleeve.cloth if look.sleeve is not None else "woven",
    )


@lru_cache(maxsize=48)
def hand_mesh(pose: str, look: Look | None = None, grip: float = DISC_GRIP) -> HandMesh:
    """A hand whose grip point is the origin and whose forearm comes from +x, z up.

    `grip` is the width between the pads of thumb and fingers in the pose `pinch`; it is rounded
    to 2 mm. The first mesh of a pose takes about a second, the same again nothing.
    """
    look = look or Look()
    if not NARROWEST_GRIP <= grip <= WIDEST_GRIP:
        raise EkoError(f"a grip is {NARROWEST_GRIP:g} to {WIDEST_GRIP:g} mm wide, not {grip:g}.")
    # A small hand must open wider for the same piece.
    width = 2 * round(grip / look.size / 2) if pose == "pinch" else DISC_GRIP
    bends, skeleton, mesh, regions = _flesh(pose, float(width))
    parts = [_skin_part(mesh, regions, look), *worn_parts(look)]
    if look.sleeve is not None:
        parts.append(sleeve_part(look.sleeve))
    return _joined(parts, to_table(bends), grip_point(pose, bends, skeleton), look)


def place(
    mesh: HandMesh, grip: tuple[float, float, float], yaw: float, pitch: float = 0.0
) -> HandMesh:
    """The hand on the table: where it grips and the direction that its forearm comes from.

    Degrees: at a yaw of 0 the arm comes from +x, at 90 from +y; `pitch` raises the elbow beyond
    the pose's own slope.
    """
    rotation = turn(2, yaw) @ turn(1, -pitch)
    vertices = mesh.vertices @ rotation.T.astype(np.float32) + np.asarray(grip, np.float32)
    normals = mesh.normals @ rotation.T.astype(np.float32)
    return HandMesh(
        vertices,
        mesh.triangles,
        normals,
        mesh.openness,
        mesh.colours,
        mesh.gloss,
        mesh.texture,
        mesh.materials,
        mesh.cloth,
    )
