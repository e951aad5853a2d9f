"""One side's assessment: reach of units, enemy threats, and the value of hexes."""

from __future__ import annotations

from functools import cached_property

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.kit.odds import rung
from grognard.games.sww3.advice.evaluation import Chance, ScenarioFacts, scenario_facts
from grognard.games.sww3.advice.staff.map_facts import attraction, map_facts
from grognard.games.sww3.advice.staff.numbers import numbers
from grognard.games.sww3.combat.strength import in_city, terrain_shift
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import (
    AIRBORNE,
    OVERSEAS,
    Sww3State,
    attack_of,
    controlled,
    defence_of,
    on_map,
    units_at,
)
from grognard.games.sww3.movement.movement_limits import limit, open_sides
from grognard.games.sww3.movement.reach import goals
from grognard.games.sww3.support.supply import supplied
from grognard.games.sww3.turn.victory import points


class Situation:
    """One side's assessment of the current map."""

    def __init__(self, state: Sww3State, side: int, intention: Intention = PLAIN) -> None:
        self.state, self.side, self.foe = state, side, 1 - side
        self.intention, self.numbers = intention, numbers(intention)
        scenario = self.scenario = state.scenario
        self.here: HexSet = scenario.theatres[state.now.theatre].hexes & scenario.land
        self.known: ScenarioFacts = scenario_facts(scenario)
        self.map_facts = map_facts(scenario, self.numbers)
        gone = (state.turn - 1) / max(1, scenario.turns - 1)
        self.point = self.numbers.point[0] + (self.numbers.point[1] - self.numbers.point[0]) * gone * gone
        self.own: HexSet = controlled(state, side)
        self.supplied = supplied(state, side)
        self.last_word = side == ALLIED and state.turn == scenario.turns
        """Whether the enemy will not move again."""
        self.from_above = self._may_drop()
        self.worth = self._worth()
        self.bombs = self._bombs()
        """Prestige the Allies can spend per turn, as a share of that at the start."""
        self._danger: list[int] | None = None

    # -- ground ------------------------------------------------------------------------------------

    def _worth(self) -> dict[Hex, float]:
        """Return the value in factors of each objective hex on this map."""
        state = self.state
        found = {h: w * self.point for h, w in self.map_facts.worths(state.red).items() if self.here >> h & 1}
        vital = self.vital()
        if vital is not None and self._lacks_only(vital):
            found[vital] *= self.numbers.lacking
        lacking = bits(self.scenario.theatres[state.now.theatre].oil_cities & ~state.red)
        for hex_ in lacking:
            if hex_ in found:
                found[hex_] *= 1 + self.numbers.last / len(lacking)
        for hex_ in self.map_facts.gates:
            if self.here >> hex_ & 1:
                found[hex_] = found.get(hex_, 0.0) + self.numbers.gate[self.side] * self.point
        for label in self.intention.effort:
            hex_ = self.scenario.grid.hex(label)
            if hex_ in found:
                found[hex_] *= self.numbers.effort
        if state.turn == self.scenario.turns:
            for hex_ in bits(self.map_facts.banks & self.here):
                found[hex_] = found.get(hex_, 0.0) + self.numbers.bank * self.point
        return {h: w for h, w in found.items() if not state.neutral >> h & 1 or self.wants_neutral(h)}

    def wants_neutral(self, hex_: Hex) -> bool:
        """Whether to attack a neutral hex: only if victory requires its country [4.4]."""
        vital = self.vital()
        if self.side != SOVIET or vital is None:
            return False
        theatre = self.scenario.theatres[self.state.now.theatre]
        return theatre.country(vital) == theatre.country(hex_)

    def vital(self) -> Hex | None:
        """Return the city that a VP victory requires [4.4]."""
        theatre = self.scenario.theatres[self.state.now.theatre]
        name = theatre.charts["victory"].get("must_control")
        return theatre.board.places[name].hex if name and not self.scenario.file.victory else None

    def _lacks_only(self, vital: Hex) -> bool:
        """Whether the Soviets have nearly enough VP but not the required city."""
        state, number = self.state, self.state.now.theatre
        return (
            not state.red >> vital & 1 and points(state, number) > self.numbers.nearly * state.target[number]
        )

    @cached_property
    def pull(self) -> list[float]:
        """How strongly enemy cities attract in every hex."""
        return self._field(0, 1.0)

    @cached_property
    def grip(self) -> list[float]:
        """The value of every hex for covering own cities."""
        return self._field(1, self.numbers.depth)

    def _field(self, own: int, weight: float) -> list[float]:
        """Return the attraction of own or enemy cities in every hex, weighted by their value."""
        draws = self.map_facts.draws
        cities = ((goal, worth) for goal, worth in self.worth.items() if self.own >> goal & 1 == own)
        return attraction(self.map_facts, tuple((goal, weight * w) for goal, w in cities if goal in draws))

    def _may_drop(self) -> bool:
        """Whether the enemy still has paratroops to drop."""
        place = AIRBORNE if self.foe == SOVIET else OVERSEAS
        return bool(units_at(self.state, place, self.foe) & self.scenario.paratroops)

    def _bombs(self) -> float:
        state, scenario = self.state, self.scenario
        if state.turn == scenario.turns:
            return 0.0  # losses no longer matter
        left = (state.prestige - self.numbers.spare) / (scenario.turns - state.turn + 1)
        start = int(scenario.file.prestige or scenario.theatres[0].charts["prestige"]["start"])
        return max(0.0, min(1.0, left * scenario.turns / (start - self.numbers.spare)))

    # -- units -------------------------------------------------------------------------------------

    def attack(self, c: int) -> int:
        """Return a unit's attack factor."""
        return attack_of(self.state, c) if self.state.face[c] >= 0 else self.numbers.untried

    def defence(self, c: int) -> int:
        """Return a unit's defence factor."""
        return defence_of(self.state, c) if self.state.face[c] >= 0 else self.numbers.untried

    def step_worth(self, c: int) -> float:
        """Return the value of a step of a unit."""
        return (self.attack(c) + self.defence(c)) / max(1, self.state.steps[c])

    def stack_worth(self, units: CounterSet) -> float:
        """Return the value of some units."""
        return float(sum(self.attack(c) + self.defence(c) for c in bits(units)))

    def reach(self, c: int) -> HexSet:
        """Return the hexes where a unit can be after its move, including its own."""
        at = self.state.at[c]
        stay = 1 << at if at >= 0 else 0
        return stay | goals(self.state, (c,), False) | goals(self.state, (c,), True)

    # -- the enemy ---------------------------------------------------------------------------------

    @property
    def danger(self) -> list[int]:
        """For every hex, the factors the enemy could bring against it in its next turn."""
        if self._danger is None:
            self._danger = [0] * self.scenario.grid.size
            if not self.last_word:
                self._look_over()
        return self._danger

    def _look_over(self) -> None:
        state, grid, field = self.state, self.scenario.grid, self._danger
        assert field is not None
        for c in bits(on_map(state, self.scenario.units_of[self.foe])):
            at, attack = state.at[c], self.attack(c)
            if not attack or not self.here >> at & 1 or state.neutral >> at & 1:
                continue
            there = 1 << at | (0 if self.scenario.static >> c & 1 else goals(state, (c,), False))
            for hex_ in bits((there | grid.spread(there)) & limit(state, c)):
                field[hex_] += attack

    def threatened(self, hex_: Hex) -> float:
        """Return the factors expected to attack a hex."""
        force = self.danger[hex_]
        if not force:
            return 0.0
        sides = (open_sides(self.state, hex_) & self.here & ~self.state.held[self.side]).bit_count()
        return self.numbers.share * min(force, self.numbers.beside * max(1, sides))

    # -- odds --------------------------------------------------------------------------------------

    def shift(self, hex_: Hex) -> int:
        """Return the terrain shift for an attack on a hex of this side."""
        return int(terrain_shift(self.state, hex_).columns)

    def stand(self, hex_: Hex, defence: int) -> tuple[float, float]:
        """Return the probability of holding a hex with some defence factors, and the steps lost per unit."""
        force = self.threatened(hex_)
        if not force:
            return 1.0 - (self.numbers.dropped * 0.5 ** (defence / 4) if self.from_above else 0.0), 0.0
        if not defence:
            return 0.0, 0.0
        chance = self.odds(force, defence, self.shift(hex_))
        if in_city(self.state, hex_):
            lost, hurt = 0.5 * chance.breaks + 0.3 * (chance.retreats + chance.bleeds), chance.breaks
            return 1.0 - lost, hurt + 0.5 * (chance.retreats + chance.bleeds)
        return (
            1.0 - chance.breaks - chance.retreats - 0.5 * chance.bleeds,
            chance.breaks + 0.5 * chance.bleeds,
        )

    def odds(self, attack: float, defence: float, shift: int) -> Chance:
        """Return the effects of an attack at some odds."""
        whole, against = max(1, int(attack)), max(1, int(defence))
        return self.known.chance(rung(whole, against) + shift)
