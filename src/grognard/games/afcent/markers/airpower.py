"""Chapter 5: air superiority, airpower markers and their range; and the contest of dice, as in chapter 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.airpower import check_marker, covered, marker_orders
from grognard.games.kit.states import changed

ROLL, END = Order("roll"), Order("end")

# -- range -----------------------------------------------------------------------------------------


def air_range(state: AfcentState) -> HexSet:
    """The hexes in range of the airpower markers on the map [5.2]."""
    return _in_range(state.scenario, state.markers)


@lru_cache(maxsize=64)
def _in_range(scenario: AfcentScenario, markers: HexSet) -> HexSet:
    return covered(scenario.grid, markers, scenario.charts["air"]["range"]) & scenario.land


def enemy_air(state: AfcentState, side: int) -> HexSet:
    """The hexes in range of enemy airpower markers; a side's own never hinder it [5.3-own]."""
    return air_range(state) if state.sky == 1 - side else 0


def markers_over(state: AfcentState, hex_: int) -> int:
    """How many airpower markers have a hex in their range [5.4]."""
    reach = covered(state.scenario.grid, 1 << hex_, state.scenario.charts["air"]["range"])
    return (state.markers & reach).bit_count()


# -- a contest of dice -----------------------------------------------------------------------------


class Contest:
    """Both sides roll some dice; whoever held superiority last turn adds a part of one more [5.0, 6.1]."""

    def __init__(self, what: str, rule: str, dice: int, holder_dice: int, divisor: int) -> None:
        self.what = what
        self.rule = rule
        self.dice = dice
        self.holder_dice = holder_dice
        self.divisor = divisor

    def total(
        self, scenario: AfcentScenario, side: int, holder: int, dice: Roller, events: list[Event]
    ) -> int:
        """What a side rolls; the holder's part of a die is rounded up."""
        name = scenario.sides[side]
        title = scenario.titles[name]
        rolls = [dice.roll(f"{title} {self.what}") for _ in range(self.dice)]
        sum_, more = sum(rolls), ""
        if side == holder:
            extra = [dice.roll(f"{title} {self.what}, bonus") for _ in range(self.holder_dice)]
            part = -(-sum(extra) // self.divisor)
            rolls += extra
            sum_ += part
            more = f" (the last counts {part}, for superiority last turn)"
        says = f"{title} {self.what}: {{dice}}{more}, {{note}} in all"
        told = tuple(rolls)
        events.append(
            Event("contest", says, side=name, dice=told, note=str(sum_), rule=self.rule, final=True)
        )
        return sum_

    def fought(self, scenario: AfcentScenario, holder: int, dice: Roller, events: list[Event]) -> int:
        """By how much the Pact is ahead; negative when NATO is."""
        pact, nato = (self.total(scenario, side, holder, dice, events) for side in (PACT, NATO))
        return pact - nato


def _contest(state: AfcentState) -> Contest:
    """Three dice by day, two by night [5.0-day, 5.0-night]."""
    chart: Mapping[str, Any] = state.scenario.charts["air"]
    time = "night" if state.night else "day"
    dice, holder, divisor = (chart[f"{time}_{key}"] for key in ("dice", "holder_dice", "holder_divisor"))
    return Contest("air superiority", f"5.0-{time}", dice, holder, divisor)


def uncontested(
    scenario: AfcentScenario, side: int, count: int, what: str, dice: Roller, events: list[Event]
) -> int:
    """The markers of a side that has superiority without a contest [12.3]."""
    name = scenario.sides[side]
    title = scenario.titles[name]
    rolls = tuple(dice.roll(f"{title} {what}") for _ in range(count))
    events.append(
        Event("contest", f"{title} {what}: {{dice}}", side=name, dice=rolls, rule="4.4", final=True)
    )
    return sum(rolls)


def roll_air(state: AfcentState, dice: Roller) -> list[Event]:
    """Who rules the sky, and with how many markers; ties are rolled again [5.0]."""
    scenario, chart = state.scenario, state.scenario.charts["air"]
    events: list[Event] = []
    winner = scenario.exclusive.superiority(state)
    if winner is not None:
        lead = uncontested(scenario, winner, chart["turn1_pact_dice"], "air superiority", dice, events)
    else:
        contest = _contest(state)
        while not (ahead := contest.fought(scenario, state.sky, dice, events)):
            events.append(Event("air-tie", "a tie in the air: roll again", rule="5.0-tie"))
        winner, lead = (PACT if ahead > 0 else NATO), abs(ahead)
    state.sky, state.rolled = winner, True
    state.to_place = min(lead, scenario.charts["limits"]["airpower_markers"])
    changed(state)
    name = scenario.sides[winner]
    note = plural(state.to_place, "airpower marker")
    says = f"{scenario.titles[name]} has air superiority: {{note}}"
    return [*events, Event("air", says, side=name, note=note, rule="5.0-markers")]


# -- markers ---------------------------------------------------------------------------------------


def placing(state: AfcentState, holder: int) -> int:
    """Who decides in a phase of dice and markers: the Pact rolls, then the winner places [R-NUR-46]."""
    return holder if state.rolled and holder != NO_SIDE else PACT


def air_orders(state: AfcentState) -> Sequence[Order]:
    """After the roll the hexes in whose range anybody stands; others can be named [5.1]."""
    if not state.rolled:
        return ()
    scenario = state.scenario
    near = covered(scenario.grid, state.held[PACT] | state.held[NATO], scenario.charts["air"]["range"])
    return marker_orders("air", scenario.grid, near & scenario.land & ~state.markers)


def check_air(state: AfcentState, order: Order) -> Illegal | None:
    """Any hex of the map that has no marker yet; some may stay unused [5.1]."""
    if order.verb == "roll":
        return Illegal("5.0-now", "the dice are rolled: place your markers") if state.rolled else None
    if not state.rolled:
        return Illegal("5.0-day", "first roll for air superiority: roll")
    if order.verb == "end":
        return None
    wrong = check_marker(order, state.scenario.grid, state.markers, "an airpower marker", "5.1-one")
    return wrong or check_in_play(state, order)


def check_in_play(state: AfcentState, order: Order) -> Illegal | None:
    """Whether the hex an order is about is in play [2.1-partial]."""
    if state.scenario.land >> state.scenario.grid.hex(order.target) & 1:
        return None
    return Illegal("2.1-partial", f"{order.target} is not in play in this scenario")


def place_air(state: AfcentState, order: Order) -> list[Event]:
    """Put a marker in a hex [5.1]."""
    state.markers |= 1 << state.scenario.grid.hex(order.target)
    state.to_place -= 1
    changed(state)
    name = state.scenario.sides[state.sky]
    return [Event("air-marker", "airpower over {hex}", side=name, hexes=(order.target,), rule="5.1-any")]
