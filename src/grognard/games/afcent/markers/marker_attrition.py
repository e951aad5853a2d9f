"""Cases 4.7 and 4.8: attrition, ammunition and arrival of support markers."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.afcent.events import AmmunitionRolled, ArtilleryLost, HelicopterChecked, SupportArrived
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AVAILABLE, COMING, LOST, USED, AfcentState, counters_at, put

EXCEPTIONS = {"BE": "belgium", "DN": "denmark"}
"""Nations with a rate of their own in the chart [4.7-a, 4.7-b]."""
SOONEST = {AVAILABLE: 0, USED: 1, COMING: 2}
"""Which markers attrition takes first: available, used, then the next to arrive [4.7-priority]."""


def needs_dice(state: AfcentState) -> bool:
    """Return whether optional rules need dice in this Administrative Phase [4.7.1, 4.8-roll]."""
    return bool(_used_helicopters(state) or _used_guns(state))


def _used_helicopters(state: AfcentState) -> CounterSet:
    """Return the helicopter markers used this turn, if helicopter attrition is in play [4.7.1]."""
    scenario = state.scenario
    return counters_at(state, USED, scenario.helicopters) if scenario.on("helicopter-attrition") else 0


def _used_guns(state: AfcentState) -> CounterSet:
    """Return the artillery markers used this turn, if ammunition is in play [4.8-roll]."""
    scenario = state.scenario
    return counters_at(state, USED, scenario.guns) if scenario.on("ammunition") else 0


def resolve_attrition(state: AfcentState, dice: Roller) -> list[Event]:
    """Resolve all attrition of support markers; the rest become available [4.7, 4.8, 11.4-once, R-NUR-42]."""
    scenario = state.scenario
    events = _lose_helicopters(state, dice)
    events += _lose_artillery(state)
    for side in (PACT, NATO):
        guns = _used_guns(state) & scenario.support_of[side]
        if guns:
            events.append(_resupply(state, side, guns, dice))
    for marker in bits(counters_at(state, USED, scenario.guns | scenario.helicopters)):
        put(state, marker, AVAILABLE)
    return events


# -- losses ----------------------------------------------------------------------------------------


def _lose_artillery(state: AfcentState) -> list[Event]:
    """Eliminate artillery markers for the losses of each nation; the remainder carries over [4.7]."""
    scenario = state.scenario
    spared = scenario.static | scenario.exclusive.exempt(scenario) | state.counted  # [4.7-exempt]
    lost = counters_at(state, LOST, (scenario.units_of[PACT] | scenario.units_of[NATO]) & ~spared)
    events: list[Event] = []
    for nation in sorted({scenario.nation[c] for c in bits(lost)}):
        units = [c for c in bits(lost) if scenario.nation[c] == nation]
        markers, rest = divmod(len(units), units_per_marker(scenario, units[0]))
        if markers:
            state.counted |= mask_of(units[: len(units) - rest])
            events += _take_markers(state, nation, markers)
    return events


def units_per_marker(scenario: AfcentScenario, unit: int) -> int:
    """Return how many lost units of a nation cost an artillery marker [4.7-nato, 4.7-a, 4.7-b, 4.7-pact]."""
    side = scenario.sides[scenario.side_of[unit]]
    whose = EXCEPTIONS.get(scenario.nation[unit], side)
    return int(scenario.charts["artillery_attrition"][f"{whose}_units_per_marker"])


def _take_markers(state: AfcentState, nation: str, count: int) -> list[Event]:
    """Eliminate available artillery first, then the next to arrive [4.7-priority, 4.7-heli]."""
    scenario, at = state.scenario, state.at
    guns = [c for c in bits(scenario.guns) if scenario.nation[c] == nation and at[c] in SOONEST]
    taken = sorted(guns, key=lambda c: (SOONEST[at[c]], state.due[c], c))[:count]
    for marker in taken:
        put(state, marker, LOST)
    if not taken:
        return []
    name = scenario.sides[scenario.side_of[taken[0]]]
    ids, title = scenario.ids(mask_of(taken)), scenario.nations[nation].title
    return [ArtilleryLost(side=name, units=ids, nation=title, rule="4.7-count")]


def _lose_helicopters(state: AfcentState, dice: Roller) -> list[Event]:
    """Roll for the loss of each helicopter marker used this turn [4.7.1]."""
    scenario = state.scenario
    events: list[Event] = []
    for marker in bits(_used_helicopters(state)):
        roll = dice.roll(f"{scenario.called[marker]} attrition")
        lost = roll >= scenario.charts["optional"]["helicopter_lost_on"]
        if lost:
            put(state, marker, LOST)
        name, units = scenario.sides[scenario.side_of[marker]], (scenario.counter_ids[marker],)
        events.append(
            HelicopterChecked(side=name, units=units, dice=(roll,), lost=lost, rule="4.7.1", final=True)
        )
    return events


# -- ammunition and arrivals -----------------------------------------------------------------------


def _resupply(state: AfcentState, side: int, guns: CounterSet, dice: Roller) -> Event:
    """Roll one die for the turns that the artillery a side used is out of ammunition [4.8]."""
    scenario = state.scenario
    name = scenario.sides[side]
    roll = dice.roll(f"{scenario.titles[name]} artillery ammunition")
    away = -(-roll // scenario.charts["optional"]["artillery_return_nato_divisor"]) if side == NATO else roll
    back = state.turn + away
    for marker in bits(guns):
        put(state, marker, COMING if back <= scenario.turns else LOST)  # [4.8-late]
        state.due[marker] = back
    return AmmunitionRolled(
        side=name,
        units=scenario.ids(guns),
        dice=(roll,),
        returns=back if back <= scenario.turns else None,
        rule="4.8-roll",
        final=True,
    )


def return_artillery(state: AfcentState) -> list[Event]:
    """Return resupplied artillery markers at the start of a turn [4.8-return]."""
    back = mask_of(c for c in bits(_due(state)) if state.due[c] != state.scenario.entry_turn[c])
    return [event for side in (PACT, NATO) for event in _make_available(state, side, back)]


def receive_support(state: AfcentState, side: int) -> list[Event]:
    """Make support markers available at the start of a player turn [9.0-markers, 12.1.1-turn]."""
    return _make_available(state, side, _due(state))


def _due(state: AfcentState) -> CounterSet:
    """Return the support markers that arrive by this turn."""
    waiting = counters_at(state, COMING, state.scenario.guns | state.scenario.helicopters)
    return mask_of(c for c in bits(waiting) if state.due[c] <= state.turn)


def _make_available(state: AfcentState, side: int, markers: CounterSet) -> list[Event]:
    """Make those of the markers available that belong to a side."""
    scenario = state.scenario
    name, own = scenario.sides[side], markers & scenario.support_of[side]
    if not own:
        return []
    for marker in bits(own):
        put(state, marker, AVAILABLE)
    return [SupportArrived(side=name, units=scenario.ids(own), rule="9.0-markers")]
