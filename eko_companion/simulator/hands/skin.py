"""The colours of skin: redder knuckles and fingertips, a pale palm, nails, faint mottling.

For vertices of a hand in the arm's frame. Light and shade are in `shading`.
"""

from __future__ import annotations

import numpy as np

from eko_companion.simulator.hands.flesh import Singles, nail_frame
from eko_companion.simulator.hands.looks import Look, skin_colour
from eko_companion.simulator.hands.skeleton import Floats, Limb, Skeleton


def _near(points: Singles, place: Floats, radius: float) -> Singles:
    """1 at a place, falling off smoothly around it."""
    q = points - place.astype(np.float32)
    result: Singles = np.exp(-np.einsum("ij,ij->i", q, q) * np.float32(1 / radius**2))
    return result


def _soft(low: float, high: float, values: Singles) -> Singles:
    t = np.clip((values - low) / (high - low), 0, 1)
    result: Singles = (t * t * (3 - 2 * t)).astype(np.float32)
    return result


class SkinRegions:
    """Where on a bent hand the skin is red, pale, folded, or a nail; each 0..1 a vertex."""

    def __init__(self, skeleton: Skeleton, vertices: Singles, normals: Singles) -> None:
        count = len(vertices)
        self.red = np.zeros(count, np.float32)
        self.folds = np.zeros(count, np.float32)
        self.nails = np.zeros(count, np.float32)
        palmar = self._facing_palm(skeleton, vertices, normals)
        self.palm = _soft(0.05, 0.75, palmar)
        back = 1 - self.palm
        for number, limb in enumerate(skeleton.limbs):
            j, r = limb.joints, limb.radii
            if number < 4:
                self.red += 0.75 * _near(vertices, j[0] - limb.palmar[0] * 7, 13.0) * back
            else:
                self.red += 0.4 * _near(vertices, j[1], 15.0) * back
            first = 1 if number < 4 else 2
            for k in range(first, 3):
                top = j[k] - 0.5 * (limb.palmar[k - 1] + limb.palmar[k]) * r[k]
                self.red += (0.8 if k == 1 else 0.5) * _near(vertices, top, 9.0) * back
                self.folds += self._crease(vertices, top, limb.along[k - 1], r[k]) * back
            self.red += 0.7 * _near(vertices, j[3], 11.0)
            self.nails = np.maximum(self.nails, self._nail(vertices, limb))
        self.mottle = self._mottling(vertices)

    @staticmethod
    def _facing_palm(skeleton: Skeleton, vertices: Singles, normals: Singles) -> Singles:
        """The normal's part along the palm's side of the nearest bone."""
        nearest = np.full(len(vertices), np.inf, np.float32)
        down = np.broadcast_to(-skeleton.hand[:, 2], vertices.shape).astype(np.float32).copy()
        for limb in skeleton.limbs:
            for k in range(3):
                middle = (0.5 * (limb.joints[k] + limb.joints[k + 1])).astype(np.float32)
                q = vertices - middle
                distance = np.einsum("ij,ij->i", q, q)
                closer = (distance < nearest) & (distance < 24.0**2)
                nearest[closer] = distance[closer]
                down[closer] = limb.palmar[k]
        result: Singles = np.einsum("ij,ij->i", normals, down)
        # The arm's underside is hardly paler than its back.
        return result * _soft(-70.0, -5.0, vertices[:, 1])

    @staticmethod
    def _crease(vertices: Singles, top: Floats, along: Floats, radius: float) -> Singles:
        q = vertices - top.astype(np.float32)
        place = q @ along.astype(np.float32)
        aside = np.einsum("ij,ij->i", q, q) - place * place
        lines = np.exp(-((place / 2.4) ** 2))
        result: Singles = lines * np.exp(-aside / np.float32(radius * radius * 0.8))
        return result

    @staticmethod
    def _nail(vertices: Singles, limb: Limb) -> Singles:
        middle, across, along, out = nail_frame(limb)
        r = limb.radii[3]
        q = vertices - middle.astype(np.float32)
        x, y, z = (q @ way.astype(np.float32) for way in (across, along, out))
        oval = np.sqrt((x / (0.84 * r)) ** 4 + (y / (1.1 * r)) ** 4)
        return _soft(1.2, 0.85, oval) * _soft(-2.2, -0.6, z)

    @staticmethod
    def _mottling(p: Singles) -> Singles:
        """Smooth irregular waves in space: cheap, and the same wherever the mesh is cut."""
        total = np.zeros(len(p), np.float32)
        rng = np.random.default_rng(11)
        for wave_length, weight in ((70.0, 0.5), (31.0, 0.5), (17.0, 0.4), (9.0, 0.3)):
            for _ in range(3):
                way = rng.normal(size=3)
                way *= 2 * np.pi / wave_length / np.linalg.norm(way)
                total += np.float32(weight / 3) * np.sin(
                    p @ way.astype(np.float32) + np.float32(rng.uniform(0, 6.28))
                )
        return total


def skin_colours(regions: SkinRegions, look: Look) -> tuple[Singles, Singles]:
    """The linear colour of each vertex, blue first, and its gloss (0 dull to 1 wet)."""
    base = np.array(skin_colour(look), np.float32)
    light = float(base[1])
    colour = np.broadcast_to(base, (len(regions.red), 3)).copy()
    colour *= 1 + 0.10 * regions.mottle[:, None] * np.array([1.1, 1.0, 0.6], np.float32)
    # Blood shows through pale skin more, and pigment gathers on the joints of dark skin.
    blood = np.array([-0.34, -0.32, -0.06], np.float32) * (0.45 + 0.35 * light)
    joint = np.array([-0.2, -0.2, -0.2], np.float32) * (1 - min(light * 2.2, 1.0))
    colour *= 1 + np.minimum(regions.red, 1.2)[:, None] * (blood + joint)
    colour *= 1 - np.minimum(regions.folds, 1.0)[:, None] * np.array([0.34, 0.3, 0.22], np.float32)
    pale = np.array([0.30, 0.36, 0.60], np.float32)
    palm = base * 0.55 + pale * 0.45 if look.skin > 0.4 else base * 0.85 + pale * 0.15
    share = (regions.palm * (0.85 if look.skin > 0.4 else 0.6))[:, None]
    colour = colour * (1 - share) + palm * (1 + 0.1 * regions.mottle[:, None]) * share
    nail = base * 0.6 + np.array([0.30, 0.30, 0.62], np.float32) * (0.2 + 0.5 * light**0.5)
    share = 0.9 * regions.nails[:, None]
    colour = colour * (1 - share) + nail * share
    gloss = 0.35 + 0.5 * regions.nails - 0.1 * regions.folds
    return np.clip(colour, 0.004, 0.95).astype(np.float32), gloss.astype(np.float32)
