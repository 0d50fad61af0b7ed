"""Flat things that lie about beside a board, seen from above, and the faces of marker cards.

thing = draw_clutter("rulebook", seed=7)
face = card_face(marker=7, side_mm=40, card_mm=56, px_per_mm=6, seed=7)
"""

from eko_companion.simulator.clutter_pictures.card import card_face
from eko_companion.simulator.clutter_pictures.catalogue import (
    CLUTTER,
    ClutterPicture,
    UnknownClutterError,
    draw_clutter,
)
from eko_companion.simulator.clutter_pictures.drawing import PX_PER_MM

__all__ = [
    "CLUTTER",
    "PX_PER_MM",
    "ClutterPicture",
    "UnknownClutterError",
    "card_face",
    "draw_clutter",
]
