"""The situation as a staff sees it: who gets where, what the enemy can bring up, what ground is worth."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.kit.odds import rung
from grognard.games.sww3.advice.evaluation import Chance, Outlook, outlook
from grognard.games.sww3.advice.staff.map_facts import BANK, GATE, atlas
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
"""Factors that a victory point is worth, on the first turn and on the last."""
BESIDE = 34
"""Factors that can attack from one hex: 10 steps with artillery."""
SHARE = 0.5
"""How much of what the enemy could bring against a hex he will: he cannot be everywhere."""
UNTRIED = 2
"""Factors that an untried unit seems to have, attack and defence each."""
DEPTH = 0.03
"""What it counts to stand near a city, of what it counts to be in it."""
NEARLY = 0.6
"""With so much of the points they need, the Soviets turn to the city they cannot do without,"""
LACKING = 4.0
"""which is then worth so many times as much."""
LAST = 2.0
"""So much of its worth is added to the last oil city that the Soviets lack, half of that to the last two."""
SPARE = 6
"""Points of prestige that the West never spends."""
DROPPED = 0.1
"""How likely paratroops take a city that nobody holds, while there are any; half that for four factors."""


class Picture:
    """One side's picture of the map being played."""

    def __init__(self, state: Sww3State, side: int) -> None:
        self.state, self.side, self.foe = state, side, 1 - side
        scenario = self.scenario = state.scenario
        self.here: HexSet = scenario.theatres[state.now.theatre].hexes & scenario.land
        self.known: Outlook = outlook(scenario)
        self.atlas = atlas(scenario)
        gone = (state.turn - 1) / max(1, scenario.turns - 1)
        self.point = POINT[0] + (POINT[1] - POINT[0]) * gone * gone
        self.own: HexSet = controlled(state, side)
        self.fed = supplied(state, side)
        self.last_word = side == ALLIED and state.turn == scenario.turns
        """Whether the enemy will not move any more."""
        self.from_above = self._may_drop()
        self.worth = self._worth()
        self.pull = self._pull()
        self.bombs = self._bombs()
        """What the West can spend on bombs in a turn, as a share of what it could when the war began."""
        self._danger: list[int] | None = None
        self.grip = self._grip()

    # -- ground ------------------------------------------------------------------------------------

    def _worth(self) -> dict[Hex, float]:
        """Factors that it is worth to hold each hex that counts on this map."""
        state = self.state
        found = {h: w * self.point for h, w in self.atlas.worths(state.red).items() if self.here >> h & 1}
        vital = self.vital()
        if vital is not None and self._lacks_only(vital):
            found[vital] *= LACKING
        lacking = bits(self.scenario.theatres[state.now.theatre].oil_cities & ~state.red)
        for hex_ in lacking:
            if hex_ in found:
                found[hex_] *= 1 + LAST / len(lacking)
        for hex_ in self.atlas.gates:
            if self.here >> hex_ & 1:
                found[hex_] = found.get(hex_, 0.0) + GATE[self.side] * self.point
        if state.turn == self.scenario.turns:
            for hex_ in bits(self.atlas.banks & self.here):
                found[hex_] = found.get(hex_, 0.0) + BANK * self.point
        return {h: w for h, w in found.items() if not state.neutral >> h & 1 or self.covets(h)}

    def covets(self, hex_: Hex) -> bool:
        """Whether a still neutral hex is wanted: only where no victory is possible without it [4.4]."""
        vital = self.vital()
        if self.side != SOVIET or vital is None:
            return False
        theatre = self.scenario.theatres[self.state.now.theatre]
        return theatre.country(vital) == theatre.country(hex_)

    def vital(self) -> Hex | None:
        """The city without which no points win [4.4]."""
        theatre = self.scenario.theatres[self.state.now.theatre]
        name = theatre.charts["victory"].get("must_control")
        return theatre.board.places[name].hex if name and not self.scenario.file.victory else None

    def _lacks_only(self, vital: Hex) -> bool:
        """Whether the Soviets have nearly the points, but not the city that they need with them."""
        state, number = self.state, self.state.now.theatre
        return not state.red >> vital & 1 and points(state, number) > NEARLY * state.target[number]

    def _pull(self) -> list[float]:
        """How strongly every hex is drawn upon by the cities that the enemy holds."""
        field = [0.0] * self.scenario.grid.size
        for goal, worth in self.worth.items():
            if not self.own >> goal & 1 and goal in self.atlas.draws:
                field = [a + worth * b for a, b in zip(field, self.atlas.draws[goal], strict=True)]
        return field

    def _grip(self) -> list[float]:
        """What every hex is worth for the cities of one's own that it covers."""
        field = [0.0] * self.scenario.grid.size
        for goal, worth in self.worth.items():
            if self.own >> goal & 1 and goal in self.atlas.draws:
                field = [a + DEPTH * worth * b for a, b in zip(field, self.atlas.draws[goal], strict=True)]
        return field

    def _may_drop(self) -> bool:
        """Whether the enemy has paratroops to come."""
        place = AIRBORNE if self.foe == SOVIET else OVERSEAS
        return bool(units_at(self.state, place, self.foe) & self.scenario.paratroops)

    def _bombs(self) -> float:
        state, scenario = self.state, self.scenario
        if state.turn == scenario.turns:
            return 0.0  # whom they hit now is missed no more
        left = (state.prestige - SPARE) / (scenario.turns - state.turn + 1)
        start = int(scenario.file.prestige or scenario.theatres[0].charts["prestige"]["start"])
        return max(0.0, min(1.0, left * scenario.turns / (start - SPARE)))

    # -- units -------------------------------------------------------------------------------------

    def attack(self, c: int) -> int:
        """What a unit attacks with."""
        return attack_of(self.state, c) if self.state.face[c] >= 0 else UNTRIED

    def defence(self, c: int) -> int:
        """What a unit defends with."""
        return defence_of(self.state, c) if self.state.face[c] >= 0 else UNTRIED

    def step_worth(self, c: int) -> float:
        """What a step of a unit is worth."""
        return (self.attack(c) + self.defence(c)) / max(1, self.state.steps[c])

    def stack_worth(self, units: CounterSet) -> float:
        """What some units are worth."""
        return float(sum(self.attack(c) + self.defence(c) for c in bits(units)))

    def reach(self, c: int) -> HexSet:
        """Where a unit can be after its move, where it stands included."""
        at = self.state.at[c]
        stay = 1 << at if at >= 0 else 0
        return stay | goals(self.state, (c,), False) | goals(self.state, (c,), True)

    # -- the enemy ---------------------------------------------------------------------------------

    @property
    def danger(self) -> list[int]:
        """For every hex the factors that the enemy could bring against it in his next turn."""
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
        """The factors that will probably attack a hex."""
        force = self.danger[hex_]
        if not force:
            return 0.0
        sides = (open_sides(self.state, hex_) & self.here & ~self.state.held[self.side]).bit_count()
        return SHARE * min(force, BESIDE * max(1, sides))

    # -- chances -----------------------------------------------------------------------------------

    def shift(self, hex_: Hex) -> int:
        """What ground and sky give whoever attacks a hex of this side; against it where negative."""
        return int(terrain_shift(self.state, hex_).columns)

    def stand(self, hex_: Hex, defence: int) -> tuple[float, float]:
        """How likely a hex is held with some defence factors, and how many steps of each unit it costs."""
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
        """What an attack does at some odds."""
        whole, against = max(1, int(attack)), max(1, int(defence))
        return self.known.chance(rung(whole, against) + shift)
