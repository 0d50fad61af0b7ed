"""The look of a picture as plain data: every colour, in a light and a dark set.

Colours only, as `#rrggbb`, so that a screen that is not SVG can take them over. Shapes are in the
modules of symbols; the colours of the players are in `players`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Theme:
    """All colours of one look; the name goes into the ids of its definitions."""

    name: str
    background: str
    text: str
    faint_text: str
    """Rows, columns and small print beside the board."""

    grounds: tuple[str, ...]
    """Tiles take these in turn, so that the modular board is seen."""
    seam: str
    """Around each tile."""
    cell_line: str
    board_shadow: str
    cell_name: str
    cell_name_on_dark: str

    ring: str
    ring_floor: str
    storm: str
    storm_light: str
    storm_dark: str
    chasm: str
    chasm_lip: str
    chasm_wall: str
    chasm_deep: str
    reg: str
    reg_stone: str
    reg_light: str
    reg_dark: str
    ravine: str
    ravine_light: str
    ravine_wall: str
    ravine_deep: str
    capital: str
    capital_sun: str
    capital_line: str
    capital_stone: str
    mountain: str
    mountain_lit: str
    mountain_shade: str
    mountain_snow: str
    portal: str
    portal_wall: str
    portal_stone: str
    portal_void: str
    portal_glow: str
    temple: str
    temple_stone: str
    temple_shade: str
    temple_line: str
    wind: str
    moon: str
    sand: str
    emblem: str

    outline: str
    """Around pieces."""
    halo: str
    """Between pieces or arrows and the ground."""
    crown: str
    crown_line: str

    from_cell: str
    to_cell: str
    legal_cell: str
    wrong_cell: str
    win_cell: str
    move_arrow: str
    attack_arrow: str
    build_arrow: str
    temple_arrow: str
    swap_arrow: str
    gain_badge: str
    loss_badge: str
    badge_text: str


LIGHT: Final = Theme(
    name="light",
    background="#faf5ea",
    text="#3a2a18",
    faint_text="#8d7a5f",
    grounds=("#e6c184", "#e0b877", "#ebca93"),
    seam="#7a5228",
    cell_line="#b78b4e",
    board_shadow="#d9cbb0",
    cell_name="#7d5c31",
    cell_name_on_dark="#e9d3a8",
    ring="#fff6df",
    ring_floor="#d9ad68",
    storm="#b3a39b",
    storm_light="#efe6dc",
    storm_dark="#76655f",
    chasm="#b48a55",
    chasm_lip="#f0d7a8",
    chasm_wall="#5b3a26",
    chasm_deep="#1d120d",
    reg="#cfc1a5",
    reg_stone="#9b8e79",
    reg_light="#e9dfcb",
    reg_dark="#6d6251",
    ravine="#c67a45",
    ravine_light="#e5a870",
    ravine_wall="#9c4c27",
    ravine_deep="#5f2613",
    capital="#8f3327",
    capital_sun="#f3bd3b",
    capital_line="#5a1a12",
    capital_stone="#fbe9bf",
    mountain="#b5a389",
    mountain_lit="#93826f",
    mountain_shade="#5a4d43",
    mountain_snow="#fbf7ee",
    portal="#a39a88",
    portal_wall="#4d453a",
    portal_stone="#ece3cf",
    portal_void="#2b1d44",
    portal_glow="#ffd24a",
    temple="#c9b58a",
    temple_stone="#fbf3de",
    temple_shade="#cdb98f",
    temple_line="#5a4526",
    wind="#2d7d84",
    moon="#3b3d78",
    sand="#b96f14",
    emblem="#ffffff",
    outline="#2a1d10",
    halo="#fff8e8",
    crown="#ffd54a",
    crown_line="#6b4300",
    from_cell="#e07a00",
    to_cell="#0b7d3e",
    legal_cell="#2f8f4e",
    wrong_cell="#c81e1e",
    win_cell="#d69a00",
    move_arrow="#1c6b3c",
    attack_arrow="#c8201f",
    build_arrow="#8a4b08",
    temple_arrow="#5b3d9a",
    swap_arrow="#1f5fa8",
    gain_badge="#1c7a41",
    loss_badge="#b8201f",
    badge_text="#ffffff",
)

DARK: Final = replace(
    LIGHT,
    name="dark",
    background="#16130f",
    text="#f2e6d0",
    faint_text="#a39379",
    grounds=("#8e7347", "#866b40", "#967b4f"),
    seam="#2b1d0e",
    cell_line="#6a522e",
    board_shadow="#000000",
    cell_name="#dcc79b",
    cell_name_on_dark="#dcc79b",
    ring="#d9c396",
    ring_floor="#78603a",
    storm="#6d6462",
    storm_light="#b9aea6",
    storm_dark="#3d3634",
    chasm="#6b5233",
    chasm_lip="#b6975f",
    chasm_wall="#33211a",
    chasm_deep="#0b0706",
    reg="#857b67",
    reg_stone="#5f574a",
    reg_light="#ada38d",
    reg_dark="#3c362d",
    ravine="#8a5130",
    ravine_light="#b57c4c",
    ravine_wall="#63301a",
    ravine_deep="#33140a",
    capital="#6b241b",
    capital_sun="#d9a52f",
    capital_line="#33100a",
    capital_stone="#e0cc9f",
    mountain="#766a59",
    mountain_lit="#5f5447",
    mountain_shade="#352d27",
    mountain_snow="#ddd6c9",
    portal="#6a6457",
    portal_wall="#26211b",
    portal_stone="#c2b8a3",
    portal_void="#1b1030",
    temple="#7f7153",
    temple_stone="#d9cfb6",
    temple_shade="#9a8b68",
    temple_line="#2d2110",
    outline="#0d0906",
    halo="#f6ecd6",
    from_cell="#ffab3d",
    to_cell="#5fe08f",
    legal_cell="#63d98c",
    wrong_cell="#ff5a50",
    win_cell="#ffd54a",
    move_arrow="#2f9d5c",
    attack_arrow="#e0342f",
    build_arrow="#b06a1c",
    temple_arrow="#7c5cc4",
    swap_arrow="#3a82d0",
)
