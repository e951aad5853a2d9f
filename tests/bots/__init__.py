"""Simple opponents that use only the public library, no staff and no score, to measure players on them."""

from tests.bots.bots import BOTS, Raider, Steamroller, Turtle, make_player

__all__ = ["BOTS", "Raider", "Steamroller", "Turtle", "make_player"]
