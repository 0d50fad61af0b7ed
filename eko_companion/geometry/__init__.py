"""What is measured in millimetres: the camera, the pieces and the plane in which the cells lie.

The board's frame is the contract's: x to the right and y down as seen from above, z up from the
table's surface. Seen with z up it is left-handed, so a camera's rotation has the determinant -1.
"""

from eko_companion.geometry.camera import Camera, Floats
from eko_companion.geometry.pieces_document import (
    BuildingShape,
    Pieces,
    pieces_from_document,
)
from eko_companion.geometry.solids import Solid, Stance, building_solid, disc_solid

__all__ = [
    "BuildingShape",
    "Camera",
    "Floats",
    "Pieces",
    "Solid",
    "Stance",
    "building_solid",
    "disc_solid",
    "pieces_from_document",
]
