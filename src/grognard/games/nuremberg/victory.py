"""Case 12.5: attack orders and victory."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.state import Result
from grognard.core.english import plural
from grognard.core.files.files import bad_key
from grognard.core.hexes.grid import Hex, HexSet, mask_of
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT, AfcentScenario, CityLimits
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.turn.sequence import won

ORDERS = ("northern", "southern", "block")
"""The three attack orders as players type them, in the order of `AfcentState.order` [12.1.4.1.a]."""
TITLES = ("Northern Pincer", "Southern Pincer", "Strategic Block")
VITAL, CLOSE = "1004", "4801"
"""The exit that the Southern Pincer requires, and the one next to the border [R-NUR-45]."""


@lru_cache(maxsize=64)
def exits(scenario: AfcentScenario) -> tuple[Hex, ...]:
    """Return the exit hexes: those of the Northern Pincer, then those of the Southern [12.5.2].

    A short scenario has no attack orders and no exits.
    """
    if scenario.file.cities:
        return ()
    found = []
    for key in ("north_hexes", "south_hexes"):
        for n, number in enumerate(scenario.special["victory"][key]):
            hex_ = scenario.grid.find(number)
            if hex_ is None:
                where = ("victory", key, n)
                raise bad_key(scenario.folder / "exclusive.toml", where, f"there is no hex {number!r}")
            found.append(hex_)
    return tuple(found)


@lru_cache(maxsize=64)
def exit_hexes(scenario: AfcentScenario) -> HexSet:
    """Return the exit hexes as a set."""
    return mask_of(exits(scenario))


@lru_cache(maxsize=64)
def counted_cities(scenario: AfcentScenario) -> HexSet:
    """Return the city hexes that count: all in West Germany, or those of a short scenario [R-NUR-37]."""
    named: HexSet = scenario.grid.mask(scenario.file.counted)
    return named or scenario.cities & scenario.region("west-germany")


def objectives(state: AfcentState) -> HexSet:
    """Return the hexes that count for any attack order: cities and exits [12.5.2]."""
    return counted_cities(state.scenario) | exit_hexes(state.scenario)


# -- progress --------------------------------------------------------------------------------------


def cities_held(state: AfcentState) -> int:
    """Count the city hexes that the Pact controls [12.5.2-block.a]."""
    return (counted_cities(state.scenario) & state.red).bit_count()


def credit(state: AfcentState) -> int:
    """Return the credit for a cancelled drop of the 103G [12.5.2, R-NUR-28]."""
    return int(state.scenario.special["victory"]["cancel_103G_credit"]) if state.recalled else 0


def left_at(state: AfcentState, number: str) -> int:
    """Count the units that have exited at an exit hex."""
    return state.exits[exits(state.scenario).index(state.scenario.hex(number))]


def progress(state: AfcentState, order: int) -> tuple[int, int]:
    """Return what the Pact has towards an attack order, and what it needs [12.5.2]."""
    chart = state.scenario.special["victory"]
    if ORDERS[order] == "northern":
        return _northern(state) + credit(state), chart["north_exits"]
    if ORDERS[order] == "southern":
        gone = sum(left_at(state, number) for number in chart["south_hexes"])
        return gone + credit(state), chart["south_exits"]
    return cities_held(state) + credit(state), chart["block_cities"]


def _northern(state: AfcentState) -> int:
    """Count exits of the Northern Pincer; by option only some at 4801 [12.5.2-north.a, R-NUR-45]."""
    chart = state.scenario.special["victory"]
    gone = {number: left_at(state, number) for number in chart["north_hexes"]}
    if state.scenario.on("few-at-4801"):
        gone[CLOSE] = min(gone[CLOSE], chart["north_most_4801"])
    return sum(gone.values())


def fulfilled(state: AfcentState, order: int) -> bool:
    """Return whether the Pact has fulfilled an attack order [12.5.2]."""
    have, need = progress(state, order)
    if ORDERS[order] == "southern":
        return (
            have >= need and left_at(state, VITAL) >= state.scenario.special["victory"]["south_minimum_1004"]
        )
    return have >= need


# -- result ----------------------------------------------------------------------------------------


def victory(state: AfcentState) -> Result | None:
    """Return the result of an Administrative Phase; it reveals the attack order [12.5.1-when, R-NUR-37]."""
    scenario, last = state.scenario, state.turn == state.scenario.turns
    if scenario.file.cities:
        return _short(state, scenario.file.cities) if last else None
    title = TITLES[state.order]
    if fulfilled(state, state.order):
        return won(state, PACT, f"the {title} is fulfilled", "12.5.1-pact")
    if last:
        have, need = progress(state, state.order)
        reason = f"the Pact's order was the {title}: {have} of {need}"
        return won(state, NATO, reason, "12.5.1-nato")
    return None


def _short(state: AfcentState, limits: CityLimits) -> Result:
    """Return the result of a short scenario by the cities that the Pact controls [R-NUR-47]."""
    held = cities_held(state)
    winner = PACT if held >= limits.pact else NATO if held <= limits.nato else NO_SIDE
    return won(state, winner, f"the Pact holds {plural(held, 'city hex', 'city hexes')}", "R-NUR-47")
