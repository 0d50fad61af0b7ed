"""How a hand moves: places at moments, and smooth ways between them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from eko_companion.geometry import Stance
from eko_companion.simulator.scene import Thing


@dataclass(frozen=True, slots=True)
class Key:
    """Where the fingertips are at a moment, in millimetres, and how the hand is held."""

    at: float
    x: float
    y: float
    z: float
    pose: str = "pinch"


def place_at(keys: Sequence[Key], at: float) -> Key:
    """Between two keys the hand starts and stops softly, and keeps the pose of the first."""
    if at <= keys[0].at:
        return keys[0]
    if at >= keys[-1].at:
        return keys[-1]
    number = bisect_right([key.at for key in keys], at) - 1
    one, other = keys[number], keys[number + 1]
    share = (at - one.at) / max(other.at - one.at, 1e-9)
    soft = share * share * (3 - 2 * share)
    x, y, z = (
        a + soft * (b - a) for a, b in ((one.x, other.x), (one.y, other.y), (one.z, other.z))
    )
    return Key(at, x, y, z, one.pose)


def lifted(
    things: Sequence[Thing], grip: tuple[float, float, float], hand: Key
) -> tuple[Thing, ...]:
    """Things as they hang in a hand that gripped them at a point and is somewhere else now."""
    dx, dy, dz = hand.x - grip[0], hand.y - grip[1], hand.z - grip[2]
    moved = []
    for thing in things:
        stance = thing.stance
        there = Stance(stance.x + dx, stance.y + dy, stance.z + dz, stance.turn)
        moved.append(replace(thing, stance=there, cell=None))
    return tuple(moved)


def middle_of(things: Sequence[Thing], height: float) -> tuple[float, float, float]:
    """Where fingers grip a pile of things: in its middle, at its upper part."""
    x = sum(thing.stance.x for thing in things) / len(things)
    y = sum(thing.stance.y for thing in things) / len(things)
    # Fingertips reach a little below the grip: they must not go through the table.
    return x, y, max(max(thing.stance.z for thing in things) + 0.6 * height, 10.0)


def outside(x: float, y: float, direction: float, away: float) -> tuple[float, float]:
    """A point some way off in a direction (degrees), where an arm comes from."""
    angle = math.radians(direction)
    return x + away * math.cos(angle), y + away * math.sin(angle)
