"""Table tops seen from above: wood, cloth, laminate, slate, leather and printed mats, by code.

    albedo = draw_surface("wood_oak", seed=7, size_mm=(1100, 900), px_per_mm=1.5)

Only the colour of the stuff is drawn; light, gloss and shadows belong to the renderer.
"""

from eko_companion.simulator.surfaces.catalogue import (
    AWKWARD_SURFACES,
    SURFACES,
    UnknownSurfaceError,
    draw_surface,
    roughness,
)

__all__ = ["AWKWARD_SURFACES", "SURFACES", "UnknownSurfaceError", "draw_surface", "roughness"]
