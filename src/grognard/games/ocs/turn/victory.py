"""Victory: by the goals of a drill, by points for towns and losses, by sudden death or by concession."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.state import Result
from grognard.core.contract.view import Losses, Standing
from grognard.core.english import plural
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.kit.events import conceded, game_over
from grognard.games.kit.states import on_map
from grognard.games.ocs.logistics.construction import hedgehog_at
from grognard.games.ocs.model.files import Arrival, Goal, NationSteps, Placed
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, COMING, DEAD, GONE, NO_COUNTER, OcsState, steps_left, where
from grognard.games.ocs.supply import resolve, trace
from grognard.games.ocs.units.modes import mode_of

# -- end of the game -------------------------------------------------------------------------------


def after_phase(state: OcsState) -> Result | None:
    """Return the result of a drill that ends as soon as its goals are met, or None."""
    victory = state.scenario.file.victory
    if not victory.goals or victory.check != "phase":
        return None
    _record_goals(state)
    return _by_goals(state)


def at_turn_end(state: OcsState) -> Result | None:
    """Return the result if the game ends with this turn, or None."""
    victory = state.scenario.file.victory
    last = state.turn >= state.scenario.turns
    _record_goals(state)
    _record_early(state)
    if victory.sudden and all(is_met(state, goal) for goal in victory.sudden):
        title = victory.sudden_title or _victory_of(state, victory.winner)
        return Result(victory.winner, title, "; ".join(goal.says for goal in victory.sudden))
    if victory.goals and (last or victory.check != "end"):
        result = _by_goals(state)
        if result or not last:
            return result
        missed = [goal.says for number, goal in enumerate(victory.goals) if not achieved(state, number)]
        other = next(side for side in state.scenario.sides if side != victory.winner)
        return Result(other, _victory_of(state, other), f"not achieved: {'; '.join(missed)}")
    return _by_points(state) if last else None


def _by_goals(state: OcsState) -> Result | None:
    victory = state.scenario.file.victory
    if not all(achieved(state, number) for number in range(len(victory.goals))):
        return None
    return Result(victory.winner, _victory_of(state, victory.winner), "all goals are met")


def _victory_of(state: OcsState, side: str) -> str:
    return f"{state.scenario.titles[side]} victory"


def _by_points(state: OcsState) -> Result:
    """Return the degree of victory: the highest level that the net points reach."""
    victory = state.scenario.file.victory
    if not victory.points_for:
        return Result("", "Draw", "the last turn is over")
    net = points(state)
    reason = f"{net} points for {state.scenario.titles[victory.points_for]}"
    for level in sorted(victory.levels, key=lambda level: -level.at_least):
        if net >= level.at_least:
            return Result(level.winner, level.title, reason)
    return Result("", "Draw", reason)


def end_game(state: OcsState, result: Result) -> Event:
    """End the game with a result."""
    state.result = result
    return game_over(result)


def concede(state: OcsState, side: int) -> list[Event]:
    """End the game with a win for the opponent of the side that concedes."""
    scenario = state.scenario
    winner = scenario.sides[1 - side]
    loser = scenario.sides[side]
    reason = f"{scenario.titles[loser]} player concedes"
    state.result = Result(winner, _victory_of(state, winner), reason)
    return [conceded(loser, state.result)]


# -- goals -----------------------------------------------------------------------------------------


def achieved(state: OcsState, number: int) -> bool:
    """Return whether a goal of the scenario is met now or was met in time."""
    goal = state.scenario.file.victory.goals[number]
    if state.met >> number & 1:
        return True
    return (not goal.by_turn or state.turn <= goal.by_turn) and is_met(state, goal)


def _record_goals(state: OcsState) -> None:
    """Remember goals with a date once they are met."""
    for number, goal in enumerate(state.scenario.file.victory.goals):
        if goal.by_turn and achieved(state, number):
            state.met |= 1 << number


def _record_early(state: OcsState) -> None:
    """Note the turn at whose end a place of `victory.early` is first held [SR-8]."""
    scenario, victory = state.scenario, state.scenario.file.victory
    for number, line in enumerate(victory.early):
        held = controlled(state, scenario.side_index[victory.points_for])
        if not state.taken[number] and scenario.hexes((line.place,)) & held:
            state.taken[number] = state.turn


def side_of(scenario: OcsScenario, goal: Goal) -> int:
    """Return the side that has to meet a goal."""
    return scenario.side_index[goal.side or scenario.file.victory.winner]


def is_met(state: OcsState, goal: Goal) -> bool:
    """Return whether a goal is met now."""
    return GOAL_TESTS[goal.kind](state, goal)


def _enough(goal: Goal, found: int, all_: int) -> bool:
    return found >= (goal.count or max(all_, 1))


def units_of(scenario: OcsScenario, goal: Goal) -> CounterSet:
    """Return the units that a goal names."""
    return scenario.those(lambda c: bool({c.id, c.formation, *c.tags} & set(goal.units)))


def _hold(state: OcsState, goal: Goal) -> bool:
    """Return whether the side controls the hexes."""
    hexes = state.scenario.hexes(goal.hexes)
    return _enough(
        goal, (hexes & controlled(state, side_of(state.scenario, goal))).bit_count(), hexes.bit_count()
    )


def _reach(state: OcsState, goal: Goal) -> bool:
    """Return whether the units named, or any combat units of the side, are in the hexes."""
    scenario = state.scenario
    hexes = scenario.hexes(goal.hexes)
    named = units_of(scenario, goal) if goal.units else 0
    some = named or scenario.combat_units & scenario.of_side[side_of(scenario, goal)]
    there = sum(hexes >> state.at[c] & 1 for c in bits(on_map(state, some)))
    return _enough(goal, there, named.bit_count() if named else 1)


def _kill(state: OcsState, goal: Goal) -> bool:
    """Return whether the enemy units named are eliminated, or enough enemy steps are lost."""
    scenario = state.scenario
    if not goal.units:
        return _enough(goal, sum(steps_lost(state, 1 - side_of(scenario, goal))), 1)
    units = units_of(scenario, goal)
    dead = sum(state.at[c] in (DEAD, GONE) for c in bits(units))
    return _enough(goal, dead, units.bit_count())


def _keep(state: OcsState, goal: Goal) -> bool:
    """Return whether the units named are on the map."""
    units = units_of(state.scenario, goal)
    return _enough(goal, on_map(state, units).bit_count(), units.bit_count())


def _supplied(state: OcsState, goal: Goal) -> bool:
    """Return whether the units named, or else units in the hexes, are in trace supply."""
    scenario, side = state.scenario, side_of(state.scenario, goal)
    if goal.units:
        units = units_of(scenario, goal)
        traced = trace.in_trace(state, side) & on_map(state, units)
        return _enough(goal, traced.bit_count(), units.bit_count())
    hexes = scenario.hexes(goal.hexes)
    return _enough(goal, (hexes & trace.trace_hexes(state, side)).bit_count(), hexes.bit_count())


def _mode(state: OcsState, goal: Goal) -> bool:
    """Return whether the units named are in a mode."""
    units = units_of(state.scenario, goal)
    right = sum(mode_of(state, c) == goal.mode for c in bits(on_map(state, units)))
    return _enough(goal, right, units.bit_count())


def _stock(state: OcsState, goal: Goal) -> bool:
    """Return whether the side has enough tokens in the hexes, in dumps or on transports."""
    scenario = state.scenario
    own = scenario.of_side[side_of(scenario, goal)] & (scenario.dumps | scenario.transports)
    hexes = scenario.hexes(goal.hexes)
    held = sum(state.tokens[c] for h in bits(hexes) for c in bits(state.here.get(h, 0) & own))
    return _enough(goal, held, 1)


def _fortify(state: OcsState, goal: Goal) -> bool:
    """Return whether the side's hedgehogs in the hexes have enough levels."""
    scenario = state.scenario
    hogs = [hedgehog_at(state, h) for h in bits(scenario.hexes(goal.hexes))]
    side = side_of(scenario, goal)
    levels = sum(state.level[hog] for hog in hogs if hog != NO_COUNTER and scenario.side_of[hog] == side)
    return _enough(goal, levels, 1)


def _active(state: OcsState, goal: Goal) -> bool:
    """Return whether the air units named are Active, at bases in the hexes if any are named [14.1a]."""
    scenario = state.scenario
    units = units_of(scenario, goal)
    hexes = scenario.hexes(goal.hexes)
    there = [c for c in bits(units & state.active) if not hexes or hexes >> max(where(state, c), 0) & 1]
    return _enough(goal, len(there), units.bit_count())


def _grounded(state: OcsState, goal: Goal) -> bool:
    """Return whether the air units named are Inactive or eliminated [14.1a]."""
    units = units_of(state.scenario, goal)
    return _enough(goal, (units & ~state.active).bit_count(), units.bit_count())


def _bust(state: OcsState, goal: Goal) -> bool:
    """Return whether the side has Trainbusting markers in the hexes [14.8b]."""
    scenario = state.scenario
    hexes = scenario.hexes(goal.hexes)
    markers = state.busted[side_of(scenario, goal)]
    return _enough(goal, (hexes & markers).bit_count(), hexes.bit_count())


def _points(state: OcsState, goal: Goal) -> bool:
    """Return whether the net points are enough."""
    return points(state) >= goal.count


GOAL_TESTS = {
    "hold": _hold,
    "reach": _reach,
    "kill": _kill,
    "keep": _keep,
    "supplied": _supplied,
    "mode": _mode,
    "stock": _stock,
    "fortify": _fortify,
    "points": _points,
    "active": _active,
    "grounded": _grounded,
    "bust": _bust,
}
"""The test of each kind of goal."""


# -- points ----------------------------------------------------------------------------------------


def controlled(state: OcsState, side: int) -> HexSet:
    """Return the hexes a side controls: last entered by its combat units, or its own at the start."""
    land = state.scenario.ground
    return land & (state.second if side else ~state.second)


def town_points(state: OcsState) -> int:
    """Return the points for towns that the side scoring points controls."""
    scenario, victory = state.scenario, state.scenario.file.victory
    held = controlled(state, scenario.side_index[victory.points_for])
    return sum(value for name, value in victory.towns.items() if scenario.hexes((name,)) & held)


def points(state: OcsState) -> int:
    """Return the net points: for towns, early captures, steps of nations, and losses of both sides."""
    scenario, victory = state.scenario, state.scenario.file.victory
    if not victory.points_for:
        return 0
    own = scenario.side_index[victory.points_for]
    losses_ = loss_points(state, 1 - own) - loss_points(state, own)
    return town_points(state) + early_points(state) + step_points(state) + losses_


def early_points(state: OcsState) -> int:
    """Return the points for places taken early [SR-8]."""
    lines = zip(state.scenario.file.victory.early, state.taken, strict=True)
    return sum(line.points * max(line.before - turn, 0) for line, turn in lines if turn)


def step_points(state: OcsState) -> int:
    """Return the points for the steps of nations as if the game ended now, rounded down [SR-9]."""
    total = 0.0
    for line in state.scenario.file.victory.nation_steps:
        lost, away = nation_steps(state, line)
        total += line.lost * lost + line.away * away
    return math.floor(total)


def nation_steps(state: OcsState, line: NationSteps) -> tuple[int, int]:
    """Return the steps of a nation that are lost or left behind, and those that got away [SR-9].

    Reinforcements that are not there yet are neither.
    """
    scenario, eliminated = state.scenario, _eliminated(state)
    area = scenario.hexes(line.hexes)
    lost = away = 0
    units = scenario.those(lambda c: c.nation == line.nation) & scenario.combat_units
    for unit in bits(units & ~(scenario.pax | scenario.eq | scenario.breakdowns)):
        left, place = steps_left(state, unit), where(state, unit)
        if eliminated >> unit & 1 or (place >= 0 and area >> place & 1):
            lost += scenario.steps[unit]
        elif place not in (COMING, AWAY):
            away += left
            lost += state.lost[unit]
    return lost, away


def loss_points(state: OcsState, side: int) -> int:
    """Return the points a side's losses are worth to the enemy."""
    rate = state.scenario.file.victory.losses.get(state.scenario.sides[side])
    if rate is None:
        return 0
    mobile, steps = steps_lost(state, side)
    return sum(
        lost // each
        for lost, each in (
            (mobile, rate.mobile),
            (steps, rate.steps),
            (mobile + steps, rate.all_steps),
            (ships_lost(state, side), rate.ships),
            (state.craft_lost[side], rate.craft),
        )
        if each
    )


def ships_lost(state: OcsState, side: int) -> int:
    """Return the number of a side's ships that were sunk."""
    ships = state.scenario.ships & state.scenario.of_side[side] & ~_withdrawn(state.scenario)
    return sum(state.at[c] in (DEAD, GONE) for c in bits(ships))


def steps_lost(state: OcsState, side: int) -> tuple[int, int]:
    """Return a side's losses in play: armor and mech units, and steps of other units.

    Losses before the game, steps that are on the map as Breakdowns, and replacements do not count.
    """
    scenario, printed = state.scenario, state.scenario.steps
    mobile = steps = 0
    before, eliminated = _losses_given(scenario), _eliminated(state)
    for unit in bits(_countable(scenario, side)):
        dead = eliminated >> unit & 1
        if printed[unit] == 1 and scenario.counters[unit].category != "other":
            mobile += dead
        elif dead or state.lost[unit]:
            now = printed[unit] if dead else state.lost[unit]
            steps += max(now - before.get(unit, 0), 0)
    out = on_map(state, scenario.breakdowns & scenario.of_side[side]).bit_count()
    return mobile, max(steps - out, 0)


def units_lost(state: OcsState, side: int) -> int:
    """Return the number of a side's eliminated combat units, without replacements and Breakdowns."""
    return (_eliminated(state) & _countable(state.scenario, side)).bit_count()


def _countable(scenario: OcsScenario, side: int) -> CounterSet:
    uncounted = scenario.pax | scenario.eq | scenario.breakdowns
    return scenario.of_side[side] & scenario.combat_units & ~uncounted


def _eliminated(state: OcsState) -> CounterSet:
    """Return the counters in the Dead Pile, or out of the game without having been withdrawn."""
    found: CounterSet | None = state.cache.get("eliminated")
    if found is None:
        lost = mask_of(c for c, place in enumerate(state.at) if place in (DEAD, GONE))
        left = mask_of(c for c in bits(lost & _withdrawn(state.scenario)) if state.at[c] == GONE)
        found = state.cache["eliminated"] = lost & ~left
    return found


@lru_cache(maxsize=32)
def _losses_given(scenario: OcsScenario) -> dict[int, int]:
    """Return the steps that units lost before the game."""
    parts: list[Placed | Arrival] = [*scenario.file.setup, *scenario.file.arrival]
    return {scenario.counter(id_): part.lost for part in parts for id_ in part.units}


@lru_cache(maxsize=32)
def _withdrawn(scenario: OcsScenario) -> CounterSet:
    return sum(1 << scenario.counter(id_) for line in scenario.file.withdrawal for id_ in line.units)


# -- standings -------------------------------------------------------------------------------------


PUBLIC_GOALS = ("hold", "fortify", "bust")
"""Goals that both players can see are met or not; the others only their own side knows."""
SECRET_GOALS = ("kill", "points", "grounded")
"""Goals that depend on what the enemy may hide."""


def standings(state: OcsState, viewer: str) -> Iterator[Standing]:
    """Yield goals or points as a side may know them.

    Until the game is over only points for towns are shown, since losses are secret.
    """
    scenario, victory = state.scenario, state.scenario.file.victory
    for number, goal in enumerate(victory.goals):
        side = scenario.sides[side_of(scenario, goal)]
        met = achieved(state, number) if _knows(state, goal, viewer) else None
        yield Standing(kind="goal", label=goal.says, side=side, met=met)
    side = victory.points_for
    if side and state.result is not None:
        yield Standing(kind="points", label=f"{scenario.titles[side]} points", side=side, value=points(state))
    if side:
        label = f"{scenario.titles[side]} town points"
        yield Standing(kind="fact", label=label, side=side, value=town_points(state))
        yield from _early_standings(state)
        yield from _step_standings(state, viewer)
        for line in scenario.file.resolve:
            name = f"{line.nation.capitalize()} resolve"
            yield Standing(kind="fact", label=name, value=resolve.level(state, line))


def _early_standings(state: OcsState) -> Iterator[Standing]:
    """Yield the places that are worth more the earlier they are taken, as goals [SR-8]."""
    scenario, victory = state.scenario, state.scenario.file.victory
    for line, turn in zip(victory.early, state.taken, strict=True):
        label = f"{line.place}: {plural(line.points, 'point')} for each turn before turn {line.before}"
        hexes = tuple(scenario.label(hex_) for hex_ in bits(scenario.hexes((line.place,))))
        if turn:
            value = line.points * max(line.before - turn, 0)
            yield Standing(
                kind="goal",
                label=label,
                side=victory.points_for,
                met=True,
                value=value,
                turn=turn,
                hexes=hexes,
            )
        else:
            yield Standing(kind="goal", label=label, side=victory.points_for, met=False, hexes=hexes)


def _step_standings(state: OcsState, viewer: str) -> Iterator[Standing]:
    """Yield the steps of nations that are worth points, to their own side until the game is over [SR-9]."""
    scenario = state.scenario
    for line in scenario.file.victory.nation_steps:
        owner = next((c.side for c in scenario.counters if c.nation == line.nation), "")
        if state.result is None and viewer != owner:
            continue
        lost, away = nation_steps(state, line)
        nation = line.nation.capitalize()
        yield Standing(kind="fact", label=f"{nation} steps lost or left behind", side=owner, value=lost)
        yield Standing(kind="fact", label=f"{nation} steps away", side=owner, value=away)


def losses(state: OcsState, hidden: Container[int]) -> tuple[Losses, ...]:
    """Return the eliminated units of both sides, and lost steps of sides that are not `hidden` [4.9a]."""
    return tuple(
        Losses(name, units_lost(state, side), None if side in hidden else sum(steps_lost(state, side)))
        for side, name in enumerate(state.scenario.sides)
    )


def _knows(state: OcsState, goal: Goal, viewer: str) -> bool:
    """Return whether a side knows if a goal is met; steps the enemy lost are secret [4.9a]."""
    if state.result is not None or goal.kind in PUBLIC_GOALS:
        return True
    own = state.scenario.sides[side_of(state.scenario, goal)] == viewer
    return own and (goal.kind not in SECRET_GOALS or (goal.kind == "kill" and bool(goal.units)))
