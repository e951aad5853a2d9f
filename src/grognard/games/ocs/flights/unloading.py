"""Chapters 14.9f and 14.10d: cargo is unloaded at a base, or dropped with a roll for each unit and token."""

from __future__ import annotations

import math

from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, mask_of
from grognard.games.ocs.air.bases import base_at
from grognard.games.ocs.combat.specialized import capture_hex
from grognard.games.ocs.combat.strength import rough_category
from grognard.games.ocs.flights import cargo
from grognard.games.ocs.flights.airlift import counted
from grognard.games.ocs.logistics.rail_transport import drain_old
from grognard.games.ocs.model.air_events import CargoDropped, CargoLanded
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import Eliminated
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import AWAY, NO_COUNTER, OcsState, assets_at, put, remove
from grognard.games.ocs.supply.tokens import pile
from grognard.games.ocs.terrain.zones import attack_capable


def use_gliders(state: OcsState, mission: Mission) -> None:
    """Send the gliders of a mission to the Dead Pile: they are used once [14.10e-A.2]."""
    for plane, points in cargo.towed(state, mission).items():
        state.gliders[state.host[plane]] -= points


def unload(state: OcsState, mission: Mission) -> list[Event]:
    """Unload the cargo at the base: units can go on with half their MA, supply cannot [14.9d, 14.9f]."""
    state.unloaded[mission.goal] += math.ceil(counted(state, mission) * TOKENS)
    use_gliders(state, mission)
    for unit in mission.cargo:
        put(state, unit, mission.target)
        state.airlifted |= 1 << unit
    _land_supply(state, mission, mission.tokens)
    if mission.further_tokens and mission.via == NO_COUNTER:  # it flies on from here [21.12a.1]
        state.fresh[pile(state, mission.target, mission.side, 0)] -= mission.further_tokens
    changed(state)
    scenario, name = state.scenario, state.scenario.sides[mission.side]
    ids = tuple(scenario.counter_ids[c] for c in mission.cargo)
    where = (scenario.label(mission.target),)
    return [
        CargoLanded(side=name, units=ids, hexes=where, tokens=mission.tokens, rule="14.9f.1", only=(name,))
    ]


def _land_supply(state: OcsState, mission: Mission, tokens: int) -> None:
    """Move supply from the base to the mission hex, where it has moved for this phase [14.9d.2]."""
    if tokens:
        drain_old(state, mission.side, mission.loaded, tokens)
        state.fresh[pile(state, mission.target, mission.side, tokens)] += tokens


# -- drops -------------------------------------------------------------------------------------------


def needed(state: OcsState, side: int, hex_: Hex) -> int:
    """Return the roll that a drop needs in a hex, by who holds it and its terrain [14.10d.1]."""
    table = series_tables()["air_drop"]
    friendly = bool(state.second >> hex_ & 1) == bool(side)
    clear = is_clear(state, hex_)
    return int(table[f"success_min_{'friendly' if friendly else 'enemy'}_{'clear' if clear else 'other'}"])


def is_clear(state: OcsState, hex_: Hex) -> bool:
    """Return whether a hex is clear for a drop: open, a village, or with an air base."""
    clear: list[str] = series_tables()["air_drop"]["clear_means"]
    if any(base_at(state, hex_, side) != NO_COUNTER for side in (0, 1)):
        return True
    kinds = [id_ for id_, hexes in state.scenario.symbols.items() if hexes >> hex_ & 1]
    return all(id_ in clear for id_ in kinds)


def modifier(state: OcsState, nation: str, glider: bool, hex_: Hex) -> int:
    """Return the modifiers of a drop roll: gliders, nations and dates, and by house rule the terrain.

    [14.10d.1, 14.10e-E, HR-15, R-OCS-290]
    """
    table, total = series_tables()["air_drop"]["modifiers"], 0
    if glider:
        total += int(table["glider"])
    if nation == "soviet":
        total += int(table["soviet"])
    if nation in state.scenario.file.early_drops:
        total += int(table["allied_in_europe_early"])
    if state.scenario.on("HR-15"):
        total += int(table.get(f"house_rule_{rough_category(state, hex_).replace('-', '_')}", 0))
    return total


def drop(state: OcsState, mission: Mission, dice: Roller) -> list[Event]:
    """Roll for each unit and token; those that fail or land on enemy units are destroyed [14.10d]."""
    scenario, counters, hex_ = state.scenario, state.scenario.counters, mission.target
    by_glider, glided = cargo.on_gliders(state, mission)
    least, rolled, safe = needed(state, mission.side, hex_), list[int](), list[int]()
    tokens = 0
    for unit in mission.cargo:
        pair = dice.roll("air drop"), dice.roll("air drop")
        rolled += pair
        if sum(pair) + modifier(state, counters[unit].nation, unit in by_glider, hex_) >= least:
            safe.append(unit)
    nation = counters[mission.planes[0]].nation if mission.planes else ""
    for number in range(mission.tokens):
        pair = dice.roll("air drop"), dice.roll("air drop")
        rolled += pair
        tokens += sum(pair) + modifier(state, nation, number < glided, hex_) >= least
    use_gliders(state, mission)
    on_enemies = bool(state.held[1 - mission.side] >> hex_ & 1)
    soft = bool(assets_at(state, hex_, 1 - mission.side))
    if on_enemies:
        safe, tokens = [], 0  # [14.10d.3]
    elif soft:
        fit = attack_capable(state)
        safe = [unit for unit in safe if fit >> unit & 1]  # [R-OCS-231]
        tokens = tokens if safe else 0
    name, at = scenario.sides[mission.side], (scenario.label(hex_),)
    events: list[Event] = [
        CargoDropped(
            side=name,
            hexes=at,
            dice=tuple(rolled),
            needed=least,
            landed=len(safe),
            lost=len(mission.cargo) - len(safe),
            tokens=tokens,
            lost_tokens=mission.tokens - tokens,
            rule="14.10d.1",
            final=True,
        )
    ]
    for unit in mission.cargo:
        state.drop_hex[unit], state.drop_turn[unit] = AWAY, 0
        if unit in safe:
            put(state, unit, hex_)
        else:
            remove(state, unit)
            names, rule = scenario.names[unit], "14.10d.3" if on_enemies else "14.10d.2"
            events.append(Eliminated(side=name, units=names, hexes=at, rule=rule, only=(name,)))
    state.dropped |= mask_of(safe)
    state.finished |= mask_of(safe)
    state.moving &= ~mask_of(safe)
    if safe and soft:
        events += capture_hex(state, mask_of(safe), hex_, dice)
    lost = mission.tokens - tokens
    if lost:
        drain_old(state, mission.side, mission.loaded, lost)
        state.ledger[mission.side] -= lost
    _land_supply(state, mission, tokens)
    changed(state)
    return events
