"""NATO's moves: a line across the expected paths of the Pact, with objectives occupied."""

from __future__ import annotations

from math import exp

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.afcent.advice.staff.defence_estimate import Threat
from grognard.games.afcent.advice.staff.exit_guards import Guards
from grognard.games.afcent.advice.staff.map_facts import DAY, FAR, spread_of
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, controlled, factor_of, on_map
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.stacking import is_legal_stack
from grognard.games.afcent.movement.step_costs import ways


class Shield(Guards):
    """The NATO Movement Phase."""

    def __init__(self, state: AfcentState, intention: Intention = PLAIN) -> None:
        super().__init__(state, NATO, intention)
        self.threat = Threat(self.state, self.numbers)

    def plan(self) -> list[Order]:
        """List every move of the phase."""
        self._land()
        self._enter()
        lead = self.picture.lead
        self._recompute_paths()
        self.guard(lead)
        self.garrison()
        self.raid()
        if not self.state.fight_first[NATO]:
            self.attack()
        self._settle()
        self._disperse()
        return self.orders

    # -- reinforcements ----------------------------------------------------------------------------

    def _land(self) -> None:
        """Land units that arrive by air [9.0]."""
        for _ in range(self.scenario.unit_count):
            orders = self.scenario.exclusive.advise_exclusive(self.state, NATO)
            if not orders:
                return
            self.carry_out(orders[0])

    def _enter(self) -> None:
        """Enter reinforcements where the Pact is nearest."""
        for units in self.entering():
            orders = self.entries(units)
            if orders:
                lead, hex_of = self.picture.lead, self.scenario.grid.hex
                self.carry_out(
                    min(orders, key=lambda o: (o.verb != "enter", lead[hex_of(o.path[0])], str(o)))
                )

    # -- placement ---------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Place the stacks, strongest first, where they are worth most; some split."""
        state = self.state
        ground_movers = self.ground_movers()
        for c in bits(on_map(state, self.scenario.units_of[NATO]) & ~ground_movers):
            self.posted[state.at[c]] = self.posted.get(state.at[c], 0) | 1 << c
        self._recompute_paths()
        stacks = [group.units for group in self.groups()]
        stacks.sort(key=lambda units: (-self.factors(units), units))
        while stacks:
            self._recompute_paths()
            units, rest = self._parted(stacks.pop(0))
            if rest:
                stacks.append(rest)
            place = self._best_place(units)[1]
            self.post(units, place)

    def _parted(self, units: CounterSet) -> tuple[CounterSet, CounterSet]:
        """Return a stack as it should move: whole, or without its weakest unit."""
        members = bits(units)
        if len(members) == 1:
            return units, 0
        weakest = 1 << min(members, key=lambda c: (factor_of(self.state, c), -c))
        whole, _ = self._best_place(units)
        apart = self._best_place(units & ~weakest)[0] + self._best_place(weakest)[0]
        return (
            (units & ~weakest, weakest)
            if apart > whole + self.numbers.parting or whole < self.numbers.nothing
            else (units, 0)
        )

    def _recompute_paths(self) -> None:
        """Recompute the Pact's paths past the placed units."""
        grid, held = self.scenario.grid, 0
        for hex_, units in self.posted.items():
            if units & ~self.scenario.static:
                held |= 1 << hex_
        self.watched = grid.spread(held)
        self.picture.assume_positions(self.watched, held)
        self._worth: dict[Hex, float] = {}
        self._now: dict[Hex, float] = {}
        self._gates = self._at_exits()

    def _at_exits(self) -> dict[Hex, float]:
        """Return the value of occupying or covering the exits [8.1, 12.5.2]."""
        found: dict[Hex, float] = {}
        for prospect, weight in zip(self.picture.atlas.prospects, self.picture.weights, strict=True):
            for exit_ in prospect.hexes if prospect.leaves else ():
                found[exit_] = found.get(exit_, 0.0) + self.numbers.gate * weight
                if not self.watched >> exit_ & 1:
                    for hex_ in self.scenario.grid.adjacent[exit_]:
                        found[hex_] = (
                            found.get(hex_, 0.0) + self.numbers.beside_gate * self.numbers.gate * weight
                        )
        return found

    def worth(self, hex_: Hex) -> float:
        """Return the value of occupying a hex."""
        found = self._worth.get(hex_)
        if found is None:
            found = self._worth[hex_] = self._weigh(hex_)
        return found

    def _weigh(self, hex_: Hex) -> float:
        picture, state = self.picture, self.state
        lead = picture.lead[hex_]
        value = self._gates.get(hex_, 0.0) * exp(-max(0, lead - DAY) / self.numbers.haste)
        if controlled(state, NATO) >> hex_ & 1:
            value += picture.worth.get(hex_, 0.0) * exp(-max(0, lead - DAY) / self.numbers.haste)
        bars = 0.0
        for weight, slack in zip(picture.weights, picture.slack, strict=True):
            if slack:
                bars += weight * exp(-slack[hex_] / self.numbers.straight)
        if bars > 0.02:
            fresh = (self.scenario.grid.around[hex_] & ~self.watched).bit_count()
            depth = (
                min(1.0, 0.5 + lead / 20) if lead < 2 * DAY else exp(-(lead - 2 * DAY) / self.numbers.haste)
            )
            value += self.numbers.cover * bars * depth * (0.15 + fresh / 7)
        return value

    def _pins(self, hex_: Hex) -> float:
        """Return the value of delaying adjacent enemies, which cannot leave a ZOC by day."""
        state, scenario = self.state, self.scenario
        if scenario.is_night(state.turn + 1):
            return 0.0
        loose = scenario.grid.around[hex_] & state.held[PACT] & ~self.watched
        if not loose:
            return 0.0
        free = scenario.heliborne | scenario.recon
        force = sum(
            (self.numbers.leaving if h in self.exits() else 1.0) * factor_of(state, c)
            for h in bits(loose)
            for c in bits(state.here[h] & ~free)
        )
        return self.numbers.pin * force * (0.4 + self.picture.on_the_way(hex_))

    def _best_place(self, units: CounterSet) -> tuple[float, Hex]:
        """Return the best place of a stack among those it can reach, and its value."""
        at = self.state.at[bits(units)[0]]
        reach = [
            h for h in bits(self.reach(units)) if is_legal_stack(self.scenario, self.posted.get(h, 0) | units)
        ]
        if not reach:
            return 0.0, at
        likely = sorted(reach, key=lambda h: (-self.worth(h) - self._at_once(h), h))[: self.numbers.top]
        if at in reach and at not in likely:
            likely.append(at)
        value, _, best = max((self.value(units, h), h == at, h) for h in likely)
        return value, best if value > self.numbers.nothing else self._towards(reach, best)

    def value(self, units: CounterSet, hex_: Hex) -> float:
        """Return the value of units in a hex, in combat factors."""
        there = self.posted.get(hex_, 0)
        held, hurt = self.threat.stand(hex_, there | units)
        before = self.threat.stand(hex_, there)[0] if there else 0.0
        mine = sum(self.picture.unit_worth(c) for c in bits(units))
        return self.worth(hex_) * (held - before) - self.numbers.hurt * hurt * mine + self._at_once(hex_)

    def _at_once(self, hex_: Hex) -> float:
        """Return the value of a hex for this turn alone."""
        found = self._now.get(hex_)
        if found is None:
            found = self._now[hex_] = self._retaken(hex_) + self._pins(hex_)
        return found

    def _retaken(self, hex_: Hex) -> float:
        """Return the value of recapturing a city."""
        if not self.state.red >> hex_ & 1 or hex_ not in self.picture.worth or self.posted.get(hex_, 0):
            return 0.0
        return self.numbers.retaken * self.picture.worth[hex_]

    def _towards(self, reach: list[Hex], best: Hex) -> Hex:
        """Return the reachable hex nearest to where units are needed."""
        wanted = self._wanted()
        if not wanted:
            return best
        field = spread_of(
            self.scenario.grid, ways(self.state, NATO, False), wanted, 0, 0, self.state.held[PACT], 0
        )
        safe = [hex_ for hex_ in reach if not self.threat.soon[hex_]] or reach
        return min(safe, key=lambda hex_: (field[hex_], hex_))

    def _wanted(self) -> HexSet:
        """Return the valuable hexes on the Pact's paths."""
        picture = self.picture
        found = 0
        for weight, slack in zip(picture.weights, picture.slack, strict=True):
            if weight > 0.2 and slack:
                for hex_ in bits(self.scenario.firm):
                    if slack[hex_] < 4 and DAY < picture.lead[hex_] < FAR:
                        found |= 1 << hex_
        return found & ~self.watched

    # -- stacks ------------------------------------------------------------------------------------

    def _disperse(self) -> None:
        """Split stacks over the stacking limit [7.1-nato]."""
        for _ in range(self.scenario.unit_count):
            crowd = moves.must_disperse(self.state, NATO)
            if not crowd:
                return
            c = min(bits(crowd), key=lambda c: (factor_of(self.state, c), c))
            here = self.state.here
            free = [
                h for h in bits(self.reach(1 << c)) if is_legal_stack(self.scenario, here.get(h, 0) | 1 << c)
            ]
            if not free or not self.go(1 << c, max(free, key=lambda h: (self.worth(h), -h))):
                return
