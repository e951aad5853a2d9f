"""Strike Force One: three levels and five scenarios; the modules follow the chapters of the rules."""

from grognard.games.strike_force_one import sentences as sentences  # registers the sentences of events
