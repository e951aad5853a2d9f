"""Rules that games of different families have in common; what differs is passed in."""
