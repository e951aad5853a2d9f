"""AFCENT: Objective Nuremberg."""

from grognard.games.nuremberg import sentences as sentences  # registers the sentences of events
