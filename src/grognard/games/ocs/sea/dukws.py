"""Case 18.4e: DUKWs ashore are Transport Points, each a counter of its own."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.sea_events import Waded
from grognard.games.ocs.model.state import AWAY, OcsState, put, remove
from grognard.games.ocs.units.active_stack import finish_move, start_move


def spare_wheels(state: OcsState, side: int) -> list[int]:
    """List a side's counters for DUKWs ashore that are not in use."""
    own = state.scenario.dukw_trucks & state.scenario.of_side[side]
    return [c for c in bits(own) if state.at[c] == AWAY]


def come_on_wheels(state: OcsState, side: int, dukw: int) -> Event:
    """Make a DUKW Transport Points with its supply; they have three times its hexes left as MP [18.4e.2]."""
    scenario, hex_ = state.scenario, state.at[dukw]
    times: int = series_tables()["naval"]["dukw_land_times"]
    done = bool(state.finished >> dukw & 1)
    wheels = spare_wheels(state, side)[: state.level[dukw]]
    for c in wheels:
        put(state, c, hex_)
        state.began[c], state.spent[c] = hex_, times * state.spent[dukw]
        state.tokens[c] = min(state.tokens[dukw], TOKENS)
        state.fresh[c] = min(state.fresh[dukw], state.tokens[c])
        state.tokens[dukw] -= state.tokens[c]
        state.fresh[dukw] -= state.fresh[c]
    state.craft_ledger[side] -= state.level[dukw]
    state.level[dukw] = 0
    remove(state, dukw)
    group = mask_of(wheels)
    state.traced |= group
    if done:
        finish_move(state, group)
    else:
        start_move(state, group)
    changed(state)
    name, ids = scenario.sides[side], scenario.ids(group)
    return Waded(side=name, units=ids, hexes=(scenario.label(hex_),), to_sea=False, rule="18.4e.1")
