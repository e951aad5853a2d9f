"""Case 21.10b, an optional rule: units that have just cut the railways behind enemy HQs shift off them.

One kind of question: ``raid``, where one of `units` shifts to. The program makes the Raider Check for the
non-phasing player, whom it can only help [R-OCS-297].
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.ocs.model.combat_events import Moved
from grognard.games.ocs.model.state import AWAY, OcsState, face, put
from grognard.games.ocs.supply.trace import traceable
from grognard.games.ocs.terrain.railways import own_gauge
from grognard.games.ocs.terrain.step_costs import enterable_steps
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import enemy_asset_hexes, zoc
from grognard.games.ocs.units.stacking import fits

OPTION = "21.10b"
VERB = "shift"


def ask_raiders(state: OcsState) -> bool:
    """Ask the phasing player to shift a unit off a railway, and return whether there is one [21.10b]."""
    if not state.scenario.on(OPTION):
        return False
    units = tuple(c for c in bits(raiders(state)) if shift_hexes(state, c))
    if units:
        ask(state, Question("raid", state.phasing, units))
    return bool(units)


def raiders(state: OcsState) -> CounterSet:
    """Return the phasing units that must leave railways so that enemy HQs keep their trace supply [21.10b].

    They have their Move side up. The HQs were in trace supply in their last Supply Phase.
    """
    scenario, side = state.scenario, state.phasing
    rails = own_gauge(state, 1 - side) & state.held[side]
    able = scenario.combat_units & scenario.of_side[side] & state.turned
    found = mask_of(c for hex_ in bits(rails) for c in bits(state.here[hex_] & able))
    wanted = _saved_hqs(state, found)
    if not wanted:
        return 0
    for hex_ in bits(rails):  # those that make no difference can stay
        fewer = found & ~state.here[hex_]
        if not wanted & ~_saved_hqs(state, fewer):
            found = fewer
    return found


def _saved_hqs(state: OcsState, units: CounterSet) -> CounterSet:
    """Return the enemy HQs that would have trace supply again without some units."""
    if not units:
        return 0
    scenario, enemy = state.scenario, 1 - state.phasing
    lost = scenario.hqs & scenario.of_side[enemy] & state.traced & ~traceable(state, enemy).hqs
    lost = mask_of(hq for hq in bits(lost) if state.at[hq] >= 0)
    if not lost:
        return 0
    without = state.copy()
    for c in bits(units):
        put(without, c, AWAY)
    return lost & traceable(without, enemy).hqs


def shift_hexes(state: OcsState, unit: int) -> HexSet:
    """Return where a unit can shift to: one or two hexes away, off the railways [21.10b]."""
    scenario, grid = state.scenario, state.scenario.grid
    side, bit = scenario.side_of[unit], 1 << unit
    steps = enterable_steps(scenario, scenario.mobility[unit][face(state, unit)], ground_of(state, side))
    closed = state.held[1 - side] | enemy_asset_hexes(state, side)
    closed |= zoc(state, 1 - side) if state.strat & bit else 0
    found = edge = 1 << state.at[unit]
    for _ in range(int(scenario.tables["options"]["shift_off_hexes"])):
        edge = mask_of(
            to
            for from_ in bits(edge)
            for way, to in enumerate(grid.neighbours[from_])
            if to >= 0 and steps[way] >> to & 1 and not (closed | found) >> to & 1
        )
        found |= edge
    found &= ~own_gauge(state, 1 - side)
    return mask_of(hex_ for hex_ in bits(found) if fits(state, hex_, bit))


def answers(state: OcsState, question: Question) -> list[Order]:
    """List where each unit can shift to."""
    scenario = state.scenario
    return [
        Order(VERB, scenario.label(hex_), scenario.names[c])
        for c in question.units
        for hex_ in bits(shift_hexes(state, c))
    ]


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Refuse other units and hexes."""
    if order in answers(state, question):
        return None
    return Illegal("21.10b.2", "shift one of the raiders one or two hexes, off the railway: shift 14.07 U")


def answer(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Shift a unit; the check is made again afterwards."""
    scenario = state.scenario
    state.questions.pop()
    unit, to = scenario.index[order.units[0]], scenario.hex(order.target)
    hexes = (scenario.label(state.at[unit]), order.target)
    put(state, unit, to)
    side = scenario.sides[question.side]
    return [Moved(side=side, units=order.units, hexes=hexes, rule="21.10b.2")]


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    return Text("Your units block a railway that supplies enemy HQs: shift a unit one or two hexes off it.")
