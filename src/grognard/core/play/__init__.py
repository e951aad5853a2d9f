"""A game in progress: its history, its record and the verification of its dice."""
