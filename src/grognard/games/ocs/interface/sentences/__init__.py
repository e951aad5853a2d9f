"""Sentences for the events of the series; importing this package registers them."""

from grognard.games.kit import sentences as kit_sentences
from grognard.games.ocs.interface.sentences import combat

__all__ = ["combat", "kit_sentences"]
