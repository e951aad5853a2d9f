"""Rules that games of different families have in common; what differs is passed in."""

from grognard.games.kit import sentences as sentences  # registers the sentences of common events
