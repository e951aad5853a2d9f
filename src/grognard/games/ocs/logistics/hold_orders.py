"""Orders from above that keep the troops of a nation in a part of the map for some turns [SR-3]."""

from __future__ import annotations

from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex
from grognard.games.ocs.model.state import OcsState, where


def check_leaves(state: OcsState, unit: int, to: Hex) -> Illegal | None:
    """Return why a unit may not go by sea or air to a hex, or None."""
    scenario = state.scenario
    counter = scenario.counters[unit]
    for hold in scenario.side_data[scenario.side_of[unit]].holds:
        if counter.nation != hold.nation or state.turn > hold.until:
            continue
        area, from_ = scenario.hexes(hold.hexes), where(state, unit)
        if from_ >= 0 and area >> from_ & 1 and not area >> to & 1:
            return Illegal(
                "SR-3",
                "{unit} must hold its ground: it may not leave before turn {turn}",
                unit=counter.id,
                turn=hold.until + 1,
            )
    return None
