"""Marker cards: the printed squares around the board from which the camera's place is found."""
