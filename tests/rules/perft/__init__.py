"""Perft counts as data: one file a position, made by `python -m tests.rules.perft.regenerate`."""
