"""What players see and say: choices, legality, views, positions."""
