"""The Pact's moves: attackers into place, all others along the shortest paths to the objectives."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.advice.staff.attacks import Group
from grognard.games.afcent.advice.staff.map_facts import FAR, Field
from grognard.games.afcent.advice.staff.movement import March
from grognard.games.afcent.interface.verbs import verbs_of
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, controlled, factor_of, zone
from grognard.games.afcent.movement.helicopters import landings, must_roll


class Offensive(March):
    """The Pact Movement Phase."""

    def __init__(self, state: AfcentState, intention: Intention = PLAIN) -> None:
        super().__init__(state, PACT, intention=intention)
        number = max(range(len(self.picture.weights)), key=lambda n: self.picture.weights[n])
        self.number, self.prospect = number, self.picture.atlas.prospects[number]
        self.draw = dict.fromkeys(bits(self.picture.goals(number)), 1.0)
        """Remaining pull of each city."""

    def plan(self) -> list[Order]:
        """List every move of the phase."""
        self._leave()
        self.garrison()
        self.raid()
        if not self.state.fight_first[PACT]:
            self.attack()
        for _ in range(self.numbers.retries):
            before = len(self.orders)
            self._advance()
            if len(self.orders) == before:
                break
        self._enter()
        self._advance()
        self._fly()
        return self.orders

    # -- exits -------------------------------------------------------------------------------------

    def _leave(self) -> None:
        """Exit all units at a useful exit."""
        if not self.prospect.leaves:
            return
        for exit_ in self.prospect.hexes:
            for c in bits(self.state.here.get(exit_, 0)):
                self._exit(1 << c, exit_)

    def _exit(self, units: CounterSet, exit_: Hex) -> None:
        order = Order("exit", units=self.scenario.ids(units))
        leaving = verbs_of(self.scenario).row("movement", order.verb)
        if self._counts(exit_) and leaving.check(self.state, PACT, order) is None:
            self.carry_out(order)

    def _counts(self, exit_: Hex) -> bool:
        """Return whether exiting there helps; not if only a quota elsewhere is missing."""
        have = self.scenario.exclusive.attained(self.state, self.number)
        elsewhere = sum(self.picture.missing(hex_) for hex_, _ in self.prospect.quota if hex_ != exit_)
        return have + elsewhere < self.prospect.need

    # -- advance -----------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Move the groups, front first, each to the best place it can reach."""
        groups = self.groups()
        if self.prospect.leaves:
            fields = self._fields(groups)
            groups.sort(key=lambda group: (fields[group.units][group.at], group.at))
            for group in groups:
                self._follow(group, fields[group.units])
        else:
            field = self.picture.to_goal[self.number]
            groups.sort(key=lambda group: (field[group.at], group.at))
            for group in groups:
                self._occupy(group)

    def _fields(self, groups: list[Group]) -> dict[CounterSet, Field]:
        """Return the path of each group: enough of them to an exit with a quota."""
        common = self.picture.to_goal[self.number]
        found = {group.units: common for group in groups}
        for exit_, _ in self.prospect.quota:
            missing = self.numbers.spare * self.picture.missing(exit_)
            if not any(self._counts(hex_) for hex_ in self.prospect.hexes if hex_ != exit_):
                missing = len(self.scenario.counters)
            field = self.picture.way_to(1 << exit_)
            for group in sorted(groups, key=lambda g: (field[g.at], g.at)):
                if missing <= 0:
                    break
                found[group.units] = field
                missing -= group.units.bit_count()
        return found

    def _follow(self, group: Group, field: Field) -> None:
        """Move a group along its path, and off the map at the end."""
        reach = self.reach(group.units)
        at = group.at
        best, least = at, field[at] + self._risk(group.units, at)
        for hex_ in bits(reach):
            if field[hex_] < least:
                cost = field[hex_] + self._risk(group.units, hex_)
                if cost < least:
                    best, least = hex_, cost
        if best != at and self.go(group.units, best) and best in self.prospect.hexes:
            self._exit(group.units, best)

    def _risk(self, units: CounterSet, hex_: Hex) -> float:
        """Return the cost of ending a move adjacent to stronger enemies."""
        state = self.state
        if not zone(state, NATO) >> hex_ & 1:
            return 0.0
        mine = sum(factor_of(state, c) for c in bits(units))
        waiting_units = bits(self.scenario.grid.around[hex_] & state.held[NATO])
        movable = ~self.scenario.defence_only
        theirs = sum(factor_of(state, c) for h in waiting_units for c in bits(state.here[h] & movable))
        return self.numbers.contact + self.numbers.exposed * max(0.0, theirs / mine - 1.0)

    def _occupy(self, group: Group) -> None:
        """Move a group towards cities and capture what it can."""
        far, at = self.picture.atlas.far, group.at
        near = sorted(self.draw, key=lambda city: (far[city][at], city))[: self.numbers.nearby]
        wanted = self.scenario.cities & controlled(self.state, NATO)

        def value(hex_: Hex) -> tuple[float, Hex]:
            most, which = 0.0, -1
            for city in near:
                pull = self.draw[city] * (1 + far[city][hex_] / self.numbers.halfway) ** -2
                if city == hex_ and wanted >> hex_ & 1:
                    pull *= self.numbers.reached
                if pull > most:
                    most, which = pull, city
            return most * (1 - 0.04 * self._risk(group.units, hex_)), which

        best, (most, city) = at, value(at)
        for hex_ in bits(self.reach(group.units)):
            found = value(hex_)
            if found[0] > most + 0.002:
                best, (most, city) = hex_, found
        if city >= 0:
            self.draw[city] *= self.numbers.shared
        if best != at:
            self.go(group.units, best)
        self.done |= group.units

    # -- entering the map --------------------------------------------------------------------------

    def _enter(self) -> None:
        """Enter the second echelon, nearest to the objective first."""
        field = self.picture.atlas.to_prospect[self.number]
        for units in self.entering():
            orders = self.entries(units)
            if not orders:
                continue
            hex_of = self.scenario.grid.hex
            order = min(orders, key=lambda o: (o.verb != "enter-column", field[hex_of(o.path[0])], str(o)))
            self.carry_out(order)
            group = Group(units, self.state.at[bits(units)[0]], 0)
            if self.prospect.leaves:
                self._follow(group, self._fields([group])[units])
            else:
                self._occupy(group)

    # -- flights -----------------------------------------------------------------------------------

    def _fly(self) -> None:
        """Capture unguarded cities with heliborne units late in the game."""
        state, scenario = self.state, self.scenario
        if self.prospect.leaves or state.turn <= scenario.turns - self.numbers.flight_turns:
            return
        wings = scenario.heliborne & scenario.units_of[PACT] & ~state.stopped
        taken: HexSet = 0
        for c in bits(wings):
            if state.at[c] < 0 or must_roll(state, (c,)):
                continue
            cities = landings(state, (c,)) & mask_of(self.prospect.hexes) & controlled(state, NATO) & ~taken
            lonely = [
                h for h in bits(cities) if not scenario.grid.within(h, self.numbers.alone) & state.held[NATO]
            ]
            if lonely:
                goal = min(lonely, key=lambda h: (-self._distance(h), h))
                taken |= 1 << goal
                path = (scenario.label(state.at[c]), scenario.label(goal))
                self.orders.append(Order("fly", units=scenario.names[c], path=path))

    def _distance(self, hex_: Hex) -> int:
        """Return the distance of the nearest enemy."""
        near = bits(self.state.held[NATO])
        return min((self.scenario.grid.distance(hex_, h) for h in near), default=FAR)
