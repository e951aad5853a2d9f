"""Bridgehead: a complete small game, as an example of how a game is written."""
