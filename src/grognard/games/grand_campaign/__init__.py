"""The Grand Campaign: Pincher and Sandown as one game."""
