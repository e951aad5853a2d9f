"""Plans for supply, HQs and artillery: supply forward, HQs behind the front, guns behind the attackers."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat.strength import stacks
from grognard.games.ocs.logistics import rail_conversion, rail_transport, transports
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.movement import moves
from grognard.games.ocs.movement.reach import common_goals
from grognard.games.ocs.supply import extenders
from grognard.games.ocs.supply.supply_paths import serves
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.supply.trace import in_trace
from grognard.games.ocs.terrain.zones import hexes_of
from grognard.games.ocs.units.modes import mode_word

BEHIND = (2, 7)
"""Range of distances from the enemy for an HQ, in hexes."""
CALL = 12
"""Distance from which HQs come to units without trace supply, in hexes."""
SERVED = 4
"""Distance from an HQ at which units can draw supply, roughly, in hexes."""
LACK = 0.8
"""Value of an HQ near such a stack."""
ENOUGH = 24
"""Tokens wanted near an HQ."""
AHEAD = 12
"""Maximum distance of an Extender from the units that it serves, in hexes."""
REAR = 6
"""Dumps farther than this from all HQs may be emptied, in hexes."""


class Logistics:
    """Moves supply, HQs and artillery of a side in one Movement Segment."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side, plan.intention)
        self.untraced: CounterSet = self.situation.untraced
        """Friendly units without trace supply."""
        self.lacking: HexSet = 0
        """Hexes of those that the moving HQ may serve."""

    # -- HQs -----------------------------------------------------------------------------------------

    def headquarters(self, held_back: CounterSet = 0) -> None:
        """Put HQs in place into Combat Mode; move the others toward the front, but not some of them."""
        scenario = self.scenario
        for hq in bits(moves.movable(self.plan.state, self.side) & scenario.hqs & ~held_back):
            state = self.plan.state
            far = self.situation.enemy_distance[state.at[hq]]
            self.lacking = hexes_of(state, serves(scenario, hq, self.untraced))
            needed = self.lacking & scenario.grid.within(state.at[hq], CALL)
            if BEHIND[0] <= far <= BEHIND[1] + 2 and not needed:
                if mode_word(state, hq) != "combat":
                    self.plan.give(Order("mode", units=scenario.names[hq], words=("combat",)))
                continue
            if mode_word(state, hq) != "move":
                self.plan.give(Order("mode", units=scenario.names[hq], words=("move",)))
            self._follow(hq)
            near = scenario.grid.within(self.plan.state.at[hq], SERVED)
            served = serves(scenario, hq, self.untraced)
            self.untraced &= ~mask_of(c for c in bits(served) if near >> self.plan.state.at[c] & 1)
        self.lacking = 0

    def _follow(self, unit: int, behind: tuple[int, int] = BEHIND) -> None:
        """Move a support unit to the best hex behind the front."""
        state = self.plan.state
        if moves.check_fuel(state, 1 << unit):
            return
        here = state.at[unit]
        best, goal = self._place(here, behind) + 0.5, here
        for hex_ in bits(moves.destinations(state, unit)):
            worth = self._place(hex_, behind)
            if worth > best:
                best, goal = worth, hex_
        if goal != here:
            path = moves.path_to(state, (unit,), goal)
            self.plan.give(Order("move", units=self.scenario.names[unit], path=path))

    def _place(self, hex_: Hex, behind: tuple[int, int]) -> float:
        """Evaluate a hex behind the front: trace supply, distance from the enemy, friendly units."""
        situation = self.situation
        far = situation.enemy_distance[hex_]
        low, high = behind
        worth = -2.0 * max(low - far, 0) - max(far - high, 0)
        worth += 0.0 if situation.trace >> hex_ & 1 else -8.0
        worth += 1.0 if situation.own >> hex_ & 1 else 0.0
        friends = self.scenario.grid.within(hex_, 3) & situation.own
        worth += LACK * (self.lacking & self.scenario.grid.within(hex_, SERVED)).bit_count()
        full = situation.stacked_size(hex_) > situation.full - QUARTERS
        return worth + 0.2 * min(friends.bit_count(), 6) - (99.0 if full else 0.0)

    def guns(self, held_back: CounterSet = 0) -> None:
        """Put artillery in range into Combat Mode; move the rest forward, but not some of it."""
        scenario = self.scenario
        for gun in bits(moves.movable(self.plan.state, self.side) & scenario.guns & ~held_back):
            state = self.plan.state
            far, reach = self.situation.enemy_distance[state.at[gun]], max(scenario.counters[gun].range, 2)
            wanted = "combat" if far <= reach + 1 else "move"
            if mode_word(state, gun) != wanted:
                self.plan.give(Order("mode", units=scenario.names[gun], words=(wanted,)))
            if far > reach or far < 2:
                self._follow(gun, (2, reach))

    # -- supply --------------------------------------------------------------------------------------

    def supply_shortages(self) -> dict[Hex, int]:
        """Return the hexes of HQs near the front with too little supply around, and the tokens they lack."""
        state, found = self.plan.state, {}
        for hq in bits(self.scenario.hqs & self.scenario.of_side[self.side]):
            hex_ = state.at[hq]
            if hex_ < 0 or self.situation.enemy_distance[hex_] > 14:
                continue
            near = self.scenario.grid.within(hex_, 2)
            stock = sum(self._stock(place) for place in bits(near))
            if stock < ENOUGH:
                found[hex_] = ENOUGH - stock
        return found

    def _stock(self, hex_: Hex) -> int:
        dump = dump_at(self.plan.state, hex_, self.side)
        return self.plan.state.tokens[dump] if dump >= 0 else 0

    def freight(self) -> None:
        """Move supply by rail to the detrainable hex nearest to an HQ that lacks it."""
        for _ in range(6):
            wanted = self.supply_shortages()
            orders = rail_transport.freight_orders(self.plan.state, self.side) if wanted else []
            best: tuple[int, Order] | None = None
            for order in orders:
                from_, to = (self.scenario.hex(label) for label in order.path)
                distance = self.scenario.grid.distance
                before = min(distance(from_, hq) for hq in wanted)
                gain = before - min(distance(to, hq) for hq in wanted)
                if gain > 3 and self.situation.enemy_distance[to] > 1 and (best is None or gain > best[0]):
                    best = gain, order
            if best is None or not self.plan.give(best[1]):
                return

    def trucks(self) -> None:
        """Load trucks in the rear, move them to an HQ that lacks supply, and unload."""
        scenario = self.scenario
        for truck in bits(
            moves.movable(self.plan.state, self.side) & scenario.transports & ~scenario.organic
        ):
            wanted = self.supply_shortages()
            if not wanted:
                return
            if not self.plan.state.tokens[truck]:
                self._fetch(truck, wanted)
            if self.plan.state.tokens[truck]:
                self._deliver(truck, wanted)

    def _fetch(self, truck: int, wanted: dict[Hex, int]) -> None:
        """Move to a dump far from all HQs, and load."""
        state, scenario = self.plan.state, self.scenario
        sources: HexSet = 0
        for dump in bits(scenario.dumps & scenario.of_side[self.side]):
            hex_ = state.at[dump]
            if hex_ >= 0 and state.tokens[dump] >= TOKENS:
                near = min(scenario.grid.distance(hex_, hq) for hq in wanted)
                if near > REAR:
                    sources |= 1 << hex_
        here = state.at[truck]
        if not sources >> here & 1:
            self._drive(truck, sources)
        if not sources >> self.plan.state.at[truck] & 1:
            return
        full = min(TOKENS, transports.loadable(self.plan.state, truck))
        if full > 0:
            self.plan.give(Order("load", units=scenario.names[truck], words=(str(full),)))

    def _deliver(self, truck: int, wanted: dict[Hex, int]) -> None:
        goals: HexSet = 0
        for hex_ in wanted:
            goals |= 1 << hex_
        if not goals >> self.plan.state.at[truck] & 1:
            self._drive(truck, goals)
        here = self.plan.state.at[truck]
        if goals >> here & 1:
            tokens = self.plan.state.tokens[truck]
            self.plan.give(Order("unload", units=self.scenario.names[truck], words=(str(tokens),)))

    def _drive(self, truck: int, goals: HexSet) -> None:
        """Move as near as possible to one of some hexes, never adjacent to the enemy."""
        state, scenario = self.plan.state, self.scenario
        if not goals:
            return
        there = moves.destinations(state, truck)
        direct = there & goals
        here = state.at[truck]

        def near(hex_: Hex) -> int:
            return min(scenario.grid.distance(hex_, goal) for goal in bits(goals))

        safe = [hex_ for hex_ in bits(direct or there) if self.situation.enemy_distance[hex_] > 1]
        if not safe:
            return
        best = min(safe, key=near)
        if near(best) < near(here):
            path = moves.path_to(state, (truck,), best)
            self.plan.give(Order("move", units=scenario.names[truck], path=path))

    # -- railways and Extenders ----------------------------------------------------------------------

    def convert_railways(self) -> None:
        """Convert railways toward units without trace supply, or else toward the HQs [13.3f]."""
        for unit in bits(rail_conversion.convert_able(self.plan.state, self.side)):
            state, scenario = self.plan.state, self.scenario
            goals = self._without_trace() or hexes_of(state, scenario.hqs & scenario.of_side[self.side])
            if not goals:
                return

            def far(hex_: Hex, goals: HexSet = goals) -> int:
                return min(self.scenario.grid.distance(hex_, goal) for goal in bits(goals))

            if mode_word(state, unit) != "combat":
                self.plan.give(Order("mode", units=scenario.names[unit], words=("combat",)))
            found = rail_conversion.convert_orders(self.plan.state, self.side, unit)
            best = min(found, key=lambda o: (far(scenario.hex(o.path[-1])), -len(o.path)), default=None)
            if best is not None and far(scenario.hex(best.path[-1])) < far(state.at[unit]):
                self.plan.give(best)

    def _without_trace(self) -> HexSet:
        state, own = self.plan.state, self.scenario.combat_units & self.scenario.of_side[self.side]
        return hexes_of(state, own & ~in_trace(state, self.side))

    def extend(self, units: CounterSet) -> None:
        """Make trucks an Extender where most of some units come into trace supply by it [12.7]."""
        shape = extenders.kind_of(self.scenario, self.side)
        state = self.plan.state
        lacking = units & ~in_trace(state, self.side)
        if shape is None or not lacking:
            return
        for here, trucks in stacks(state, extenders.candidates(state, self.side)).items():
            group = bits(trucks)[: shape.points]
            if len(group) < shape.points:
                continue
            near = hexes_of(state, lacking)
            there = [h for h in bits(common_goals(state, group)) if self._gap(h, near) <= AHEAD] + [here]
            best: tuple[int, Plan] | None = None
            for goal in sorted(there, key=lambda h: self._gap(h, near)):
                trial = self._extended(group, goal)
                if trial is not None:
                    reached = (lacking & in_trace(trial.state, self.side)).bit_count()
                    if reached and (best is None or reached > best[0]):
                        best = reached, trial
            if best is not None:
                for order in best[1].orders[len(self.plan.orders) :]:
                    self.plan.give(order)
                return

    def _gap(self, hex_: Hex, hexes: HexSet) -> int:
        return min(self.scenario.grid.distance(hex_, other) for other in bits(hexes))

    def _extended(self, group: tuple[int, ...], goal: Hex) -> Plan | None:
        """Return the plan with trucks that move to a hex and become an Extender there."""
        trial, ids = self.plan.copy(), tuple(self.scenario.counter_ids[unit] for unit in group)
        if trial.state.at[group[0]] != goal:
            path = moves.path_to(trial.state, group, goal)
            if not trial.give(Order("move", units=ids, path=path)):
                return None
        return trial if trial.give(Order("extend", units=ids)) else None
