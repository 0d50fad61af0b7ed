"""A table that is not there: tile pictures, pieces, light and camera, all drawn by code."""
