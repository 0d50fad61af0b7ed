"""Learning from the full board before the first turn: colours, owners, emperors."""
