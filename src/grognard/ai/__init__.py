"""Computer players. They work with any game through its contract and know no game by name."""

from grognard.ai.players import KINDS, Player, play_out, player

__all__ = ["KINDS", "Player", "play_out", "player"]
