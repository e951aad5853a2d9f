"""Unit symbols: the browser and print share them, and every shipped counter has one."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from grognard.core.contract.counters import Counter
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.svg.counters import counter
from grognard.core.draw.symbols import drawings, has_symbol, marker, plain_kind, unit
from grognard.games import definition_of, game_file, game_ids
from grognard.server.library.symbols import sprite


def shipped(game: str) -> list[Counter]:
    """Return one counter of each kind in a game."""
    scenarios = [definition_of(game).scenarios(name, {}) for name in game_file(game).scenarios]
    found = {(c.marker, c.kind): c for scenario in scenarios for c in scenario.counters}
    return list(found.values())


@pytest.mark.parametrize("game", game_ids())
def test_every_shipped_kind_has_a_symbol(game: str) -> None:
    assert [c.kind for c in shipped(game) if not has_symbol(c.kind, c.marker)] == []


def test_every_kind_of_ocs_counter_has_a_symbol() -> None:
    """Drafts and options have kinds that no other scenario has: ships, landing craft, boxes."""
    counters = definition_of("ocs").scenarios("husky", {}).counters
    assert {c.kind for c in counters} >= {"plane", "ship", "carrier", "landing-craft", "lst", "dukw", "box"}
    assert not {c.kind for c in counters if not has_symbol(c.kind, c.marker)}


@pytest.mark.parametrize("game", game_ids())
def test_browser_and_print_use_the_same_symbols(game: str) -> None:
    symbols = {symbol.get("id"): symbol for symbol in ET.fromstring(sprite(game))}
    for shown in shipped(game):
        face = CounterFace("A", kind=shown.kind, marker=shown.marker)
        drawing = (marker if shown.marker else unit)(shown.kind)
        assert drawing in counter(face, 0, 0, 50)
        name = f"{'marker' if shown.marker else 'unit'}-{plain_kind(shown.kind)}"
        in_browser = [ET.tostring(part) for part in symbols[name]]
        root = '<symbol xmlns="http://www.w3.org/2000/svg">'
        assert in_browser == [ET.tostring(part) for part in ET.fromstring(f"{root}{drawing}</symbol>")]


def test_symbol_has_the_colour_of_the_counter() -> None:
    face = CounterFace("A", kind="armour", ink="#123456")
    assert '<g color="#123456"' in counter(face, 0, 0, 50)
    coloured = CounterFace("A", kind="armour", ink="#123456", symbol="#654321")
    assert '<g color="#654321"' in counter(coloured, 0, 0, 50)


def test_symbols_match_milsymbol() -> None:
    from grognard.core.draw.symbols.draw import draw_all

    assert drawings() == draw_all()


@pytest.mark.parametrize("kind", ["infantry", "Tank corps", "rail_repair", "<script>", "\x00", ""])
def test_any_kind_of_counter_has_a_drawing(kind: str) -> None:
    for drawing in (unit(kind), marker(kind)):
        ET.fromstring(f"<g>{drawing}</g>")
    assert "<script" not in unit(kind) + marker(kind)


def test_unknown_kind_shows_its_letters() -> None:
    for marker_ in (True, False):
        assert not has_symbol("unheard-of", marker_) and not has_symbol("", marker_)
    assert "UNH" in unit("unheard-of") and "UNH" in marker("unheard-of")


@pytest.mark.parametrize("kind", ["headquarters", "HQ", "Headquarter"])
def test_headquarters_letters_are_paths(kind: str) -> None:
    drawn = unit(kind)
    assert drawn == unit("headquarters")
    assert "<text" not in drawn
    assert drawn.count("<path") == 2, "the question and the letters"
