"""What players see and say [4.9]: orders, questions, choices, legality, views, fog of war."""
