"""A film of a simulated game: any of its frames at any moment, in any order."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from eko_companion.geometry import Camera
from eko_companion.simulator.arranging import Tabletop
from eko_companion.simulator.cameras import nudged
from eko_companion.simulator.film.motion import lifted, place_at
from eko_companion.simulator.film.script import Habits, script
from eko_companion.simulator.film.timeline import Happened, Seat, Span, Timeline
from eko_companion.simulator.hands.looks import random_look
from eko_companion.simulator.hands_at_random import seat_of
from eko_companion.simulator.lighting import Lighting
from eko_companion.simulator.lights_at_random import changed_lighting
from eko_companion.simulator.photographing import Photo, Photographer, Scene
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Hand
from eko_companion.simulator.sensor import Sensor
from eko_companion.simulator.table_at_random import SimulatedTable

_BUMP = 0.5
"""Seconds that a pushed camera takes to come to rest."""
_CLOUD = 3.0
"""Seconds in which a cloud comes or goes; a lamp takes no time."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a film is like."""

    quiet: tuple[float, float] = (1.2, 3.0)
    """Seconds between two visits."""
    pace: float = 1.0
    light_changes: int = 1
    clouds: int = 1
    bumps: int = 1
    habits: Habits = field(default_factory=Habits)
    most_actions: int | None = None


@dataclass(frozen=True, slots=True)
class LightChange:
    """The light from a moment on, after fading over some seconds."""

    at: float
    lighting: Lighting
    fade: float = 0.0


@dataclass(frozen=True, eq=False)
class Bump:
    """The camera from a moment on."""

    at: float
    camera: Camera


class Film:
    """A game from its set-up to its end."""

    def __init__(self, table: SimulatedTable, wishes: Wishes | None = None) -> None:
        self.table = table
        wishes = wishes or Wishes()
        rng = np.random.default_rng([table.seed, 31])
        dice = random.Random(table.seed)
        tabletop = Tabletop(table.setting, table.spots, rng)
        tabletop.show(table.start)
        seats = {
            player: Seat(seat_of(table.setting.camera, rng), random_look(rng))
            for player in table.start.players
        }
        timeline = Timeline(tabletop, seats, rng, wishes.pace)
        timeline.rest(2.0)
        for visit in script(table.start, dice, wishes.habits, wishes.most_actions):
            timeline.add(visit)
            timeline.rest(float(rng.uniform(*wishes.quiet)))
        self.spans: Sequence[Span] = timeline.spans
        self.happened: Sequence[Happened] = timeline.happened
        self.length = timeline.now
        self.lights = _lights(table.lighting, wishes, self.length, rng)
        self.bumps = _bumps(table.setting.camera, wishes, self.length, rng)
        self._starts = [span.start for span in self.spans]

    def scene_at(self, at: float) -> Scene:
        """What is to be seen at a moment."""
        span = self.spans[max(bisect_right(self._starts, at) - 1, 0)]
        lighting = self.lighting_at(at)
        if span.seat is None or not span.keys:
            return Scene(span.things, lighting)
        key = place_at(span.keys, at)
        carried = lifted(span.carried, span.grip, key) if span.carried else ()
        grip = 2 * round(self.table.setting.pieces.disc_diameter / 2)
        hand = Hand(key.pose, span.seat.look, key.x, key.y, key.z, span.seat.direction, 0.0, grip)
        return Scene(span.things, lighting, hand, carried)

    def lighting_at(self, at: float) -> Lighting:
        """The light at a moment."""
        now = self.table.lighting
        for change in self.lights:
            if at < change.at:
                break
            if at < change.at + change.fade:
                # In a few steps: a new light means that everything is drawn anew.
                share = round(4 * (at - change.at) / change.fade) / 4
                return _between(now, change.lighting, share)
            now = change.lighting
        return now

    def camera_at(self, at: float) -> Camera:
        """The camera's pose at a moment."""
        camera = self.table.setting.camera
        for bump in self.bumps:
            if at >= bump.at:
                camera = bump.camera
        return camera

    def shaken_at(self, at: float) -> bool:
        """Whether the camera is still swinging."""
        return any(bump.at <= at < bump.at + _BUMP for bump in self.bumps)

    def hand_at(self, at: float) -> bool:
        """Whether a hand is anywhere over the table."""
        return self.scene_at(at).hand is not None


class Projector:
    """Draws the frames of a film."""

    def __init__(self, film: Film, *, compressed: bool = False) -> None:
        """`compressed`: each frame went through JPEG, as cheap cameras do."""
        self.film = film
        sensor = film.table.sensor
        self._sensor = sensor if compressed else replace(sensor, quality=0)
        self._rng = np.random.default_rng([film.table.seed, 41])
        renderer = Renderer(film.table.setting)
        self.photographer = Photographer(renderer, self._sensor, self._rng)
        self.photographer.set_exposure(film.table.lighting)

    def frame(self, at: float) -> Photo:
        """The frame of a moment."""
        camera = self.film.camera_at(at)
        if self.photographer.renderer.setting.camera is not camera:
            self.photographer.renderer = self.photographer.renderer.moved(camera)
        sensor: Sensor | None = None
        if self.film.shaken_at(at):
            motion = self._rng.uniform(-18, 18, 2)
            sensor = replace(self._sensor, motion=(float(motion[0]), float(motion[1])))
        return self.photographer.take(self.film.scene_at(at), sensor)


def _between(one: Lighting, other: Lighting, share: float) -> Lighting:
    """A mixture of two lights: both sets shine, one weaker and one stronger."""
    if share <= 0:
        return one
    if share >= 1:
        return other
    first, second = one.dimmed(1 - share), other.dimmed(share)
    red, green, blue = (a + b for a, b in zip(first.sky, second.sky, strict=True))
    return Lighting((*first.lights, *second.lights), (red, green, blue))


def _lights(
    lighting: Lighting, wishes: Wishes, length: float, rng: np.random.Generator
) -> list[LightChange]:
    changes = []
    for at in rng.uniform(0.1, 0.9, wishes.light_changes) * length:
        changes.append(LightChange(float(at), changed_lighting(lighting, rng)))
    for at in rng.uniform(0.1, 0.8, wishes.clouds) * length:
        dim = lighting.dimmed(float(rng.uniform(0.6, 0.85)))
        changes.append(LightChange(float(at), dim, _CLOUD))
        changes.append(LightChange(float(at + rng.uniform(8, 20)), lighting, _CLOUD))
    return sorted(changes, key=lambda change: change.at)


def _bumps(camera: Camera, wishes: Wishes, length: float, rng: np.random.Generator) -> list[Bump]:
    bumps = []
    for at in sorted(rng.uniform(0.2, 0.8, wishes.bumps) * length):
        camera = nudged(camera, rng)
        bumps.append(Bump(float(at), camera))
    return bumps
