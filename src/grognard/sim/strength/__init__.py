"""How well players play: the ladder, tuning, fitted values."""
