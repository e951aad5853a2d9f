"""Cases 14.8b and 14.8c: Trainbusting Zones and what they cost."""

from __future__ import annotations

from grognard.core.hexes.grid import HexSet
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.state import OcsState


def zone(state: OcsState, side: int, mobility: int) -> HexSet:
    """Return the hexes in which a side pays for enemy Trainbusting markers [14.8b].

    A zone is the marker's hex and its neighbours, or for Leg MP the marker's hex alone. Overlapping zones
    add nothing [14.8c.4].
    """
    markers = state.busted[1 - side]
    return markers if mobility == LEG else markers | state.scenario.grid.spread(markers)
