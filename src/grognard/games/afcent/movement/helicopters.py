"""Cases 10.6, 7.4 and 6.3: flights of heliborne units and their attrition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed, keep
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of, union
from grognard.core.hexes.trace import trace
from grognard.games.afcent.events import Flew, FlightAttrition, FlightRangeRolled
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState, controlled, eliminate, on_map, zone
from grognard.games.afcent.movement.active_stack import activate_stack, arrive, captured
from grognard.games.afcent.movement.move_legality import check_movers, written
from grognard.games.afcent.movement.reach import jammed
from grognard.games.afcent.movement.stacking import closed_hexes, stacking_refusal
from grognard.games.afcent.movement.step_costs import ground

# -- where to --------------------------------------------------------------------------------------


def flyable(state: AfcentState, side: int) -> CounterSet:
    """Return the heliborne units that can still fly; ZOCs do not matter [8.1-heli, 6.3-heli-two]."""
    units = state.scenario.heliborne & state.scenario.units_of[side] & ~(state.stopped | state.landed)
    return on_map(state, units) if units else 0


def airspace(state: AfcentState, side: int) -> HexSet:
    """Return the hexes open to flights: outside enemy air range and without EW markers [10.6-barred]."""
    found: HexSet | None = state.cache.get(("airspace", side))
    if found is None:
        marked = jammed(state, PACT, 1) | jammed(state, NATO, 1)
        found = state.cache["airspace", side] = state.scenario.land & ~(enemy_air(state, side) | marked)
    return found


def attrition_hexes(state: AfcentState, side: int) -> HexSet:
    """Return the hexes in which units roll for attrition: enemy units and their ZOCs [10.6.1-when.a]."""
    return zone(state, 1 - side) | state.held[1 - side]


def flight_limit(state: AfcentState, units: Sequence[int]) -> int | None:
    """Return the maximum length of a flight, or None if unlimited [10.6-unlimited, 6.3-heli-one]."""
    return min((state.flying[unit] for unit in units if state.ew[unit]), default=None)


def landings(state: AfcentState, units: tuple[int, ...]) -> HexSet:
    """Return where units of one hex can fly together [10.6-over, 7.4-nation]."""
    return _flown_to(state, units) & _ground_for(state, units) & ~(1 << state.at[units[0]])


def can_fly(state: AfcentState, unit: int) -> bool:
    """Return whether a unit can land somewhere, or must roll for its range first."""
    units = (unit,)
    if must_roll(state, units):
        return True
    empty = _dry(state.scenario) & ~(state.held[PACT] | state.held[NATO])
    return bool(_flown_to(state, units) & empty or landings(state, units))


def _flown_to(state: AfcentState, units: tuple[int, ...]) -> HexSet:
    """Return the hexes that units of one hex can fly to, whether or not they can land there."""
    grid, start = state.scenario.grid, state.at[units[0]]
    open_, limit = airspace(state, state.scenario.side_of[units[0]]), flight_limit(state, units)
    return keep(
        state, ("flown to", units[0]), (start, open_, limit), lambda: trace(grid, 1 << start, open_, limit)
    )


@lru_cache(maxsize=16)
def _dry(scenario: AfcentScenario) -> HexSet:
    """Return the hexes without lakes."""
    return union(ground(scenario).open)


def _ground_for(state: AfcentState, units: tuple[int, ...]) -> HexSet:
    """Return the hexes in which units can land: no lakes, no enemies, no units they cannot stack with.

    NATO stacking limits apply at the end of the phase, but nations never mix [7.1-nato, 7.4-nation].
    """
    scenario = state.scenario
    closed = closed_hexes(state, units)
    if scenario.side_of[units[0]] == NATO:
        own = scenario.nation[units[0]]
        for hex_ in bits(state.held[NATO]):
            if any(scenario.nation[c] != own for c in bits(state.here[hex_] & ~scenario.garrisons)):
                closed |= 1 << hex_
    return _dry(scenario) & ~closed


def must_roll(state: AfcentState, units: Sequence[int]) -> bool:
    """Return whether units under EW markers must first roll for how far they can fly [6.3-heli-one]."""
    return any(state.ew[unit] and not state.flying[unit] for unit in units)


def flight_path(state: AfcentState, units: tuple[int, ...], goal: Hex) -> list[Hex]:
    """Return the path with the fewest attrition rolls, then the shortest; deterministic."""
    grid, start, side = state.scenario.grid, state.at[units[0]], state.scenario.side_of[units[0]]
    open_, risky = airspace(state, side), attrition_hexes(state, side)
    calm, risky = open_ & ~risky, open_ & risky
    limit = flight_limit(state, units)
    steps = grid.size if limit is None else limit
    by_rolls: list[list[HexSet]] = []
    """By number of rolls, then of steps: the hexes that can be reached."""
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


# -- orders ----------------------------------------------------------------------------------------


def check_fly(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Return why heliborne units cannot fly as ordered [10.6, 6.3]."""
    scenario = state.scenario
    if not order.units or order.target or order.words:
        return Illegal(
            "notation", "name the units and the hex: {example}", example=scenario.game.verbs["fly"].example
        )
    units = tuple(scenario.index[id_] for id_ in order.units)
    refusal = check_movers(state, side, units, flying=True)
    if refusal:
        return refusal
    id_ = order.units[0]
    if must_roll(state, units):
        if order.path:
            return Illegal("6.3-heli-one", "{unit} is jammed; roll for its range first: fly {unit}", unit=id_)
        return None
    if not order.path:
        return Illegal("10.6-path", "name the hex where {unit} lands", unit=id_)
    return _check_flight(state, side, units, written(state, units, order))


def _check_flight(state: AfcentState, side: int, units: tuple[int, ...], path: list[Hex]) -> Illegal | None:
    """Return why a flight cannot land there, or cannot follow its path if that is given."""
    scenario, label, goal = state.scenario, state.scenario.grid.label, path[-1]
    if goal == path[0]:
        return Illegal(
            "10.6-path", "{unit} is already in {hex}", unit=scenario.counter_ids[units[0]], hex=label(goal)
        )
    if state.held[1 - side] >> goal & 1:
        return Illegal("10.6-over", "{hex} is enemy-occupied; units cannot land there", hex=label(goal))
    if not _ground_for(state, units) >> goal & 1:
        crowd = stacking_refusal(state, mask_of(units), goal)
        if crowd:
            rule = "7.4-nation" if side == NATO else crowd.rule
            return Illegal(rule, crowd.text.template, **crowd.text.arguments)
        return Illegal("2.1-partial", "units cannot land in {hex}", hex=label(goal))
    if len(path) == 2:
        if not landings(state, units) >> goal & 1:
            refusal = check_airspace(state, side, goal)
            return refusal or Illegal("10.6-barred", "there is no flight path to {hex}", hex=label(goal))
        return None
    far = flight_limit(state, units)
    if far is not None and len(path) - 1 > far:
        return Illegal(
            "6.3-heli-one", "the path is {length} hexes; the range is {far}", length=len(path) - 1, far=far
        )
    for from_, to in pairwise(path):
        if to not in scenario.grid.adjacent[from_]:
            return Illegal(
                "10.6-path", "{hex} is not adjacent to {hex_from}", hex=label(to), hex_from=label(from_)
            )
        refusal = check_airspace(state, side, to)
        if refusal:
            return refusal
    return None


def check_airspace(state: AfcentState, side: int, hex_: Hex) -> Illegal | None:
    """Return why units cannot fly through a hex [10.6-barred]."""
    if airspace(state, side) >> hex_ & 1:
        return None
    label = state.scenario.grid.label(hex_)
    if enemy_air(state, side) >> hex_ & 1:
        return Illegal("5.3-nocolumn", "{hex} is in range of enemy airpower", hex=label)
    if state.scenario.land >> hex_ & 1:
        return Illegal("6.3-enter", "{hex} has an EW marker", hex=label)
    return Illegal("2.1-partial", "{hex} is not in play", hex=label)


def flight(state: AfcentState, order: Order) -> list[Hex]:
    """Return the path of a legal flight: as written hex by hex, or else the safest."""
    units = tuple(state.scenario.index[id_] for id_ in order.units)
    path = written(state, units, order)
    return path if len(path) > 2 else flight_path(state, units, path[-1])


# -- attrition -------------------------------------------------------------------------------------


def modifiers(state: AfcentState, side: int, path: Sequence[Hex], place: int) -> list[tuple[str, int]] | None:
    """Return the DRMs for attrition in a hex of a flight; None if there is no roll [10.6.1-drm, R-NUR-51]."""
    hex_, chart = path[place], state.scenario.charts["heliborne_attrition"]
    shot_at = attrition_hexes(state, side) >> hex_ & 1
    in_city = place == len(path) - 1 and state.scenario.cities >> hex_ & 1
    if not (shot_at or in_city):
        return None
    found = []
    if state.sky == 1 - side:
        found.append(("enemy air superiority", chart["enemy_air_superiority"]))
    if shot_at:
        found.append(("enemy unit or ZOC", chart["enemy_unit_or_zoc"]))
    if in_city:
        found.append(("landing in a city", chart["landing_in_city"]))
    return found


def apply_fly(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Roll for range, or fly and land; roll for attrition on the way [10.6, 10.6.1, 6.3-heli-one]."""
    units = tuple(state.scenario.index[id_] for id_ in order.units)
    if not order.path:
        return _roll_range(state, units, dice)
    scenario, path = state.scenario, flight(state, order)
    side, labels = scenario.side_of[units[0]], scenario.grid.labels
    name = scenario.sides[side]
    hexes = tuple(labels[hex_] for hex_ in path)
    events: list[Event] = [Flew(side=name, units=order.units, hexes=hexes)]
    activate_stack(state, units[0])
    state.moving |= mask_of(units)
    state.stopped |= mask_of(units)  # one flight a phase [R-NUR-51]
    flying = list(units)
    for place in range(1, len(path)):
        events += roll_attrition(state, flying, path, place, dice)
    if flying:
        taken = scenario.cities & controlled(state, 1 - side) & 1 << path[-1]
        arrive(state, flying, path[-1])
        events += captured(state, side, taken)
    changed(state)
    return events


def roll_attrition(
    state: AfcentState, flying: list[int], path: Sequence[Hex], place: int, dice: Roller
) -> list[Event]:
    """Roll attrition in a hex of a flight, if it applies, and remove the units that are lost [10.6.1]."""
    more = modifiers(state, state.side, path, place) if flying else None
    if more is None:
        return []
    drm = sum(value for _, value in more)
    events: list[Event] = []
    for unit in tuple(flying):
        hit, event = _roll_attrition(state, unit, path[place], drm, dice)
        events.append(event)
        if hit:
            flying.remove(unit)
            eliminate(state, 1 << unit)
    return events


def _roll_range(state: AfcentState, units: Sequence[int], dice: Roller) -> list[Event]:
    """Roll how far units under an EW marker can fly [6.3-heli-one]."""
    scenario = state.scenario
    events: list[Event] = []
    for unit in units:
        if not must_roll(state, (unit,)):
            continue
        count = scenario.charts["ew"]["heliborne_one_marker_dice"]
        rolls = tuple(dice.roll(f"{scenario.called[unit]} endurance") for _ in range(count))
        state.flying[unit] = sum(rolls)
        events.append(
            FlightRangeRolled(
                side=scenario.sides[scenario.side_of[unit]],
                units=scenario.names[unit],
                dice=rolls,
                range=sum(rolls),
                rule="6.3-heli-one",
                final=True,
            )
        )
    changed(state)
    return events


def _roll_attrition(state: AfcentState, unit: int, hex_: Hex, drm: int, dice: Roller) -> tuple[bool, Event]:
    """Roll attrition for one unit in one hex; return whether it is lost [10.6.1-a, 10.6.1-b, 10.6.1-each]."""
    scenario = state.scenario
    roll = dice.roll(f"{scenario.called[unit]} attrition")
    hit = roll + drm >= scenario.charts["heliborne_attrition"]["eliminated_from"]
    event = FlightAttrition(
        side=scenario.sides[scenario.side_of[unit]],
        units=scenario.names[unit],
        hexes=(scenario.grid.label(hex_),),
        dice=(roll,),
        drm=drm,
        lost=hit,
        rule="10.6.1-a" if hit else "10.6.1-b",
        final=True,
    )
    return hit, event


def explain_fly(state: AfcentState, order: Order) -> Explanation:
    """Explain the attrition rolls of a flight and the probability of landing [10.6.1]."""
    scenario = state.scenario
    if not order.path:
        return Explanation(str(order), (), "roll two dice for its range in hexes")
    side, path = scenario.side_of[scenario.index[order.units[0]]], flight(state, order)
    lost_on, lines, through = scenario.charts["heliborne_attrition"]["eliminated_from"], [], 1.0
    for place in range(1, len(path)):
        more = modifiers(state, side, path, place)
        if more is None:
            continue
        drm = sum(value for _, value in more)
        through *= sum(die + drm < lost_on for die in range(1, FACES + 1)) / FACES
        what = ", ".join(label for label, _ in more)
        lines.append(Line(f"{scenario.grid.label(path[place])}: {what}", f"{drm:+d}", "10.6.1-drm"))
    chances = (
        Outcome("lands", through, "lands" if lines else "no attrition roll"),
        Outcome("lost", 1 - through, "eliminated in flight"),
    )
    total = f"{plural(len(path) - 1, 'hex', 'hexes')}, {plural(len(lines), 'roll')}"
    return Explanation(str(order), tuple(lines), total, chances)


FACES = 6
"""Faces of the attrition die."""
