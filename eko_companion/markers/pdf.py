"""Writes a PDF of lines, filled shapes and short texts, in millimetres from the lower left corner.

Only what the cards need: PDF 1.4, one font that every reader has, no compression.
"""

from __future__ import annotations

from collections.abc import Sequence

POINTS_A_MM = 72 / 25.4

Point = tuple[float, float]

_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


class Page:
    """One page that is being drawn."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._drawn: list[str] = []

    def fill(self, shapes: Sequence[Sequence[Point]], grey: float = 0.0) -> None:
        """Fill polygons as one shape, so that no hairline shows where two of them meet."""
        paths = []
        for shape in shapes:
            first, *rest = (f"{_number(x)} {_number(y)}" for x, y in shape)
            paths.append(" ".join([f"{first} m", *(f"{point} l" for point in rest), "h"]))
        self._drawn.append(f"{_number(grey)} g\n" + "\n".join(paths) + "\nf")

    def line(
        self, start: Point, end: Point, width: float = 0.2, *, grey: float = 0.0, dash: float = 0.0
    ) -> None:
        """A straight line that ends exactly at its two points."""
        pattern = f"[{_number(dash)}] 0 d" if dash else "[] 0 d"
        (x1, y1), (x2, y2) = start, end
        self._drawn.append(
            f"{_number(grey)} G {_number(width)} w {pattern} "
            f"{_number(x1)} {_number(y1)} m {_number(x2)} {_number(y2)} l S"
        )

    def text(self, at: Point, words: str, size: float = 3.5) -> None:
        """A text that begins at a point; its size is that of a whole line."""
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self._drawn.append(
            f"BT 0 g /F1 {_number(size)} Tf {_number(at[0])} {_number(at[1])} Td ({escaped}) Tj ET"
        )

    def content(self) -> bytes:
        """The page's drawing commands."""
        scale = f"{POINTS_A_MM:.8f}"
        return "\n".join([f"{scale} 0 0 {scale} 0 0 cm", *self._drawn]).encode("cp1252")


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """The whole file. The same pages always give the same bytes."""
    first_page = 5
    kids = " ".join(f"{first_page + 2 * index} 0 R" for index in range(len(pages)))
    objects = [
        # Asks the print dialogue for true size; not every one listens.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        _FONT,
        f"<< /Title <feff{title.encode('utf-16-be').hex()}> >>".encode(),
    ]
    for index, page in enumerate(pages):
        box = f"[0 0 {_number(page.width * POINTS_A_MM)} {_number(page.height * POINTS_A_MM)}]"
        content = page.content()
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} "
            f"/Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {first_page + 2 * index + 1} 0 R >>".encode()
        )
        objects.append(
            f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream"
        )
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    # Bytes beyond ASCII in the second line tell programs that this is not plain text.
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    for place in places:
        data += f"{place:010d} 00000 n \n".encode()
    data += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 4 0 R >>\n".encode()
    data += f"startxref\n{table}\n%%EOF\n".encode()
    return bytes(data)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
