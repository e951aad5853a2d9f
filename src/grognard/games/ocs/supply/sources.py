"""Cases 12.6a and 12.7: supply sources, the scenario's own, ports, detrainable hexes and Extenders.

Everything is worked out from the sources outward [R-OCS-103].
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.facts import keep
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.ocs.model.charts import MOBILITIES, quarters
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.supply_paths import lines, reached
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.ports import own_ports, port_of, printed_ports, trace_capacity
from grognard.games.ocs.terrain.railways import joined_to, own_gauge, railways
from grognard.games.ocs.terrain.zones import free_of_enemy_zoc, hexes_kept


class Sources(NamedTuple):
    """A side's sources of trace supply now."""

    primary: HexSet
    """Sources in their own right, ports among them [12.6a-1]."""
    rails: HexSet
    """Rail hexes joined to a source [13.3c]."""
    stations: HexSet
    """Detrainable hexes, for trace [12.6a-2]."""
    extenders: HexSet
    """Hexes of Extenders that are linked and so are sources [12.6a-3]."""

    @property
    def all(self) -> HexSet:
        """All three kinds of source."""
        return self.primary | self.stations | self.extenders


def sources(state: OcsState, side: int) -> Sources:
    """Return the sources of a side that work now [12.6a, 12.6b]."""
    key = ("sources", side)
    found: Sources | None = state.cache.get(key)
    if found is None:
        reads = (
            lines(state, side).notes,
            listed(state, side),
            railheads(state, side),
            own_gauge(state, side),
            station_features(state, side),
            extenders(state, side),
        )
        found = state.cache[key] = keep(state, key, reads, lambda: _sources(state, side))
    return found


def _sources(state: OcsState, side: int) -> Sources:
    scenario = state.scenario
    open_ = free_of_enemy_zoc(state, side) & ~state.held[1 - side]
    primary = listed(state, side) & open_
    track = own_gauge(state, side) & open_
    rails = joined_to(scenario, railheads(state, side), track)
    features = station_features(state, side)
    stations = rails & features
    posts = extenders(state, side)
    linked, joints = 0, 0
    while True:
        found, joined = 0, 0
        for post in bits(posts & open_ & ~(linked & joints)):
            reach = extender_reach(state, side, post)
            if reach & ((primary | stations | linked) & ~(1 << post)):
                found |= 1 << post
                joined |= 1 << post
            elif reach & rails & ~(1 << post):  # not a source, but joins two railways [R-OCS-137]
                joined |= 1 << post
        if not (found & ~linked or joined & ~joints):
            return Sources(primary, rails, stations, linked)
        linked |= found
        joints |= joined
        rails |= joined_to(scenario, joints & track, track)
        stations = rails & features


# -- sources in their own right -------------------------------------------------------------------------


def listed(state: OcsState, side: int) -> HexSet:
    """Return a side's sources by the scenario this turn, and its large enough source ports [12.6a-1]."""
    return _listed(state.scenario, side, state.turn) | source_ports(state, side)


@lru_cache(maxsize=512)
def _listed(scenario: OcsScenario, side: int, turn: int) -> HexSet:
    name = scenario.sides[side]
    return mask_of(
        scenario.hex(source.hex)
        for source in scenario.file.source
        if source.side == name and source.turns[0] <= turn <= source.turns[1]
    )


def source_ports(state: OcsState, side: int) -> HexSet:
    """Return a side's ports that are supply sources for it and have enough capacity left [19.0e]."""
    name, found = state.scenario.sides[side], 0
    least = state.scenario.tables["port_damage"]["supply_source_min_tokens"]
    for port in own_ports(state, side):
        if name in port_of(state, port).source_for and trace_capacity(state, port) >= least:
            found |= 1 << state.at[port]
    return found


def railheads(state: OcsState, side: int) -> HexSet:
    """Return where a side's rail net starts: sources whose railway works by now, and source ports."""
    found = source_ports(state, side) | _listed_railheads(state.scenario, side, state.turn)
    return found & railways(state.scenario).hexes


@lru_cache(maxsize=512)
def _listed_railheads(scenario: OcsScenario, side: int, turn: int) -> HexSet:
    name = scenario.sides[side]
    return mask_of(
        scenario.hex(source.hex)
        for source in scenario.file.source
        if source.side == name and source.rail
        if max(source.turns[0], source.rail_from) <= turn <= source.turns[1]
    )


def station_features(state: OcsState, side: int) -> HexSet:
    """Return rail hexes with a village, city, port or Engineer-Capable HQ [13.3c, 13.8c, R-OCS-107]."""
    scenario = state.scenario
    hqs = hexes_kept(state, f"stations {side}", side, engineer_capable(state, side) & scenario.hqs)
    return railways(scenario).hexes & (scenario.settled | printed_ports(scenario).hexes | hqs)


# -- Extenders ------------------------------------------------------------------------------------------


def extenders(state: OcsState, side: int) -> HexSet:
    """Return the hexes in which a side has an Extender [12.7]."""
    extended = state.extended & state.scenario.of_side[side]
    return hexes_kept(state, f"extenders {side}", side, extended) if extended else 0


def extender_reach(state: OcsState, side: int, post: int) -> HexSet:
    """Return the hexes to which an Extender in a hex can link by its range [12.7b, 12.7g, R-OCS-90]."""
    kind = state.scenario.side_data[side].extender
    if kind is None:
        return 0
    return reached(state, side, post, quarters(kind.range), MOBILITIES.index(kind.mobility))


def could_link(state: OcsState, side: int, post: int) -> bool:
    """Whether an Extender in a hex would be linked to a source now [12.7d]."""
    if not free_of_enemy_zoc(state, side) & ~state.held[1 - side] & 1 << post:
        return False
    return bool(extender_reach(state, side, post) & sources(state, side).all & ~(1 << post))
