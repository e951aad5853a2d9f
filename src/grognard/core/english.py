"""Small words of sentences that people read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.core.contract.view import Standing


def plural(count: int, word: str, several: str = "") -> str:
    """A number of things.

    >>> plural(1, "order"), plural(3, "order"), plural(2, "try", "tries")
    ('1 order', '3 orders', '2 tries')
    """
    return f"{count} {word if count == 1 else several or f'{word}s'}"


def standing_text(standing: Standing, titles: Mapping[str, str]) -> str:
    """Return what is said after the label of a standing; empty where the viewer may not know it.

    >>> from grognard.core.contract.view import Standing
    >>> standing_text(Standing(kind="goal", label="Towns", value=1, target=2, met=False), {})
    '1 of 2 needed'
    >>> standing_text(Standing(kind="points", label="US", side="us", value=3, unit="VP"), {})
    '3 VP'
    >>> standing_text(Standing(kind="fact", label="Air superiority", side="us"), {"us": "US"})
    'US'
    """
    if standing.value is not None:
        number = f"{standing.value} {standing.unit}".rstrip()
        return number if standing.target is None else f"{number} of {standing.target} needed"
    if standing.kind == "goal":
        return {None: "", True: "done", False: "open"}[standing.met]
    if standing.turn:
        return ", ".join((f"turn {standing.turn}", *standing.hexes))
    return titles.get(standing.side, standing.side)
