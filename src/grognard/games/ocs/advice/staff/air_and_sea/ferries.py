"""Plans for landing craft that have landed their cargo: units and supply from ports in the rear to the front.

Craft load in a port and land or unload in a later turn [18.4c], where the plans for landings take over.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.advice.staff.air_and_sea.fleet import FleetTask
from grognard.games.ocs.fleet import cargo, landings, sailing
from grognard.games.ocs.logistics.rail_transport import movable_supply
from grognard.games.ocs.sea.ships import load
from grognard.games.ocs.sea.waters import courses, shores
from grognard.games.ocs.terrain.zones import attack_capable

REAR = 6
"""Minimum distance from the enemy of units that go aboard, in hexes."""
WORTHWHILE = 6.0
"""Minimum gain of a landing elsewhere over staying: about six hexes nearer to an objective."""
SURPLUS = 16
"""Tokens that a port keeps."""
LOW = 8
"""Tokens in a port below which it lacks supply."""
USERS = 2
"""Minimum number of stacks around a port that lacks supply."""
TURNS = 2
"""Longest voyage, in turns."""
LAST_TURNS = 1
"""Turns before the end from which nothing goes aboard: it would not land any more."""


class Voyage(NamedTuple):
    """A port where craft could load, and where they would go."""

    gain: float
    port: Hex
    goal: Hex
    units: CounterSet


class Ferries(FleetTask):
    """Loads the empty landing craft of a fleet."""

    def run(self) -> None:
        """Load craft with units that are far from the front, else with supply that a port lacks."""
        if self.state.phase != "movement" or self.scenario.turns - self.state.turn < LAST_TURNS:
            return
        for craft in bits(cargo.craft_of(self.state, self.side)):
            if not load(self.state, craft) and craft not in self.fleet.sent:
                if not self._load_units(craft):
                    self._load_supply(craft)

    def _ports(self, craft: int) -> list[Hex]:
        """Return the ports that craft reach and where they could load."""
        return [hex_ for hex_ in self.fleet.reach(craft) if self.fleet.unloads(hex_)]

    def _range(self, craft: int, port: Hex) -> dict[Hex, tuple[Hex, ...]]:
        """Return the hexes that craft reach from a port in some turns."""
        far = TURNS * sailing.hexes_left(self.state, craft)
        return courses(self.state, self.side, True, port, far)

    # -- units ---------------------------------------------------------------------------------------

    def _load_units(self, craft: int) -> bool:
        """Take units aboard that would be nearer to an objective after a voyage; return whether any are."""
        voyages = [voyage for port in self._ports(craft) for voyage in self._voyages(craft, port)]
        best = max(voyages, default=None)
        if best is None or best.gain < WORTHWHILE or not self.fleet.sail(craft, best.port):
            return False
        left = best.units
        for order in self._embarkations(craft):
            if left & mask_of(self.scenario.index[id_] for id_ in order.units[1:]):
                self.fleet.plan.give(order)
        if not load(self.state, craft):
            return False
        self.fleet.sent.add(craft)
        self.fleet.approach(craft, 1 << best.goal)
        return True

    def _embarkations(self, craft: int) -> list[Order]:
        """Return the units that can go aboard one by one, the strongest first; checked again when given."""
        found = cargo.embark_orders(self.state, self.side, craft)
        units = [order for order in found if len(order.units) > 1]
        index = self.scenario.index
        return sorted(units, key=lambda order: -self.situation.step_value(index[order.units[1]]))

    def _voyages(self, craft: int, port: Hex) -> list[Voyage]:
        """Return the voyage from a port that gains most for the units there, if any can be spared."""
        state, situation = self.state, self.situation
        units = state.here.get(port, 0) & self.scenario.of_side[self.side] & attack_capable(state)
        units &= ~(state.finished | state.shipped)
        if port in situation.guarded and units:
            units ^= 1 << max(bits(units), key=lambda c: -situation.step_value(c))  # the weakest stays
        if not units or situation.enemy_distance[port] < REAR:
            return []
        worth = sum(situation.step_value(unit) for unit in bits(units))
        stay = -0.5 * situation.goal_distance[port]
        goals = [
            (self.fleet.coast(hex_) - worth * self.fleet.risk(hex_), hex_)
            for hex_ in self._range(craft, port)
            if shores(self.scenario) >> hex_ & 1
            and landings.check_beach(state, self.side, hex_, units) is None
        ]
        best = max(goals, default=None)
        return [Voyage(best[0] - stay, port, best[1], units)] if best else []

    # -- supply --------------------------------------------------------------------------------------

    def _load_supply(self, craft: int) -> None:
        """Take supply aboard that a port can spare and another one lacks."""
        for port in self._ports(craft):
            spare = movable_supply(self.state, self.side, port) - SURPLUS
            goals = [h for h in self._range(craft, port) if h != port and self._lacks(h)]
            if spare <= 0 or not goals or not self.fleet.sail(craft, port):
                continue
            for order in cargo.embark_orders(self.state, self.side, craft):
                if len(order.units) == 1:
                    tokens = min(int(order.words[0]), spare)
                    goal = max(goals, key=lambda h: (self.fleet.need(h), -h))
                    self.fleet.plan.give(Order("embark", units=order.units, words=(str(tokens),)))
                    self.fleet.coming[goal] = self.fleet.coming.get(goal, 0) + tokens
                    self.fleet.approach(craft, 1 << goal)
                    return

    def _lacks(self, hex_: Hex) -> bool:
        """Return whether a port works, lacks supply and has units around it."""
        if not self.fleet.unloads(hex_):
            return False
        there = self.fleet.stored(hex_) + self.fleet.coming.get(hex_, 0)
        return there < LOW and self.fleet.need(hex_) >= USERS
