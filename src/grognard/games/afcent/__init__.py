"""Rules of the AFCENT series [1–11, 13]; each game adds its exclusive rules [12]."""

from grognard.games.afcent import sentences as sentences  # registers the sentences of events
