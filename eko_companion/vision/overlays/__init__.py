"""What the program sees, drawn over the photo: small functions, each `draw(image, ...) -> image`.

They draw on a copy and know nothing of windows or files.
"""

from eko_companion.vision.overlays.board_layers import draw_cards, draw_grid, draw_letters
from eko_companion.vision.overlays.reading_layers import (
    draw_covered,
    draw_pieces,
    draw_reading,
    draw_status,
    draw_uncertain,
)

__all__ = [
    "draw_cards",
    "draw_covered",
    "draw_grid",
    "draw_letters",
    "draw_pieces",
    "draw_reading",
    "draw_status",
    "draw_uncertain",
]
