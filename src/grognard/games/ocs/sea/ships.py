"""Chapters 18.1f, 18.3 and 18.4: values of ships, and points, speed and load of landing craft."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.counters import ShipFace
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import OcsState, aboard
from grognard.games.ocs.units.transport_size import lift


def values(state: OcsState, ship: int) -> ShipFace:
    """Return the values of the side of a ship that is up: sound or damaged [3.4, 18.3d-A]."""
    data = state.scenario.counters[ship].ship
    assert data is not None, "only ships have such values"
    return data.damaged if state.lost[ship] else data.full


def speed(state: OcsState, ship: int) -> int:
    """Return how many hexes a ship or landing craft can move in a phase [18.1f, 18.4b]."""
    table, scenario = series_tables()["naval"], state.scenario
    if scenario.counters[ship].kind == "dukw":
        hexes: int = table["dukw_hexes"]
    elif scenario.craft >> ship & 1:
        hexes = table["craft_hexes"]
    else:
        hexes = table["slow_hexes"] if values(state, ship).slow else table["speed_hexes"]
    return hexes


def protection(state: OcsState, ship: int) -> int:
    """Return the Protection Rating: 1 for landing craft and coastal guns [18.3c-C]."""
    return max(values(state, ship).protection, 1) if state.scenario.ships >> ship & 1 else 1


def fleet_at(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return a side's ships and landing craft in a hex."""
    scenario = state.scenario
    return state.here.get(hex_, 0) & (scenario.ships | scenario.craft) & scenario.of_side[side]


def craft_at(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return a side's landing craft in a hex."""
    return fleet_at(state, hex_, side) & state.scenario.craft


# -- cargo -------------------------------------------------------------------------------------------


def passengers(state: OcsState, craft: CounterSet) -> CounterSet:
    """Return the units and transports aboard landing craft [18.4c]."""
    return aboard(state, craft) & ~state.scenario.planes


def load(state: OcsState, craft: int) -> Fraction:
    """Return what landing craft carry, in points [18.4a, 4.7]."""
    units = sum((lift(state, c) for c in bits(passengers(state, 1 << craft))), Fraction(0))
    return units + Fraction(state.tokens[craft], TOKENS)


def room(state: OcsState, craft: int) -> Fraction:
    """Return the capacity that landing craft have left, in points [18.4a]."""
    return Fraction(state.level[craft]) - load(state, craft)
