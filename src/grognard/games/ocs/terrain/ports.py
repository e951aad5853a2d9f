"""Chapters 19.0a and 19.0b: port capacities by hits and enemy ZOCs."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.files import Port
from grognard.games.ocs.model.scenario import OcsScenario, tokens
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.zones import free_of_enemy_zoc, zoc


class PrintedPorts:
    """The printed ports of a scenario (read-only)."""

    def __init__(self, scenario: OcsScenario) -> None:
        self.by_hex: dict[Hex, Port] = {scenario.hex(port.hex): port for port in scenario.file.port}
        self.hexes: HexSet = sum(1 << hex_ for hex_ in self.by_hex)


@lru_cache(maxsize=32)
def printed_ports(scenario: OcsScenario) -> PrintedPorts:
    """Return a scenario's ports, compiled once."""
    return PrintedPorts(scenario)


def port_at(state: OcsState, hex_: Hex, side: int) -> int:
    """Return a side's port in a hex; -1 for none."""
    scenario = state.scenario
    found = state.here.get(hex_, 0) & scenario.ports & scenario.of_side[side]
    return found.bit_length() - 1


def port_of(state: OcsState, counter: int) -> Port:
    """Return the printed values of a port on the map; all LST ports have the same [18.4f-D]."""
    scenario = state.scenario
    if scenario.lst_ports >> counter & 1:
        owner = scenario.sides[scenario.side_of[counter]]
        size: int = scenario.tables["naval"]["lst_port_sp"]
        return Port(hex=scenario.label(state.at[counter]), capacity=size, owner=owner, source_for=(owner,))
    return printed_ports(state.scenario).by_hex[state.at[counter]]


def own_ports(state: OcsState, side: int) -> tuple[int, ...]:
    """Return the ports that a side controls."""
    scenario = state.scenario
    return tuple(p for p in bits(scenario.ports & scenario.of_side[side]) if state.at[p] >= 0)


def capacity(state: OcsState, counter: int) -> int:
    """Return the tokens a port can load and unload in a phase with its hits, ignoring ZOCs [19.0a, 19.0b]."""
    if state.opening >> counter & 1:  # an LST port opens in the next phase [18.4f-E]
        return 0
    port, hits = port_of(state, counter), state.level[counter]
    if port.track:
        return tokens(port.track[hits])
    share = Fraction(str(state.scenario.tables["port_damage"]["generic_fraction"][hits]))
    return int(tokens(port.capacity) * share + Fraction(1, 2))


def trace_capacity(state: OcsState, counter: int) -> int:
    """Return a port's capacity for trace supply: none in an enemy ZOC unless negated [19.0a, R-OCS-39].

    In some games negation does not help [4.5a-F].
    """
    side = state.scenario.side_of[counter]
    if state.scenario.ruling("4.5a-F.2"):
        return sea_capacity(state, counter)
    return capacity(state, counter) if free_of_enemy_zoc(state, side) >> state.at[counter] & 1 else 0


def sea_capacity(state: OcsState, counter: int) -> int:
    """Return what a port can ship: nothing in an enemy ZOC, negated or not [4.5a-G, 19.0f-F, R-OCS-39]."""
    return 0 if closed_by_zoc(state, counter) else capacity(state, counter)


def closed_by_zoc(state: OcsState, counter: int) -> bool:
    """Return whether a port is in an enemy ZOC, negated or not [4.5a-G]."""
    side = state.scenario.side_of[counter]
    return bool(zoc(state, 1 - side) >> state.at[counter] & 1)


def night_capacity(state: OcsState, counter: int) -> int:
    """Return what a port can ship with Sea Cap: by option as much in an enemy ZOC [19.0f, 21.12b]."""
    return capacity(state, counter) if state.scenario.on("21.12b") else sea_capacity(state, counter)
