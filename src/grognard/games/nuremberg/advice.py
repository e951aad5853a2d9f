"""Chapter 12: advice for computer players on the attack order, the drop plan and landings.

A cancelled drop of the 103G counts as two units or cities, more than it gains by landing. So it is planned
for the last turn and cancelled when that wins the game or when its turn has come [12.5.2].
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.afcent.model.game_rules import Prospect
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState
from grognard.games.nuremberg import airborne, setup
from grognard.games.nuremberg.airborne import RECALL
from grognard.games.nuremberg.victory import (
    VITAL,
    cities_held,
    counted_cities,
    progress,
)

SAFE = 7
"""Preferred distance of landings from Pact units."""


@lru_cache(maxsize=64)
def prospects(scenario: AfcentScenario) -> tuple[Prospect, ...]:
    """List the objectives of the attack orders, or the cities of a short scenario [12.5.2, R-NUR-47]."""
    cities = bits(counted_cities(scenario))
    if scenario.file.cities:
        return (Prospect(False, cities, scenario.file.cities.pact),)
    chart = scenario.special["victory"]
    north, south = (tuple(map(scenario.hex, chart[f"{way}_hexes"])) for way in ("north", "south"))
    return (
        Prospect(True, north, chart["north_exits"]),
        Prospect(True, south, chart["south_exits"], ((scenario.hex(VITAL), chart["south_minimum_1004"]),)),
        Prospect(False, cities, chart["block_cities"]),
    )


def attained(state: AfcentState, number: int) -> int:
    """Return the progress of the Pact towards an attack order.

    A drop that can still be cancelled next turn counts as cancelled.
    """
    if state.scenario.file.cities:
        return cities_held(state)
    in_time = airborne.waiting(state) and (len(state.plan) < 1 or state.plan[0] > state.turn)
    pending = state.scenario.special["victory"]["cancel_103G_credit"] if in_time else 0
    return int(progress(state, number)[0] + pending)


# -- setup -----------------------------------------------------------------------------------------


def advise_exclusive(state: AfcentState, side: int) -> list[Order]:
    """Advise on setup, the drop hex, the Home Guard and the landings of the 26L."""
    if state.phase == "setup":
        return _set_up(state)
    if state.questions:
        return airborne.drop_orders(state)[:1]
    return _land(state) if side == NATO else []


def _set_up(state: AfcentState) -> list[Order]:
    match setup.setting_up(state)[1]:
        case "plan":
            return [_plan(state)]
        case "choose":
            return []  # no preference
    return setup.free_orders(state)[:1]


def _plan(state: AfcentState) -> Order:
    """Plan the drop for the last turn and two airfields near the objectives."""
    scenario, verb = state.scenario, setup.PLAN[len(state.plan)]
    if verb == "arrive":
        return Order(verb, words=(str(scenario.turns),))
    aims = prospects(scenario)[max(state.order, 0)].hexes
    fields = bits(
        scenario.airfields & ~scenario.red_land & scenario.land & ~sum(1 << h for h in state.plan[1:])
    )
    near = min(fields, key=lambda field: (min(scenario.grid.distance(field, aim) for aim in aims), field))
    return Order(verb, target=scenario.label(near))


def advised_declaration_option(state: AfcentState) -> tuple[str, ...]:
    """Advise to cancel the drop when its turn has come or half of the objective is reached [R-NUR-28]."""
    if RECALL not in airborne.declaration_options(state):
        return ()
    due = bool(state.plan) and state.turn >= state.plan[0]
    half = 2 * attained(state, state.order) >= prospects(state.scenario)[state.order].need
    return (RECALL,) if due or half else ()


# -- landings [12.4.2] -----------------------------------------------------------------------------


def _land(state: AfcentState) -> list[Order]:
    """Land a unit at the preferred distance from Pact units: Home Guard in a city, 26L on an airfield."""
    scenario = state.scenario
    units = bits(airborne.to_land(state))
    enemies = bits(state.held[PACT])
    if not units or not enemies:
        return []

    def far(hex_: Hex) -> int:
        return min(scenario.grid.distance(hex_, enemy) for enemy in enemies)

    for unit in sorted(units, key=lambda c: (-scenario.factor[c], c)):
        open_ = bits(airborne.landing_hexes(state, unit))
        hexes = [hex_ for hex_ in open_ if hex_ not in state.here] or open_
        if hexes:
            best = min(hexes, key=lambda hex_: (abs(far(hex_) - SAFE), hex_))
            return [Order("land", units=scenario.names[unit], path=(scenario.label(best),))]
    return []
