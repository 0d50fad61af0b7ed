"""What is known of a lens before a photo is looked at: nothing, or a profile.

A profile is the JSON that camera calibrations give: `width`, `height`, `fx`, `fy`, `cx`, `cy`,
`k1`, `k2`; a ChArUco calibration's numbers fit as they are.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from eko_companion.rules.errors import reason
from eko_companion.vision.errors import CardsError

_SHAPE_TOLERANCE: Final = 0.02


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens for pictures of one size."""

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    radial: tuple[float, float] = (0.0, 0.0)

    def for_size(self, size: tuple[int, int]) -> Lens:
        """The same lens for pictures of another size; raises CardsError for another shape."""
        scale = size[0] / self.size[0]
        if abs(size[1] / (self.size[1] * scale) - 1) > _SHAPE_TOLERANCE:
            raise CardsError(
                f"The camera profile is for pictures of {self.size[0]}×{self.size[1]} pixels, "
                f"and this one has another shape: {size[0]}×{size[1]}."
            )
        x, y = ((value + 0.5) * scale - 0.5 for value in self.centre)
        return Lens(size, self.focal * scale, (x, y), self.radial)


def load_lens(path: Path) -> Lens:
    """A camera profile from its file; raises CardsError with a sentence."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CardsError(
            f"The camera profile {path.name} cannot be read: {reason(error)}."
        ) from None
    except (ValueError, RecursionError):
        raise CardsError(f"The camera profile {path.name} is no JSON document.") from None
    return lens_from_document(document)


def lens_from_document(document: Any) -> Lens:
    """A lens from a profile; raises CardsError naming what is wrong."""
    if not isinstance(document, dict):
        raise CardsError("fx: a camera profile must be an object with `fx`, `cx` and so on.")
    values = {}
    names = ("width", "height", "fx", "fy", "cx", "cy", "k1", "k2")
    for name in names:
        value = document.get(name)
        if value is None and name in ("fy", "k1", "k2"):
            value = document["fx"] if name == "fy" else 0.0
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise CardsError(f"{name}: a camera profile needs this number.")
        if not math.isfinite(value) or (name in names[:4] and value <= 0):
            raise CardsError(f"{name}: this number in the camera profile is impossible.")
        values[name] = float(value)
    return Lens(
        size=(round(values["width"]), round(values["height"])),
        focal=(values["fx"] + values["fy"]) / 2,
        centre=(values["cx"], values["cy"]),
        radial=(values["k1"], values["k2"]),
    )
