"""Computer players, generic over the contract: they know no game by name."""

from grognard.ai.players import KINDS, Player, play_out, player

__all__ = ["KINDS", "Player", "play_out", "player"]
