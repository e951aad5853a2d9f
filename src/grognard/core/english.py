"""Helpers for user-facing text."""

from __future__ import annotations

from collections.abc import Sequence


def plural(count: int, word: str, several: str = "") -> str:
    """Return a number with the singular or plural of a noun.

    >>> plural(1, "order"), plural(3, "order"), plural(2, "try", "tries")
    ('1 order', '3 orders', '2 tries')
    """
    return f"{count} {word if count == 1 else several or f'{word}s'}"


def enumerated(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> enumerated(["Hof"]), enumerated(["Hof", "Selb", "Weiden"])
    ('Hof', 'Hof, Selb and Weiden')
    """
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
