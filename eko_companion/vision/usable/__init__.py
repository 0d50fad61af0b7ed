"""Whether a look can be used: light, blur, and anything over the board that is not of the game."""
