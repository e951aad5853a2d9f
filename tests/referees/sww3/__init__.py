"""Referee of Stalin's World War III (Pincher, Sandown, Grand Campaign), done naively.

Movement, zones of control, supply, odds, attacks, probes, retreats, stacking and victory points. The numbers
are those of the two rulebooks. Boards, counters and scenarios come from the data files.
"""
