"""How alike two pictures are whatever the light: features, and their correlation everywhere.

Brightness counts only against its surroundings, colour only where it differs from the mean of a
wider surrounding; so shadows, tints and exposure drop out, and what is printed remains.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import fft

from eko_companion.sources.protocol import Image

Features = NDArray[np.float32]
"""Rows, columns, channels."""
Scores = NDArray[np.float32]

_NEAR: Final = 7.0
"""Millimetres: the surroundings against which brightness counts."""
_WIDE: Final = 25.0
"""The same for colour."""
_COLOUR_WEIGHT: Final = 0.6


def features(
    view: Image, scale: float, mask: NDArray[np.uint8] | None = None, blur: float = 0.0
) -> Features:
    """What a top view shows, light taken out; outside the mask it is 0. Blur in millimetres."""
    lab: Any = cv2.cvtColor(view.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    weight = np.ones(view.shape[:2], np.float32)
    if mask is not None:
        weight = (mask > 127).astype(np.float32)
    if blur > 0:
        lab = _mean(lab, weight, blur * scale)
    light = lab[:, :, 0]
    near = _mean(light, weight, _NEAR * scale)
    spread = np.sqrt(_mean((light - near) ** 2, weight, _NEAR * scale))
    even = (light - near) / (spread + 2.0)
    wide = _mean(lab[:, :, 1:], weight, _WIDE * scale)
    colour = np.tanh((lab[:, :, 1:] - wide) / 12.0) * _COLOUR_WEIGHT
    found = np.dstack([np.clip(even, -2.5, 2.5), colour]) * weight[:, :, None]
    return found.astype(np.float32)


def _mean(values: Any, weight: NDArray[np.float32], sigma: float) -> Any:
    """A Gaussian mean of what lies inside the mask."""
    small = max(int(sigma / 4), 1)
    # Wide means are taken on a smaller picture: much faster, and they are smooth anyway.
    shape = (max(weight.shape[1] // small, 1), max(weight.shape[0] // small, 1))
    layered = values if values.ndim == 3 else values[:, :, None]
    stacked = np.dstack([layered * weight[:, :, None], weight])
    if small > 1:
        stacked = cv2.resize(stacked, shape, interpolation=cv2.INTER_AREA)
    stacked = cv2.GaussianBlur(stacked, (0, 0), sigma / small, borderType=cv2.BORDER_REFLECT)
    if small > 1:
        stacked = cv2.resize(stacked, weight.shape[::-1], interpolation=cv2.INTER_LINEAR)
    mean = stacked[:, :, :-1] / np.maximum(stacked[:, :, -1:], 1e-3)
    return mean if values.ndim == 3 else mean[:, :, 0]


def correlation(first: Features, second: Features, mask: NDArray[np.bool_]) -> float:
    """The correlation of two aligned features inside a mask, from -1 to 1."""
    a, b = first[mask], second[mask]
    a, b = a - a.mean(0), b - b.mean(0)
    size = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum() / size) if size > 1e-6 else 0.0


class Searcher:
    """One scene's features, ready to be searched for many templates."""

    def __init__(self, scene: Features, largest: int) -> None:
        self._height, self._width = scene.shape[:2]
        self._shape = (
            fft.next_fast_len(self._height + largest, real=True),
            fft.next_fast_len(self._width + largest, real=True),
        )
        self._spectra = [self._spectrum(scene[:, :, c]) for c in range(scene.shape[2])]
        self._square = self._spectrum((scene**2).sum(2))
        self._energies: dict[bytes, Scores] = {}

    def search(self, template: Features, mask: NDArray[np.float32]) -> Scores:
        """The correlation at every place of the template's middle pixel; its sides are odd."""
        half = template.shape[0] // 2
        count = float(mask.sum())
        mean = (template * mask[:, :, None]).sum((0, 1)) / count
        centred = (template - mean) * mask[:, :, None]
        size = float((centred**2).sum())
        total: Any = 0.0
        for channel, spectrum in enumerate(self._spectra):
            total = total + spectrum * np.conj(self._spectrum(centred[:, :, channel]))
        energy = self._energy(mask, count, half)
        found = self._cropped(total, half)
        result: Scores = found / np.sqrt(np.maximum(energy * size, 1e-6))
        return result

    def _energy(self, mask: NDArray[np.float32], count: float, half: int) -> Scores:
        """The scene's own sum of squares under the mask, its mean taken out, at every place."""
        key = mask.tobytes()
        if key not in self._energies:
            stamp = np.conj(self._spectrum(mask))
            energy = self._cropped(self._square * stamp, half)
            for spectrum in self._spectra:
                energy = energy - self._cropped(spectrum * stamp, half) ** 2 / count
            # A bare stretch has nearly nothing to compare: let it score low rather than wild.
            self._energies[key] = np.maximum(energy, 0.15 * count)
        return self._energies[key]

    def _spectrum(self, values: NDArray[np.float32]) -> Any:
        return fft.rfft2(values, self._shape)

    def _cropped(self, spectrum: Any, half: int) -> Scores:
        whole = fft.irfft2(spectrum, self._shape)
        rows = np.roll(whole, half, axis=0)[: self._height]
        result: Scores = np.roll(rows, half, axis=1)[:, : self._width]
        return result


def peaks(scores: Scores, count: int, apart: int) -> list[tuple[float, int, int]]:
    """The highest places (score, row, column), none nearer to a higher one than `apart`."""
    left = scores.copy()
    found: list[tuple[float, int, int]] = []
    for _ in range(count):
        row, column = np.unravel_index(int(np.argmax(left)), left.shape)
        found.append((float(left[row, column]), int(row), int(column)))
        low_row, low_column = max(row - apart, 0), max(column - apart, 0)
        left[low_row : row + apart + 1, low_column : column + apart + 1] = -1
    return found


def turned_template(
    template: Features, mask: NDArray[np.float32], angle: float
) -> tuple[Features, NDArray[np.float32]]:
    """A template turned about its middle pixel, counter-clockwise as seen; radians."""
    middle = template.shape[0] // 2
    matrix = cv2.getRotationMatrix2D((middle, middle), float(np.degrees(angle)), 1.0)
    size = template.shape[1::-1]
    turned = cv2.warpAffine(template, matrix, size, flags=cv2.INTER_LINEAR)
    stamp = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_LINEAR)
    hard = (stamp > 0.75).astype(np.float32)
    return np.asarray(turned, np.float32) * hard[:, :, None], hard
