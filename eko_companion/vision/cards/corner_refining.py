"""Finds a marker's corners to a small part of a pixel, by all edges of its printed squares.

Edges between black and white are measured across, in linear light, and one homography is fitted
to them. White that shines over black moves every edge alike; it is fitted along and taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats
from eko_companion.markers.pattern import SQUARES
from eko_companion.vision.cards.pattern_edges import pattern_edges, square_middles

Light = NDArray[np.float32]
"""A grey picture in linear light, from 0 to 1."""

_ACROSS: Final = np.linspace(-0.45, 0.45, 15)
ROUNDS: Final = 3
_SQUARE: Final = np.array([[0, 0], [SQUARES, 0], [SQUARES, SQUARES], [0, SQUARES]], np.float32)
_LEAST_LIKENESS: Final = 0.80
_LEAST_CONTRAST: Final = 0.003
_WRONG_SQUARES: Final = 1
"""Squares of the pattern that dirt or a glint may turn over."""
_LARGEST_SHIFT: Final = 0.12
"""Of a marker's side: corners that move farther were no corners of this marker."""
_FLOOR: Final = 0.03
"""Pixels: a corner is never better known than that."""


@dataclass(frozen=True, eq=False)
class RefinedCorners:
    """Corners of one marker and how well they are known."""

    corners: Floats
    sigma: float
    """The standard deviation of a corner in pixels, as the edges' scatter tells it."""
    likeness: float
    """The correlation of the squares' brightness with the printed pattern, at most 1."""
    contrast: float
    """White minus black in linear light."""


def linear_light(image: NDArray[np.uint8]) -> Light:
    """A picture as grey in linear light, undoing the usual curve of cameras."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    result: Light = _LINEAR[grey]
    return result


_LEVELS = np.arange(256) / 255
_LINEAR: Final[Light] = np.where(
    _LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4
).astype(np.float32)


def refine_corners(
    light: Light, marker: int, corners: Floats, rounds: int = ROUNDS
) -> RefinedCorners | None:
    """The corners near the given ones, or None where this marker is not to be seen there."""
    refined = np.asarray(corners, float).reshape(4, 2)
    side = float(np.sqrt(abs(cv2.contourArea(refined.astype(np.float32)))))
    if side < 8 or not _inside(light, refined):
        return None
    sigma = np.inf
    for _ in range(rounds):
        fitted = _fitted(light, marker, refined)
        if fitted is None:
            return None
        refined, sigma = fitted
        moved = np.abs(refined - corners).max()
        if moved > max(_LARGEST_SHIFT * side, 2.0) or not _inside(light, refined):
            return None
    likeness, contrast = _likeness(light, marker, refined)
    if likeness < _LEAST_LIKENESS or contrast < _LEAST_CONTRAST:
        return None
    if _wrong_squares(light, marker, refined) > _WRONG_SQUARES:
        return None
    return RefinedCorners(refined, max(sigma, _FLOOR), likeness, contrast)


def _fitted(light: Light, marker: int, corners: Floats) -> tuple[Floats, float] | None:
    edges = pattern_edges(marker)
    to_image = homography_of(corners)
    lines = edges.points[:, None, :] + _ACROSS[None, :, None] * edges.outward[:, None, :]
    pixels = applied(to_image, lines.reshape(-1, 2)).reshape(lines.shape)
    profile = sampled(light, pixels)
    low, high = profile[:, :3].mean(1), profile[:, -3:].mean(1)
    contrast = high - low
    strong = contrast > 0.35 * np.median(contrast)
    if contrast.size == 0 or np.median(contrast) <= 0 or strong.sum() < 24:
        return None
    # The area under the profile gives the edge's place whatever the blur.
    share = ((high[:, None] - profile) / np.maximum(contrast, 1e-9)[:, None]).clip(-0.5, 1.5)
    width = _ACROSS[-1] - _ACROSS[0]
    at = _ACROSS[0] + share.mean(1) * width
    good = strong & (np.abs(at) < 0.4)
    if good.sum() < 24:
        return None
    found = applied(to_image, edges.points + at[:, None] * edges.outward)
    return _solve(to_image, edges.points[good], edges.outward[good], found[good])


def _solve(
    to_image: Floats, points: Floats, outward: Floats, found: Floats
) -> tuple[Floats, float] | None:
    """Corners whose homography puts the points onto the edges found, and the corners' error."""
    normals = _normals(to_image, points, outward)
    weights = np.ones(len(points))
    current = to_image / to_image[2, 2]
    bleed = 0.0
    # A little damping of the bleed keeps it small where few inner edges tell it apart.
    damping = np.diag([0.0] * 8 + [0.05 * len(points)])
    for _ in range(4):
        there = applied(current, points)
        jacobian = np.empty((len(points), 9))
        jacobian[:, :8] = (_by_entries(current, points) * normals[:, :, None]).sum(1)
        # White bleeding over black moves each edge against its outward direction.
        jacobian[:, 8] = -1.0
        rest = ((found - there) * normals).sum(1)
        system = jacobian.T * weights
        # The entries differ widely in size: even them out before solving.
        normal = system @ jacobian + damping
        size = np.sqrt(np.diag(normal))
        try:
            inverse = np.linalg.inv(normal / np.outer(size, size)) / np.outer(size, size)
        except np.linalg.LinAlgError:
            return None
        step = inverse @ (system @ rest)
        current = current + np.append(step[:8], 0.0).reshape(3, 3)
        bleed = float(step[8])
        left = rest - jacobian @ step
        scale = 1.4826 * float(np.median(np.abs(left))) + 1e-3
        weights = 1 / (1 + (left / (2.5 * scale)) ** 2)
    if abs(bleed) > 3.0:
        return None
    corners = applied(current, np.asarray(_SQUARE, float))
    spread = _by_entries(current, np.asarray(_SQUARE, float)).reshape(8, 8)
    # Samples along one edge err together: count one in four as independent.
    variance = 4 * scale**2 * float(np.trace(spread @ inverse[:8, :8] @ spread.T)) / 8
    return corners, float(np.sqrt(variance))


def _by_entries(homography: Floats, points: Floats) -> Floats:
    """How mapped points move with the homography's first eight entries: points, (x, y), entries."""
    x, y = points[:, 0], points[:, 1]
    depth = points @ homography[2, :2] + homography[2, 2]
    there = applied(homography, points)
    result = np.zeros((len(points), 2, 8))
    for row in range(2):
        at = 3 * row
        result[:, row, at] = x / depth
        result[:, row, at + 1] = y / depth
        result[:, row, at + 2] = 1 / depth
        result[:, row, 6] = -there[:, row] * x / depth
        result[:, row, 7] = -there[:, row] * y / depth
    return result


def _normals(to_image: Floats, points: Floats, outward: Floats) -> Floats:
    """Unit vectors in the picture at right angles to the edges, towards white."""
    along = np.column_stack([-outward[:, 1], outward[:, 0]])
    step = 0.05
    tangent = applied(to_image, points + step * along) - applied(to_image, points - step * along)
    normal = np.column_stack([tangent[:, 1], -tangent[:, 0]])
    out = applied(to_image, points + step * outward) - applied(to_image, points)
    normal *= np.sign((normal * out).sum(1))[:, None]
    result: Floats = normal / np.maximum(np.linalg.norm(normal, axis=1), 1e-9)[:, None]
    return result


def _likeness(light: Light, marker: int, corners: Floats) -> tuple[float, float]:
    middles, white = square_middles(marker)
    seen = sampled(light, applied(homography_of(corners), middles))
    contrast = float(seen[white > 0].mean() - seen[white == 0].mean())
    spread = float(seen.std() * white.std())
    if spread < 1e-9:
        return 0.0, contrast
    return float(((seen - seen.mean()) * (white - white.mean())).mean() / spread), contrast


def _wrong_squares(light: Light, marker: int, corners: Floats) -> int:
    """How many squares of the pattern look white in place of black or the other way round."""
    middles, white = square_middles(marker)
    seen = sampled(light, applied(homography_of(corners), middles))
    inner = ((middles > 1) & (middles < SQUARES - 1)).all(1)
    margin = ((middles < 0) | (middles > SQUARES)).any(1)
    level = (float(np.median(seen[margin])) + float(np.median(seen[~inner & ~margin]))) / 2
    return int(((seen[inner] > level) != (white[inner] > 0)).sum())


def homography_of(corners: Floats) -> Floats:
    """From squares of the marker to pixels."""
    return np.asarray(cv2.getPerspectiveTransform(_SQUARE, np.asarray(corners, np.float32)), float)


def applied(homography: Floats, points: Floats) -> Floats:
    """Points (x, y) through a homography."""
    mapped = points @ homography[:, :2].T + homography[:, 2]
    result: Floats = mapped[..., :2] / mapped[..., 2:]
    return result


def sampled(light: Light, pixels: Floats) -> Floats:
    """The picture's values at points (x, y), between pixels too."""
    flat = pixels.reshape(-1, 1, 2).astype(np.float32)
    values = cv2.remap(light, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, float).reshape(pixels.shape[:-1])


def _inside(light: Light, corners: Floats) -> bool:
    height, width = light.shape
    middle = corners.mean(0)
    # The white margin must be in the picture too.
    out = middle + (corners - middle) * 1.1
    low, high = out.min(0), out.max(0)
    return bool(low.min() >= 0 and high[0] <= width - 1 and high[1] <= height - 1)
