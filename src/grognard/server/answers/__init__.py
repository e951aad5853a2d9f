"""Answers to questions about a game: what a player may ask before giving an order."""
