"""State and scenario, and what a game of the family adds to the rules."""
