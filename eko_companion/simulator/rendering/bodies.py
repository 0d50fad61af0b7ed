"""What is solid in a scene, ready to be drawn: parts, where they stand, and their surface."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera, Solid, Stance, building_solid, disc_solid
from eko_companion.geometry.solids import hull
from eko_companion.simulator.rendering.colour import bgr
from eko_companion.simulator.rendering.printing import Prints
from eko_companion.simulator.rendering.shapes import Part, part_hull, parts_of
from eko_companion.simulator.rendering.wood import Wood
from eko_companion.simulator.scene import Disc, House, Setting, Thing, Vessel

_UNEVEN = 0.07
"""How much lighter or darker one piece may be than the next."""


@dataclass(frozen=True, eq=False)
class Body:
    """A solid thing: convex parts that share one surface."""

    parts: tuple[Part, ...]
    stance: Stance
    wood: Wood
    bevel: float = 0.0

    def outlines(self, camera: Camera) -> list[NDArray[np.float64]]:
        """The polygon of each part in the camera's picture; together they are what it covers."""
        return [hull(camera.project(points)) for points in self.points_of_parts]

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """Points of the board whose convex hull holds the whole body."""
        return np.vstack(self.points_of_parts)

    @cached_property
    def points_of_parts(self) -> list[NDArray[np.float64]]:
        """The same for each part."""
        return [part_hull(part, self.stance) for part in self.parts]

    @cached_property
    def tops(self) -> list[tuple[NDArray[np.float64], float]]:
        """What the body covers as seen from above, each part with its height."""
        found = []
        for part, points in zip(self.parts, self.points_of_parts, strict=True):
            height = float(points[:, 2].max())
            if part.solid.shape in ("tent", "cone"):
                found += _slices(points, height)
            else:
                found.append((hull(points[:, :2]), height))
        return found


def _slices(points: NDArray[np.float64], height: float) -> list[tuple[NDArray[np.float64], float]]:
    """A pointed part as a few steps."""
    foot = points[points[:, 2] < height - 1e-6][:, :2]
    peak = points[points[:, 2] >= height - 1e-6][:, :2]
    low = float(points[:, 2].min())
    steps = []
    for share in (0.15, 0.4, 0.65, 0.9):
        nearest = peak[np.argmin(((foot[:, None] - peak[None]) ** 2).sum(-1), axis=1)]
        ring = hull(np.asarray(foot + share * (nearest - foot)))
        steps.append((ring, low + share * (height - low)))
    return steps


def body_of(setting: Setting, prints: Prints, thing: Thing, seed: int) -> Body:
    """A disc or a building as a body."""
    look = setting.look
    paint = look.paints[thing.owner]
    # No two pieces took the paint alike.
    tone = 1 + _UNEVEN * float(np.random.default_rng([seed, 9]).uniform(-1, 1))
    colour = bgr(paint.wood) * np.float32(tone)
    match thing:
        case Disc(emperor=emperor, stance=stance, face_up=face_up):
            solid = disc_solid(setting.pieces)
            mask = (prints.emperor if emperor else prints.warrior) if face_up else None
            ink = bgr(paint.emperor_ink if emperor else paint.warrior_ink)
            wood = Wood(colour, ink, mask, paint.gloss, look.grain, seed)
            return Body((Part(solid),), stance, wood, look.bevel)
        case House(kind=kind, stance=stance):
            parts = parts_of(building_solid(setting.pieces, kind), kind.value, look.turrets)
            return Body(parts, stance, Wood(colour, colour, None, paint.gloss, look.grain, seed))


def vessel_bodies(vessel: Vessel) -> list[Body]:
    """A mug or glass with its drink."""
    stance = Stance(vessel.x, vessel.y, 0.0)
    wall = Part(Solid("cylinder", vessel.diameter, vessel.diameter, vessel.height))
    inner = 0.86 * vessel.diameter
    drink = Part(Solid("cylinder", inner, inner, 0.2), z=vessel.height)
    colours = [bgr(vessel.colour), bgr(vessel.drink)]
    return [
        Body((part,), stance, Wood(colour, colour, None, 0.6, 0.0, 0), 1.5)
        for part, colour in zip((wall, drink), colours, strict=True)
    ]
