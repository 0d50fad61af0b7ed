"""The colours of one table's pieces, as learned at its start, and how alike a pixel is to them.

A pixel may be of a player's paint in more or less light: shade costs a little, another hue costs
much. How the palette is learned is the start's task.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.rules.errors import EkoError
from eko_companion.vision.reading.light import FLOOR, LightField

_SHADES: Final = np.exp(np.linspace(np.log(0.3), np.log(1.3), 16))
_SHADE_PRICE: Final = 9.0
"""In steps of perceived difference: what a change of the light by a factor e costs."""
_TOLERANCE: Final = 9.0
BITS: Final = 5
"""The table of likeness has 2 to the power of this many steps for each colour."""

Floats32 = NDArray[np.float32]


def perceived(colours: Any) -> Floats:
    """Colours blue, green, red from 0 to 1 as L, a, b: distances in it are as people see them."""
    bgr = np.clip(np.asarray(colours, np.float32), 0, 1)
    flat = cv2.cvtColor(bgr.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB)
    return np.asarray(flat, float).reshape(bgr.shape)


def from_logarithms(logs: Floats) -> Floats:
    """The inverse of `light.logarithms`, from 0 to 1."""
    result: Floats = np.clip(np.exp(logs) - FLOOR, 0, 1)
    return result


@dataclass(frozen=True, eq=False)
class Paint:
    """One player's colour in the table's mean light."""

    owner: str
    top: Floats
    """Blue, green, red from 0 to 1."""
    side: Floats
    """The flank of a disc, as the camera sees it."""


@dataclass(frozen=True, eq=False)
class Palette:
    """All paints, and the light that falls on each part of the board."""

    paints: tuple[Paint, ...]
    light: LightField
    """The logarithm of the light in the empty board's photo, against its mean over the board."""
    white: Floats
    """The white of the cards in the mean light, from 0 to 1."""

    @property
    def owners(self) -> tuple[str, ...]:
        """The players, in the order of the paints."""
        return tuple(paint.owner for paint in self.paints)

    @cached_property
    def likeness(self) -> NDArray[np.uint8]:
        """For each colour in coarse steps and each paint, how alike they are: 255 is the same.

        The first index is made of the upper bits of blue, green and red.
        """
        steps = 1 << BITS
        middles = (np.arange(steps) + 0.5) / steps
        blue, green, red = np.meshgrid(middles, middles, middles, indexing="ij")
        seen = perceived(np.stack([blue, green, red], -1).reshape(-1, 3)).astype(np.float32)
        columns = [
            np.minimum(_distance(seen, paint.top), _distance(seen, paint.side))
            for paint in self.paints
        ]
        far = np.stack(columns, -1) / _TOLERANCE
        return np.asarray(np.round(255 * np.exp(-0.5 * far**2)), np.uint8)

    def document(self) -> dict[str, Any]:
        """The palette as plain JSON."""
        return {
            "paints": [
                {"owner": p.owner, "top": p.top.tolist(), "side": p.side.tolist()}
                for p in self.paints
            ],
            "light": {
                "middle": list(self.light.middle),
                "reach": self.light.reach,
                "weights": self.light.weights.tolist(),
            },
            "white": self.white.tolist(),
        }


def palette_from_document(document: Any) -> Palette:
    """The inverse of `Palette.document`; raises EkoError for anything else."""
    try:
        paints = tuple(
            Paint(str(entry["owner"]), _colour(entry["top"]), _colour(entry["side"]))
            for entry in document["paints"]
        )
        light = document["light"]
        field = LightField(
            (float(light["middle"][0]), float(light["middle"][1])),
            float(light["reach"]),
            np.array(light["weights"], float).reshape(6, 3),
        )
        palette = Palette(paints, field, _colour(document["white"]))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise EkoError(f"this is not a palette: {error}.") from None
    if not paints or field.reach <= 0 or not np.isfinite(field.weights).all():
        raise EkoError("this is not a palette: a number in it is impossible.")
    return palette


def _colour(value: Any) -> Floats:
    colour = np.array(value, float).reshape(3)
    if not ((colour >= 0) & (colour <= 1)).all():
        raise ValueError("a colour is out of range")
    return colour


def _distance(seen: Floats32, paint: Floats) -> Floats32:
    """How far colours are from a paint in the light that suits them best."""
    shaded = perceived(_SHADES[:, None] * paint).astype(np.float32)
    price = (_SHADE_PRICE * np.log(_SHADES)).astype(np.float32)
    best = np.full(len(seen), np.inf, np.float32)
    for shade, cost in zip(shaded, price, strict=True):
        best = np.minimum(best, ((seen - shade) ** 2).sum(1) + cost**2)
    return np.asarray(np.sqrt(best), np.float32)
