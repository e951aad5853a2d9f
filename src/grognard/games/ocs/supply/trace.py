"""Cases 12.6, 13.3h and 13.7a: trace supply, which units have it now, and controlled railways."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.ocs.model.charts import TRUCK
from grognard.games.ocs.model.state import OcsState, face, size_now
from grognard.games.ocs.supply.sources import railheads, sources, station_features
from grognard.games.ocs.supply.supply_paths import (
    draw_mobility,
    draw_range,
    drawing,
    drawn,
    limited,
    reached_by_any,
    serves,
    throw_mobility,
    thrown,
    thrown_by_any,
    throws,
)
from grognard.games.ocs.terrain.railways import joined_to, own_gauge, without_stubs
from grognard.games.ocs.terrain.zones import enemy_asset_hexes, hexes_of, zoc


class TraceHexes(NamedTuple):
    """Where a side has trace supply."""

    drawn: HexSet
    """Hexes from which a unit draws trace supply directly [12.3a]."""
    hqs: CounterSet
    """HQs that draw trace supply themselves and so can throw it [12.3b-D]."""
    hexes: HexSet
    """Hexes in which a unit would have trace supply, apart from the rules on formations [R-OCS-104]."""
    some: HexSet
    """Hexes in which some unit would have it, also by limited HQs."""


class Trace(NamedTuple):
    """The trace supply of a side's units."""

    units: CounterSet
    """Units on the map in trace supply."""
    reached: CounterSet
    """Units that could trace, apart from the rules on formations [12.6f]."""


def traced(state: OcsState, side: int) -> Trace:
    """Return the trace supply of a side now [12.6]."""
    key = ("trace", side)
    found: Trace | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _traced(state, side)
    return found


def in_trace(state: OcsState, side: int) -> CounterSet:
    """Return the combat units of a side in trace supply now, apart from feeding [12.6]."""
    return traced(state, side).units


def trace_hexes(state: OcsState, side: int) -> HexSet:
    """Return the hexes in which a combat unit of a side would have trace supply [R-OCS-48, R-OCS-104]."""
    return traceable(state, side).hexes


def trace_hexes_of_some(state: OcsState, side: int) -> HexSet:
    """Return the hexes in which some combat unit of a side would have trace supply, also by limited HQs."""
    return traceable(state, side).some


def trace_hexes_of(state: OcsState, unit: int) -> HexSet:
    """Return the hexes in which a unit would have trace supply, also by a divisional HQ [13.1d, R-OCS-48]."""
    scenario = state.scenario
    trace = traceable(state, scenario.side_of[unit])
    found = trace.hexes
    for hq in bits(trace.hqs):
        if limited(scenario, hq) and serves(scenario, hq, 1 << unit):
            found |= thrown(state, hq)
    return found


def can_trace(state: OcsState, unit: int) -> bool:
    """Return whether a unit can trace supply to its hex, apart from the rules on formations [12.6, 13.1d].

    The same as `trace_hexes_of` for the unit's own hex, without a flood over the whole board.
    """
    side = state.scenario.side_of[unit]
    origin = sources(state, side).all
    notes, key = throws(state, side), ("can trace", unit, state.at[unit], face(state, unit), origin)
    found: bool | None = notes.get(key)
    if found is None:
        found = notes[key] = _can_trace(state, side, unit, origin)
    return found


def _can_trace(state: OcsState, side: int, unit: int, origin: HexSet) -> bool:
    scenario, at = state.scenario, state.at
    if drawn(state, unit, origin):
        return True
    return any(
        serves(scenario, hq, 1 << unit) and thrown(state, hq, 1 << at[unit]) and drawn(state, hq, origin)
        for hq in bits(scenario.hqs & scenario.of_side[side])
        if at[hq] >= 0
    )


def strat_hexes_of(state: OcsState, unit: int) -> HexSet:
    """Return the hexes with the supply that Strat Mode needs: trace, by option direct draw [5.8b, 21.12d]."""
    if not state.scenario.on("21.12d"):
        return trace_hexes_of(state, unit)
    side = state.scenario.side_of[unit]
    return drawing(state, side, sources(state, side).all, draw_mobility(state, unit))


def has_strat_supply(state: OcsState, unit: int) -> bool:
    """Return whether a unit has in its hex the supply that Strat Mode needs [5.8b, 21.12d]."""
    if not state.scenario.on("21.12d"):
        return can_trace(state, unit)
    return bool(drawn(state, unit, sources(state, state.scenario.side_of[unit]).all))


def traceable(state: OcsState, side: int) -> TraceHexes:
    """Return where a side has trace supply now: a note that holds until its sources, paths or HQs change."""
    origin = sources(state, side).all
    notes, key = throws(state, side), ("traceable", origin)
    found: TraceHexes | None = notes.get(key)
    if found is None:
        draw = drawing(state, side, origin)
        hqs = _drawing_hqs(state, side, origin, draw)
        armies = _unlimited(state, hqs)
        hexes = draw | thrown_by_any(state, armies, side)
        some = hexes | thrown_by_any(state, hqs & ~armies, side)
        found = notes[key] = TraceHexes(draw, hqs, hexes, some)
    return found


def _unlimited(state: OcsState, hqs: CounterSet) -> CounterSet:
    """Return the HQs among some that serve every unit of their side."""
    return mask_of(hq for hq in bits(hqs) if not limited(state.scenario, hq))


def _traced(state: OcsState, side: int) -> Trace:
    scenario, there = state.scenario, traceable(state, side)
    own = scenario.combat_units & scenario.of_side[side]
    units = there.hqs
    for hex_, counters in state.here.items():
        if there.hexes >> hex_ & 1:
            units |= counters
    for hq in bits(there.hqs & ~_unlimited(state, there.hqs)):
        units |= _thrown_to(state, hq, own)
    units &= own
    return Trace(_one_source_each(state, units, there.hqs, sources(state, side).all), units)


def _drawing_hqs(state: OcsState, side: int, origin: HexSet, by_truck: HexSet) -> CounterSet:
    """Return the HQs of a side that draw trace supply, each by its throw mobility type [12.3a]."""
    scenario, at, found = state.scenario, state.at, 0
    near = {TRUCK: by_truck}
    for hq in bits(scenario.hqs & scenario.of_side[side]):
        mobility = throw_mobility(state, hq)
        if at[hq] >= 0 and mobility not in near:
            near[mobility] = drawing(state, side, origin, mobility)
        if at[hq] >= 0 and near[mobility] >> at[hq] & 1:
            found |= 1 << hq
    return found


def _thrown_to(state: OcsState, hq: int, units: CounterSet) -> CounterSet:
    """Return the units among some to which an HQ throws, itself included: it uses the same source [13.7a]."""
    at = state.at
    near = [unit for unit in bits(serves(state.scenario, hq, units) | units & 1 << hq) if at[unit] >= 0]
    reach = thrown(state, hq, mask_of(at[unit] for unit in near))
    return sum(1 << unit for unit in near if reach >> at[unit] & 1)


def _one_source_each(state: OcsState, units: CounterSet, hqs: CounterSet, origin: HexSet) -> CounterSet:
    """Limit each formation to one HQ or one source: the part its owner chose, or the largest [R-OCS-138]."""
    scenario, at = state.scenario, state.at
    for members in scenario.members:
        served = units & members
        if served & (served - 1) and len({at[unit] for unit in bits(served)}) > 1:
            chosen = state.favoured & served or next(iter(_parts(state, served, hqs, origin)), 0)
            units ^= served ^ chosen
    return units


def split_formations(state: OcsState, side: int) -> list[list[CounterSet]]:
    """List for each formation of which only a part can trace the parts to choose from, the largest first."""
    trace, hqs, origin = traced(state, side), traceable(state, side).hqs, sources(state, side).all
    found = []
    for members in state.scenario.members:
        served = trace.reached & members
        if served & ~trace.units:
            parts = _parts(state, served, hqs, origin)
            larger = [part for part in parts if not any(part & o == part != o for o in parts)]
            found.append(list(dict.fromkeys(larger)))
    return [parts for parts in found if len(parts) > 1]


def _parts(state: OcsState, members: CounterSet, hqs: CounterSet, origin: HexSet) -> list[CounterSet]:
    """List the parts of a formation that one HQ or one directly drawn source supplies, the largest first."""
    scenario, at, lost = state.scenario, state.at, state.lost
    among = bits(members)
    notes = throws(state, scenario.side_of[among[0]])
    key = members, tuple(at[unit] for unit in among), tuple(lost[unit] for unit in among), hqs, origin
    known: list[CounterSet] | None = notes.get(key)
    if known is None:
        known = notes[key] = _find_parts(state, members, hqs, origin)
    return known


def _find_parts(state: OcsState, members: CounterSet, hqs: CounterSet, origin: HexSet) -> list[CounterSet]:
    scenario, at = state.scenario, state.at
    first = at[bits(members)[0]]
    found: list[CounterSet] = []
    for hq in sorted(bits(hqs), key=lambda hq: scenario.grid.distance(at[hq], first)):
        part = _thrown_to(state, hq, members)
        if part == members:
            return [part]
        found.append(part)
    by_source: dict[int, CounterSet] = {}
    for unit in bits(members):
        for hex_ in bits(drawn(state, unit, origin)):
            by_source[hex_] = by_source.get(hex_, 0) | 1 << unit
    found += by_source.values()
    return sorted(found, key=lambda part: -sum(size_now(state, unit) for unit in bits(part)))


# -- railways under control -----------------------------------------------------------------------------


def controlled(state: OcsState, side: int) -> HexSet:
    """Return the rail hexes a side controls: on a line from a source to a unit that it supplies.

    Only enemy combat units cut the line, ZOCs do not [13.3h, R-OCS-105, R-OCS-136].
    """
    key = ("controlled", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        track = own_gauge(state, side) & ~state.held[1 - side]
        heads = railheads(state, side)
        used = _used_stations(state, side) & joined_to(scenario, heads, track)
        found = without_stubs(scenario, joined_to(scenario, used, track), heads | used)
        state.cache[key] = found
    return found


def _used_stations(state: OcsState, side: int) -> HexSet:
    """Return sources on railways that supply a unit of a side now, and hexes of supplied units."""
    from_, there, units = sources(state, side), traceable(state, side), in_trace(state, side)
    starts = {TRUCK: hexes_of(state, units & ~there.hqs) & there.drawn}
    for hq in bits(there.hqs):
        mobility = throw_mobility(state, hq)
        starts[mobility] = starts.get(mobility, 0) | 1 << state.at[hq]
    near, reach = 0, draw_range(state.scenario)
    for mobility, hexes in starts.items():
        near |= reached_by_any(state, side, {reach: hexes}, mobility) if hexes else 0
    return near & (from_.stations | from_.primary & railheads(state, side)) | hexes_of(state, units)


def cargo_track(state: OcsState, side: int) -> HexSet:
    """Return the rail hexes on which a side can move cargo: own gauge, controlled, joined to a source.

    Enemy combat units and enemy ZOCs, negated or not, cut the line, and Extenders do not help [13.3c, 13.3e,
    4.5a-C].
    """
    key = ("cargo", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        free = controlled(state, side) & ~zoc(state, 1 - side)
        found = state.cache[key] = joined_to(state.scenario, railheads(state, side), free)
    return found


def repair_track(state: OcsState, side: int) -> HexSet:
    """Return the rail hexes on which a side's Rail Repair units can move [13.3g-C, R-OCS-157].

    They also use track beyond the last controlled hex where they would have trace supply themselves.
    """
    key = ("repair track", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        beyond = own_gauge(state, side) & ~state.held[1 - side] & trace_hexes(state, side)
        free = (controlled(state, side) | beyond) & ~zoc(state, 1 - side)
        starts = railheads(state, side) if controlled(state, side) else 0
        found = state.cache[key] = joined_to(state.scenario, starts, free)
    return found


def cargo_stations(state: OcsState, side: int) -> HexSet:
    """Return detrainable hexes for cargo, none with enemy supply or transports [13.3c, 4.8c-D]."""
    return cargo_track(state, side) & station_features(state, side) & ~enemy_asset_hexes(state, side)
