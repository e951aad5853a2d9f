"""A referee for aircraft and ships of the Operational Combat Series, written from chapters 10, 14, 15 and 18.

It reads boards, counters, charts and scenarios from their files, and the position from the columns of the
state. Hexes and counters are their printed numbers and ids. ``python -m tests.referees air_sea --games 20``
compares it with the program.
"""
