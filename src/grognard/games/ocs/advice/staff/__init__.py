"""The advisor of a computer player: what a side should do in a situation. It is not part of the rules.

It works on what its side may know: a state guessed from a view, with the enemy hidden by fog of war.
"""
