"""Chapter 3: starting areas by the setup rules, and the ready-made setups."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from grognard.core.facts import changed
from grognard.core.files.toml_shape import Chart
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.kit.states import placed_by_file
from grognard.games.sww3.model.scenario import Sww3Scenario
from grognard.games.sww3.model.state import BAG, PLACES, Sww3State, put
from grognard.games.sww3.movement import theatre_transfers


class SetupRule:
    """The setup rule of one unit on one map."""

    def __init__(self, scenario: Sww3Scenario, theatre: int, entry: Chart) -> None:
        map_ = scenario.theatres[theatre]
        self.rule: str = entry["rule"]
        self.place: int | None = PLACES[entry["place"]] if "place" in entry else None
        """The place off the map where it starts, if any."""
        self.may_hold: bool = entry.get("may_hold", False)
        area = map_.regions(entry.get("area", ())) & ~map_.regions(entry.get("except", ()))
        for number in entry.get("hexes", ()):
            area |= 1 << map_.hex(number)
        if "around" in entry:
            area |= scenario.grid.within(map_.hex(entry["around"]), 1)
        if "capital" in entry:
            area |= map_.capitals & map_.region(entry["capital"])
        self.area: HexSet = area & scenario.land
        beach = map_.region("black-sea") if entry.get("black_sea") else 0
        self.beach: HexSet = beach & scenario.land & ~self.area
        """Black Sea hexes, one of which may take a few units besides the area [Sandown 3.5]."""


@lru_cache(maxsize=4096)
def setup_rule(scenario: Sww3Scenario, unit: int, theatre: int) -> SetupRule | None:
    """Return the setup rule of a unit on a map; None if it does not serve there [3.2-3.8]."""
    if not theatre_transfers.serves(scenario, unit, theatre):
        return None
    counter = scenario.counters[unit]
    for entry in scenario.theatres[theatre].charts["setup"]:
        nations, tags, kinds = (entry.get(key) for key in ("nations", "tags", "kinds"))
        if nations is not None and counter.nation not in nations:
            continue
        if tags is not None and not set(tags) & set(counter.tags):
            continue
        if kinds is None or counter.kind in kinds:
            return SetupRule(scenario, theatre, entry)
    raise scenario.fault(f"the setup rules do not cover {counter.id}", "theatres")


def first_setup_rule(scenario: Sww3Scenario, unit: int) -> SetupRule:
    """Return the setup rule of a unit on the first map it serves on."""
    for theatre in range(len(scenario.theatres)):
        found = setup_rule(scenario, unit, theatre)
        if found is not None:
            return found
    raise scenario.fault(f"{scenario.counters[unit].id} cannot serve on any map", "theatres")


# -- the ground ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def starting_control(scenario: Sww3Scenario) -> HexSet:
    """Return the hexes under Soviet control before setup [Pincher 3.10, R-PIN-04; Sandown 3.8]."""
    red = 0
    for theatre in scenario.theatres:
        chart = theatre.charts["control"]
        red |= theatre.regions(chart["soviet"])
        for number in chart["allied_hexes"]:
            red &= ~(1 << theatre.hex(number))
    soviet, allied = (_listed(scenario, side) for side in ("soviet", "allied"))
    return (red | soviet) & ~allied


def _listed(scenario: Sww3Scenario, side: Literal["soviet", "allied"]) -> HexSet:
    """The hexes that the scenario's file gives to a side."""
    labels = scenario.file.control.get(side, ())
    return mask_of(scenario.hex(label, "control", side, n) for n, label in enumerate(labels))


def starting_ground(state: Sww3State) -> None:
    """Set control, neutrals, prestige and the Soviet target before any unit is placed [3.2, 3.9, 3.10]."""
    scenario = state.scenario
    state.red = starting_control(scenario)
    state.neutral = 0
    for number, theatre in enumerate(scenario.theatres):
        state.neutral |= theatre.regions(theatre.neutrals)
        state.target[number] = theatre.charts["victory"]["win_above"]
    state.prestige = scenario.file.prestige or scenario.theatres[0].charts["prestige"]["start"]
    changed(state)


# -- ready-made ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def ready_made(scenario: Sww3Scenario) -> dict[int, int]:
    """Return the hex or place of every counter in the scenario's ready-made setup."""
    found = placed_by_file(scenario, scenario.file.deployment, PLACES)
    if not theatre_transfers.uses_second_formation(scenario):
        for unit in bits(scenario.second):
            found.pop(unit, None)
    return found


def deploy(state: Sww3State) -> None:
    """Put all units where the ready-made setup has them, and charge for its swaps [Sandown 4.4]."""
    for number, theatre in enumerate(state.scenario.theatres):
        each = theatre.charts["victory"].get("per_swapped_division", 0)
        state.target[number] += state.scenario.file.swaps * each
    for unit, where in ready_made(state.scenario).items():
        if where != BAG:  # divisions that were not drawn are not used [Sandown 3.4]
            put(state, unit, where)
