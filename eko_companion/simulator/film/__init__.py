"""A simulated game as a film: hands that come, move pieces and go, in light that changes."""
