"""Chapters 18.3d and 9.14g: hits and DG on ships and landing craft, and what is lost aboard."""

from __future__ import annotations

import math
from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.model.air_events import PlaneLoss
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.sea_events import CargoLost, ShipDisorganized, ShipHit
from grognard.games.ocs.model.state import (
    NO_COUNTER,
    OcsState,
    aboard,
    put,
    put_aboard,
    remove,
    spare_counter,
)
from grognard.games.ocs.sea.ships import craft_at, load, passengers
from grognard.games.ocs.supply.tokens import use
from grognard.games.ocs.units.step_losses import eliminate
from grognard.games.ocs.units.transport_size import lift

SIXTEENTHS = 16
"""Parts of a point in which cargo is drawn by its size."""


def sink(state: OcsState, ship: int, rule: str) -> list[Event]:
    """Remove a ship or landing craft with all that is aboard [18.2c, 18.3d-A, R-OCS-268]."""
    scenario, hex_ = state.scenario, state.at[ship]
    side, at = scenario.sides[scenario.side_of[ship]], (scenario.label(hex_),)
    points = state.level[ship]
    events: list[Event] = [
        ShipHit(side=side, units=scenario.names[ship], hexes=at, lost=True, points=points, rule=rule)
    ]
    for c in bits(aboard(state, 1 << ship)):
        if scenario.planes >> c & 1:
            remove(state, c)
            loss = PlaneLoss(side=side, units=scenario.names[c], hexes=at, eliminated=True, rule="18.2c.2")
            events.append(loss)
        else:
            if state.tokens[c]:
                use(state, c, state.tokens[c])
            events += eliminate(state, c, rule)
    if state.tokens[ship]:
        events.append(_lose_tokens(state, ship, state.tokens[ship], rule))
    _write_off(state, ship, points)
    state.level[ship] = 0
    remove(state, ship)
    return events


def _write_off(state: OcsState, craft: int, points: int) -> None:
    """Count points of landing craft as lost; ships have none."""
    if state.scenario.craft >> craft & 1:
        side = state.scenario.side_of[craft]
        state.craft_ledger[side] -= points
        state.craft_lost[side] += points


def _lose_tokens(state: OcsState, craft: int, tokens: int, rule: str) -> Event:
    scenario = state.scenario
    side, at = scenario.sides[scenario.side_of[craft]], (scenario.label(state.at[craft]),)
    use(state, craft, tokens)
    return CargoLost(side=side, hexes=at, tokens=tokens, rule=rule, only=(side,))


# -- landing craft -----------------------------------------------------------------------------------


def draw_craft(state: OcsState, craft: CounterSet, dice: Roller) -> int:
    """Draw the landing craft that lose a point, each point being as likely [18.3d.2, 18.5f-C]."""
    if craft.bit_count() == 1:
        return craft.bit_length() - 1
    points = [c for c in bits(craft) for _ in range(state.level[c])]
    return points[dice.roll("landing craft lost", len(points)) - 1]


def lose_point(state: OcsState, craft: int, dice: Roller, rule: str) -> list[Event]:
    """Take a point from landing craft, and cargo that no longer fits, drawn by size [18.4d, R-OCS-262]."""
    if state.level[craft] <= 1:
        return sink(state, craft, rule)
    scenario = state.scenario
    state.level[craft] -= 1
    _write_off(state, craft, 1)
    changed(state)
    side, at = scenario.sides[scenario.side_of[craft]], (scenario.label(state.at[craft]),)
    events: list[Event] = [
        ShipHit(side=side, units=scenario.names[craft], hexes=at, lost=False, points=1, rule=rule)
    ]
    while load(state, craft) > state.level[craft]:
        events += _lose_cargo(state, craft, dice, rule)
    return events


def _lose_cargo(state: OcsState, craft: int, dice: Roller, rule: str) -> list[Event]:
    """Draw a unit or the supply aboard by size; of the supply only what no longer fits is lost [18.3d.2]."""
    lots = [(c, int(lift(state, c) * SIXTEENTHS)) for c in bits(passengers(state, 1 << craft))]
    if state.tokens[craft]:
        lots.append((NO_COUNTER, state.tokens[craft] * SIXTEENTHS // TOKENS))
    tickets = [c for c, size in lots for _ in range(size)]
    c = tickets[dice.roll("cargo lost", len(tickets)) - 1] if len(lots) > 1 else lots[0][0]
    if c == NO_COUNTER:
        over = math.ceil((load(state, craft) - state.level[craft]) * TOKENS)
        return [_lose_tokens(state, craft, min(over, state.tokens[craft]), rule)]
    if state.tokens[c]:
        use(state, c, state.tokens[c])
    return eliminate(state, c, rule)


def to_landing_craft(state: OcsState, lst: int) -> int:
    """Replace an LST that was hit by ordinary landing craft with its points and cargo [18.3d-B]."""
    scenario = state.scenario
    own = scenario.craft & scenario.of_side[scenario.side_of[lst]]
    plain = sum(1 << c for c in bits(own) if scenario.counters[c].kind == "landing-craft")
    new = spare_counter(state, plain)
    if new == NO_COUNTER:  # without a counter it stays what it is [R-OCS-276]
        return lst
    put(state, new, state.at[lst])
    for c in bits(passengers(state, 1 << lst)):
        put_aboard(state, c, new)
    for name in ("level", "tokens", "fresh", "spent", "began"):
        column = getattr(state, name)
        column[new] = column[lst]
    for name in ("dg", "finished", "moving"):
        marks = getattr(state, name)
        setattr(state, name, marks & ~(1 << lst) | (marks >> lst & 1) << new)
    state.level[lst] = state.tokens[lst] = state.fresh[lst] = 0
    remove(state, lst)
    return new


# -- hits and DG -------------------------------------------------------------------------------------


def strike(state: OcsState, target: int, hits: int, dg: bool, dice: Roller) -> list[Event]:
    """Apply a result of the Barrage Table to a ship, or to all landing craft of its hex [18.3d].

    First the hits, then DG; a second DG removes the marker and is another hit [R-OCS-259].
    """
    scenario, hex_ = state.scenario, state.at[target]
    side = scenario.side_of[target]
    is_craft = bool(scenario.craft >> target & 1)
    events: list[Event] = []
    for _ in range(hits):
        events += _hit(state, target, hex_, side, is_craft, dice)
    if not dg:
        return events
    if not _left(state, target, hex_, side, is_craft):
        return events
    if _left(state, target, hex_, side, is_craft) & state.dg:
        state.dg &= ~_left(state, target, hex_, side, is_craft)
        events += _hit(state, target, hex_, side, is_craft, dice)
    left = _left(state, target, hex_, side, is_craft)
    state.dg |= left
    changed(state)
    if left:
        name, at = scenario.sides[side], (scenario.label(hex_),)
        ids = scenario.ids(left & -left)
        events.append(ShipDisorganized(side=name, units=ids, hexes=at, rule="18.3d-C.1"))
    return events


def _left(state: OcsState, target: int, hex_: Hex, side: int, is_craft: bool) -> CounterSet:
    """Return what is left of a target: the ship, or all landing craft of the hex [18.3c-D]."""
    if is_craft:
        return craft_at(state, hex_, side)
    return 1 << target if state.at[target] == hex_ else 0


def _hit(state: OcsState, target: int, hex_: Hex, side: int, is_craft: bool, dice: Roller) -> list[Event]:
    """Apply one hit: a ship is damaged, then sunk; landing craft lose a point [18.3d-A, 18.3d-B]."""
    scenario = state.scenario
    left = _left(state, target, hex_, side, is_craft)
    if not left:
        return []
    if is_craft:
        drawn = draw_craft(state, left, dice)
        if scenario.counters[drawn].kind == "lst" and state.level[drawn] > 1:
            drawn = to_landing_craft(state, drawn)
        return lose_point(state, drawn, dice, "18.3d-B.1")
    if state.lost[target]:
        return sink(state, target, "18.3d-A")
    state.lost[target] += 1
    changed(state)
    name, at = scenario.sides[side], (scenario.label(hex_),)
    return [ShipHit(side=name, units=scenario.names[target], hexes=at, lost=False, rule="18.3d-A")]


def share(points: int, part: float) -> int:
    """Return a share of craft points or steps, rounded by 4.1 [R-OCS-257]."""
    value = points * Fraction(part)
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
