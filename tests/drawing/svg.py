"""Reading drawings back, for the tests."""

from __future__ import annotations

import re
from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ElementTree.Element:
    """The root of a document; fails if it is not well-formed."""
    return ElementTree.fromstring(svg)


def read_layer(markup: str) -> ElementTree.Element:
    """The root of a fragment."""
    return read(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def layer(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """The layer of a class."""
    return next(e for e in root.iter() if e.get("class") == f"eko-{name}")


def titles(root: ElementTree.Element) -> list[str]:
    """All titles inside an element."""
    return [element.text or "" for element in root.iter(f"{NAMESPACE}title")]


def texts(root: ElementTree.Element) -> list[str]:
    """All visible texts inside an element."""
    return [element.text or "" for element in root.iter(f"{NAMESPACE}text")]


def used(root: ElementTree.Element) -> list[str]:
    """The names of the drawings that an element refers to, without their theme."""
    found = [element.get("href", "") for element in root.iter(f"{NAMESPACE}use")]
    return [re.sub(r"^#eko-[a-z]+-", "", href) for href in found]
