"""The numbers that a pose is solved for, and what they say the cards' corners look like.

Lens, plane and cards are one vector; the first card is the frame until the board's own is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from eko_companion.geometry import Camera, Floats
from eko_companion.vision.cards.detecting import SeenCard
from eko_companion.vision.cards.lens import Lens

FOCAL, RADIAL, CENTRE_X, CENTRE_Y = 0, 1, 2, 3
LENS_SIZE: Final = 4
POSE_SIZE: Final = 6
FIRST_CARD: Final = LENS_SIZE + POSE_SIZE

TYPICAL_FOCAL: Final = 0.85
"""Of the picture's longer side: a 60° webcam and the main camera of most phones."""
FOCAL_SPREAD: Final = 0.35
"""Of its logarithm."""
RADIAL_SPREAD: Final = 0.06
_CENTRE_SPREAD: Final = 0.004
"""Of the picture's longer side."""
_NEAREST: Final = 1e-3
_UP: Final = np.diag([1.0, 1.0, -1.0])
"""The board's z points up, and OpenCV's rotations are right-handed."""


@dataclass(frozen=True, eq=False)
class PoseProblem:
    """Cards of one photo; the vector is lens (4), pose (6), then (x, y, yaw) of the later cards."""

    cards: tuple[SeenCard, ...]
    side: float
    size: tuple[int, int]
    lens: Lens | None
    radial_free: bool = True
    typical: float = TYPICAL_FOCAL
    """The expected focal length, of the picture's longer side."""
    spread: float = FOCAL_SPREAD
    """How sure that is: a standard deviation of its logarithm."""
    bend: float = RADIAL_SPREAD
    """The standard deviation of the radial term."""

    @property
    def free(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which numbers are solved for."""
        mask = np.ones(FIRST_CARD + 3 * (len(self.cards) - 1), bool)
        if self.lens is not None:
            mask[:LENS_SIZE] = False
        elif not self.radial_free:
            mask[RADIAL] = False
        return mask

    def lens_start(self, focal: float) -> Floats:
        """The lens' four numbers: log of the focal length, radial term, centre."""
        width, height = self.size
        if self.lens is not None:
            centre = self.lens.centre
            return np.array([np.log(self.lens.focal), self.lens.radial[0], centre[0], centre[1]])
        return np.array([np.log(focal), 0.0, (width - 1) / 2, (height - 1) / 2])

    def camera(self, vector: Floats) -> Camera:
        """The camera that a vector describes, in the frame of the first card."""
        rotation, _ = cv2.Rodrigues(vector[LENS_SIZE : LENS_SIZE + 3])
        second = 0.0 if self.lens is None else self.lens.radial[1]
        return Camera(
            size=self.size,
            focal=float(np.exp(np.clip(vector[FOCAL], 3, 12))),
            centre=(float(vector[CENTRE_X]), float(vector[CENTRE_Y])),
            rotation=np.asarray(rotation, float) @ _UP,
            translation=vector[LENS_SIZE + 3 : FIRST_CARD].copy(),
            radial=(float(vector[RADIAL]), second),
        )

    def places(self, vector: Floats) -> Floats:
        """(x, y, yaw in radians) of every card; the first is the frame itself."""
        others = vector[FIRST_CARD:].reshape(-1, 3)
        return np.vstack([np.zeros((1, 3)), others])

    def corners(self, vector: Floats) -> Floats:
        """All cards' corners on the table, (cards, 4, 3)."""
        half = self.side / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        places = self.places(vector)
        cosine, sine = np.cos(places[:, 2]), np.sin(places[:, 2])
        turn = np.array([[cosine, -sine], [sine, cosine]]).transpose(2, 0, 1)
        flat = square[None] @ turn + places[:, None, :2]
        return np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], axis=2)

    def residuals(self, vector: Floats) -> Floats:
        """Corners seen minus corners expected, each over its standard deviation."""
        expected = self.project(vector, self.corners(vector))
        seen = np.stack([card.corners for card in self.cards])
        sigma = np.array([card.sigma for card in self.cards])
        # Printing, paper that is not quite flat and the lens' further terms add their own.
        sigma = np.hypot(sigma, 0.0008 * np.array([card.side for card in self.cards]) + 0.05)
        result: Floats = ((seen - expected) / sigma[:, None, None]).ravel()
        return result

    def project(self, vector: Floats, points: Floats) -> Floats:
        """What `camera` would project, without its care for points far outside the picture.

        Solving calls it thousands of times.
        """
        rotation, _ = cv2.Rodrigues(vector[LENS_SIZE : LENS_SIZE + 3])
        inside = points @ (np.asarray(rotation, float) @ _UP).T + vector[LENS_SIZE + 3 : FIRST_CARD]
        flat = inside[..., :2] / np.maximum(inside[..., 2:], _NEAREST)
        square = (flat**2).sum(-1, keepdims=True)
        second = 0.0 if self.lens is None else self.lens.radial[1]
        bent = flat * (1 + square * (vector[RADIAL] + square * second))
        focal = np.exp(np.clip(vector[FOCAL], 3, 12))
        result: Floats = bent * focal + vector[CENTRE_X : CENTRE_Y + 1]
        return result

    def priors(self, vector: Floats) -> Floats:
        """What is known of lenses in general, over its spread."""
        if self.lens is not None:
            return np.zeros(0)
        start = self.lens_start(self.typical * max(self.size))
        spread = np.array(
            [
                self.spread,
                self.bend,
                _CENTRE_SPREAD * max(self.size),
                _CENTRE_SPREAD * max(self.size),
            ]
        )
        result: Floats = (vector[:LENS_SIZE] - start) / spread
        return result
