"""Every print by name, and the small faults that printing and play leave in its ink."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.simulator.prints import emperors, warriors
from eko_companion.simulator.prints.pen import Pen
from eko_companion.simulator.tile_pictures.noise import Floats, floats, smooth_noise, stream

WARRIOR_PRINTS: tuple[str, ...] = tuple(warriors.DRAWINGS)
"""Every kind of print for warriors."""
EMPEROR_PRINTS: tuple[str, ...] = tuple(emperors.DRAWINGS)
"""Every kind of print for emperors."""


class UnknownPrintError(EkoError):
    """A print that nobody knows how to draw."""


def warrior_print(kind: str, size_px: int, seed: int) -> Floats:
    """How much ink lies where on a warrior's disc, 0 to 1; the disc fills the square.

    The seed gives this disc's wear and a slightly misplaced print.
    """
    return _printed(warriors.DRAWINGS, kind, size_px, seed)


def emperor_print(kind: str, size_px: int, seed: int) -> Floats:
    """How much ink lies where on an emperor's disc, 0 to 1; the disc fills the square."""
    return _printed(emperors.DRAWINGS, kind, size_px, seed)


def _printed(
    drawings: Mapping[str, Callable[[Pen], None]], kind: str, size_px: int, seed: int
) -> Floats:
    if kind not in drawings:
        raise UnknownPrintError(
            f"There is no print named {kind!r}; there are {', '.join(drawings)}."
        )
    if size_px < 1:
        raise UnknownPrintError(f"A print cannot be {size_px} pixels wide.")
    pen = Pen(size_px)
    drawings[kind](pen)
    return _worn(pen.reduced(), stream(seed, "print", kind))


def _worn(mask: Floats, rng: np.random.Generator) -> Floats:
    """Ink a little off the middle, thinner in patches, with small bare spots."""
    size = mask.shape[0]
    shift = rng.normal(0, 0.006 * size, 2)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    mask = floats(cv2.warpAffine(mask, move, (size, size), flags=cv2.INTER_LINEAR))
    density = rng.uniform(0.86, 1.0)
    thin = smooth_noise((size, size), size, 5, rng) * np.float32(rng.uniform(0.02, 0.1))
    # Chips are laid out in one size and scaled, so that they are the same at any resolution.
    flaws = cv2.GaussianBlur(floats(rng.standard_normal((192, 192))), (0, 0), 1.7)
    chips = cv2.resize(flaws / flaws.std(), (size, size), interpolation=cv2.INTER_LINEAR)
    bare = np.clip((chips - np.float32(rng.uniform(2.2, 3.6))) * 2, 0, 1) * np.float32(0.7)
    mask *= np.float32(density) - np.abs(thin)
    mask *= 1 - bare
    return floats(np.clip(mask, 0, 1) * _disc(size))


def _disc(size: int) -> Floats:
    """The disc itself, softly cut: nothing is printed beyond its edge."""
    at = (np.arange(size, dtype=np.float32) + 0.5) - size / 2
    away = np.hypot(at[:, None], at[None, :])
    return floats(np.clip(size / 2 - away + 0.5, 0, 1))
