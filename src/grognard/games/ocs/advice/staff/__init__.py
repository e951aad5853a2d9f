"""The staff of a computer player: what a side should do in a situation. A judgement, never a rule.

It works on what its side may know: a state imagined from a view, where the enemy is hidden as the rules say.
"""
