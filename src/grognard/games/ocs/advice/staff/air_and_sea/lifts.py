"""Advice for Air Transport and Air Drops: planned drops, new Drop Plans, and supply where it lacks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.air.flak import faces_flak, flak_points
from grognard.games.ocs.air.planes import fighters, open_rated, values
from grognard.games.ocs.air.ranges import distance, interceptors, reaches
from grognard.games.ocs.flights import airlift, cargo, drop_plans, orders, unloading
from grognard.games.ocs.missions.chances import drop_chance, flak_chance
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.supply.tokens import dump_at

Found = tuple[float, Order]
"""An order with its value."""
PLANE_STEP = 2.0
"""Value of a step of a plane."""
RESCUE = 0.8
"""Value of supply for a unit that is Out of Supply."""
SHORT = 0.25
"""Value of a token where supply is short."""
LOW = 4
"""Tokens around a base below which supply is short there."""
SURPLUS = 8
"""Tokens that a base keeps."""
LIKELY = 0.4
"""Minimum chance of a unit to land for a drop to be flown or planned."""
LINK = 7
"""Maximum distance of a drop from friendly units, in hexes."""
GLIDER = 0.5
"""Value of a Glider Point, which flies once."""
ALONE = 8.0
"""Maximum enemy strength next to a drop."""


class Lifts:
    """What the Transports of a side could carry now."""

    def __init__(self, situation: Situation) -> None:
        self.situation, self.state, self.side = situation, situation.state, situation.side
        self.scenario = situation.scenario
        able = orders.able(self.state, self.side)
        self.transports = [c for c in bits(able) if values(self.state, c).lift]

    # -- drops ---------------------------------------------------------------------------------------

    def planned_drop(self) -> Found | None:
        """Return the drop of units whose Drop Plan is for this turn, or None."""
        groups: dict[tuple[int, Hex], list[int]] = {}
        for unit in bits(self.scenario.combat_units & self.scenario.of_side[self.side]):
            if self.state.drop_turn[unit] == self.state.turn and self.state.drop_hex[unit] >= 0:
                place = cargo.loading_place(self.state, unit)
                groups.setdefault((place, self.state.drop_hex[unit]), []).append(unit)
        for (place, hex_), units in groups.items():
            order = self._drop(place, hex_, units)
            if order is not None:
                return sum(self.situation.step_value(unit) for unit in units), order
        return None

    def _drop(self, place: int, hex_: Hex, units: list[int]) -> Order | None:
        """Return a drop of as many of some units as a mission carries, with as few planes as that takes."""
        state = self.state
        if state.held[1 - self.side] >> hex_ & 1:
            return None
        planes = [c for c in self.transports if cargo.loading_place(state, c) == place]
        planes = [c for c in planes if distance(state, state.host[c], hex_) <= values(state, c).range]
        planes.sort(key=lambda c: (state.lost[c], c))  # only those at full strength tow gliders
        most: int = series_tables()["air_missions"]["most_aircraft"]
        escort = self._escort(hex_, planes[:1])
        best: Found | None = None
        for count in range(1, min(most - len(escort), len(planes)) + 1):
            for found in self._loaded([*planes[:count], *escort], hex_, units):
                if best is None or found[0] > best[0]:
                    best = found
        return best[1] if best else None

    def _escort(self, hex_: Hex, planes: list[int]) -> list[int]:
        """Return the best Fighter to fly along if the enemy could intercept."""
        state = self.state
        if not planes or not interceptors(state, Mission("drop", self.side, hex_, tuple(planes))):
            return []
        able = open_rated(state, orders.able(state, self.side) & fighters(self.scenario))
        near = [c for c in bits(able) if reaches(state, c, hex_)]
        return sorted(near, key=lambda c: (-values(state, c).air, c))[:1]

    def _loaded(self, planes: list[int], hex_: Hex, units: list[int]) -> Iterator[Found]:
        """Yield drops by some planes with the units that the rules let them carry, by parachute or glider."""
        state, ids = self.state, self.scenario.counter_ids
        part: float = series_tables()["air_transport"]["half_range_fraction"]
        half = [
            c for c in planes if distance(state, state.host[c], hex_) <= int(values(state, c).range * part)
        ]
        double = tuple(f"{airlift.DOUBLE}{ids[c]}" for c in half)
        tows = sum(2 if c in half else 1 for c in planes if values(state, c).lift)
        for gliders in range(max(min(tows, self._gliders(planes[0], units)), 0) + 1):
            words = (*double, f"{airlift.GLIDER}{gliders}") if gliders else double
            best: Order | None = None
            chosen: tuple[str, ...] = ()
            for unit in sorted(units, key=lambda c: (-self.situation.step_value(c), c)):
                named = (*(ids[c] for c in planes), *chosen, ids[unit])
                order = Order("drop", self.scenario.label(hex_), named, words=words)
                if self._lands(unit, hex_) and not airlift.check(state, self.side, order):
                    best, chosen = order, (*chosen, ids[unit])
            if best:
                yield self._landing(best) - GLIDER * gliders, best

    def _gliders(self, plane: int, units: list[int]) -> int:
        """Return the Glider Points for some units, less those for others there that cannot jump."""
        state, counters = self.state, self.scenario.counters
        each: int = series_tables()["air_transport"]["glider_tokens"]
        place = cargo.loading_place(state, plane)
        others = [
            cargo.size(state, c)
            for c in bits(self.scenario.combat_units & self.scenario.of_side[self.side])
            if state.drop_turn[c] >= state.turn and not counters[c].para and c not in units
            if cargo.loading_place(state, c) == place
        ]
        return state.gliders[state.host[plane]] - math.ceil(sum(others, Fraction(0)) / each)

    def _landing(self, order: Order) -> float:
        """Return the value of the units that a drop brings to the ground on average."""
        state, mission = self.state, airlift.read(self.state, self.side, order)
        least = unloading.needed(state, self.side, mission.target)
        by_glider, _ = cargo.on_gliders(state, mission)
        return sum(
            self.situation.step_value(unit)
            * float(drop_chance(state, least, self.scenario.counters[unit].nation, unit in by_glider))
            for unit in mission.cargo
        )

    def _lands(self, unit: int, hex_: Hex) -> bool:
        """Return whether a unit that jumps, or lands by glider if it cannot, will probably arrive."""
        least = unloading.needed(self.state, self.side, hex_)
        counter = self.scenario.counters[unit]
        return float(drop_chance(self.state, least, counter.nation, not counter.para)) >= LIKELY

    # -- supply --------------------------------------------------------------------------------------

    def best_supply(self) -> Found | None:
        """Return the flight that brings most to units that lack supply, or None."""
        state, side = self.state, self.side
        best: Found | None = None
        for plane in self.transports:
            for order in (
                *airlift.drop_orders(state, side, plane),
                *airlift.airlift_orders(state, side, plane),
            ):
                worth = self._supply_worth(plane, order)
                if worth > 0 and (best is None or worth > best[0]):
                    best = worth, order
        return best

    def _supply_worth(self, plane: int, order: Order) -> float:
        """Return the value of supply that a plane would bring, less what it risks."""
        state, scenario = self.state, self.scenario
        tokens = next((int(word) for word in order.words if word.isdecimal()), 0)
        home = state.at[state.host[plane]]
        if not tokens or home < 0 or self._stock(home) - tokens < SURPLUS:
            return 0.0
        hex_ = scenario.hex(order.target)
        near = scenario.grid.within(hex_, 1)
        starving = sum((units_at(state, h, self.side) & state.out).bit_count() for h in bits(near))
        stock = sum(self._stock(h) for h in bits(scenario.grid.within(hex_, 2)))
        worth = RESCUE * min(starving, 4)
        if stock < LOW and self.situation.enemy_distance[hex_] <= LINK:
            worth += SHORT * tokens
        mission = Mission("drop" if order.verb == "drop" else "airlift", self.side, hex_, (plane,))
        points = sum(point.points for point in flak_points(state, mission))
        risk = float(flak_chance(points)) if faces_flak(state, mission) else 0.0
        risk += 0.3 if interceptors(state, mission) else 0.0
        return worth - PLANE_STEP * risk

    def _stock(self, hex_: Hex) -> int:
        dump = dump_at(self.state, hex_, self.side)
        return self.state.tokens[dump] if dump >= 0 else 0


# -- plans -------------------------------------------------------------------------------------------


def drop_plan(state: OcsState, side: int) -> Order | None:
    """Return a change of the Drop Plans in the Refit Phase: cancel a bad one, or make a new one."""
    scenario = state.scenario
    for unit in bits(drop_plans.planned(state, side)):
        if state.drop_turn[unit] == state.turn and state.held[1 - side] >> state.drop_hex[unit] & 1:
            return Order("cancel", units=scenario.names[unit])
    ready = [c for c in bits(drop_plans.plannable(state, side)) if _drops(state, c)]
    turn = state.turn + int(series_tables()["air_transport"]["plan_turns"])
    if not ready or turn > scenario.turns:
        return None
    situation = Situation(state, side)
    for unit in ready:
        hex_ = _drop_zone(situation, unit)
        order = Order("plan", scenario.label(max(hex_, 0)), scenario.names[unit], words=(str(turn),))
        if hex_ >= 0 and not drop_plans.check_plan(state, side, order):
            return order
    return None


def _drops(state: OcsState, unit: int) -> bool:
    """Return whether a unit jumps, or waits where enough gliders are to carry it."""
    if state.scenario.counters[unit].para:
        return True
    each: int = series_tables()["air_transport"]["glider_tokens"]
    place = cargo.loading_place(state, unit)
    hosts = {state.host[c] for c in bits(state.scenario.planes) if cargo.loading_place(state, c) == place}
    return sum(state.gliders[host] for host in hosts if host >= 0) * each >= cargo.size(state, unit)


def _drop_zone(situation: Situation, unit: int) -> Hex:
    """Return the best hex for a drop: by an objective, clear, near friends and not next to a strong enemy."""
    state, side, scenario = situation.state, situation.side, situation.scenario
    place = cargo.loading_place(state, unit)
    own = scenario.planes & scenario.of_side[side]
    planes = [c for c in bits(own) if state.host[c] >= 0 and values(state, c).lift]
    planes = [c for c in planes if cargo.loading_place(state, c) == place]
    if not planes or (place >= 0 and situation.enemy_distance[place] <= LINK):
        return -1  # nobody to carry it, or it is at the front
    zone = 0
    for target in situation.targets:
        zone |= scenario.grid.within(target, 1)
    best: tuple[float, Hex] | None = None
    for hex_ in bits(zone & scenario.ground & ~situation.enemy & ~situation.own):
        far = min(distance(state, state.host[c], hex_) - values(state, c).range for c in planes)
        if far > 0 or not unloading.is_clear(state, hex_) or situation.own_distance[hex_] > LINK:
            continue
        if situation.threat(hex_) > ALONE:
            continue
        worth = -situation.goal_distance[hex_] - 0.5 * situation.own_distance[hex_]
        if best is None or worth > best[0]:
            best = worth, hex_
    return best[1] if best else -1
