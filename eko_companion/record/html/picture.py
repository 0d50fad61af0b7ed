"""The board of the page as one SVG element, with the pieces of the start on it."""

from __future__ import annotations

from collections.abc import Mapping

from eko_companion.drawing import Markup, board_box, board_layer, definitions, labels_layer
from eko_companion.drawing.definitions import reference
from eko_companion.drawing.geometry import middle
from eko_companion.drawing.shapes import element, group, number, path, polygon_path, use
from eko_companion.drawing.terrain_symbols import star
from eko_companion.record.html.look import PICTURE
from eko_companion.record.html.symbols import Symbols
from eko_companion.rules import Position

_MARGIN = 8
_NOTHING = Markup("")


def board_picture(start: Position, symbols: Symbols, words: Mapping[str, str]) -> Markup:
    """Definitions, board and pieces; all symbols must have been asked for before."""
    pieces = symbols.pieces(start)
    placed = [
        use(f"s{pieces[place]}", middle(symbols.cells[place // 2])) for place in sorted(pieces)
    ]
    box = board_box(start.board).grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    return element(
        "svg",
        definitions(PICTURE),
        element("defs", symbols.definitions(), *_signs()),
        board_layer(start.board, PICTURE),
        group(_NOTHING, id="under"),
        labels_layer(start.board, PICTURE),
        group(*placed, id="pieces"),
        group(_NOTHING, id="over"),
        id="board",
        viewBox=" ".join(map(number, (box.left, box.top, box.width, box.height))),
        role="img",
        aria_label=words["board"],
    )


def _signs() -> list[Markup]:
    """The drawings beside the moments, each within 60 units around its middle."""
    buildings = [
        group(use(reference(kind, PICTURE), (0, 6)), id=f"sign-{kind}")
        for kind in ("camp", "tower", "castle")
    ]
    crown = element(
        "use", href=f"#{reference('crown', PICTURE)}", transform="translate(0 30) scale(2.5)"
    )
    capital = element("use", href=f"#{reference('capital', PICTURE)}", transform="translate(0 2)")
    return [
        *buildings,
        group(crown, id="sign-crown"),
        group(capital, id="sign-capital"),
        path(
            "M-24-24L24 24M24-24L-24 24",
            stroke=PICTURE.wrong_cell,
            stroke_width=13,
            stroke_linecap="round",
            id="sign-lost",
        ),
        path(
            polygon_path(star(5, 54, 23)),
            fill=PICTURE.win_cell,
            stroke=PICTURE.crown_line,
            stroke_width=4,
            stroke_linejoin="round",
            id="sign-result",
        ),
    ]
