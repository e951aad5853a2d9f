"""Plans for Sea Cap: reinforcements to the ports nearest to the front, and the evacuation of a lost area."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff.errands import Errands
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import FAR, Situation
from grognard.games.ocs.logistics import sea_transport
from grognard.games.ocs.logistics.off_map_boxes import land_forces
from grognard.games.ocs.model.state import steps_left
from grognard.games.ocs.movement import moves
from grognard.games.ocs.terrain.ports import own_ports, sea_capacity
from grognard.games.ocs.units.modes import mode_word
from grognard.games.ocs.units.transport_size import lift

SAFE = 2
"""Minimum distance from the enemy of a port where units go ashore, in hexes."""
LAST_TURNS = 3
"""Turns before the end from which everybody leaves."""
AHEAD = 2
"""Turns of Sea Cap for which units fall back to the ports in time."""
EARLY = 2
"""Turns before the end of a hold order from which units fall back: they guard the ports until then."""
MOST_REFUSED = 4
"""Number of units that find no ship after which no more are tried."""


class Crossings:
    """Moves units by Sea Cap, and to the ports where they wait for it."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side, plan.intention)
        self.area: HexSet = 0
        """The area that units leave."""
        self.leaving = self._leaving()
        """Units that are to leave it."""
        self.busy: CounterSet = self.leaving
        """Units that no other part of the staff should move."""

    def run(self) -> None:
        """Plan the orders for all crossings."""
        if not self._points():
            return
        self._ship(self.leaving & self._here(), mask_of(self._ports()) & ~self.area)
        self._ship(self._coming(), mask_of(self._landing_ports()))
        self._fall_back()

    # -- evacuation ----------------------------------------------------------------------------------

    def _points(self) -> float:
        """Return the Sea Cap of this turn, in supply points [19.0f]."""
        turn, spans = self.plan.state.turn, self.scenario.side_data[self.side].sea_cap
        return sum(span.points for span in spans if span.turns[0] <= turn <= span.turns[1])

    def _leaving(self) -> CounterSet:
        """Return the units to evacuate: those nearest to the ports, as many as the next turns can take.

        A scenario that counts the steps of a nation in an area against a side makes it leave the area
        as soon as it may, and altogether in the last turns; some fall back to the ports before.
        """
        state, scenario, found = self.plan.state, self.scenario, 0
        name = scenario.sides[self.side]
        for line in scenario.file.victory.nation_steps:
            units = [c for c in bits(self._own()) if scenario.counters[c].nation == line.nation]
            area = scenario.hexes(line.hexes)
            holds = [h.until for h in scenario.file.sides[name].holds if h.nation == line.nation]
            if not units or state.turn < max(holds, default=0) - EARLY:
                continue
            self.area |= area
            inside = [c for c in units if area >> state.at[c] & 1]
            exits = [hex_ for hex_ in self._ports() if area >> hex_ & 1]
            if exits:
                found |= self._soonest(inside, exits)
        return found

    def _soonest(self, units: list[int], exits: list[Hex]) -> CounterSet:
        """Return the units that leave first: the nearest to the exits, up to the Sea Cap of some turns."""
        state, far = self.plan.state, self.scenario.grid.distance
        if self.scenario.turns - state.turn < LAST_TURNS:
            return mask_of(units)
        budget, found = Fraction(AHEAD * self._points()), 0
        for unit in sorted(units, key=lambda c: (min(far(state.at[c], exit_) for exit_ in exits), c)):
            if lift(state, unit) <= budget:
                budget -= lift(state, unit)
                found |= 1 << unit
        return found

    def _own(self) -> CounterSet:
        state, scenario = self.plan.state, self.scenario
        own = scenario.combat_units & scenario.of_side[self.side]
        return mask_of(c for c in bits(own) if state.at[c] >= 0)

    def _here(self) -> CounterSet:
        """Return units on the map that might move by sea now."""
        return sea_transport.ship_able(self.plan.state, self.side)

    def _fall_back(self) -> None:
        """Bring to the ports the units that leave, and those that can reach the front only by sea."""
        state, ports = self.plan.state, self._ports()
        exits = mask_of(hex_ for hex_ in ports if self.area >> hex_ & 1)
        errands = Errands(self.plan)
        for unit in bits(self.leaving & moves.movable(state, self.side)):
            if exits and not exits >> self.plan.state.at[unit] & 1:
                errands.go(unit, exits)
        if not self._landing_ports():
            return
        abroad = mask_of(hex_ for hex_ in ports if self._is_cut_off(hex_))
        waiting = mask_of(c for c in bits(self._own()) if self._is_cut_off(state.at[c])) & ~self._staying()
        for unit in bits(waiting & moves.movable(self.plan.state, self.side)):
            if abroad and not abroad >> self.plan.state.at[unit] & 1:
                errands.go(unit, abroad)
        self.busy |= waiting

    # -- reinforcements ------------------------------------------------------------------------------

    def _is_cut_off(self, hex_: Hex) -> bool:
        """Return whether enemies are ashore, but no way over land leads from a hex to them."""
        return bool(self.situation.enemy) and self.situation.enemy_distance[hex_] >= FAR

    def _staying(self) -> CounterSet:
        """Return the units that do not go where others leave."""
        nations = {line.nation for line in self.scenario.file.victory.nation_steps} if self.area else set()
        return mask_of(c for c in bits(self._own()) if self.scenario.counters[c].nation in nations)

    def _coming(self) -> CounterSet:
        """Return units in boxes, and on the map where no enemy can be reached by land."""
        state = self.plan.state
        found = self._here() & land_forces(state, self.side)
        cut = mask_of(c for c in bits(self._here()) if state.at[c] >= 0 and self._is_cut_off(state.at[c]))
        return (found | cut) & ~self._staying()

    def _ports(self) -> list[Hex]:
        state = self.plan.state
        return [state.at[port] for port in own_ports(state, self.side) if sea_capacity(state, port)]

    def _landing_ports(self) -> list[Hex]:
        far = self.situation.enemy_distance
        return [hex_ for hex_ in self._ports() if SAFE <= far[hex_] < FAR]

    # -- ships ---------------------------------------------------------------------------------------

    def _ship(self, units: CounterSet, ports: HexSet) -> None:
        """Ship units to ports, the most useful first, as long as there is room."""
        refused = 0
        for unit in sorted(bits(units), key=self._rank):
            if refused >= MOST_REFUSED or not ports:
                return
            if not self._cross(unit, ports):
                refused += 1

    def _rank(self, unit: int) -> tuple[int, float, int]:
        """Return the order of units: HQs, then the strongest, then transports."""
        scenario, state = self.scenario, self.plan.state
        hq, transport = scenario.hqs >> unit & 1, scenario.transports >> unit & 1
        strength = 0.0 if transport else self.situation.step_value(unit) * steps_left(state, unit)
        return 0 if hq else 2 if transport else 1, -strength, unit

    def _cross(self, unit: int, ports: HexSet) -> bool:
        trial = self.plan.copy()
        on_map = trial.state.at[unit] >= 0
        if on_map and self.scenario.combat_units >> unit & 1 and mode_word(trial.state, unit) != "move":
            trial.give(Order("mode", units=self.scenario.names[unit], words=("move",)))
        found = sea_transport.ship_orders(trial.state, self.side, unit)
        found = [order for order in found if ports >> self.scenario.hex(order.path[-1]) & 1]
        far = self.situation.enemy_distance
        best = min(found, key=lambda order: far[self.scenario.hex(order.path[-1])], default=None)
        if best is None or not trial.give(best):
            return False
        for order in trial.orders[len(self.plan.orders) :]:
            self.plan.give(order)
        return True
