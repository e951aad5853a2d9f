"""Computer players. They work with any game through its contract and know no game by name."""

from grognard.ai.levels import DEFAULT, LEVELS, Level
from grognard.ai.players import KINDS, Player, play_out, player

__all__ = ["DEFAULT", "KINDS", "LEVELS", "Level", "Player", "play_out", "player"]
