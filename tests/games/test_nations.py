"""The colours of counters: every nation has its own, and what is printed on them can be read."""

from __future__ import annotations

import pytest

from grognard.games import definition_of, game_file, game_ids

PRINT = 4.5
"""Contrast that small print needs."""
SYMBOL = 3.0
"""Contrast that lines and shapes need."""


def luminance(colour: str) -> float:
    """Relative luminance, as contrast is measured by."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("game", game_ids())
def test_every_counter_has_colours_that_can_be_read(game: str) -> None:
    for name in game_file(game).scenarios:
        scenario = definition_of(game).scenarios(name, {})
        used = {counter.look or counter.nation for counter in scenario.counters} - {""}
        assert used <= set(scenario.nations), f"{scenario.id}: no colours for {used - set(scenario.nations)}"
        for nation in scenario.nations.values():
            assert contrast(nation.colour, nation.ink) >= PRINT, nation
            assert contrast(nation.colour, nation.symbol or nation.ink) >= SYMBOL, nation


def test_where_two_files_print_a_nation_the_first_decides() -> None:
    pincher = definition_of("pincher").scenarios("campaign", {}).nations
    sandown = definition_of("sandown").scenarios("campaign", {}).nations
    both = definition_of("grand-campaign").scenarios("grand-campaign", {}).nations
    assert pincher["US"] != sandown["US"] and both["US"] == pincher["US"]
    assert both["Trk"] == sandown["Trk"]
