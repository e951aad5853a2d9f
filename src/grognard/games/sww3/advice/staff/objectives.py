"""What a side must hold and could take: aims, the danger to them, garrisons and raids."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import flood_waves, path_in_waves
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.advice.danger import Aim, Danger, Menace
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.model.scenario import SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, empty, on_map
from grognard.games.sww3.movement.movement_limits import allowance, limit
from grognard.games.sww3.movement.reach import cheapest_path, march, reached_by
from grognard.games.sww3.movement.step_costs import ways
from grognard.games.sww3.turn import victory

FARTHEST = 60
"""MP that no unit can move in two turns."""


@lru_cache(maxsize=64)
def aims(scenario: Sww3Scenario, side: int) -> tuple[Aim, ...]:
    """Return what a side needs: the Soviets every aim of the scenario, the Allies to deny one [4.3, 4.4]."""
    found = []
    for need in scenario.file.victory:
        hexes = victory.wanted(scenario, need)
        count = hexes.bit_count()
        if side == SOVIET:
            found.append(Aim(need.count, hexes, hexes if need.count == count else 0))
        else:
            found.append(Aim(count - need.count + 1, hexes))
    if not found and side == SOVIET:
        for theatre in scenario.theatres:
            vital = theatre.charts["victory"].get("must_control")
            if vital:
                spot = 1 << theatre.board.places[vital].hex
                found.append(Aim(1, spot, spot))
    return tuple(found)


@lru_cache(maxsize=512)
def _distances(scenario: Sww3Scenario, goal: Hex, side: int) -> dict[Hex, int]:
    """Return the distance of the hexes around an objective on the empty map, in 1/scale MP."""
    number = scenario.theatre_at(goal)
    budget = FARTHEST * scenario.theatres[number].scale
    waves = flood_waves(scenario.grid, goal, budget, ways(empty(scenario), number, side, False))
    return {hex_: spent for spent, wave in enumerate(waves) for hex_ in bits(wave)}


def danger(situation: Situation, marches: float = 1.0) -> Danger:
    """Return the danger to the aims of a side from enemies within some marches."""
    state, scenario, foe = situation.state, situation.scenario, situation.foe
    wanted = aims(scenario, situation.side)
    goals = bits(sum({aim.hexes for aim in wanted}) & situation.own & situation.here) if wanted else ()
    far = [(1 << goal, _distances(scenario, goal, foe)) for goal in goals]
    menaces = []
    for c in bits(on_map(state, scenario.units_of[foe])) if far else ():
        at = state.at[c]
        if scenario.static >> c & 1 or state.neutral >> at & 1:
            continue
        budget = marches * allowance(state, c, False)
        enters = sum(bit for bit, field in far if field.get(at, FARTHEST * 99) <= budget)
        if enters:
            menaces.append(Menace(situation.attack(c), enters & limit(state, c)))
    landings = mask_of(goals) if situation.from_above else 0
    return Danger(wanted, situation.own & situation.here, menaces, landings)


def exposed(state: Sww3State, side: str) -> HexSet:
    """Return a side's empty objectives that it must have and the enemy could enter in its next turn."""
    situation = Situation(state, state.scenario.side_index[side])
    return danger(situation).exposed(state.held[situation.side])


def open_targets(situation: Situation) -> list[Hex]:
    """Return the enemy's empty objectives, the most valuable first."""
    state = situation.state
    empty_ = ~(situation.own | state.held[situation.foe] | state.neutral)
    found = [hex_ for hex_ in situation.worth if empty_ >> hex_ & 1]
    return sorted(found, key=lambda hex_: (-situation.worth[hex_], hex_))


def tour(state: Sww3State, c: int, first: Hex, others: HexSet) -> list[Hex]:
    """Return a unit's path to an objective and on through others while its MP last."""
    path = list(cheapest_path(state, (c,), first, False))
    spent = next(cost for cost, wave in enumerate(reached_by(state, (c,), False)) if wave >> first & 1)
    way = march(state, (c,))
    others &= ~mask_of(path)
    while others:
        left = way.budget - spent
        waves = flood_waves(
            state.scenario.grid, path[-1], left, way.ways, closed=way.closed, gates=(), **way.zoc_costs
        )
        step = next((cost for cost, wave in enumerate(waves) if cost and wave & others), None)
        if step is None:
            break
        goal = bits(waves[step] & others)[0]
        path += path_in_waves(state.scenario.grid, waves, way.ways, goal, gates=(), **way.zoc_costs)[1:]
        spent += step
        others &= ~mask_of(path)
    return path
