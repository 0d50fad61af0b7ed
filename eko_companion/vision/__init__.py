"""From pixels to a reading: cards and lens, tiles, the start, the cells, what a table keeps."""
