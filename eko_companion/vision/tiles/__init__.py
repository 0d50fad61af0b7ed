"""Tiles: learning their pictures, and finding them on the empty board."""
