"""A staff for computer players: it plans whole phases the way an experienced player would.

It knows the rules and the judgement of this family and decides nothing but orders; every order it proposes
is an order like any other. What it weighs is counted in factors: what a unit is worth is what stands on it.
"""
