"""One picture of a simulated table: drawn, reached over by a hand, and taken by its camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.lighting import Lighting
from eko_companion.simulator.rendering.rays import FINE
from eko_companion.simulator.rendering.reaching import add_hand, throw_shadows
from eko_companion.simulator.rendering.renderer import Drawn, Renderer
from eko_companion.simulator.scene import Hand, Thing
from eko_companion.simulator.sensor import Sensor

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen at one moment."""

    things: tuple[Thing, ...]
    lighting: Lighting
    hand: Hand | None = None
    carried: tuple[Thing, ...] = ()


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture and what it shows."""

    image: Bytes
    scene: Scene
    drawn: Drawn
    covered: NDArray[np.float32] | None
    """How much of each pixel a hand covers; None: there is no hand."""

    @cached_property
    def visible(self) -> dict[str, float]:
        """For each cell with a piece the part that is seen; of a stack, of the disc on top."""
        return _visible(self.scene.things, self.drawn, self.covered)


class Photographer:
    """Takes pictures of one table; what did not change since the last one is not drawn again.

    The exposure is set once, for the first picture or when asked, and kept.
    """

    def __init__(self, renderer: Renderer, sensor: Sensor, rng: np.random.Generator) -> None:
        self.renderer = renderer
        self.sensor = sensor
        self._rng = rng
        self._metered: float | None = None
        self._last: tuple[Renderer, tuple[Thing, ...], Lighting, Drawn] | None = None

    def take(self, scene: Scene, sensor: Sensor | None = None) -> Photo:
        """A picture of the scene; another sensor is for one that went wrong."""
        drawn = self._drawn(scene)
        light = drawn.light.copy()
        cover = None
        if scene.hand is not None or scene.carried:
            throw_shadows(self.renderer, light, scene.hand, scene.carried, scene.lighting)
            self.renderer.carry(drawn, light, scene.carried)
        if scene.hand is not None:
            cover = add_hand(self.renderer, light, scene.hand, scene.lighting)
        if self._metered is None:
            self._metered = self._gain(drawn)
        chosen = sensor or self.sensor
        chosen = replace(chosen, exposure=chosen.exposure * self._metered)
        image = chosen.take(light, self._rng)
        return Photo(image, scene, drawn, cover)

    def forget(self) -> None:
        """Draw everything anew for the next picture."""
        self._last = None

    def set_exposure(self, lighting: Lighting) -> None:
        """Let the camera choose its exposure on the empty board."""
        self._metered = self._gain(self.renderer.draw((), lighting))

    def _gain(self, drawn: Drawn) -> float:
        return self.sensor.metered(drawn.light).exposure / self.sensor.exposure

    def _drawn(self, scene: Scene) -> Drawn:
        last = self._last
        if (
            last is not None
            and last[0] is self.renderer
            and last[2] == scene.lighting
            and last[1] == scene.things
        ):
            return last[3]
        drawn = self.renderer.draw(scene.things, scene.lighting)
        self._last = (self.renderer, scene.things, scene.lighting, drawn)
        return drawn


def _visible(
    things: Sequence[Thing], drawn: Drawn, cover: NDArray[np.float32] | None
) -> dict[str, float]:
    """How much of each cell's piece is seen; discs of a stack come from the bottom up."""
    covered = np.zeros(0)
    if cover is not None and cover.any():
        fine = cv2.resize(cover, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST)
        numbers = drawn.number.ravel()
        there = numbers >= 0
        seen = np.bincount(numbers[there], minlength=len(things))
        hidden = np.bincount(numbers[there], weights=fine.ravel()[there], minlength=len(things))
        covered = hidden / np.maximum(seen, 1)
    found = {}
    for number, thing in enumerate(things):
        if thing.cell is not None:
            part = drawn.visible[number] * (1 - covered[number] if len(covered) else 1.0)
            found[str(list(thing.cell))] = round(float(part), 3)
    return found
