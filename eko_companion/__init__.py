"""Ekö Companion: a camera referee for the board game Ekö."""

__version__ = "0.1.0"
