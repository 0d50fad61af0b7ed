"""What is printed on discs: signs for warriors and emperors, as masks of ink.

    ink = warrior_print("crossed_swords", size_px=96, seed=3)

The mask is a square with the disc inscribed; its colour is the copy of the game's to choose.
"""

from eko_companion.simulator.prints.catalogue import (
    EMPEROR_PRINTS,
    WARRIOR_PRINTS,
    UnknownPrintError,
    emperor_print,
    warrior_print,
)

__all__ = [
    "EMPEROR_PRINTS",
    "WARRIOR_PRINTS",
    "UnknownPrintError",
    "emperor_print",
    "warrior_print",
]
