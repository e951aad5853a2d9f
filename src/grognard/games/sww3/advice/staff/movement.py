"""Movement Phases: attackers move first, then units that hold or gain ground."""

from __future__ import annotations

from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.advice.danger import assign
from grognard.games.sww3.advice.staff import attacks, objectives
from grognard.games.sww3.advice.staff.main_effort import MainEffort
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.arrivals import paratroops, replacements
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import AIRBORNE, Sww3State, units_at
from grognard.games.sww3.movement import moves
from grognard.games.sww3.movement.move_legality import check_move
from grognard.games.sww3.movement.reach import goals


class March:
    """The moves of one phase, planned on a copy of the state."""

    def __init__(self, state: Sww3State, side: int, intention: Intention = PLAIN) -> None:
        self.side = side
        self.state = state.copy()
        self.situation = Situation(self.state, side, intention)
        self.numbers = self.situation.numbers
        self.effort = MainEffort(self.situation)
        self.target = self.numbers.target[side] * (self.situation.bombs if side == SOVIET else 1.0)
        self.orders: list[Order] = []
        self.garrison: dict[Hex, int] = {}
        """Defence factors of the units that will stay in each hex."""

    def plan(self) -> list[Order]:
        """Return every move of the phase."""
        situation, state = self.situation, self.state
        self._drop()
        if self.side == ALLIED:
            self._rebuild()
        movable = moves.movable(state, self.side)
        if self.effort.goal >= 0:
            movable &= ~units_at(state, AIRBORNE, self.side)  # kept for the decisive drop
        free = {c: situation.reach(c) for c in bits(movable)}
        load: dict[Hex, int] = {}
        for hex_ in bits(state.held[self.side]):
            for c in bits(state.here[hex_] & ~movable):
                load[hex_] = load.get(hex_, 0) + state.steps[c]
                self.garrison[hex_] = self.garrison.get(hex_, 0) + situation.defence(c)
        if self.side == SOVIET:
            self._guard(free, load)
        self._garrison(free, load)
        self._raid(free, load)
        fights = not state.fight_first
        if fights or self.side == SOVIET:
            self._attack(free, load, prepared=not fights)
        self._settle(free)
        return self.orders

    # -- carrying out ------------------------------------------------------------------------------

    def _go(self, c: int, to: Hex) -> bool:
        """Move a unit if it can reach the hex now; return whether it did."""
        state, scenario = self.state, self.state.scenario
        if state.at[c] == to:
            return True
        name, start = scenario.names[c], state.at[c]
        for verb in ("move" if start >= 0 else "enter", "column"):
            if goals(state, (c,), verb == "column") >> to & 1:
                order = Order(verb, units=name, path=moves.path_to(state, (c,), to, verb == "column"))
                moves.apply_move(state, order)
                self.orders.append(order)
                return True
        return False

    def _attack(self, free: dict[int, int], load: dict[Hex, int], prepared: bool) -> None:
        """Move attackers into position."""
        situation = self.situation
        waiting: list[tuple[int, Hex]] = []
        sent = {c: free.pop(c) for c in bits(self.effort.units) if c in free}
        for attack in attacks.plan(situation, sent, load, prepared, self.effort.area):
            waiting += attack.places.items()
        for attack in attacks.plan(situation, free, load, prepared):
            waiting += attack.places.items()
        free |= sent
        for _ in range(self.numbers.again):
            waiting = [(c, to) for c, to in waiting if not self._go(c, to)]
        stuck = {c for c, _ in waiting}
        for c in stuck:
            free[c] = situation.reach(c)
        for c in bits(self.situation.scenario.units_of[self.side]):
            if c not in free and self.state.moved >> c & 1 and self.state.at[c] >= 0:
                hex_ = self.state.at[c]
                self.garrison[hex_] = self.garrison.get(hex_, 0) + situation.defence(c)

    def _guard(self, free: dict[int, int], load: dict[Hex, int]) -> None:
        """Keep units at the road entries of the USSR, which must not be lost [Sandown 4.9]."""
        situation, state = self.situation, self.state
        for gate in situation.map_facts.gates:
            if not situation.here >> gate & 1 or state.held[situation.foe] >> gate & 1:
                continue
            near = [c for c, there in free.items() if there >> gate & 1]
            for c in sorted(near, key=lambda c: (state.at[c] != gate, situation.attack(c), c)):
                if situation.stand(gate, self.garrison.get(gate, 0))[0] > self.numbers.safe:
                    break
                if self._go(c, gate):
                    del free[c]
                    load[gate] = load.get(gate, 0) + state.steps[c]
                    self.garrison[gate] = self.garrison.get(gate, 0) + situation.defence(c)

    def _garrison(self, free: dict[int, int], load: dict[Hex, int]) -> None:
        """Post garrisons in objectives, as the intention says: one unit, or as strong as the threat."""
        situation, state, intention = self.situation, self.state, self.situation.intention
        late = state.turn > state.scenario.turns - intention.watch
        if intention.guards == "none" or situation.last_word or not late:
            return
        threat = objectives.danger(situation)
        alarm = objectives.danger(situation, self.numbers.alarm).force if intention.strong else {}
        steps, factors = self.numbers.garrison
        for hex_ in threat.to_guard(intention.guards, state.held[self.side]):
            strong = hex_ in alarm and bool(threat.vital >> hex_ & 1)
            able = [c for c, there in free.items() if there >> hex_ & 1]
            for c in sorted(able, key=lambda c: (state.at[c] != hex_, *self._as_guard(c))):
                enough = load.get(hex_, 0) >= steps and self.garrison.get(hex_, 0) >= factors
                if enough if strong else load.get(hex_, 0):
                    break
                if self._go(c, hex_):
                    self._post(c, hex_, free, load)

    def _as_guard(self, c: int) -> tuple[int, int]:
        """Return how much a unit is needed elsewhere, for sorting."""
        return self.situation.attack(c) - self.situation.defence(c), c

    def _post(self, c: int, hex_: Hex, free: dict[int, int], load: dict[Hex, int]) -> None:
        """Note that a unit stays in a hex."""
        free.pop(c, None)
        load[hex_] = load.get(hex_, 0) + self.state.steps[c]
        self.garrison[hex_] = self.garrison.get(hex_, 0) + self.situation.defence(c)

    def _raid(self, free: dict[int, int], load: dict[Hex, int]) -> None:
        """Enter empty enemy objectives: as many as possible, and several on one path where MP allow."""
        situation, state, raids = self.situation, self.state, self.situation.intention.raids
        if raids == "none" or (raids == "last" and state.turn < state.scenario.turns):
            return
        targets = objectives.open_targets(situation)
        able = sorted(free, key=lambda c: (situation.attack(c), c))
        found = assign({c: free[c] for c in able}, targets)
        left = mask_of(targets)
        for target, c in found.items():
            if not left >> target & 1 or not goals(state, (c,), False) >> target & 1 or state.at[c] < 0:
                if not left >> target & 1 or not self._go(c, target):
                    continue
            elif not self._tour(c, target, left):
                self._go(c, target)
            left &= ~state.red if self.side == SOVIET else state.red
            self._post(c, state.at[c], free, load)

    def _tour(self, c: int, target: Hex, others: HexSet) -> bool:
        """Move a unit through several objectives; return whether it can."""
        state, labels = self.state, self.state.scenario.grid.labels
        path = objectives.tour(state, c, target, others)
        order = Order("move", units=state.scenario.names[c], path=tuple(labels[hex_] for hex_ in path))
        if len(path) < 3 or check_move(state, self.side, order) is not None:
            return False
        moves.apply_move(state, order)
        self.orders.append(order)
        return True

    # -- the others --------------------------------------------------------------------------------

    def _settle(self, free: dict[int, int]) -> None:
        """Move the other units, strongest first, each to its best hex."""
        situation, state = self.situation, self.state
        for c in sorted(free, key=lambda c: (-situation.defence(c), c)):
            reach = situation.reach(c)
            if not reach:
                continue
            best = self._best_place(c, reach)
            if best is not None and not self._go(c, best):
                best = None
            hex_ = state.at[c]
            if hex_ >= 0:
                self.garrison[hex_] = self.garrison.get(hex_, 0) + situation.defence(c)

    def _best_place(self, c: int, reach: int) -> Hex | None:
        """Return the best hex within a unit's reach."""
        at = self.state.at[c]
        best, most = None, float("-inf")
        if at >= 0:
            best, most = at, self.value(c, at) + self.numbers.moved
        for hex_ in bits(reach):
            if hex_ != at:
                value = self.value(c, hex_)
                if value > most:
                    best, most = hex_, value
        return best

    def value(self, c: int, hex_: Hex) -> float:
        """Return the value of a unit in a hex, in factors."""
        situation, state = self.situation, self.state
        if state.neutral >> hex_ & 1 and self.side == SOVIET and not situation.wants_neutral(hex_):
            return float("-inf")
        value = self.numbers.forward[self.side] * self.effort.pull(c, hex_)
        load = state.load.get(hex_, 0) + (state.steps[c] if state.at[c] != hex_ else 0)
        if load > self.numbers.dense[self.side]:
            value -= (load - self.numbers.dense[self.side]) * self.target
        if not situation.supplied >> hex_ & 1:
            value -= self.numbers.out_of_supply
        there, mine = self.garrison.get(hex_, 0), situation.defence(c)
        held, hurt = situation.stand(hex_, there + mine)
        worth = situation.worth.get(hex_, 0.0) + situation.grip[hex_]
        before = situation.stand(hex_, there)[0] if situation.own >> hex_ & 1 or there else 0.0
        return value + worth * (held - before) - hurt * situation.step_worth(c)

    # -- what is special ---------------------------------------------------------------------------

    def _rebuild(self) -> None:
        """Rebuild divisions with the small units stacked with them [Pincher 10.6]."""
        state = self.state
        for _ in range(state.scenario.unit_count):
            ready = replacements.augmentable(state, self.side)
            if not ready:
                return
            order = replacements.augment_orders(state, bits(ready)[0])[0]
            replacements.apply_augment(state, order)
            self.orders.append(order)

    def _drop(self) -> None:
        """Drop all airborne divisions together on the best undefended city [10.2]."""
        state, situation = self.state, self.situation
        if self.side != SOVIET:
            return
        ready = bits(paratroops.droppable(state, self.side))
        if not ready:
            return
        steps = sum(state.steps[c] for c in ready)
        strength = sum(situation.defence(c) for c in ready)
        risk = 0.5 * situation.stack_worth(mask_of(ready))
        best, most = -1, self.numbers.drop_least
        for hex_ in bits(paratroops.drop_hexes(state, self.side, steps) & ~situation.own):
            if self.effort.goal not in (-1, hex_) and state.turn < state.scenario.turns - 1:
                continue
            if hex_ in situation.worth and (not state.neutral >> hex_ & 1 or situation.wants_neutral(hex_)):
                held, hurt = situation.stand(hex_, strength)
                value = situation.worth[hex_] * held - hurt * risk
                if value > most:
                    best, most = hex_, value
        if best >= 0:
            scenario = state.scenario
            ids = tuple(scenario.counters[c].id for c in ready)
            order = Order("drop", target=scenario.grid.label(best), units=ids)
            paratroops.apply_drop(state, self.side, order)
            self.orders.append(order)
