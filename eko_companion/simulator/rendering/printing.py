"""The printed pictures of one look: tiles, disc tops, cards and clutter, drawn once and kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from eko_companion.rules.tiles import Tile, TileSet
from eko_companion.simulator.clutter_pictures import card_face, draw_clutter
from eko_companion.simulator.look import Look
from eko_companion.simulator.prints import emperor_print, warrior_print
from eko_companion.simulator.rendering.colour import Singles
from eko_companion.simulator.rendering.decals import Bytes, Decal
from eko_companion.simulator.rendering.ground import TABLE
from eko_companion.simulator.scene import LaidCard, LaidThing
from eko_companion.simulator.surfaces import draw_surface
from eko_companion.simulator.tile_pictures import Style, TilePicture, draw_tile

TILE_PX: Final = 110.0
"""Pixels a pitch of the pictures of tiles: a little finer than any camera here sees them."""
SURFACE_SCALE: Final = 1.5
CARD_SCALE: Final = 6.0
PRINT_PX: Final = 160

TilePrint = tuple[Bytes, tuple[float, float], float]
"""The picture of a tile, the pixel of its own cell [0, 0], and pixels a millimetre."""


@dataclass(frozen=True, eq=False)
class Prints:
    """What is printed on the tops of discs: masks from 0 to 1."""

    warrior: Singles
    emperor: Singles


@lru_cache(maxsize=32)
def disc_prints(warrior: str, emperor: str, seed: int) -> Prints:
    """The prints of a copy of the game."""
    return Prints(
        warrior_print(warrior, PRINT_PX, seed),
        emperor_print(emperor, PRINT_PX, seed),
    )


def tile_prints(
    tile_set: TileSet, letters: Iterable[str], look: Look, pitch: float
) -> Mapping[str, TilePrint]:
    """The pictures of some tiles."""
    prints = {}
    for letter in sorted(set(letters)):
        picture = _tile_picture(tile_set.by_letter[letter], look.tile_style, look.tile_seed)
        prints[letter] = (picture.bgra, picture.origin, picture.px / pitch)
    return prints


@lru_cache(maxsize=64)
def _tile_picture(tile: Tile, style: Style, seed: int) -> TilePicture:
    # The board and the photos of its tiles show the same pictures.
    return draw_tile(tile, style, seed, TILE_PX)


@lru_cache(maxsize=4)
def surface_print(kind: str, seed: int) -> Bytes:
    """The table top."""
    return _bytes(draw_surface(kind, seed, TABLE, SURFACE_SCALE))


def card_decal(card: LaidCard) -> Decal:
    """A marker card as a flat thing."""
    face = _bytes(card_face(card.marker, card.side, card.card, CARD_SCALE, card.marker))
    # A whole number of pixels was drawn: the scale is a little off the one asked for.
    return _sheet(_opaque(face), card.x, card.y, card.yaw, face.shape[1] / card.card, 0.0)


def thing_decal(thing: LaidThing) -> Decal:
    """A piece of clutter as a flat thing."""
    picture = draw_clutter(thing.kind, thing.seed)
    bgra = _bytes(picture.bgra)
    scale = bgra.shape[1] / picture.width_mm
    # Round things such as pencils have no upright edge as high as they are.
    upright = min(picture.height_mm, 0.3 * min(picture.width_mm, picture.depth_mm))
    thickness = upright if upright > 0.5 else 0.0
    sheet = _sheet(bgra, thing.x, thing.y, thing.yaw, scale, thickness)
    blue, green, red = (int(0.75 * part) for part in bgra[bgra[..., 3] > 127][:, :3].mean(0))
    return replace(sheet, edge=(blue, green, red))


def _sheet(bgra: Bytes, x: float, y: float, yaw: float, scale: float, thickness: float) -> Decal:
    # A clear border lets its edge be smooth.
    padded = cv2.copyMakeBorder(bgra, 2, 2, 2, 2, cv2.BORDER_REPLICATE)
    for edge in (padded[:2], padded[-2:], padded[:, :2], padded[:, -2:]):
        edge[..., 3] = 0
    rows, columns = padded.shape[:2]
    origin = ((columns - 1) / 2, (rows - 1) / 2)
    return Decal(np.asarray(padded, np.uint8), scale, origin, x, y, yaw, thickness)


def _opaque(bgr: Bytes) -> Bytes:
    return np.dstack([bgr, np.full(bgr.shape[:2], 255, np.uint8)])


def _bytes(picture: Singles) -> Bytes:
    return np.rint(np.clip(picture, 0, 1) * 255).astype(np.uint8)
