"""Referees: naive second implementations of the rules, compared with the program in random games."""
