"""One side's assessment: reach of units, enemy threats, and the value of hexes."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.kit.odds import rung
from grognard.games.sww3.advice.evaluation import Chance, ScenarioFacts, scenario_facts
from grognard.games.sww3.advice.staff.map_facts import BANK, GATE, map_facts
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

POINT = (5.0, 14.0)
"""Value of a VP in factors, on the first turn and on the last."""
BESIDE = 34
"""Factors that can attack from one hex: 10 steps with artillery."""
SHARE = 0.5
"""Share of its possible strength that the enemy is expected to bring against a hex."""
UNTRIED = 2
"""Assumed attack and defence factors of an untried unit."""
DEPTH = 0.03
"""Value of a hex near a city, as a share of the city's."""
NEARLY = 0.6
"""Share of the VP needed at which the Soviets turn to the city that victory requires."""
LACKING = 4.0
"""By how much that city's value is then multiplied."""
LAST = 2.0
"""Relative bonus for the last oil city the Soviets lack; half of it for the last two."""
SPARE = 6
"""Prestige that the Allies never spend."""
DROPPED = 0.1
"""Probability that paratroops take an empty city, while there are any; halved per 4 factors."""


class Situation:
    """One side's assessment of the current map."""

    def __init__(self, state: Sww3State, side: int) -> None:
        self.state, self.side, self.foe = state, side, 1 - side
        scenario = self.scenario = state.scenario
        self.here: HexSet = scenario.theatres[state.now.theatre].hexes & scenario.land
        self.known: ScenarioFacts = scenario_facts(scenario)
        self.map_facts = map_facts(scenario)
        gone = (state.turn - 1) / max(1, scenario.turns - 1)
        self.point = POINT[0] + (POINT[1] - POINT[0]) * gone * gone
        self.own: HexSet = controlled(state, side)
        self.supplied = supplied(state, side)
        self.last_word = side == ALLIED and state.turn == scenario.turns
        """Whether the enemy will not move again."""
        self.from_above = self._may_drop()
        self.worth = self._worth()
        self.pull = self._pull()
        self.bombs = self._bombs()
        """Prestige the Allies can spend per turn, as a share of that at the start."""
        self._danger: list[int] | None = None
        self.grip = self._grip()

    # -- ground ------------------------------------------------------------------------------------

    def _worth(self) -> dict[Hex, float]:
        """Return the value in factors of each objective hex on this map."""
        state = self.state
        found = {h: w * self.point for h, w in self.map_facts.worths(state.red).items() if self.here >> h & 1}
        vital = self.vital()
        if vital is not None and self._lacks_only(vital):
            found[vital] *= LACKING
        lacking = bits(self.scenario.theatres[state.now.theatre].oil_cities & ~state.red)
        for hex_ in lacking:
            if hex_ in found:
                found[hex_] *= 1 + LAST / len(lacking)
        for hex_ in self.map_facts.gates:
            if self.here >> hex_ & 1:
                found[hex_] = found.get(hex_, 0.0) + GATE[self.side] * self.point
        if state.turn == self.scenario.turns:
            for hex_ in bits(self.map_facts.banks & self.here):
                found[hex_] = found.get(hex_, 0.0) + BANK * self.point
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
        return not state.red >> vital & 1 and points(state, number) > NEARLY * state.target[number]

    def _pull(self) -> list[float]:
        """Return how strongly enemy cities attract in every hex."""
        field = [0.0] * self.scenario.grid.size
        for goal, worth in self.worth.items():
            if not self.own >> goal & 1 and goal in self.map_facts.draws:
                field = [a + worth * b for a, b in zip(field, self.map_facts.draws[goal], strict=True)]
        return field

    def _grip(self) -> list[float]:
        """Return the value of every hex for covering own cities."""
        field = [0.0] * self.scenario.grid.size
        for goal, worth in self.worth.items():
            if self.own >> goal & 1 and goal in self.map_facts.draws:
                field = [
                    a + DEPTH * worth * b for a, b in zip(field, self.map_facts.draws[goal], strict=True)
                ]
        return field

    def _may_drop(self) -> bool:
        """Whether the enemy still has paratroops to drop."""
        place = AIRBORNE if self.foe == SOVIET else OVERSEAS
        return bool(units_at(self.state, place, self.foe) & self.scenario.paratroops)

    def _bombs(self) -> float:
        state, scenario = self.state, self.scenario
        if state.turn == scenario.turns:
            return 0.0  # losses no longer matter
        left = (state.prestige - SPARE) / (scenario.turns - state.turn + 1)
        start = int(scenario.file.prestige or scenario.theatres[0].charts["prestige"]["start"])
        return max(0.0, min(1.0, left * scenario.turns / (start - SPARE)))

    # -- units -------------------------------------------------------------------------------------

    def attack(self, c: int) -> int:
        """Return a unit's attack factor."""
        return attack_of(self.state, c) if self.state.face[c] >= 0 else UNTRIED

    def defence(self, c: int) -> int:
        """Return a unit's defence factor."""
        return defence_of(self.state, c) if self.state.face[c] >= 0 else UNTRIED

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
        return SHARE * min(force, BESIDE * max(1, sides))

    # -- odds --------------------------------------------------------------------------------------

    def shift(self, hex_: Hex) -> int:
        """Return the terrain shift for an attack on a hex of this side."""
        return int(terrain_shift(self.state, hex_).columns)

    def stand(self, hex_: Hex, defence: int) -> tuple[float, float]:
        """Return the probability of holding a hex with some defence factors, and the steps lost per unit."""
        force = self.threatened(hex_)
        if not force:
            return 1.0 - (DROPPED * 0.5 ** (defence / 4) if self.from_above else 0.0), 0.0
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
