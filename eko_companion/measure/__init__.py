"""Measuring rigs: how fast and how right the parts of the program are.

Figures are printed, never asserted: machines differ and are noisy.
"""
