"""From what was seen and the official position to the action that explains it, or breaks a rule."""
