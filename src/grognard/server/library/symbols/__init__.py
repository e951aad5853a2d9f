"""The symbols of a game's counters as one SVG sprite, with a `<symbol>` for each kind."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from grognard.core.draw import symbols
from grognard.core.errors import GrognardError
from grognard.games import definition_of, game_file, game_id
from grognard.server.errors import not_found


@lru_cache
def sprite(game: str) -> str:
    """Return all symbols of a game as one SVG file."""
    try:
        kinds = _kinds(game_id(game))
    except GrognardError:
        raise not_found("game") from None
    rows = [
        f'<symbol id="{escape(name)}" viewBox="{symbols.VIEW_BOX}">{drawing}</symbol>'
        for name, drawing in sorted(kinds.items())
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *rows, "</svg>"]) + "\n"


def _kinds(game: str) -> dict[str, str]:
    definition = definition_of(game)
    # views may show markers that are not counters
    found = {f"marker-{kind}": symbols.marker(kind) for kind in symbols.MARKERS}
    for name in game_file(game).scenarios:
        for counter in definition.scenarios(name, {}).counters:
            prefix, draw = ("marker", symbols.marker) if counter.marker else ("unit", symbols.unit)
            found.setdefault(f"{prefix}-{symbols.plain_kind(counter.kind)}", draw(counter.kind))
    return found
