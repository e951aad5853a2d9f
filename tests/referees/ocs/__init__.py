"""A referee for the Operational Combat Series on land, written from the rulebook: slow and obvious.

It reads boards, counters, charts and scenarios from their files, and the position from the columns of the
state. Hexes and units are their printed numbers and ids, MP and RE are numbers as printed, supply is in
tokens. ``python -m tests.referees ocs --games 20`` compares it with the program.
"""
