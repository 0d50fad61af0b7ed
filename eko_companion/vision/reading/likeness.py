"""Views of cells as the table's palette sees them: light taken out, likeness to each paint."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.vision.reading.known_board import Image
from eko_companion.vision.reading.light import FLOOR, LightField
from eko_companion.vision.reading.palette import BITS, Palette


def plain_views(
    palette: Palette, change: LightField | None, feet: Floats, views: Image
) -> NDArray[np.uint8]:
    """Views in the mean light of the empty board's photo.

    `change` is the light of the photo against the empty board's, None for that photo itself.
    """
    logs = palette.light.at(feet)
    if change is not None:
        logs = logs + change.at(feet)
    gain = np.exp(-logs)
    # A table of 256 entries for each cell and colour is quicker than arithmetic on each pixel.
    levels = np.arange(256) / 255 + FLOOR
    tables = np.clip((levels[None, None] * gain[:, :, None] - FLOOR) * 255 + 0.5, 0, 255)
    tables = tables.astype(np.uint8)
    plain = np.empty_like(views)
    for number in range(len(views)):
        for colour in range(3):
            np.take(
                tables[number, colour], views[number, :, :, colour], out=plain[number, :, :, colour]
            )
    return plain


def likeness_views(
    palette: Palette, change: LightField | None, feet: Floats, views: Image
) -> NDArray[np.uint8]:
    """How alike each pixel of the views is to each paint: cells, rows, columns, paints."""
    return likeness_of(palette, plain_views(palette, change, feet, views))


def likeness_of(palette: Palette, plain: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same for views in the mean light."""
    coarse = (plain >> (8 - BITS)).astype(np.int32)
    index = (coarse[..., 0] << (2 * BITS)) | (coarse[..., 1] << BITS) | coarse[..., 2]
    return np.asarray(palette.likeness[index], np.uint8)
