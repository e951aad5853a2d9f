"""Case 9.14f: what becomes of the planes at a captured air base."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits
from grognard.games.ocs.air.bases import planes_at
from grognard.games.ocs.air.losses import lose_step
from grognard.games.ocs.model.air_events import PlanesCaught
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.state import HOSTED, OcsState, put


def displace_planes(state: OcsState, base: int, by_advance: bool, dice: Roller) -> list[Event]:
    """Roll for each plane at a captured base, and let the survivors flee, Inactive [9.14f.2, 9.14f.3].

    Gliders there are destroyed [14.10e-B.2].
    """
    table, scenario = series_tables()["air_base_capture"], state.scenario
    hex_, planes = state.at[base], bits(planes_at(state, base))
    state.gliders[base] = 0
    if not planes:
        return []
    rolled: list[int] = []
    hit: list[int] = []
    for plane in planes:
        pair = dice.roll("planes at a captured base"), dice.roll("planes at a captured base")
        total = sum(pair)
        total += table["drm_active_aircraft"] if state.active >> plane & 1 else 0
        total += table["drm_captured_by_advance_after_combat"] if by_advance else 0
        rolled += pair
        if total <= table["step_loss_max"]:
            hit.append(plane)
    side = scenario.side_of[base]
    events: list[Event] = [
        PlanesCaught(
            side=scenario.sides[side],
            hexes=(scenario.label(hex_),),
            dice=tuple(rolled),
            planes=len(planes),
            losses=len(hit),
            rule="9.14f.2",
            final=True,
        )
    ]
    for plane in hit:
        events += lose_step(state, plane, "9.14f.2")
    survivors = tuple(plane for plane in planes if state.at[plane] == HOSTED)
    for plane in survivors:
        state.active &= ~(1 << plane)
        put(state, plane, HOSTED)  # without a base until it has fled
    if survivors:
        times: int = series_tables()["air_missions"]["flee_range_times"]
        ask(state, Question("flee", side, survivors, hex_, (times, -1)))
    return events
