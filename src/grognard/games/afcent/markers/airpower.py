"""Chapter 5: air superiority, airpower markers and their range; the contest of dice of chapters 5 and 6."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.events import AirSuperiority, SuperiorityRolled
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.airpower import check_marker, covered, marker_orders
from grognard.games.kit.events import AirpowerPlaced, AirTied

ROLL, END = Order("roll"), Order("end")
DICE = {"air": "air superiority", "ew": "electronic warfare"}
"""What the dice of a contest are rolled for."""

# -- range -----------------------------------------------------------------------------------------


def air_range(state: AfcentState) -> HexSet:
    """Return the hexes in range of the airpower markers on the map [5.2]."""
    return _in_range(state.scenario, state.markers)


@lru_cache(maxsize=64)
def _in_range(scenario: AfcentScenario, markers: HexSet) -> HexSet:
    return covered(scenario.grid, markers, scenario.charts["air"]["range"]) & scenario.land


def enemy_air(state: AfcentState, side: int) -> HexSet:
    """Return the hexes in range of enemy airpower; friendly airpower never hinders a side [5.3-own]."""
    return air_range(state) if state.sky == 1 - side else 0


def markers_over(state: AfcentState, hex_: int) -> int:
    """Count the airpower markers in range of a hex [5.4]."""
    reach = covered(state.scenario.grid, 1 << hex_, state.scenario.charts["air"]["range"])
    return (state.markers & reach).bit_count()


# -- a contest of dice -----------------------------------------------------------------------------


class Contest:
    """A contest of dice; the side with superiority last turn adds part of a bonus roll [5.0, 6.1]."""

    def __init__(
        self, contest: Literal["air", "ew"], rule: str, dice: int, holder_dice: int, divisor: int
    ) -> None:
        self.contest: Literal["air", "ew"] = contest
        self.rule = rule
        self.dice = dice
        self.holder_dice = holder_dice
        self.divisor = divisor

    def total(
        self, scenario: AfcentScenario, side: int, holder: int, dice: Roller, events: list[Event]
    ) -> int:
        """Roll for a side and return its total; the holder's bonus is rounded up."""
        name = scenario.sides[side]
        purpose = f"{scenario.titles[name]} {DICE[self.contest]}"
        rolls = [dice.roll(purpose) for _ in range(self.dice)]
        total, bonus = sum(rolls), 0
        if side == holder:
            extra = [dice.roll(f"{purpose}, bonus") for _ in range(self.holder_dice)]
            bonus = -(-sum(extra) // self.divisor)
            rolls += extra
            total += bonus
        events.append(
            SuperiorityRolled(
                side=name,
                dice=tuple(rolls),
                contest=self.contest,
                total=total,
                bonus=bonus,
                rule=self.rule,
                final=True,
            )
        )
        return total

    def lead(self, scenario: AfcentScenario, holder: int, dice: Roller, events: list[Event]) -> int:
        """Roll for both sides and return the lead of the Pact; negative if NATO is ahead."""
        pact, nato = (self.total(scenario, side, holder, dice, events) for side in (PACT, NATO))
        return pact - nato


def _contest(state: AfcentState) -> Contest:
    """Return the contest for air superiority by day or night [5.0-day, 5.0-night]."""
    chart = state.scenario.charts["air"]
    time = "night" if state.night else "day"
    dice, holder, divisor = (chart[f"{time}_{key}"] for key in ("dice", "holder_dice", "holder_divisor"))
    return Contest("air", f"5.0-{time}", dice, holder, divisor)


def uncontested(
    scenario: AfcentScenario,
    side: int,
    count: int,
    contest: Literal["air", "ew"],
    dice: Roller,
    events: list[Event],
) -> int:
    """Roll the number of markers of a side that has superiority without a contest [12.3]."""
    name = scenario.sides[side]
    rolls = tuple(dice.roll(f"{scenario.titles[name]} {DICE[contest]}") for _ in range(count))
    events.append(
        SuperiorityRolled(side=name, dice=rolls, contest=contest, total=sum(rolls), rule="4.4", final=True)
    )
    return sum(rolls)


def roll_air(state: AfcentState, dice: Roller) -> list[Event]:
    """Roll for air superiority and the number of airpower markers; reroll ties [5.0]."""
    scenario, chart = state.scenario, state.scenario.charts["air"]
    events: list[Event] = []
    winner = scenario.exclusive.superiority(state)
    if winner is not None:
        lead = uncontested(scenario, winner, chart["turn1_pact_dice"], "air", dice, events)
    else:
        contest = _contest(state)
        while not (ahead := contest.lead(scenario, state.sky, dice, events)):
            events.append(AirTied(rule="5.0-tie"))
        winner, lead = (PACT if ahead > 0 else NATO), abs(ahead)
    state.sky, state.rolled = winner, True
    state.to_place = min(lead, scenario.charts["limits"]["airpower_markers"])
    changed(state)
    name = scenario.sides[winner]
    return [*events, AirSuperiority(side=name, markers=state.to_place, rule="5.0-markers")]


# -- markers ---------------------------------------------------------------------------------------


def placing(state: AfcentState, holder: int) -> int:
    """Return the side to act in a marker phase: the Pact rolls, then the winner places [R-NUR-46]."""
    return holder if state.rolled and holder != NO_SIDE else PACT


def air_orders(state: AfcentState) -> Sequence[Order]:
    """List the hexes within range of any unit after the roll; players may name others [5.1]."""
    if not state.rolled:
        return ()
    scenario = state.scenario
    near = covered(scenario.grid, state.held[PACT] | state.held[NATO], scenario.charts["air"]["range"])
    return marker_orders("air", scenario.grid, near & scenario.land & ~state.markers)


def check_air(state: AfcentState, order: Order) -> Illegal | None:
    """Return why an order of the air phase is illegal; markers may stay unused [5.1]."""
    if order.verb == "roll":
        return Illegal("5.0-now", "already rolled; place your markers") if state.rolled else None
    if not state.rolled:
        return Illegal("5.0-day", "roll for air superiority first")
    if order.verb == "end":
        return None
    wrong = check_marker(order, state.scenario.grid, state.markers, "an airpower marker", "5.1-one")
    return wrong or check_in_play(state, order)


def check_in_play(state: AfcentState, order: Order) -> Illegal | None:
    """Return a refusal if the target of an order is not in play [2.1-partial]."""
    if state.scenario.land >> state.scenario.grid.hex(order.target) & 1:
        return None
    return Illegal("2.1-partial", "{hex} is not in play in this scenario", hex=order.target)


def place_air(state: AfcentState, order: Order) -> list[Event]:
    """Place an airpower marker [5.1]."""
    state.markers |= 1 << state.scenario.grid.hex(order.target)
    state.to_place -= 1
    changed(state)
    name = state.scenario.sides[state.sky]
    return [AirpowerPlaced(side=name, hexes=(order.target,), rule="5.1-any")]
