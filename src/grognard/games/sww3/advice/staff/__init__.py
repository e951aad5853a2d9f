"""Planning for computer players: whole phases at a time, as an experienced player would.

It uses the rules and the evaluation and proposes ordinary orders. Values are counted in combat factors.
"""
