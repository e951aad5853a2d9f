"""What a game's own staff tells a computer player."""

from __future__ import annotations

from grognard.core.contract.orders import Order

Advice = tuple[list[Order], str]
"""Orders to give one after the other, and why the first."""
NONE: Advice = ([], "")
"""The staff has no opinion."""
