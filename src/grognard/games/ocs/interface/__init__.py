"""Case 4.9 and the player interface: verbs, questions, choices, legality, views, fog of war, sentences."""
