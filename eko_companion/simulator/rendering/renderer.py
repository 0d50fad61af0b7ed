"""Draws a setting with things on it: ground, light and solid things put together.

A renderer belongs to one setting and keeps all that does not change from picture to picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Camera
from eko_companion.rules.hexgrid import Cell
from eko_companion.simulator.lighting import Lighting
from eko_companion.simulator.places import cell_corners
from eko_companion.simulator.rendering.bodies import Body, body_of, vessel_bodies
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.ground import Ground, draw_ground, tile_decals
from eko_companion.simulator.rendering.layer import empty_layer, put, shown_samples
from eko_companion.simulator.rendering.printing import (
    SURFACE_SCALE,
    card_decal,
    disc_prints,
    surface_print,
    thing_decal,
    tile_prints,
)
from eko_companion.simulator.rendering.rays import FINE, Box, RayGrid, ray_grid
from eko_companion.simulator.rendering.shading import Lit, shade
from eko_companion.simulator.rendering.shadows import LightField, height_map
from eko_companion.simulator.scene import Setting, Thing

_MAP_SAMPLES = 460
"""The most samples each way of the map of heights, which has at most one a millimetre."""
_MARGIN = 70.0
"""Millimetres around all things within which shadows are followed."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A picture before any camera noise, with what is needed to tell the truth about it."""

    light: Singles
    """Linear; rows, columns, blue, green, red."""
    visible: tuple[float, ...]
    """For each thing the part of its outline that no nearer thing hides, 0 to 1."""
    number: NDArray[np.int16]
    """For each sample the number of the thing that is seen, or -1; vessels count on from there."""
    depth: Singles
    """For each sample how far away the solid thing is that is seen, or infinite."""
    field: LightField
    bounce: Singles
    """The light that the ground throws back at things."""


class Renderer:
    """Draws one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        look = setting.look
        self._prints = disc_prints(look.warrior_print, look.emperor_print, look.print_seed)
        letters = [tile.tile for tile in setting.tiles]
        edge = _bytes(look.card_edge)
        self._decals = [thing_decal(thing) for thing in setting.clutter]
        self._decals += [card_decal(card) for card in setting.cards]
        self._decals += tile_decals(
            setting.tiles,
            tile_prints(setting.tile_set, letters, look, setting.pieces.pitch),
            setting.pieces.tile_thickness,
            edge,
        )
        self._bodies: dict[tuple[Thing, int], Body] = {}
        self._vessels = [body for vessel in setting.vessels for body in vessel_bodies(vessel)]
        self._look_from(setting.camera)

    def _look_from(self, camera: Camera) -> None:
        self.rays: RayGrid = ray_grid(camera)
        look = self.setting.look
        surface = surface_print(look.surface, look.surface_seed)
        self.ground: Ground = draw_ground(self.rays, surface, SURFACE_SCALE, self._decals)
        width, height = camera.size
        middle = self.ground.albedo[height // 3 : -height // 3 or None, width // 3 : -width // 3]
        self._average = middle.reshape(-1, 3).mean(0)

    def moved(self, camera: Camera) -> Renderer:
        """The same table seen by another camera."""
        other = object.__new__(Renderer)
        other.__dict__.update(self.__dict__)
        other.setting = replace(self.setting, camera=camera)
        other._look_from(camera)
        return other

    def body(self, thing: Thing, number: int = 0) -> Body:
        """A thing as a body; discs of one number always have the same grain."""
        key = (thing, number)
        if key not in self._bodies:
            if len(self._bodies) > 5000:
                self._bodies.clear()
            self._bodies[key] = body_of(self.setting, self._prints, thing, number)
        return self._bodies[key]

    def draw(self, things: Sequence[Thing], lighting: Lighting) -> Drawn:
        """The table with these things on it, in this light."""
        bodies = [self.body(thing, number) for number, thing in enumerate(things)]
        solid = [*bodies, *self._vessels]
        field = self.light_field(solid, lighting)
        light, bounce = self._lit_ground(field)
        layer = empty_layer(self.rays.shape)
        windows = [self.rays.window(body.points) for body in solid]
        alone = [0] * len(solid)
        # The nearest first: what is hidden is then hardly ever worked out.
        for number in sorted(range(len(solid)), key=lambda k: self._distance(solid[k])):
            window = windows[number]
            if window is not None:
                alone[number] = put(layer, self.rays, solid[number], number, window)
        lay_over(light, self.rays, shade(layer, self.rays, field, bounce))
        seen = shown_samples(layer, len(solid))
        visible = tuple(float(seen[k] / alone[k]) if alone[k] else 0.0 for k in range(len(bodies)))
        return Drawn(light, visible, layer.number, layer.depth, field, bounce)

    def _distance(self, body: Body) -> float:
        """From the camera to the body, as far as order is concerned; upper discs come first."""
        x, y, z = (
            getattr(body.stance, name) - start
            for name, start in zip("xyz", self.rays.origin, strict=True)
        )
        return float(x * x + y * y + z * z)

    def light_field(self, bodies: Sequence[Body], lighting: Lighting) -> LightField:
        """The light over some bodies."""
        thickness = self.setting.pieces.tile_thickness
        tiles = [(corners, thickness) for corners in self._cells.values()]
        tops = [top for body in bodies for top in body.tops]
        outer = np.vstack([*self._cells.values(), *(polygon for polygon, _ in tops)])
        low, high = outer.min(0) - _MARGIN, outer.max(0) + _MARGIN
        low, high = np.maximum(low, -480), np.minimum(high, 480)
        region = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        scale = min(1.0, _MAP_SAMPLES / float((high - low).max()))
        return LightField(height_map(region, scale, tiles, tops), lighting)

    @property
    def _cells(self) -> Mapping[Cell, NDArray[np.float64]]:
        return cell_corners(self.setting)

    def _lit_ground(self, field: LightField) -> tuple[Singles, Singles]:
        """The table in this light, and the light that it throws back at the pieces."""
        from_above = field.on_ground()
        columns, rows = field.heights.place(self.ground.x, self.ground.y)
        light = np.asarray(
            cv2.remap(from_above, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            np.float32,
        )
        light *= self.ground.albedo
        bounce = self._average * from_above.reshape(-1, 3).mean(0)
        return light, np.asarray(bounce, np.float32)

    def carry(self, drawn: Drawn, light: Singles, things: Sequence[Thing]) -> None:
        """Add things in the air to a picture; they hide what is behind them, and may be hidden."""
        bodies = [self.body(thing, number) for number, thing in enumerate(things)]
        windows = [window for body in bodies if (window := self.rays.window(body.points))]
        if not windows:
            return
        window = around(windows)
        rays = self.rays.part(window)
        layer = empty_layer(rays.shape)
        layer.depth[:] = drawn.depth[window]
        for number, body in enumerate(bodies):
            own = rays.window(body.points)
            if own is not None:
                put(layer, rays, body, number, own)
        lay_over(light, rays, shade(layer, rays, drawn.field, drawn.bounce))


def around(windows: Sequence[Box]) -> Box:
    """The smallest window of whole pixels that holds all windows."""
    top, left = (min(window[k].start for window in windows) // FINE for k in (0, 1))
    bottom, right = (-(-max(window[k].stop for window in windows) // FINE) for k in (0, 1))
    return slice(top * FINE, bottom * FINE), slice(left * FINE, right * FINE)


def lay_over(light: Singles, rays: RayGrid, lit: Lit | None) -> None:
    """Lay lit samples over a picture, with smooth edges."""
    if lit is None:
        return
    rows = lit.place // np.int32(rays.shape[1])
    columns = lit.place - rows * np.int32(rays.shape[1])
    top = int(rows.min()) // FINE
    height, width = int(rows.max()) // FINE + 1 - top, rays.shape[1] // FINE
    pixel = (rows // np.int32(FINE) - np.int32(top)) * np.int32(width) + columns // np.int32(FINE)
    share = 1 / FINE**2
    planes = [np.bincount(pixel, part, height * width) for part in lit.light]
    clear = 1 - share * np.bincount(pixel, minlength=height * width)
    row, column = top + rays.corner[0] // FINE, rays.corner[1] // FINE
    target = light[row : row + height, column : column + width]
    # Channels of one pixel are handled by OpenCV: numpy is slow with rows of three.
    keep = clear.astype(np.float32).reshape(height, width)
    added = [(share * plane).astype(np.float32).reshape(height, width) for plane in planes]
    cv2.multiply(target, cv2.merge([keep, keep, keep]), dst=target)
    cv2.add(target, cv2.merge(added), dst=target)


def _bytes(colour: tuple[float, float, float]) -> tuple[int, int, int]:
    blue, green, red = (round(255 * part) for part in colour[::-1])
    return blue, green, red
