"""A referee for Objective Nuremberg, written from the rulebook: slow, obvious, without the program's code.

It reads the board, counters and charts from their files, and the position from the columns of the state.
Hexes and units are their printed numbers and ids. ``python -m tests.referees afcent --games 20`` compares it
with the program.
"""
