"""The camera behind the lens: exposure, colour balance, blur, noise, tone and compression."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Bytes = NDArray[np.uint8]

_STEPS = 4096
_MIDDLING = 0.3
_BRIGHTEST = 0.88
"""Parts of white, in linear light."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """What a camera makes of the light that reaches it."""

    exposure: float = 1.0
    """As a multiple of what the camera chose when it was set up; see `metered`."""
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gains of red, green and blue."""
    blur: float = 0.55
    """Softness of the lens, in pixels."""
    noise: float = 0.008
    """Of the sensor, as part of white."""
    grain: float = 0.25
    """How much of the noise stays in colour after the camera's own smoothing."""
    contrast: float = 0.2
    """0: plain; 1: a strong curve."""
    sharpening: float = 0.3
    vignette: float = 0.15
    """How much darker the corners are."""
    quality: int = 88
    """Of the JPEG; 0: not compressed."""
    motion: tuple[float, float] = (0.0, 0.0)
    """The camera's movement during the exposure, in pixels."""

    def metered(self, light: Singles) -> Sensor:
        """This sensor with its exposure set for a scene, as cameras do by themselves.

        The scene becomes middling bright on average, but its brightest parts are not lost.
        """
        tones = light[::4, ::4] @ np.array([0.07, 0.72, 0.21], np.float32)
        gain = min(
            _MIDDLING / max(float(tones.mean()), 1e-4),
            _BRIGHTEST / max(float(np.percentile(tones, 98.5)), 1e-4),
        )
        return replace(self, exposure=self.exposure * gain)

    def take(self, light: Singles, rng: np.random.Generator) -> Bytes:
        """The picture of bytes that the camera gives."""
        image = light * (np.float32(self.exposure) * np.asarray(self.balance[::-1], np.float32))
        if self.motion != (0.0, 0.0):
            image = _smeared(image, self.motion)
        if self.blur > 0.2:
            image = cv2.GaussianBlur(image, (0, 0), self.blur)
        if self.vignette > 0:
            image *= _vignette(image.shape[1], image.shape[0], self.vignette)[..., None]
        image = self._noisy(np.asarray(image, np.float32), rng)
        levels = np.clip(image * np.float32(_STEPS - 1), 0, _STEPS - 1).astype(np.uint16)
        shown = self._curve()[levels]
        if self.sharpening > 0:
            soft = cv2.GaussianBlur(shown, (0, 0), 1.2)
            shown = np.asarray(
                cv2.addWeighted(shown, 1 + self.sharpening, soft, -self.sharpening, 0), np.uint8
            )
        return self.compressed(np.asarray(shown, np.uint8))

    def compressed(self, image: Bytes) -> Bytes:
        """The picture after a round of JPEG."""
        if not self.quality:
            return image
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _noisy(self, image: Singles, rng: np.random.Generator) -> Singles:
        if self.noise <= 0:
            return image
        rows, columns = image.shape[:2]
        dice = _noise_sheet()
        top, left = (int(rng.integers(0, size)) for size in _SHIFTS)
        grey = dice[top : top + rows, left : left + columns]
        if grey.shape != (rows, columns):
            grey = np.tile(dice, (1 + rows // dice.shape[0], 1 + columns // dice.shape[1]))
            grey = grey[:rows, :columns]
        # Photons arrive at random: bright places have more noise, dark ones relatively more.
        strength = np.sqrt(np.maximum(image[..., 1], 0) + np.float32(0.004)) * np.float32(
            self.noise * 1.8
        )
        common = grey * strength
        for channel, shift in enumerate((7, 0, 23)):
            own = np.roll(grey, shift * 131, axis=1)
            image[..., channel] += common + np.float32(self.grain) * own * strength
        return image

    def _curve(self) -> Bytes:
        x = np.arange(_STEPS) / (_STEPS - 1)
        shown = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
        bent = shown * shown * (3 - 2 * shown)
        levels = np.rint(255 * (shown + self.contrast * (bent - shown)))
        return np.asarray(levels, np.uint8)


_SHIFTS = (300, 500)
_SHEET: list[Singles] = []


def _noise_sheet() -> Singles:
    """One large sheet of noise: new dice for every picture would take longer than drawing it."""
    if not _SHEET:
        rng = np.random.default_rng(5)
        _SHEET.append(rng.standard_normal((1080 + 300, 1920 + 500), dtype=np.float32))
    return _SHEET[0]


def _vignette(width: int, height: int, strength: float) -> Singles:
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    away = (x * x)[None] + (y * y)[:, None]
    return np.asarray(1 - np.float32(strength) * away, np.float32)


def _smeared(image: Singles, motion: tuple[float, float]) -> Singles:
    length = max(2, round(float(np.hypot(*motion))))
    size = 2 * (length // 2 + 1) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    for share in np.linspace(-0.5, 0.5, 4 * length):
        x, y = middle + share * motion[0], middle + share * motion[1]
        kernel[round(y), round(x)] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
