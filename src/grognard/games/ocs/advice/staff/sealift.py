"""Advice for Sea Cap: units and supply toward the front, and units of a nation that should get away."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.logistics import sea_transport
from grognard.games.ocs.logistics.off_map_boxes import box_of
from grognard.games.ocs.movement import moves
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.units.modes import mode_word

LONG_WAY = 12
"""Hexes that a sea move must save where units could also march."""
STOCK = 32
"""Tokens in a port from which others are supplied."""
LAST_TURNS = 2
"""Turns before the end in which troops that should get away are brought off."""
MARCH = 8
"""Maximum distance of a port for troops that should get away, in hexes."""


class SeaLift:
    """Uses the Sea Cap of a side in a Movement Phase."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side)

    def run(self) -> None:
        """Bring troops off, or bring units and supply forward."""
        if sea_transport.sea_left(self.plan.state, self.side) <= 0:
            return
        self._evacuate()
        self._bring_units()
        self._bring_supply()

    # -- forward -------------------------------------------------------------------------------------

    def _bring_units(self) -> None:
        """Move the most valuable units first: HQs, then troops, then transports."""
        scenario = self.scenario
        able = sea_transport.ship_able(self.plan.state, self.side)
        leaving = self._leaving()

        def rank(unit: int) -> tuple[bool, bool, float, int]:
            troops = bool(scenario.combat_units >> unit & 1)
            value = self.situation.step_value(unit) if troops else 0.0
            return not scenario.hqs >> unit & 1, not troops, -value, unit

        for unit in sorted(bits(able), key=rank):
            garrison = scenario.faces[unit][0].paren and not scenario.transports >> unit & 1
            planned = self.plan.state.drop_turn[unit] >= self.plan.state.turn
            if garrison or planned or leaving >> unit & 1:
                continue
            self._bring(unit)

    def _bring(self, unit: int) -> None:
        """Move a unit to the port nearest to the enemy, if that is worth the trip."""
        state, far = self.plan.state, self.situation.enemy_distance
        in_box = box_of(state, unit) >= 0
        trial = self.plan.copy()
        if not in_box and not self._turn(trial, unit):
            return
        orders = sea_transport.ship_orders(trial.state, self.side, unit)
        ports = {self.scenario.hex(order.path[-1]): order for order in orders}
        safe = [hex_ for hex_ in ports if far[hex_] > 1]
        if not safe:
            return
        best = min(safe, key=lambda hex_: (far[hex_], hex_))
        if in_box or self._gains(state.at[unit], best):
            for order in (*trial.orders[len(self.plan.orders) :], ports[best]):
                self.plan.give(order)

    def _gains(self, from_: Hex, to: Hex) -> bool:
        """Return whether a port is nearer to the enemy: across a strait, or by many hexes."""
        far = self.situation.enemy_distance
        across = self.scenario.grid.distance(from_, to) <= 2 and self._cut_off(from_, to)
        return far[to] < far[from_] - (0 if across else LONG_WAY)

    def _cut_off(self, from_: Hex, to: Hex) -> bool:
        """Return whether no land leads from a hex to another one nearby."""
        board, grid, land = self.scenario.board, self.scenario.grid, self.scenario.ground
        reached = layer = 1 << from_
        for _ in range(3):
            ahead = 0
            for hex_ in bits(layer):
                ahead |= sum(1 << o for o in bits(grid.around[hex_]) if not board.has_side("strait", hex_, o))
            layer = ahead & land & ~reached
            reached |= layer
        return not reached >> to & 1

    def _turn(self, plan: Plan, unit: int) -> bool:
        """Change a unit to Move Mode for the trip; return whether it is in it."""
        if mode_word(plan.state, unit) == "move":
            return True
        return plan.give(Order("mode", units=self.scenario.names[unit], words=("move",)))

    def _bring_supply(self) -> None:
        """Move supply to the port nearest to the enemy that has little."""
        for _ in range(4):
            state, far = self.plan.state, self.situation.enemy_distance
            best: tuple[int, Order] | None = None
            for order in sea_transport.ship_supply_orders(state, self.side):
                from_, to = (self.scenario.hex(label) for label in order.path)
                dump = dump_at(state, to, self.side)
                stock = state.tokens[dump] if dump >= 0 else 0
                if self._gains(from_, to) and far[to] > 1 and stock < STOCK:
                    gain = int(order.words[0])
                    if best is None or gain > best[0]:
                        best = gain, order
            if best is None or not self.plan.give(best[1]):
                return

    # -- away ----------------------------------------------------------------------------------------

    def _leaving(self) -> int:
        """Return the units that should get away by now, because the enemy scores for those left behind."""
        victory, state = self.scenario.file.victory, self.plan.state
        if state.turn < self.scenario.turns - LAST_TURNS:
            return 0
        found = 0
        for line in victory.nation_steps:
            area = self.scenario.hexes(line.hexes)
            for unit in bits(self.scenario.combat_units & self.scenario.of_side[self.side]):
                mine = self.scenario.counters[unit].nation == line.nation
                if mine and line.lost > line.away and state.at[unit] >= 0 and area >> state.at[unit] & 1:
                    found |= 1 << unit
        return found

    def _evacuate(self) -> None:
        """Ship units out of the area in which they would count as lost; march others to its ports."""
        leaving = self._leaving()
        if not leaving:
            return
        lines = self.scenario.file.victory.nation_steps
        area = self.scenario.hexes(tuple(name for line in lines for name in line.hexes))
        for unit in sorted(bits(leaving), key=lambda unit: -self.situation.step_value(unit)):
            trial = self.plan.copy()
            if not self._turn(trial, unit):
                continue
            orders = sea_transport.ship_orders(trial.state, self.side, unit)
            out = [order for order in orders if not area >> self.scenario.hex(order.path[-1]) & 1]
            if out:
                for order in (*trial.orders[len(self.plan.orders) :], out[0]):
                    self.plan.give(order)
        self._march(leaving & sea_transport.ship_able(self.plan.state, self.side) ^ leaving, area)

    def _march(self, units: int, area: int) -> None:
        """Bring units near a port of the area into it, in Move Mode."""
        ports = [hex_ for hex_ in sea_transport.sea_ports(self.plan.state, self.side) if area >> hex_ & 1]
        distance = self.scenario.grid.distance
        for unit in bits(units):
            state = self.plan.state
            near = [hex_ for hex_ in ports if state.at[unit] >= 0 and distance(state.at[unit], hex_) <= MARCH]
            if not near or not moves.movable(state, self.side) >> unit & 1:
                continue
            trial = self.plan.copy()
            if not self._turn(trial, unit):
                continue
            open_ = [hex_ for hex_ in near if moves.destinations(trial.state, unit) >> hex_ & 1]
            if open_:
                path = moves.path_to(trial.state, (unit,), open_[0])
                trial.give(Order("move", units=self.scenario.names[unit], path=path))
                for order in trial.orders[len(self.plan.orders) :]:
                    self.plan.give(order)
