"""A staff for computer players: it plans whole phases the way an experienced player would.

It knows the rules of the series and decides nothing but orders; every order it proposes is an order like any
other. What it weighs is counted in combat factors. NATO's staff never looks at the Pact's secrets: it weighs
all that the Pact may be after by what is to be seen on the map.
"""
