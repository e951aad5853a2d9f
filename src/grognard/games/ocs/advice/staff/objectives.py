"""What a side must hold and could take: its objectives, the danger to them, and the enemy's empty ones."""

from __future__ import annotations

from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.advice.danger import Aim, Danger, Menace
from grognard.games.kit.states import on_map
from grognard.games.ocs.advice.staff.situation import Situation, distances
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.turn import victory


def vital(scenario: OcsScenario, side: int) -> HexSet:
    """Return the hexes that a side must hold to win: all that its own goals name."""
    found: HexSet = 0
    for goal in scenario.file.victory.goals:
        if goal.kind == "hold" and not goal.count and victory.side_of(scenario, goal) == side:
            found |= scenario.hexes(goal.hexes)
    return found


def danger(situation: Situation) -> Danger:
    """Return the danger to the objectives of a side from enemies within a march, past our own units."""
    state, scenario = situation.state, situation.scenario
    hexes = mask_of(situation.guarded)
    foes = scenario.of_side[1 - situation.side] & scenario.combat_units & ~(scenario.hqs | scenario.guns)
    near = [(hex_, distances(scenario, 1 << hex_)) for hex_ in situation.guarded]
    menaces = []
    for unit in bits(on_map(state, foes)):
        at = state.at[unit]
        enters = mask_of(hex_ for hex_, far in near if far[at] <= situation.numbers.march)
        if enters:
            menaces.append(Menace(round(situation.worth(unit)), enters))
    aim = Aim(len(situation.guarded), hexes, vital(scenario, situation.side) & hexes)
    return Danger((aim,), hexes, menaces, 0)


def guarded(situation: Situation) -> list[tuple[Hex, float]]:
    """Return the objectives that need a garrison with its strength, the most valuable first."""
    state, intention = situation.state, situation.intention
    if intention.guards == "none" or state.turn <= situation.scenario.turns - intention.watch:
        return []
    threat = danger(situation)
    hexes = threat.to_guard(intention.guards, situation.own)
    hexes.sort(key=lambda hex_: (-situation.guarded[hex_], hex_))
    least, share = situation.numbers.guard, situation.numbers.enough if intention.strong else 0.0
    return [(hex_, max(least, share * threat.force.get(hex_, 0))) for hex_ in hexes]


def open_targets(situation: Situation) -> list[Hex]:
    """Return the enemy's objectives without an enemy unit, the most valuable first."""
    state = situation.state
    found = [h for h in situation.targets if not units_at(state, h, 1 - situation.side)]
    return sorted(found, key=lambda hex_: (-situation.targets[hex_], hex_))


def exposed(state: OcsState, side: str) -> HexSet:
    """Return a side's empty objectives that it must have and the enemy could enter in its next turn."""
    situation = Situation(state, state.scenario.side_index[side])
    return danger(situation).exposed(situation.own)
