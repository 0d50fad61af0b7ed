"""Marker cards: where they are in a photo, and what they say about camera and lens."""
