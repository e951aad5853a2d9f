"""Chapter 6: air superiority, airpower markers and their range."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet
from grognard.games.kit import airpower
from grognard.games.kit.events import AirpowerPlaced, AirTied
from grognard.games.sww3.events import AirSuperiority, AirSuperiorityRolled
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.support.neutrals import entering, violate

ROLL = Order("roll")

# -- range ---------------------------------------------------------------------------------------


def air_range(state: Sww3State, theatre: int) -> HexSet:
    """Return the hexes in range of a theatre's airpower markers, except neutral hexes [6.3, 6.4]."""
    return covered(state, theatre, state.markers) & ~state.neutral


def covered(state: Sww3State, theatre: int, markers: HexSet) -> HexSet:
    """Return the hexes of a theatre in range of some markers [6.3]."""
    return _covered(state.scenario, theatre, markers) if markers else 0


@lru_cache(maxsize=256)
def _covered(scenario: Sww3Scenario, theatre: int, markers: HexSet) -> HexSet:
    map_ = scenario.theatres[theatre]
    return airpower.covered(scenario.grid, markers & map_.hexes, map_.charts["air"]["range"]) & map_.hexes


def enemy_air(state: Sww3State, side: int) -> HexSet:
    """Return the hexes in range of enemy airpower markers, in all theatres."""
    mask = 0
    if state.markers:
        for theatre, holder in enumerate(state.air):
            if holder == 1 - side:
                mask |= air_range(state, theatre)
    return mask


# -- air superiority -------------------------------------------------------------------------------


def acting(state: Sww3State) -> int:
    """Return who decides in an Air Phase: the Soviets roll, the winner places markers [6.1, R-SWW-38]."""
    return state.air[state.now.theatre] if state.to_place else SOVIET


def number_of_dice(state: Sww3State, side: int, theatre: int) -> int:
    """Return how many dice a side rolls [Pincher 6.1; Sandown 6.4]."""
    map_ = state.scenario.theatres[theatre]
    chart = map_.charts["air"]
    if side == SOVIET:
        return int(chart["soviet_dice"])
    bases = [map_.hex(number) for number in chart.get("allied_bases", ())]
    return int(chart["allied_dice"]) + sum(not state.red >> base & 1 for base in bases) + state.naval


def bonus(state: Sww3State, side: int, theatre: int) -> int:
    """Return a side's DRM: for superiority last turn, or for surprise on turn 1 [6.1, 5.5]."""
    chart = state.scenario.theatres[theatre].charts["air"]
    more = 0
    if state.air[theatre] == side:
        more += chart["holder_per_die"] * number_of_dice(state, side, theatre)
    if side == SOVIET and state.turn == 1:
        more += chart["first_turn_soviet"]
    return more


def roll_air(state: Sww3State, theatre: int, dice: Roller) -> list[Event]:
    """Roll for both sides; the higher total has air superiority, ties are rerolled [6.1, R-SWW-09]."""
    scenario = state.scenario
    events: list[Event] = []
    more = [bonus(state, side, theatre) for side in (SOVIET, ALLIED)]
    while True:
        totals = []
        for side in (SOVIET, ALLIED):
            title = scenario.titles[scenario.sides[side]]
            rolls = tuple(
                dice.roll(f"{title} air superiority") for _ in range(number_of_dice(state, side, theatre))
            )
            totals.append(sum(rolls) + more[side])
            events.append(
                AirSuperiorityRolled(
                    side=scenario.sides[side], dice=rolls, bonus=more[side], rule="6.1-roll", final=True
                )
            )
        if totals[SOVIET] != totals[ALLIED]:
            break
        events.append(AirTied(rule="6.1-tie"))
    winner = SOVIET if totals[SOVIET] > totals[ALLIED] else ALLIED
    return [*events, _award_superiority(state, theatre, winner, abs(totals[SOVIET] - totals[ALLIED]))]


def _award_superiority(state: Sww3State, theatre: int, winner: int, lead: int) -> Event:
    """Give the winner markers for the margin, and aerial supply [6.1-markers, 9.18, R-PIN-10]."""
    scenario, charts = state.scenario, state.scenario.theatres[theatre].charts
    most = charts["air"].get("markers_max", lead)
    state.air[theatre] = winner
    state.to_place = min(lead, most) if scenario.on("air-cap") else lead
    limit = "soviet_aerial_supply" if winner == SOVIET else "allied_aerial_supply"
    state.aerial_left[theatre] = charts["limits"][limit]
    changed(state)
    return AirSuperiority(
        side=scenario.sides[winner],
        markers=state.to_place,
        theatre=charts["title"] if len(scenario.theatres) > 1 else "",
        rule="6.1-markers",
    )


# -- markers ---------------------------------------------------------------------------------------


def air_orders(state: Sww3State) -> Sequence[Order]:
    """Return the hexes for a marker within range of any unit; others can be named [6.2]."""
    here = state.scenario.theatres[state.now.theatre].hexes
    near = covered(state, state.now.theatre, (state.held[SOVIET] | state.held[ALLIED]) & here)
    return airpower.marker_orders("air", state.scenario.grid, (near or here) & ~state.markers)


def check_air(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a roll or a marker: any hex without a marker, and all markers must be placed [6.2]."""
    if order.verb == "roll":
        return Illegal("6.2-all", "already rolled; place your markers") if state.to_place else None
    if not state.to_place:
        return Illegal("6.1-roll", "roll for air superiority first: roll")
    grid = state.scenario.grid
    wrong = airpower.check_marker(order, grid, state.markers, "an airpower marker", "6.2-one")
    if wrong is None and not state.scenario.theatres[state.now.theatre].hexes >> grid.hex(order.target) & 1:
        return Illegal("14.7", "{hex} is on the other map", hex=order.target)
    return wrong


def explain_air(state: Sww3State, order: Order) -> Explanation:
    """Explain an airpower marker: the neutrals that it would bring into the war [6.4]."""
    summary = state.scenario.game.verbs[order.verb].summary
    if order.verb == "roll":
        return Explanation(str(order), (), summary)
    reached = covered(state, state.now.theatre, 1 << state.scenario.grid.hex(order.target))
    return Explanation(str(order), (), summary, consequence=entering(state, state.side, reached))


def apply_air(state: Sww3State, side: int, order: Order, dice: Roller) -> list[Event]:
    """Roll for air superiority or place a marker [6.1, 6.2]."""
    theatre = state.now.theatre
    if order.verb == "roll":
        return roll_air(state, theatre, dice)
    hex_ = state.scenario.grid.hex(order.target)
    state.markers |= 1 << hex_
    state.to_place -= 1
    changed(state)
    name = state.scenario.sides[side]
    placed = AirpowerPlaced(side=name, hexes=(order.target,), rule="6.2-any")
    return [placed, *violate(state, side, covered(state, theatre, 1 << hex_))]  # [6.4]
