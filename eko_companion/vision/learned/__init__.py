"""The learned part of the reading: what it is trained on, its training, and its weights."""
