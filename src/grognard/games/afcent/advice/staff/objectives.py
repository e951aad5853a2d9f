"""What a side must hold and could take: aims, the danger to them, and the enemy's empty cities."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.advice.staff.map_facts import FAR, Field, spread_of
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState, controlled, empty, factor_of, on_map
from grognard.games.afcent.movement.active_stack import allowance
from grognard.games.afcent.movement.step_costs import ways
from grognard.games.kit.advice.danger import Aim, Danger, Menace


def aims(picture: Picture) -> tuple[Aim, ...]:
    """Return the cities that a side needs: those of the likeliest objective, if it has any [12.5.2]."""
    number = max(range(len(picture.weights)), key=lambda n: picture.weights[n])
    prospect = picture.atlas.prospects[number]
    if prospect.leaves:
        return ()
    hexes = mask_of(prospect.hexes)
    needed = prospect.need if picture.side == PACT else len(prospect.hexes) - prospect.need + 2
    return (Aim(needed, hexes),)


@lru_cache(maxsize=256)
def _distances(scenario: AfcentScenario, goal: Hex, side: int) -> Field:
    """Return the distance of every hex from a city on the empty map."""
    return spread_of(scenario.grid, ways(empty(scenario), side, False), 1 << goal, 0, 0, 0, 0)


def danger(picture: Picture) -> Danger:
    """Return the danger to the cities of a side from enemies within some marches."""
    state, scenario, foe = picture.state, picture.scenario, picture.foe
    wanted, own = aims(picture), controlled(state, picture.side)
    goals = bits(mask_of(h for aim in wanted for h in bits(aim.hexes)) & own)
    far = [(1 << goal, _distances(scenario, goal, foe)) for goal in goals]
    menaces = []
    for c in bits(on_map(state, scenario.units_of[foe] & ~scenario.defence_only)) if far else ():
        budget = picture.numbers.marches * allowance(state, c)
        enters = sum(bit for bit, field in far if field[state.at[c]] <= min(budget, FAR - 1))
        if enters:
            menaces.append(Menace(factor_of(state, c), enters))
    return Danger(wanted, own, menaces, 0)


def guarded(picture: Picture) -> list[tuple[Hex, float]]:
    """Return the cities that need a garrison with its factors, the most important first.

    Any unit will do unless the intention asks for strong garrisons.
    """
    state, intention = picture.state, picture.intention
    late = state.turn > state.scenario.turns - intention.watch
    over = picture.side == NATO and state.turn == state.scenario.turns
    if intention.guards == "none" or not late or over:
        return []
    threat = danger(picture)
    share = picture.numbers.garrison if intention.strong else 0.0
    hexes = threat.to_guard(intention.guards, state.held[picture.side])
    return [(hex_, share * threat.force.get(hex_, 0)) for hex_ in hexes]


def last_guards(picture: Picture) -> dict[int, Hex]:
    """Return the weakest unit of each guarded city, which stays when others leave, with its hex."""
    state, found = picture.state, dict[int, Hex]()
    for hex_, _ in guarded(picture):
        there = bits(state.here.get(hex_, 0) & ~state.scenario.defence_only)
        if there:
            found[min(there, key=lambda c: (factor_of(state, c), c))] = hex_
    return found


def lone_guards(picture: Picture) -> dict[int, Hex]:
    """Return the units that hold a guarded city alone, with its hex."""
    state = picture.state
    mobile = ~state.scenario.defence_only
    return {c: hex_ for c, hex_ in last_guards(picture).items() if state.here[hex_] & mobile == 1 << c}


def open_targets(picture: Picture) -> list[Hex]:
    """Return the enemy's empty cities of the aim, the most valuable first."""
    state = picture.state
    found = controlled(state, picture.foe) & ~state.held[picture.foe]
    hexes = [h for aim in aims(picture) for h in bits(aim.hexes & found)]
    return sorted(hexes, key=lambda hex_: (-picture.worth.get(hex_, 0.0), hex_))


def exposed(state: AfcentState, side: str) -> HexSet:
    """Return a side's empty cities that it must have and the enemy could enter in its next turn."""
    picture = Picture(state, state.scenario.side_index[side])
    return danger(picture).exposed(state.held[picture.side])
