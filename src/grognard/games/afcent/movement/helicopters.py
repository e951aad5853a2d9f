"""Cases 10.6, 7.4 and 6.3: heliborne units fly over all but enemy aircraft and EW markers, at a risk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of
from grognard.core.hexes.trace import trace
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, controlled, eliminate, on_map, zone
from grognard.games.afcent.movement.active_stack import arrive, captured, take_up
from grognard.games.afcent.movement.move_legality import check_movers, written
from grognard.games.afcent.movement.reach import jammed
from grognard.games.afcent.movement.stacking import shut, why_not
from grognard.games.afcent.movement.step_costs import ground
from grognard.games.kit.states import changed

# -- where -------------------------------------------------------------------------------------------


def flyable(state: AfcentState, side: int) -> CounterSet:
    """Heliborne units that may still fly in this phase; zones never hold them [8.1-heli, 6.3-heli-two]."""
    units = state.scenario.heliborne & state.scenario.units_of[side] & ~(state.stopped | state.landed)
    return on_map(state, units) if units else 0


def airspace(state: AfcentState, side: int) -> HexSet:
    """The hexes that may be flown through: not enemy air range, nor hexes with EW markers [10.6-barred]."""
    marked = jammed(state, PACT, 1) | jammed(state, NATO, 1)
    return state.scenario.land & ~(enemy_air(state, side) | marked)


def dangers(state: AfcentState, side: int) -> HexSet:
    """The hexes over which units are shot at: enemy units and their zones [10.6.1-when.a]."""
    return zone(state, 1 - side) | state.held[1 - side]


def endurance(state: AfcentState, units: Sequence[int]) -> int | None:
    """How many hexes units may fly together; None for as many as they like [10.6-unlimited, 6.3-heli-one]."""
    return min((state.flying[unit] for unit in units if state.ew[unit]), default=None)


def landings(state: AfcentState, units: tuple[int, ...]) -> HexSet:
    """Where units of one hex may fly to together [10.6-over, 7.4-nation]."""
    start, side = state.at[units[0]], state.scenario.side_of[units[0]]
    reached = trace(state.scenario.grid, 1 << start, airspace(state, side), endurance(state, units))
    return reached & _ground_for(state, units) & ~(1 << start)


def _ground_for(state: AfcentState, units: tuple[int, ...]) -> HexSet:
    """Where units may stand: on dry ground, not with enemies, nor with those they cannot stack with.

    NATO's numbers are counted at the end of the phase, but nations never mix [7.1-nato, 7.4-nation].
    """
    scenario = state.scenario
    dry = 0
    for hexes in ground(scenario).open:
        dry |= hexes
    closed = shut(state, units)
    if scenario.side_of[units[0]] == NATO:
        own = scenario.nation[units[0]]
        for hex_ in bits(state.held[NATO]):
            if any(scenario.nation[c] != own for c in bits(state.here[hex_] & ~scenario.garrisons)):
                closed |= 1 << hex_
    return dry & ~closed


def must_roll(state: AfcentState, units: Sequence[int]) -> bool:
    """Whether EW markers make units roll for how far they can fly before they set out [6.3-heli-one]."""
    return any(state.ew[unit] and not state.flying[unit] for unit in units)


def flight_path(state: AfcentState, units: tuple[int, ...], goal: Hex) -> list[Hex]:
    """The way to a hex with the fewest rolls for attrition, and of those the shortest; always the same."""
    grid, start, side = state.scenario.grid, state.at[units[0]], state.scenario.side_of[units[0]]
    open_, risky = airspace(state, side), dangers(state, side)
    calm, risky = open_ & ~risky, open_ & risky
    limit = endurance(state, units)
    steps = grid.size if limit is None else limit
    by_rolls: list[list[HexSet]] = []
    """For each number of rolls and of steps the hexes that can be reached with at most so many."""
    while not (by_rolls and by_rolls[-1][-1] >> goal & 1):
        before = by_rolls[-1] if by_rolls else [0]
        row = [1 << start]
        while len(row) <= steps:
            dared = grid.spread(before[min(len(row), len(before)) - 1]) & risky
            row.append(row[-1] | grid.spread(row[-1]) & calm | dared)
            if row[-1] >> goal & 1 or (row[-1] == row[-2] and len(row) > len(before)):
                break
        by_rolls.append(row)
    rolls, path = len(by_rolls) - 1, [goal]
    spent = next(count for count, hexes in enumerate(by_rolls[rolls]) if hexes >> goal & 1)
    while spent:
        rolls, spent = rolls - (risky >> path[-1] & 1), spent - 1
        row = by_rolls[rolls]
        known = row[min(spent, len(row) - 1)]
        path.append(next(n for n in grid.neighbours[path[-1]] if n != OFF and known >> n & 1))
    path.reverse()
    return path


# -- orders ------------------------------------------------------------------------------------------


def check_fly(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Whether heliborne units may fly somewhere, or must first roll for how far [10.6, 6.3]."""
    scenario = state.scenario
    if not order.units or order.target or order.words:
        return Illegal("notation", f"say who flies where, as in: {scenario.game.verbs['fly'].example}")
    units = tuple(scenario.index[id_] for id_ in order.units)
    refusal = check_movers(state, side, units, flying=True)
    if refusal:
        return refusal
    id_ = order.units[0]
    if must_roll(state, units):
        if order.path:
            return Illegal(
                "6.3-heli-one", f"{id_} has an EW marker on it: roll first how far it flies, fly {id_}"
            )
        return None
    if not order.path:
        return Illegal("10.6-path", f"say where {id_} flies to")
    return _check_flight(state, side, units, written(state, units, order))


def _check_flight(state: AfcentState, side: int, units: tuple[int, ...], path: list[Hex]) -> Illegal | None:
    """Whether a flight may end where it does, and go the way it does when that is spelled out."""
    scenario, label, goal = state.scenario, state.scenario.grid.label, path[-1]
    if goal == path[0]:
        return Illegal("10.6-path", f"{scenario.counters[units[0]].id} is already in {label(goal)}")
    if state.held[1 - side] >> goal & 1:
        return Illegal("10.6-over", f"{label(goal)} holds an enemy unit; nobody lands there")
    if not _ground_for(state, units) >> goal & 1:
        crowd = why_not(state, mask_of(units), goal)
        if crowd:
            return Illegal("7.4-nation" if side == NATO else crowd.rule, crowd.reason)
        return Illegal("2.1-partial", f"nobody can land in {label(goal)}")
    if len(path) == 2:
        if not landings(state, units) >> goal & 1:
            refusal = _check_airspace(state, side, goal)
            return refusal or Illegal("10.6-barred", f"no way through the air leads to {label(goal)}")
        return None
    far = endurance(state, units)
    if far is not None and len(path) - 1 > far:
        return Illegal("6.3-heli-one", f"that is {len(path) - 1} hexes, and {far} can be flown")
    for from_, to in pairwise(path):
        if to not in scenario.grid.adjacent[from_]:
            return Illegal("10.6-path", f"{label(to)} is not next to {label(from_)}")
        refusal = _check_airspace(state, side, to)
        if refusal:
            return refusal
    return None


def _check_airspace(state: AfcentState, side: int, hex_: Hex) -> Illegal | None:
    """Whether a hex may be flown through [10.6-barred]."""
    if airspace(state, side) >> hex_ & 1:
        return None
    label = state.scenario.grid.label(hex_)
    if enemy_air(state, side) >> hex_ & 1:
        return Illegal("5.3-nocolumn", f"{label} is in range of enemy airpower")
    if state.scenario.land >> hex_ & 1:
        return Illegal("6.3-enter", f"{label} has an EW marker")
    return Illegal("2.1-partial", f"{label} is not in play")


def flight(state: AfcentState, order: Order) -> list[Hex]:
    """The path of a legal flight: as written hex by hex, or else the safest."""
    units = tuple(state.scenario.index[id_] for id_ in order.units)
    path = written(state, units, order)
    return path if len(path) > 2 else flight_path(state, units, path[-1])


# -- attrition ---------------------------------------------------------------------------------------


def modifiers(state: AfcentState, side: int, path: Sequence[Hex], place: int) -> list[tuple[str, int]] | None:
    """What is added to the roll in a hex of a flight; None where nobody rolls [10.6.1-drm, R-NUR-51]."""
    hex_, chart = path[place], state.scenario.charts["heliborne_attrition"]
    shot_at = dangers(state, side) >> hex_ & 1
    in_city = place == len(path) - 1 and state.scenario.cities >> hex_ & 1
    if not (shot_at or in_city):
        return None
    found = []
    if state.sky == 1 - side:
        found.append(("enemy air superiority", chart["enemy_air_superiority"]))
    if shot_at:
        found.append(("enemy unit or zone", chart["enemy_unit_or_zoc"]))
    if in_city:
        found.append(("landing in a city", chart["landing_in_city"]))
    return found


def apply_fly(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Roll for endurance, or fly and land; those hit on the way are lost [10.6, 10.6.1, 6.3-heli-one]."""
    units = tuple(state.scenario.index[id_] for id_ in order.units)
    if not order.path:
        return _roll_endurance(state, units, dice)
    scenario, path = state.scenario, flight(state, order)
    side, labels = scenario.side_of[units[0]], scenario.grid.labels
    name = scenario.sides[side]
    hexes = tuple(labels[hex_] for hex_ in path)
    events = [Event("flew", "{units} flies {hexes}", side=name, units=order.units, hexes=hexes)]
    take_up(state, units[0])
    state.moving |= mask_of(units)
    state.stopped |= mask_of(units)  # one flight a phase [R-NUR-51]
    flying = list(units)
    for place in range(1, len(path)):
        more = modifiers(state, side, path, place)
        for unit in tuple(flying) if more is not None else ():
            hit, event = _shot_at(state, unit, path[place], sum(drm for _, drm in more or ()), dice)
            events.append(event)
            if hit:
                flying.remove(unit)
    eliminate(state, mask_of(units) & ~mask_of(flying))
    if flying:
        taken = scenario.cities & controlled(state, 1 - side) & 1 << path[-1]
        arrive(state, flying, path[-1])
        events += captured(state, side, taken)
    changed(state)
    return events


def _roll_endurance(state: AfcentState, units: Sequence[int], dice: Roller) -> list[Event]:
    """Two dice say how far a unit under an EW marker flies [6.3-heli-one]."""
    scenario, events = state.scenario, []
    for unit in units:
        if not must_roll(state, (unit,)):
            continue
        count = scenario.charts["ew"]["heliborne_one_marker_dice"]
        rolls = tuple(dice.roll(f"{scenario.called[unit]} endurance") for _ in range(count))
        state.flying[unit] = sum(rolls)
        says, name = "{units} can fly {note} hexes (dice {dice})", scenario.sides[scenario.side_of[unit]]
        note, rule = str(sum(rolls)), "6.3-heli-one"
        events.append(
            Event(
                "endurance",
                says,
                side=name,
                units=scenario.names[unit],
                dice=rolls,
                note=note,
                rule=rule,
                final=True,
            )
        )
    changed(state)
    return events


def _shot_at(state: AfcentState, unit: int, hex_: Hex, drm: int, dice: Roller) -> tuple[bool, Event]:
    """One unit's roll in one hex: whether it is lost [10.6.1-a, 10.6.1-b, 10.6.1-each]."""
    scenario = state.scenario
    roll = dice.roll(f"{scenario.called[unit]} attrition")
    hit = roll + drm >= scenario.charts["heliborne_attrition"]["eliminated_from"]
    says = "{units} is shot down over {hex}: {dice}" if hit else "{units} gets through {hex}: {dice}"
    event = Event(
        "flak",
        f"{says} + {drm}" if drm else says,
        side=scenario.sides[scenario.side_of[unit]],
        units=scenario.names[unit],
        hexes=(scenario.grid.label(hex_),),
        dice=(roll,),
        rule="10.6.1-a" if hit else "10.6.1-b",
        final=True,
    )
    return hit, event


def explain_fly(state: AfcentState, order: Order) -> Explanation:
    """The rolls on a flight, and the chances of a unit to get through [10.6.1]."""
    scenario = state.scenario
    if not order.path:
        return Explanation(str(order), (), "two dice say how many hexes it can fly")
    side, path = scenario.side_of[scenario.index[order.units[0]]], flight(state, order)
    lost_on, lines, through = scenario.charts["heliborne_attrition"]["eliminated_from"], [], 1.0
    for place in range(1, len(path)):
        more = modifiers(state, side, path, place)
        if more is None:
            continue
        drm = sum(value for _, value in more)
        safe = min(max(lost_on - 1 - drm, 0), FACES) / FACES
        through *= safe
        what = ", ".join(label for label, _ in more)
        lines.append(Line(f"{scenario.grid.label(path[place])}: {what}", f"{drm:+d}", "10.6.1-drm"))
    chances = (
        Outcome("lands", through, "gets through" if lines else "nobody shoots"),
        Outcome("lost", 1 - through, "is eliminated on the way"),
    )
    return Explanation(str(order), tuple(lines), f"{len(path) - 1} hexes, {len(lines)} rolls", chances)


FACES = 6
"""Of the die for attrition."""
