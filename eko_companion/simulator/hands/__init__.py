"""Hands over the board: meshes of hands in sleeves, their pictures and their shadows.

`hand_mesh` builds one, `place` puts it on the table, `render_mesh` is what a camera sees of it,
`cast_silhouette` its shadow. Where hands go and when is not decided here.
"""

from eko_companion.simulator.hands.looks import Look, Sleeve, random_look
from eko_companion.simulator.hands.mesh import HandMesh, hand_mesh, place
from eko_companion.simulator.hands.poses import DISC_GRIP, POSES, PoseName
from eko_companion.simulator.hands.render import Picture, render_mesh
from eko_companion.simulator.hands.shading import Ambient, Light
from eko_companion.simulator.hands.shadow import Silhouette, cast_silhouette

__all__ = [
    "DISC_GRIP",
    "POSES",
    "Ambient",
    "HandMesh",
    "Light",
    "Look",
    "Picture",
    "PoseName",
    "Silhouette",
    "Sleeve",
    "cast_silhouette",
    "hand_mesh",
    "place",
    "random_look",
    "render_mesh",
]
