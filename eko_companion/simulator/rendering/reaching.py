"""Hands over the table: how they look, what they hide, and the shadow that they throw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.simulator.hands.mesh import HandMesh, hand_mesh, place
from eko_companion.simulator.hands.render import render_mesh
from eko_companion.simulator.hands.shading import Ambient
from eko_companion.simulator.hands.shading import Light as HandLight
from eko_companion.simulator.hands.shadow import cast_silhouette
from eko_companion.simulator.lighting import Light, Lighting
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.renderer import Renderer
from eko_companion.simulator.scene import Hand, Thing

_FAINT = 0.12
"""A light with a smaller share of all light throws no shadow that anybody sees."""
_DEEPEST = 0.85
"""The most of a light that a hand keeps away; some always comes around it."""


def mesh_of(hand: Hand) -> HandMesh:
    """A hand where it is."""
    mesh = hand_mesh(hand.pose, hand.look, hand.grip)
    return place(mesh, (hand.x, hand.y, hand.z), hand.yaw, hand.pitch)


def throw_shadows(
    renderer: Renderer, light: Singles, hand: Hand | None, carried: Sequence[Thing], room: Lighting
) -> None:
    """Darken a picture where a hand and what it carries keep the light away."""
    total = sum(room.sky) + sum(sum(lamp.colour) * lamp.direction[2] for lamp in room.lights)
    mesh = mesh_of(hand) if hand is not None else None
    for lamp in room.lights:
        share = sum(lamp.colour) * float(lamp.direction[2]) / total
        if share < _FAINT:
            continue
        if mesh is not None:
            _throw(renderer, light, mesh, lamp, share)
        for thing in carried:
            _throw_piece(renderer, light, thing, lamp, share)


def _throw(renderer: Renderer, light: Singles, mesh: HandMesh, lamp: Light, share: float) -> None:
    softness = math.tan(math.radians(max(lamp.spread, 1.0)))
    height = renderer.setting.pieces.tile_thickness
    shadow = cast_silhouette(mesh, _way(lamp), height, softness=softness)
    if shadow is None:
        return
    rows, columns = shadow.mask.shape
    corners = [
        (shadow.origin[0] + a * columns * shadow.step, shadow.origin[1] + b * rows * shadow.step)
        for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    window = _pixels(renderer, np.array(corners))
    if window is None:
        return
    scale = np.float32(1 / shadow.step)
    across = (renderer.ground.x[window] - np.float32(shadow.origin[0])) * scale
    down = (renderer.ground.y[window] - np.float32(shadow.origin[1])) * scale
    mask = shadow.mask * np.float32(-share * _DEEPEST) + np.float32(1)
    keep = cv2.remap(
        mask, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=1.0
    )
    _darken(light[window], keep)


def _darken(target: Singles, keep: NDArray[Any]) -> None:
    keep = keep.astype(np.float32)
    # Channels are multiplied by OpenCV: numpy is slow with rows of three.
    cv2.multiply(target, cv2.merge([keep, keep, keep]), dst=target)


def _way(lamp: Light) -> tuple[float, float, float]:
    x, y, z = (float(part) for part in lamp.direction)
    return x, y, z


def _throw_piece(
    renderer: Renderer, light: Singles, thing: Thing, lamp: Light, share: float
) -> None:
    """The shadow of a piece in the air: a soft round spot."""
    direction, stance = lamp.direction, thing.stance
    high = stance.z - renderer.setting.pieces.tile_thickness
    if high < 0.5:
        return
    x = stance.x - high * direction[0] / direction[2]
    y = stance.y - high * direction[1] / direction[2]
    radius = renderer.setting.pieces.disc_diameter / 2
    soft = 1.5 + high * math.tan(math.radians(max(lamp.spread, 1.0)))
    reach = radius + 2 * soft
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach + [x, y]
    window = _pixels(renderer, square)
    if window is None:
        return
    away = np.hypot(renderer.ground.x[window] - x, renderer.ground.y[window] - y)
    dark = np.clip((radius + soft - away) / np.float32(2 * soft), 0, 1)
    _darken(light[window], 1 - np.float32(share * _DEEPEST) * dark)


def _pixels(renderer: Renderer, corners: NDArray[np.float64]) -> tuple[slice, slice] | None:
    """The pixels that see a region of the table."""
    camera = renderer.setting.camera
    points = np.column_stack([corners, np.zeros(len(corners))])
    inside = camera.in_camera(points)[:, 2] > 1
    if not inside.all():
        return slice(0, camera.size[1]), slice(0, camera.size[0])
    pixels = camera.project(points)
    low = np.maximum(np.floor(pixels.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(pixels.max(0)).astype(int) + 1, camera.size)
    if (high <= low).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def add_hand(renderer: Renderer, light: Singles, hand: Hand, room: Lighting) -> Singles:
    """Lay a hand over a picture; the result tells how much of each pixel it covers."""
    cover = np.zeros(light.shape[:2], np.float32)
    lights = [HandLight(_way(lamp), lamp.colour[::-1]) for lamp in room.lights]
    picture = render_mesh(renderer.setting.camera, mesh_of(hand), lights, Ambient(room.sky[::-1]))
    if picture is None:
        return cover
    left, top, right, bottom = picture.box
    target = light[top:bottom, left:right]
    target += (picture.colour - target) * picture.alpha[..., None]
    cover[top:bottom, left:right] = picture.alpha
    return cover
