"""SVG elements as text: escaping, numbers and paths, and nothing about the game.

`Markup` is text that may stand in a document as it is. Plain text becomes markup only through
`escaped`, so a name with angle brackets in it can never open an element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NewType

Markup = NewType("Markup", str)
Point = tuple[float, float]

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_ENTITY_NEEDED = re.compile('[&<>"]')


def escaped(text: str) -> Markup:
    """Plain text as markup; characters that no XML document may hold become a question mark."""
    clean = _NOT_XML.sub("?", text)
    return Markup(_ENTITY_NEEDED.sub(lambda match: _ENTITIES[match[0]], clean))


def number(value: float) -> str:
    """A number with at most one decimal, in its shortest form."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def element(name: str, *children: Markup, **attributes: str | float | None) -> Markup:
    """One element; `stroke_width` becomes `stroke-width`, and what is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{''.join(children)}</{name}>")


def group(*children: Markup, **attributes: str | float | None) -> Markup:
    """Several elements as one."""
    return element("g", *children, **attributes)


def path(d: str, **attributes: str | float | None) -> Markup:
    """A path with ready-made data."""
    return element("path", d=d, **attributes)


def use(reference: str, at: Point, **attributes: str | float | None) -> Markup:
    """A drawing from the definitions, put with its origin at a point."""
    return element("use", href=f"#{reference}", x=at[0], y=at[1], **attributes)


def joined(parts: Iterable[Markup]) -> Markup:
    """Elements one after the other."""
    return Markup("".join(parts))


def polygon_path(points: Sequence[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(pair(point) for point in points) + "Z"


def pair(point: Point) -> str:
    """A point in path data."""
    x, y = number(point[0]), number(point[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def moved(at: Point) -> str:
    """A transform that moves the origin to a point."""
    return f"translate({number(at[0])} {number(at[1])})"


def words(
    text: str, at: Point, size: float, **attributes: str | float | None
) -> Markup:  # fmt: skip
    """A line of text whose capital letters are centred, both ways, on a point."""
    # Baseline keywords are not drawn alike everywhere; 0.36 of the size is half a capital's height.
    return element(
        "text", escaped(text), x=at[0], y=at[1] + 0.36 * size, font_size=size, **attributes
    )


def _attribute(value: str | float) -> str:
    if isinstance(value, str):
        # A line break in an attribute would be read back as a space.
        return escaped(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return number(value)
