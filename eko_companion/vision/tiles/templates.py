"""Learned tile pictures made ready for searching at one scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.vision.table_folder.table import TilePicture
from eko_companion.vision.tiles.likeness import Features, features, turned_template


@dataclass(frozen=True, eq=False)
class Template:
    """A tile's features, square with an odd side, its own cell [0, 0] in the middle pixel."""

    letter: str
    values: Features
    mask: NDArray[np.float32]
    """1 on the tile."""

    def turned(self, angle: float) -> Template:
        """The same tile turned counter-clockwise as seen; radians."""
        return Template(self.letter, *turned_template(self.values, self.mask, angle))


def templates_at(
    pictures: Mapping[str, TilePicture], scale: float, blur: float = 0.0
) -> dict[str, Template]:
    """All tiles at a scale of so many pixels a millimetre; the blur is in millimetres."""
    return {letter: template_at(picture, scale, blur) for letter, picture in pictures.items()}


def template_at(picture: TilePicture, scale: float, blur: float = 0.0) -> Template:
    """One tile at a scale."""
    shrink = scale / picture.scale
    image: Any = picture.image
    if shrink < 1:
        # What is finer than a pixel to come must not alias.
        sigma = 0.45 / shrink
        weight = (picture.mask > 127).astype(np.float32)[:, :, None]
        summed: Any = cv2.GaussianBlur(image.astype(np.float32) * weight, (0, 0), sigma)
        share: Any = cv2.GaussianBlur(weight, (0, 0), sigma)
        image = np.clip(summed / np.maximum(share[:, :, None], 1e-3), 0, 255).astype(np.uint8)
    far = max(
        picture.origin[0],
        picture.origin[1],
        image.shape[1] - 1 - picture.origin[0],
        image.shape[0] - 1 - picture.origin[1],
    )
    half = int(np.ceil(far * shrink)) + 1
    matrix = np.array(
        [
            [shrink, 0, half - picture.origin[0] * shrink],
            [0, shrink, half - picture.origin[1] * shrink],
        ]
    )
    size = (2 * half + 1, 2 * half + 1)
    smaller = np.asarray(cv2.warpAffine(image, matrix, size, borderValue=(128, 128, 128)))
    mask = np.asarray(cv2.warpAffine(picture.mask, matrix, size))
    found = features(smaller.astype(np.uint8), scale, mask.astype(np.uint8), blur)
    return Template(picture.letter, found, (mask > 127).astype(np.float32))
