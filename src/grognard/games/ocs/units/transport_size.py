"""Case 4.7: the transport size of counters."""

from __future__ import annotations

from fractions import Fraction

from grognard.games.ocs.model.charts import LEG, MOBILITIES
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import OcsState, size_now


def lift(state: OcsState, counter: int) -> Fraction:
    """Return the transport size of a counter, in points: its RE size, half for slow leg units [4.7].

    A Transport Point takes 1 point, loaded or not [4.7c].
    """
    scenario = state.scenario
    if scenario.transports >> counter & 1:
        return Fraction(1)
    size, move = Fraction(size_now(state, counter), QUARTERS), scenario.faces[counter][1]
    table = scenario.tables["transport"]
    low, high = table["light_move_ma"]
    if MOBILITIES.index(move.mobility) == LEG and low <= move.ma <= high:
        size *= Fraction(table["light_lift_fraction"])
    return size
