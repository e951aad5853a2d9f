"""What players see and say: choices, legality, views, hidden information, positions."""
