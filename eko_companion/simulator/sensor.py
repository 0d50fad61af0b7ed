"""The camera behind the lens: exposure, colour balance, blur, noise, tone and compression."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Bytes = NDArray[np.uint8]

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
        height, width = light.shape[:2]
        image = light * _gains(width, height, self.exposure, self.balance, self.vignette)
        if self.motion != (0.0, 0.0):
            image = _smeared(image, self.motion)
        if self.blur > 0.2:
            cv2.GaussianBlur(image, (0, 0), self.blur, dst=image)
        self._add_noise(image, rng)
        # Tones are spread by a square root before they become bytes, so that dark ones survive.
        np.maximum(image, 0, out=image)
        np.sqrt(image, out=image)
        shown = cv2.LUT(cv2.convertScaleAbs(image, alpha=255.0), self._curve())
        if self.sharpening > 0:
            soft = cv2.GaussianBlur(shown, (0, 0), 1.2)
            shown = cv2.addWeighted(shown, 1 + self.sharpening, soft, -self.sharpening, 0)
        return self.compressed(np.asarray(shown, np.uint8))

    def compressed(self, image: Bytes) -> Bytes:
        """The picture after a round of JPEG."""
        if not self.quality:
            return image
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _add_noise(self, image: Singles, rng: np.random.Generator) -> None:
        if self.noise <= 0:
            return
        rows, columns = image.shape[:2]
        dice = _noise_sheet(rows, columns, self.grain)
        top, left = (int(rng.integers(0, _SPARE)) for _ in range(2))
        # Photons arrive at random: bright places have more noise, dark ones relatively more.
        strength = np.sqrt(np.maximum(image[..., 1], 0) + np.float32(0.004))
        strength *= np.float32(1.8 * self.noise)
        grain = dice[top : top + rows, left : left + columns]
        # Channels are multiplied by OpenCV: numpy is slow with rows of three.
        image += cv2.multiply(grain, cv2.merge([strength, strength, strength]))

    def _curve(self) -> Bytes:
        """From the root of the light to what a screen shows, in bytes."""
        x = (np.arange(256) / 255) ** 2
        shown = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
        bent = shown * shown * (3 - 2 * shown)
        levels = np.rint(255 * (shown + self.contrast * (bent - shown)))
        return np.asarray(levels, np.uint8)


_SPARE = 256
"""By so many pixels each way one sheet of noise can be shifted."""


@lru_cache(maxsize=2)
def _noise_sheet(rows: int, columns: int, grain: float) -> Singles:
    """A large sheet of noise: new dice for every picture would take longer than drawing it."""
    rng = np.random.default_rng(5)
    shape = (rows + _SPARE, columns + _SPARE)
    grey = rng.standard_normal(shape, dtype=np.float32)
    colour = rng.standard_normal((*shape, 3), dtype=np.float32)
    return np.asarray(grey[..., None] + np.float32(grain) * colour, np.float32)


@lru_cache(maxsize=8)
def _gains(
    width: int,
    height: int,
    exposure: float,
    balance: tuple[float, float, float],
    vignette: float,
) -> Singles:
    """What each pixel's light is multiplied by: exposure, colour balance and darker corners."""
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    away = (x * x)[None] + (y * y)[:, None]
    fading = (1 - np.float32(vignette) * away) * np.float32(exposure)
    return np.asarray(fading[..., None] * np.asarray(balance[::-1], np.float32), np.float32)


def _smeared(image: Singles, motion: tuple[float, float]) -> Singles:
    length = max(2, round(float(np.hypot(*motion))))
    size = 2 * (length // 2 + 1) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    for share in np.linspace(-0.5, 0.5, 4 * length):
        x, y = middle + share * motion[0], middle + share * motion[1]
        kernel[round(y), round(x)] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
