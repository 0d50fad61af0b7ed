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
CLOUD = 3.0
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
    """The light of the room from a moment on."""

    at: float
    lighting: Lighting


@dataclass(frozen=True, slots=True)
class Cloud:
    """Makes everything darker for a while; it takes `CLOUD` seconds to come and to go."""

    at: float
    goes: float
    """When it begins to go."""
    dims: float
    """What is left of the light below it."""

    def share(self, at: float) -> float:
        """How much of it is there at a moment, in a few steps: new light means drawing anew."""
        come = min(max((at - self.at) / CLOUD, 0.0), 1.0)
        gone = min(max((at - self.goes) / CLOUD, 0.0), 1.0)
        return round(4 * min(come, 1 - gone)) / 4


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
        self.clouds = _clouds(wishes, self.length, rng)
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
        room = self.table.lighting
        for change in self.lights:
            if at >= change.at:
                room = change.lighting
        dims = 1.0
        for cloud in self.clouds:
            dims *= 1 - (1 - cloud.dims) * cloud.share(at)
        return room.dimmed(dims) if dims < 1 else room

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


def _lights(
    lighting: Lighting, wishes: Wishes, length: float, rng: np.random.Generator
) -> list[LightChange]:
    times = sorted(rng.uniform(0.1, 0.9, wishes.light_changes) * length)
    return [LightChange(float(at), changed_lighting(lighting, rng)) for at in times]


def _clouds(wishes: Wishes, length: float, rng: np.random.Generator) -> list[Cloud]:
    clouds = []
    for at in sorted(rng.uniform(0.1, 0.8, wishes.clouds) * length):
        goes = at + rng.uniform(8, 20)
        clouds.append(Cloud(float(at), float(goes), float(rng.uniform(0.6, 0.85))))
    return clouds


def _bumps(camera: Camera, wishes: Wishes, length: float, rng: np.random.Generator) -> list[Bump]:
    bumps = []
    for at in sorted(rng.uniform(0.2, 0.8, wishes.bumps) * length):
        camera = nudged(camera, rng)
        bumps.append(Bump(float(at), camera))
    return bumps
