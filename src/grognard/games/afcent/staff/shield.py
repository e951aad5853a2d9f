"""NATO's moves: a line across the ways that the Pact will probably take, and what counts held by somebody."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from grognard.core.hexes import Hex, HexGrid, HexSet, bits
from grognard.core.orders import Order
from grognard.core.waves import Ways, flood_waves
from grognard.games.afcent import movement
from grognard.games.afcent.scenario import NATO, PACT, CounterSet
from grognard.games.afcent.stacking import sound
from grognard.games.afcent.staff.atlas import DAY, FAR, spread_of
from grognard.games.afcent.staff.chances import Chances, mixed
from grognard.games.afcent.staff.marching import March
from grognard.games.afcent.staff.picture import NARROW
from grognard.games.afcent.state import AfcentState, controlled, factor_of, on_map
from grognard.games.afcent.strength import ground_of
from grognard.games.afcent.ways import ways
from grognard.games.shared.odds import rung

COVER = 9.0
"""Factors that it is worth to bar the Pact's shortest way."""
SHARE = 0.55
"""How much of what the Pact could bring against a hex it will: it cannot be everywhere."""
BESIDE = 15
"""Factors that can attack from one hex."""
SURROUNDED = 3.0
"""Hexes from which an attack will probably come."""
HURT = 0.8
"""How much of a unit that will probably be lost counts."""
LOOK_AGAIN = 4
"""After so many units have their place the Pact's ways are looked at again."""
TOP = 24
"""So many places that seem worth most are looked at closely."""
HASTE = 30.0
"""Parts of a point from the Pact at which a hex that counts is a third as urgent as next to it."""
NOTHING = 0.15
"""Factors below which a place is not worth going to: better go where units are wanted."""


class Shield(March):
    """NATO's movement phase."""

    def __init__(self, state: AfcentState) -> None:
        super().__init__(state, NATO)
        self.posted: dict[Hex, CounterSet] = {}
        """The units that will stay in each hex."""
        self.near, self.next = _reached(self.state)

    def plan(self) -> list[Order]:
        """Every move of the phase, without its end."""
        self._land()
        if not self.state.fight_first[NATO]:
            self.attack()
        self._enter()
        self._settle()
        self._disperse()
        return self.orders

    # -- those who come ----------------------------------------------------------------------------

    def _land(self) -> None:
        """Units that come by air [9.0]."""
        for _ in range(self.scenario.unit_count):
            orders = self.scenario.exclusive.counsel(self.state, NATO)
            if not orders:
                return
            self.carry_out(orders[0])

    def _enter(self) -> None:
        """Reinforcements come on where the Pact is nearest."""
        for units in self.entering():
            orders = self.entries(units)
            if orders:
                lead, hex_of = self.picture.lead, self.scenario.grid.hex
                self.carry_out(
                    min(orders, key=lambda o: (o.verb != "enter", lead[hex_of(o.path[0])], str(o)))
                )

    # -- where units are worth most ----------------------------------------------------------------

    def _settle(self) -> None:
        """One unit after the other, the strongest first, each where it is worth most."""
        state = self.state
        walkers = self.walkers()
        for c in bits(on_map(state, self.scenario.units_of[NATO]) & ~walkers):
            self.posted[state.at[c]] = self.posted.get(state.at[c], 0) | 1 << c
        order = sorted(bits(walkers), key=lambda c: (-factor_of(state, c), c))
        for number, c in enumerate(order):
            if number % LOOK_AGAIN == 0:
                self._look_again()
            place = self._best_place(c)
            if not self.go(1 << c, place):
                place = state.at[c]
            self.posted[place] = self.posted.get(place, 0) | 1 << c
            self.done |= 1 << c

    def _look_again(self) -> None:
        """The Pact's ways past those who have their place."""
        grid, held = self.scenario.grid, 0
        for hex_, units in self.posted.items():
            if units & ~self.scenario.static:
                held |= 1 << hex_
        self.watched = grid.spread(held)
        self.picture.look_past(self.watched, held)
        self._worth: dict[Hex, float] = {}

    def worth(self, hex_: Hex) -> float:
        """What it is worth to stand in a hex: it counts, or it bars a way that nobody watches yet."""
        found = self._worth.get(hex_)
        if found is None:
            found = self._worth[hex_] = self._weigh(hex_)
        return found

    def _weigh(self, hex_: Hex) -> float:
        picture, state = self.picture, self.state
        lead = picture.lead[hex_]
        value = 0.0
        if controlled(state, NATO) >> hex_ & 1:
            value += picture.worth.get(hex_, 0.0) * exp(-max(0, lead - DAY) / HASTE)
        elif hex_ in picture.worth:
            value += 0.8 * picture.worth[hex_]
        bars = 0.0
        for weight, slack in zip(picture.weights, picture.slack, strict=True):
            if slack:
                bars += weight * exp(-slack[hex_] / NARROW)
        if bars > 0.02:
            fresh = (self.scenario.grid.around[hex_] & ~self.watched).bit_count()
            depth = min(1.0, 0.5 + lead / 20) if lead < 2 * DAY else exp(-(lead - 2 * DAY) / HASTE)
            value += COVER * bars * depth * (0.15 + fresh / 7)
        return value

    def _best_place(self, c: int) -> Hex:
        """Where a unit is worth most, of where it can be."""
        at, bit = self.state.at[c], 1 << c
        reach = [h for h in bits(self.reach(bit)) if sound(self.scenario, self.posted.get(h, 0) | bit)]
        if not reach:
            return at
        likely = sorted(reach, key=lambda h: (-self.worth(h), h))[:TOP]
        if at in reach and at not in likely:
            likely.append(at)
        best = max(likely, key=lambda h: (self.value(c, h), h == at, -h))
        return best if self.value(c, best) > NOTHING else self._towards(c, reach, best)

    def value(self, c: int, hex_: Hex) -> float:
        """What it is worth to have a unit in a hex, in factors."""
        there = self.posted.get(hex_, 0)
        held, hurt = self.stand(hex_, there | 1 << c)
        before = self.stand(hex_, there)[0] if there else 0.0
        return self.worth(hex_) * (held - before) - HURT * hurt * self.picture.unit_worth(c)

    def _towards(self, c: int, reach: list[Hex], best: Hex) -> Hex:
        """The way to where units are wanted, for one who can do nothing where it can be now."""
        wanted = self._wanted()
        if not wanted:
            return best
        field = spread_of(
            self.scenario.grid, ways(self.state, NATO, False), wanted, 0, 0, self.state.held[PACT]
        )
        safe = [hex_ for hex_ in reach if not self.near[hex_]] or reach
        return min(safe, key=lambda hex_: (field[hex_], hex_))

    def _wanted(self) -> HexSet:
        """Hexes across the Pact's ways that are worth going to."""
        picture = self.picture
        found = 0
        for weight, slack in zip(picture.weights, picture.slack, strict=True):
            if weight > 0.2 and slack:
                for hex_ in bits(self.scenario.firm):
                    if slack[hex_] < 4 and DAY < picture.lead[hex_] < FAR:
                        found |= 1 << hex_
        return found & ~self.watched

    # -- will it hold? -----------------------------------------------------------------------------

    def stand(self, hex_: Hex, units: CounterSet) -> tuple[float, float]:
        """How likely some units hold a hex over this turn and the next, and how much of each is lost."""
        soon = self._attacked(hex_, units, self.near[hex_])
        later = self._attacked(hex_, units, self.next[hex_])
        return 0.6 * soon[0] + 0.4 * later[0], 0.6 * soon[1] + 0.4 * later[1]

    def _attacked(self, hex_: Hex, units: CounterSet, danger: int) -> tuple[float, float]:
        state, scenario = self.state, self.scenario
        if not danger:
            return 1.0, 0.0
        open_ = scenario.grid.around[hex_] & scenario.firm & ~state.held[NATO]
        sides = min(SURROUNDED, open_.bit_count())
        force = int(min(SHARE * danger, BESIDE * max(1.0, sides)))
        defence = sum(factor_of(state, c) for c in bits(units))
        if not force or not defence:
            return (1.0, 0.0) if not force else (0.0, 0.0)
        drm = ground_of(state, hex_).drm + sides - 1 + (0.0 if units & scenario.armour else 1.0)
        city = bool(scenario.cities >> hex_ & 1)
        chances = mixed(scenario, rung(force, defence), drm, city, nato=False)
        return _outlook(chances, units.bit_count())

    # -- stacks ------------------------------------------------------------------------------------

    def _disperse(self) -> None:
        """Stacks that became too large part again [7.1-nato]."""
        for _ in range(self.scenario.unit_count):
            crowd = movement.must_disperse(self.state, NATO)
            if not crowd:
                return
            c = min(bits(crowd), key=lambda c: (factor_of(self.state, c), c))
            here = self.state.here
            free = [h for h in bits(self.reach(1 << c)) if sound(self.scenario, here.get(h, 0) | 1 << c)]
            if not free or not self.go(1 << c, max(free, key=lambda h: (self.worth(h), -h))):
                return


def _outlook(chances: Chances, units: int) -> tuple[float, float]:
    """How likely a hex is held, and what part of each unit is lost."""
    last = chances.EX + chances.DL if units == 1 else 0.0
    held = 1.0 - chances.DE - chances.DR - last
    return held, chances.DE + (chances.EX + chances.DL) / units


def _reached(state: AfcentState) -> tuple[list[int], list[int]]:
    """For every hex the factors that the Pact could bring against it next turn, and in the turn after."""
    scenario, grid = state.scenario, state.scenario.grid
    soon, later = [0] * grid.size, [0] * grid.size
    prices = ways(state, PACT, False)
    for hex_ in bits(state.held[PACT]):
        factors = sum(factor_of(state, c) for c in bits(state.here[hex_] & ~scenario.heliborne))
        if factors:
            for hexes, field in zip(_march(grid, prices, hex_), (soon, later), strict=True):
                for there in hexes:
                    field[there] += factors
    return soon, later


@lru_cache(maxsize=1 << 11)
def _march(grid: HexGrid, prices: Ways, start: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The hexes that can be attacked after a day's march, and after two."""
    waves = flood_waves(grid, start, 2 * DAY, prices)
    found = []
    for budget in (DAY, 2 * DAY):
        mask = 0
        for wave in waves[: budget + 1]:
            mask |= wave
        found.append(bits(mask | grid.spread(mask)))
    return found[0], found[1]
