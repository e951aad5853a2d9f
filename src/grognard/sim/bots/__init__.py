"""Simple opponents to measure players on: a raider, a steamroller and a turtle.

They use only what the library offers everybody: views, offered orders and previews. They ask no staff and no
score, and know no game.
"""

from grognard.sim.bots.bot import Bot
from grognard.sim.bots.styles import BOTS, Raider, Steamroller, Turtle

__all__ = ["BOTS", "Bot", "Raider", "Steamroller", "Turtle"]
