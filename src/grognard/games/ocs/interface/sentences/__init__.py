"""The sentences of all OCS events, registered by import."""

from __future__ import annotations

from grognard.games.ocs.interface.sentences import air, combat, sea, supply

__all__ = ["air", "combat", "sea", "supply"]
