"""Helpers for user-facing text."""

from __future__ import annotations


def plural(count: int, word: str, several: str = "") -> str:
    """Return a number with the singular or plural of a noun.

    >>> plural(1, "order"), plural(3, "order"), plural(2, "try", "tries")
    ('1 order', '3 orders', '2 tries')
    """
    return f"{count} {word if count == 1 else several or f'{word}s'}"
