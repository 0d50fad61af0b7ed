"""The colours of the page and of its pictures, as CSS variables in a light and a dark set.

Pictures refer to variables in place of colours, so one drawing of everything serves both looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Final

from eko_companion.drawing import DARK, LIGHT, Theme, paints_of
from eko_companion.rules import Player

_PLAIN: Final = tuple(
    field.name for field in fields(Theme) if field.name not in ("name", "grounds")
)

PICTURE: Final = replace(
    LIGHT,
    name="page",
    grounds=tuple(f"var(--eko-ground-{place})" for place in range(len(LIGHT.grounds))),
    **{name: f"var(--eko-{name})" for name in _PLAIN},
)
"""A theme whose every colour is a variable."""

_SURFACES: Final[Mapping[str, Mapping[str, str]]] = {
    "light": {
        "sky": "#f7ecd3",
        "sky-low": "#f3d9a4",
        "dune-far": "#e9c184",
        "dune-near": "#dca65c",
        "sun": "#e2892c",
        "card": "#fffdf7",
        "sunken": "#f4ead5",
        "edge": "#e4d3b0",
        "edge-strong": "#b79a66",
        "quiet": "#6f5b3e",
        "accent": "#9a4a12",
        "accent-ink": "#fff9ec",
        "current": "#fbe3b5",
        "goal": "#8f3327",
        "line-edge": "#3a2a18",
        "bar-buildings": "#b5651d",
        "bar-captives": "#8f3327",
        "bar-pyramids": "#c99a2e",
        "shadow": "0 1px 2px rgb(90 60 20 / .12), 0 6px 18px rgb(90 60 20 / .08)",
    },
    "dark": {
        "sky": "#1f1811",
        "sky-low": "#33230f",
        "dune-far": "#4a3216",
        "dune-near": "#2e2010",
        "sun": "#d98a36",
        "card": "#211c16",
        "sunken": "#171310",
        "edge": "#3b3124",
        "edge-strong": "#7d6847",
        "quiet": "#baa988",
        "accent": "#f0a44b",
        "accent-ink": "#24170a",
        "current": "#4a3514",
        "goal": "#e98a70",
        "line-edge": "#f2e6d0",
        "bar-buildings": "#d98a3c",
        "bar-captives": "#d0604c",
        "bar-pyramids": "#e4c052",
        "shadow": "0 1px 2px rgb(0 0 0 / .5), 0 6px 18px rgb(0 0 0 / .3)",
    },
}


def variables(players: tuple[Player, ...]) -> str:
    """The style rules that give every variable its value."""
    light, dark = _rules(LIGHT), _rules(DARK)
    paints = paints_of(players)
    sides = "\n".join(
        f".p{place}{{--body:{paints[player].body};--ink:{paints[player].ink}}}"
        for place, player in enumerate(players)
    )
    # The reader's choice, in data-theme, goes before what his system prefers.
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark)"
        f"{{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
        f"{sides}\n"
    )


def _rules(theme: Theme) -> str:
    colours = {f"eko-{name}": getattr(theme, name) for name in _PLAIN}
    grounds = {f"eko-ground-{place}": ground for place, ground in enumerate(theme.grounds)}
    named = {**colours, **grounds, **_SURFACES[theme.name]}
    return ";".join(f"--{name}:{value}" for name, value in named.items())
