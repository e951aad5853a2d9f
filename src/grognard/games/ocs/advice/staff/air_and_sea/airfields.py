"""Plans for air bases: more levels where planes wait to be refitted, and new ones where none are in range."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.air.bases import base_at, hosts, planes_at
from grognard.games.ocs.air.planes import values
from grognard.games.ocs.air.ranges import distance
from grognard.games.ocs.logistics import air_bases
from grognard.games.ocs.missions import refit
from grognard.games.ocs.model.charts import series_tables

SAFE = 3
"""Minimum distance of work from the enemy, in hexes."""
KEPT = 8
"""Tokens that are left for other needs around a base."""
AROUND = 2
"""Distance within which supply counts, in hexes."""
WAITING = 1.0
"""Value of one more plane that can be refitted in a turn."""
IN_RANGE = 0.8
"""Value of a plane that will have enemies in range."""


class Airfields:
    """Builds and improves air bases with the engineers and HQs that are there."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side, plan.intention)

    def run(self) -> None:
        """Plan the work that pays."""
        for unit in bits(air_bases.pavers(self.plan.state, self.side)):
            found = [(self._worth(order), order) for order in self._offers(unit)]
            worth, order = max(found, key=lambda each: each[0], default=(0.0, None))
            if order is not None and worth > 0:
                self.plan.give(order)

    def _offers(self, unit: int) -> list[Order]:
        """Return the work that the rules offer a unit where it is safe."""
        far = self.situation.enemy_distance
        found = air_bases.pave_orders(self.plan.state, self.side, unit)
        return [order for order in found if far[self.scenario.hex(order.target)] >= SAFE]

    def _worth(self, order: Order) -> float:
        """Return the value of a base or of one more level, less its price."""
        state, hex_ = self.plan.state, self.scenario.hex(order.target)
        base, price = base_at(state, hex_, self.side), self._price(order)
        if self._stock(hex_) - price < KEPT:
            return 0.0
        if base >= 0:
            idle = (planes_at(state, base) & ~state.active).bit_count() - refit.capacity(state, base)
            more: int = series_tables()["other_costs"]["air_refit_aircraft_per_level"]
            gain = WAITING * min(max(idle, 0), more)
        else:
            gain = IN_RANGE * sum(self._serves(hex_, plane) for plane in bits(self._without_enemies()))
        return gain - self.situation.token * price

    def _price(self, order: Order) -> int:
        strip = air_bases.STRIP in order.words
        return air_bases.price(self.plan.state, self.side, self.scenario.hex(order.target), strip)

    def _stock(self, hex_: Hex) -> int:
        """Return the own tokens on the ground around a hex."""
        state, own = self.plan.state, self.scenario.dumps & self.scenario.of_side[self.side]
        near = self.scenario.grid.within(hex_, AROUND)
        return sum(state.tokens[c] for h in bits(near) for c in bits(state.here.get(h, 0) & own))

    def _without_enemies(self) -> int:
        """Return the combat planes that have no enemy in range from any own base that they can reach."""
        state = self.plan.state
        own, found = self.scenario.planes & self.scenario.of_side[self.side], 0
        bases = [base for base in bits(hosts(state, self.side)) if state.at[base] >= 0]
        for plane in bits(own):
            if state.host[plane] >= 0 and values(state, plane).barrage and not values(state, plane).lift:
                found |= (not any(self._serves(state.at[base], plane) for base in bases)) << plane
        return found

    def _serves(self, hex_: Hex, plane: int) -> bool:
        """Return whether a plane could transfer to a hex and would have enemies in range there [14.11]."""
        state, reach = self.plan.state, values(self.plan.state, plane).range
        twice: int = series_tables()["air_missions"]["transfer_range_times"]
        if distance(state, state.host[plane], hex_) > twice * reach:
            return False
        return bool(self.scenario.grid.within(hex_, reach) & self.situation.enemy)
