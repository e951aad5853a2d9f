"""Referees: a second, naive implementation of the rules, to compare the games with.

Each referee is written from the rulebook and the rulings. It reads boards, counters and scenarios straight
from their TOML files and shares no code with `grognard.games`. It is slow and obvious on purpose. Random
games are played with the program, and every few orders both are asked the same questions.
"""
