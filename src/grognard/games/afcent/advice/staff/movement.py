"""Moves of a whole phase, tried on a copy of the state, for both sides [10]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import VerbRule
from grognard.core.dice import NoDice
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.advice.staff import objectives
from grognard.games.afcent.advice.staff.attacks import Attack, Battlefield, Group
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.combat.eligibility import barred
from grognard.games.afcent.interface.verbs import verbs_of
from grognard.games.afcent.model.state import AfcentState, controlled, factor_of, on_map
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.active_stack import column_choices
from grognard.games.afcent.movement.helicopters import attrition_hexes
from grognard.games.afcent.movement.reach import goals
from grognard.games.kit.advice.danger import assign


class March:
    """The moves of one phase in order."""

    def __init__(
        self, state: AfcentState, side: int, viewer: int | None = None, intention: Intention = PLAIN
    ) -> None:
        self.side = side
        self.state = state.copy()
        self.scenario = state.scenario
        self.picture = Picture(self.state, side, viewer, intention)
        self.numbers = self.picture.numbers
        self.orders: list[Order] = []
        self.done: CounterSet = 0
        """Units already placed for this phase."""

    # -- units -------------------------------------------------------------------------------------

    def ground_movers(self) -> CounterSet:
        """Return the ground units that can move and are not placed yet."""
        return moves.movable(self.state, self.side) & ~self.scenario.heliborne & ~self.done

    def reach(self, units: CounterSet) -> HexSet:
        """Return where units of one hex can be after a move, including their own hex."""
        members = bits(units)
        found = 1 << self.state.at[members[0]]
        for column in column_choices(self.state, members):
            found |= goals(self.state, members, column)
        return found

    def groups(self) -> list[Group]:
        """Return the stacks that can move, each as a group."""
        state, ground_movers = self.state, self.ground_movers()
        found = []
        for hex_ in dict.fromkeys(state.at[c] for c in bits(ground_movers)):
            units = state.here[hex_] & ground_movers
            found.append(Group(units, hex_, self.reach(units)))
        return found

    def pinned(self) -> list[Group]:
        """Return the stacks that cannot move but can attack."""
        state = self.state
        units = on_map(state, self.scenario.units_of[self.side])
        units &= ~(self.ground_movers() | self.scenario.heliborne | barred(state))
        hexes = dict.fromkeys(state.at[c] for c in bits(units))
        return [Group(state.here[hex_] & units, hex_, 1 << hex_) for hex_ in hexes]

    # -- carrying out ------------------------------------------------------------------------------

    def carry_out(self, order: Order) -> None:
        """Carry out an order of the plan, which needs no dice."""
        row = verbs_of(self.scenario).row("movement", order.verb)
        row.apply(self.state, self.side, order, NoDice())
        self.orders.append(order)

    def go(self, units: CounterSet, to: Hex) -> bool:
        """Move units of one hex together; return whether they can reach it."""
        state, members = self.state, bits(units)
        if state.at[members[0]] == to:
            return True
        for column in column_choices(state, members):
            if goals(state, members, column) >> to & 1:
                verb = "column" if column else "move"
                ids = self.scenario.ids(units)
                self.carry_out(Order(verb, units=ids, path=moves.path_to(state, members, to, column)))
                return True
        return False

    # -- cities ------------------------------------------------------------------------------------

    def garrison(self) -> None:
        """Keep units in each city that the intention guards, then bring those that are missing."""
        wanted = objectives.guarded(self.picture)
        for bring in (False, True):
            for hex_, factors in wanted:
                self._garrison(hex_, factors, bring)

    def _garrison(self, hex_: Hex, wanted: float, bring: bool) -> None:
        """Keep the weakest units that are enough; if need be, bring others that can reach the city."""
        state = self.state
        fixed = state.here.get(hex_, 0) & ~self.scenario.defence_only & ~self.ground_movers()
        have = sum(factor_of(state, c) for c in bits(fixed))

        def rank(c: int) -> tuple[bool, bool, int, int]:
            factor = factor_of(state, c)
            return have + factor < wanted, state.at[c] != hex_, factor, c

        able = [
            c
            for c in bits(self.ground_movers())
            if state.at[c] == hex_ or (bring and self.reach(1 << c) >> hex_ & 1)
        ]
        for c in sorted(able, key=rank):
            if have and have >= wanted:
                break
            if self.go(1 << c, hex_):
                self.done |= 1 << c
                have += factor_of(state, c)

    def raid(self) -> None:
        """Enter the enemy's empty cities: as many as possible, several in turn while MP last."""
        state, raids = self.state, self.picture.intention.raids
        if raids == "none" or (raids == "last" and state.turn < state.scenario.turns):
            return
        targets = objectives.open_targets(self.picture)
        able = sorted(bits(self.ground_movers()), key=lambda c: (factor_of(state, c), c))
        left = mask_of(targets)
        for target, c in assign({c: self.reach(1 << c) for c in able}, targets).items():
            goal = target
            while left >> goal & 1 and self.go(1 << c, goal):
                self.done |= 1 << c
                left &= controlled(state, 1 - self.side)
                further = bits(self.reach(1 << c) & left)
                if not further:
                    break
                goal = further[0]

    # -- attacks -----------------------------------------------------------------------------------

    def attack(self) -> list[Attack]:
        """Move attackers into place if combat follows movement."""
        plan = Battlefield(self.picture, prepared=False).plan([*self.groups(), *self.pinned()])
        waiting = [(group, place) for attack in plan for group, place in attack.places]
        for group, _ in waiting:
            self.done |= group.units
        for _ in range(self.numbers.retries):
            waiting = [(group, place) for group, place in waiting if not self.go(group.units, place)]
        for group, _ in waiting:
            self.done &= ~group.units
        return plan

    # -- entering the map --------------------------------------------------------------------------

    def entering(self) -> list[CounterSet]:
        """Return the units that can enter, in stacks."""
        scenario, state = self.scenario, self.state
        entry = self._entry
        waiting = entry.able(state, self.side) if entry and entry.able else 0
        waiting = mask_of(c for c in bits(waiting) if self.entries(1 << c))
        most = int(scenario.charts["limits"]["pact_stack"])
        stacks: dict[tuple[str, int], list[CounterSet]] = {}
        for c in bits(waiting):
            line = stacks.setdefault((scenario.parent[c], state.at[c]), [0])
            if line[-1].bit_count() >= most:
                line.append(0)
            line[-1] |= 1 << c
        return [stack for line in stacks.values() for stack in line]

    def entries(self, units: CounterSet) -> list[Order]:
        """List the orders by which units can enter the map together now."""
        scenario, state = self.scenario, self.state
        entry = self._entry
        if entry is None:
            return []
        first = entry.orders(state, self.side, bits(units)[0])
        if units & scenario.heliborne:  # without attrition rolls [10.6.1]
            first = [o for o in first if not self._risky >> scenario.grid.hex(o.path[0]) & 1]
        together = [Order(o.verb, units=scenario.ids(units), path=o.path) for o in first]
        return [o for o in together if entry.check(state, self.side, o) is None]

    @property
    def _risky(self) -> HexSet:
        """Return the hexes in which heliborne units may have to roll for attrition."""
        return attrition_hexes(self.state, self.side) | self.scenario.cities

    @property
    def _entry(self) -> VerbRule[AfcentState] | None:
        """Return the verb for entering the map, if the game has one."""
        return verbs_of(self.scenario).find("movement", "enter")
