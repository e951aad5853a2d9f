"""Evaluation of a position for computer players; no rules.

Every objective city is contested: the side with more strength near it will probably hold it.
Units adjacent to a stronger enemy count for less. All sums are integers, updated incrementally from one
evaluation to the next, because most states differ from the last in a unit or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from grognard.core.hexes.cost_waves import flood_waves
from grognard.core.hexes.grid import OFF, Direction, Hex, HexSet, bits
from grognard.games.kit.advice.evaluation import score_by
from grognard.games.sww3.combat.strength import combat_table
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import AWAY, LOST, Sww3State, empty
from grognard.games.sww3.movement.step_costs import ways
from grognard.games.sww3.support.airpower import enemy_air
from grognard.games.sww3.turn import victory

NEAR = 256
"""Weight of a unit in a city; less further away."""
FADES = 9.0
"""MP over which that falls to about a third."""
FAR = 32
"""MP beyond which a unit counts for nothing."""
LOCAL = 12 * NEAR
"""Strength added for both sides at every city, so that one weak unit does not decide it."""
CONTEST = 1.6
"""How strongly superior strength decides a city."""
HOLD = (0.35, 3.0)
"""Value of controlling a city, at the start and at the end of the game."""
STRENGTH = 0.035
"""Value of a factor in VP, wherever it is."""
POOLED = 0.6
"""Share of that for a unit off the map."""
THREAT = (0.75, 0.5)
"""Weight of a possible attack: by the side that fights next, and by the other."""
LATE = 0.15
"""Weight of an attack by a side whose Combat Phase has begun or is over."""
GROUND = 3.0
"""Value in factors of forcing an enemy out of a hex."""
UNKNOWN = 4
"""Assumed factors of an untried unit."""
SCALE = 20.0
"""VP that nearly decide a game."""
COLLAPSE = (0.2, 40.0, 7.0)
"""Value of prestige: of a point, of the collapse, and how close to it that matters."""
FIRST_USE = 4.0
"""VP that an atomic attack on turn 1 costs the Soviets: the Allies may respond at once [13.1]."""
STACK = 5
"""Steps in a hex that do not invite an atomic attack."""
TARGETS = (0.9, 0.3)
"""Factors that every further step costs the Soviets, and the Allies [13.2]."""
LIMIT = 0.98
"""Highest score before the end of the game."""


class Chance(NamedTuple):
    """The expected effects of an attack at some odds."""

    breaks: float
    """Probability of DE."""
    retreats: float
    bleeds: float
    """Probability of a bloodbath."""
    fails: float


class Aim(NamedTuple):
    """Points that the Soviets need from some hexes."""

    worth: dict[Hex, float]
    needed: float | None
    """None: the target in the state."""
    scale: float
    """Points that nearly decide it."""


def _aims(scenario: Sww3Scenario, number: int) -> list[Aim]:
    """Return everything the Soviets need on a map [4.3, 4.4]."""
    if scenario.file.victory:
        needs = [(victory.wanted(scenario, need), need.count) for need in scenario.file.victory]
        return [Aim(dict.fromkeys(bits(mask), 1.0), count - 0.5, 0.5 + 0.15 * count) for mask, count in needs]
    theatre = scenario.theatres[number]
    cities = {h: float(v) for h, v in victory.worth(scenario).items() if theatre.hexes >> h & 1}
    vital = theatre.charts["victory"].get("must_control")
    found = [Aim(cities, None, SCALE)]
    if vital:
        found.append(Aim({theatre.board.places[vital].hex: 1.0}, 0.5, 0.5))
    return found


class ScenarioFacts:
    """Facts of a scenario computed before play."""

    def __init__(self, scenario: Sww3Scenario) -> None:
        self.scenario = scenario
        aims = [_aims(scenario, number) for number in range(len(scenario.theatres))]
        self.goals: list[Hex] = list(dict.fromkeys(goal for ways in aims for a in ways for goal in a.worth))
        self.theatre = [scenario.theatre_at(goal) for goal in self.goals]
        place = {goal: number for number, goal in enumerate(self.goals)}
        self.aims = [
            [([(place[goal], worth) for goal, worth in aim.worth.items()], aim) for aim in ways]
            for ways in aims
        ]
        """What the Soviets need, by theatre."""
        self.goal_bits = [1 << goal for goal in self.goals]
        size = scenario.grid.size
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        """For each hex, the cities near it and the weight of a unit there."""
        fresh = empty(scenario)
        for number, goal in enumerate(self.goals):
            prices = ways(fresh, self.theatre[number], SOVIET, False)
            scale = scenario.theatres[self.theatre[number]].scale
            for spent, wave in enumerate(flood_waves(scenario.grid, goal, FAR * scale, prices)):
                weight = round(NEAR * exp(-spent / scale / FADES))
                for hex_ in bits(wave) if weight else ():
                    self.near[hex_].append((number, weight))
        self.sides = [self._sides(h) for h in range(size)]
        """For each hex, the hexes it can be attacked from, and the quarters left across the hexside."""
        self.shift = [0] * size
        self.cities: HexSet = 0
        for theatre in scenario.theatres:
            self.cities |= theatre.cities
            shifts = theatre.charts["shifts"]
            for hex_ in bits(theatre.hexes & scenario.land):
                own = shifts.get(scenario.board.terrain_at(hex_).id, 0)
                self.shift[hex_] = shifts["city"] if theatre.cities >> hex_ & 1 else own
        table = combat_table(scenario.theatres[0])
        self.lowest, self.highest = table.lowest, table.highest
        self.chances = [_chance(results) for results in zip(*table.rows, strict=True)]
        self.hopeless, self.certain = _chance([table.below]), _chance([table.above])
        self.account: RunningTotals | None = None

    def _sides(self, hex_: Hex) -> list[tuple[Hex, int]]:
        scenario = self.scenario
        return [
            (near, 2 if scenario.board.has_side("river", hex_, near) else 4)
            for way, near in enumerate(scenario.grid.neighbours[hex_])
            if near != OFF and not scenario.barred[Direction(way)] >> hex_ & 1
        ]

    def power(self, c: int, steps: int, face: int) -> int:
        """Return a unit's attack plus defence."""
        if not steps:
            return 0
        return (
            self.scenario.attack[face][steps] + self.scenario.defence[face][steps] if face >= 0 else UNKNOWN
        )

    def chance(self, rung: int) -> Chance:
        """Return the effects of an attack at an odds column."""
        if rung < self.lowest:
            return self.hopeless
        return self.certain if rung > self.highest else self.chances[rung - self.lowest]


def _chance(results: Sequence[str]) -> Chance:
    share = 1 / len(results)
    return Chance(*(share * results.count(result) for result in ("DE", "DR", "BB", "AL1")))


@lru_cache(maxsize=16)
def scenario_facts(scenario: Sww3Scenario) -> ScenarioFacts:
    """Return the facts of a scenario."""
    return ScenarioFacts(scenario)


class RunningTotals:
    """Running totals over all units as of the last evaluated state."""

    def __init__(self, known: ScenarioFacts) -> None:
        count = known.scenario.unit_count
        self.known = known
        self.at = [AWAY] * count
        self.steps = [0] * count
        self.face = [-1] * count
        self.idle = 0
        """Units that cannot attack again in this phase."""
        self.sky: tuple[int, ...] = ()
        self.near = [[0] * len(known.goals), [0] * len(known.goals)]
        """Each side's strength near each city."""
        self.changed_goals = set(range(len(known.goals)))
        """Cities near which something has changed."""
        self.held = [0.0] * len(known.goals)
        """Probability that the Soviets hold each city at the end."""
        self.red = 0
        self.hold = 0.0
        self.on_map = [0, 0]
        self.pooled = [0, 0]
        self.threats: list[dict[Hex, int]] = [{}, {}]
        """For each side, its threatened hexes and the expected loss there, in thousandths."""

    def follow(self, state: Sww3State) -> None:
        """Update the totals."""
        count = len(self.at)
        at, steps, face = state.at[:count], state.steps[:count], state.face[:count]
        touched: set[Hex] = set()
        old_at, old_steps, old_face = self.at, self.steps, self.face
        moved = {*_apart(at, old_at), *_apart(steps, old_steps), *_apart(face, old_face)}
        for c in moved:
            self._count(c, old_at[c], old_steps[c], old_face[c], -1)
            self._count(c, at[c], steps[c], face[c], 1)
            touched |= {old_at[c], at[c]}
        self.at, self.steps, self.face = at, steps, face
        idle = state.fought | state.disrupted
        for c in bits(idle ^ self.idle):
            touched.add(at[c])
        self.idle = idle
        sky = (state.markers, state.nuked, state.neutral, *state.air)
        if sky != self.sky:
            self.sky = sky
            touched |= set(bits(state.held[SOVIET] | state.held[ALLIED]))
        near = self.known.scenario.grid.adjacent
        for hex_ in {h for spot in touched if spot >= 0 for h in (spot, *near[spot])}:
            self._weigh(state, hex_)

    def expect(self, red: HexSet, hold: float) -> list[float]:
        """Return the probabilities that the Soviets hold each city at the end."""
        bits_ = self.known.goal_bits
        if hold != self.hold:
            self.hold = hold
            self.changed_goals = set(range(len(bits_)))
        if red != self.red:
            turned = red ^ self.red
            self.changed_goals.update(goal for goal, bit in enumerate(bits_) if turned & bit)
            self.red = red
        soviet, allied = self.near
        for goal in self.changed_goals:
            edge = CONTEST * log((soviet[goal] + LOCAL) / (allied[goal] + LOCAL))
            edge += hold if red & bits_[goal] else -hold
            self.held[goal] = 1.0 / (1.0 + exp(-edge))
        self.changed_goals.clear()
        return self.held

    def _count(self, c: int, where: int, steps: int, face: int, sign: int) -> None:
        if where in (AWAY, LOST):
            return
        side = self.known.scenario.side_of[c]
        power = sign * self.known.power(c, steps, face)
        if where < 0:
            self.pooled[side] += power
            return
        self.on_map[side] += power
        sums, near = self.near[side], self.known.near[where]
        for goal, weight in near:
            sums[goal] += power * weight
        self.changed_goals.update(goal for goal, _ in near)

    def _weigh(self, state: Sww3State, hex_: Hex) -> None:
        """Update the threat to the units in a hex."""
        for side in (SOVIET, ALLIED):
            self.threats[side].pop(hex_, None)
            if state.held[side] >> hex_ & 1 and not state.neutral >> hex_ & 1:
                loss = _threat(state, self.known, side, hex_)
                if loss > 0:
                    self.threats[side][hex_] = round(1000 * loss)


def _apart(one: list[int], other: list[int]) -> list[int]:
    """Return the places where two columns differ."""
    if one == other:
        return []
    return [c for c, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def _threat(state: Sww3State, known: ScenarioFacts, side: int, hex_: Hex) -> float:
    """Return the expected gain of the best attack on a hex, in factors."""
    foe = state.held[1 - side]
    face, steps, scenario = state.face, state.steps, known.scenario
    attack, price, most = 0, 0, 0
    idle = state.fought | state.disrupted
    for near, quarters in known.sides[hex_]:
        if foe >> near & 1:
            for c in bits(state.here[near] & ~idle):
                if face[c] >= 0:
                    strength = scenario.attack[face[c]][steps[c]]
                    attack += quarters * strength
                    price, most = price + strength, most + steps[c]
    if not attack:
        return 0.0
    defence = units = left = 0
    for c in bits(state.here[hex_]):
        units += 1
        left += steps[c]
        defence += scenario.defence[face[c]][steps[c]] if face[c] >= 0 else 2
    attack = -(-attack // 4)
    rung = attack // defence - 1 if attack >= defence and defence else 1 + defence // -attack
    nuked = state.nuked >> hex_ & 1
    city = known.cities >> hex_ & 1 and not nuked
    rung += known.shift[hex_] if city or not known.cities >> hex_ & 1 else -1
    if state.here[hex_] & state.disrupted:
        rung += 1
    if enemy_air(state, 1 - side) >> hex_ & 1:
        rung -= 1
    elif enemy_air(state, side) >> hex_ & 1:
        rung += 1
    breaks, retreats, bleeds, fails = known.chance(rung)
    if city:
        bleeds, retreats = bleeds + retreats, 0.0
    step, own_step = defence / max(1, left) * 2, price / max(1, most) * 2
    gain = breaks * units * step + retreats * GROUND + bleeds * (step - own_step) - fails * own_step
    if breaks and left == units:
        gain += breaks * GROUND  # the hex is emptied
    return gain


# -- score ----------------------------------------------------------------------------------------


def score(state: Sww3State, side: str) -> float:
    """From -1 (lost) to 1 (won), 0 when even."""
    return score_by(state, side, SOVIET, _judged)


def _judged(state: Sww3State) -> float:
    """Return the Soviet score before the end: they need one theatre, the Allies must hold all [14.2]."""
    scenario = state.scenario
    known = scenario_facts(scenario)
    if known.account is None:
        known.account = RunningTotals(known)
    account = known.account
    account.follow(state)
    gone = min(1.0, max(0.0, (state.turn - 1) / max(1, scenario.turns - 1)))
    hold = HOLD[0] + (HOLD[1] - HOLD[0]) * gone * gone
    held = account.expect(state.red, hold)
    matter = _matter(state, account)
    fails = 1.0
    for theatre, aims in enumerate(known.aims):
        wins = 1.0
        for worths, aim in aims:
            needed = state.target[theatre] + 0.5 if aim.needed is None else aim.needed
            margin = (sum(held[goal] * worth for goal, worth in worths) - needed) / aim.scale
            wins /= 1.0 + exp(max(-30.0, min(30.0, -2.0 * (margin + matter / SCALE))))
        fails *= 1.0 - wins
    return max(-LIMIT, min(LIMIT, 1.0 - 2.0 * fails))


def _matter(state: Sww3State, account: RunningTotals) -> float:
    """Return strength, threats and prestige as VP for the Soviets."""
    strength = float(account.on_map[SOVIET] - account.on_map[ALLIED])
    strength += POOLED * (account.pooled[SOVIET] - account.pooled[ALLIED])
    step = state.now.phase
    to_come = step in ("air", "declare") or (step == "first" and not state.fight_first)
    own, foe = THREAT if to_come else (LATE, THREAT[0])
    mine, theirs = (own, foe) if state.side == SOVIET else (foe, own)
    danger = [sum(account.threats[side].values()) / 1000 for side in (SOVIET, ALLIED)]
    strength += mine * danger[ALLIED] - theirs * danger[SOVIET]
    for hex_, steps in state.load.items():
        if steps > STACK:
            soviet = state.held[SOVIET] >> hex_ & 1
            strength -= (steps - STACK) * (TARGETS[SOVIET] if soviet else -TARGETS[ALLIED])
    point, end, feels = COLLAPSE
    prestige = max(0, state.prestige)
    rash = FIRST_USE if state.turn == 1 and state.first_use else 0.0
    return STRENGTH * strength - point * prestige + end * exp(-prestige / feels) - rash
