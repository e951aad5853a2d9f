"""Chapters 18.4f and 18.5: units land, and LSTs become ports, on the Amphibious Landing Table."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller, every_roll
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.combat.specialized import capture_hex
from grognard.games.ocs.fleet.cargo import check_craft, craft_of
from grognard.games.ocs.fleet.landing_table import groups, modifiers, roll_landing, row
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.sea_events import CameAshore, LandingBegun, LandingRolled, PortOpened
from grognard.games.ocs.model.state import (
    HOSTED,
    NO_COUNTER,
    OcsState,
    put,
    remove,
    spare_counter,
    steps_left,
    where,
)
from grognard.games.ocs.sea.dukws import come_on_wheels
from grognard.games.ocs.sea.losses import draw_craft, lose_point, share
from grognard.games.ocs.sea.ships import passengers
from grognard.games.ocs.sea.waters import shores
from grognard.games.ocs.terrain.zones import attack_capable, enemy_asset_hexes
from grognard.games.ocs.units.active_stack import finish_move, start_move
from grognard.games.ocs.units.modes import allowance, marked
from grognard.games.ocs.units.step_losses import lose_step
from grognard.games.ocs.units.transport_size import lift

# -- declaring ---------------------------------------------------------------------------------------


def check_land(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot land over the beach where their craft are, or None: ``land U,V`` [18.5]."""
    scenario = state.scenario
    if not order.units or order.path or order.target or order.words:
        return Illegal("notation", "name the units aboard that land where their craft are: land U,V")
    if state.phase != "movement" or state.side != side:
        return Illegal("18.5d.1", "units land over beaches in their owner's Movement Phase only")
    for id_ in order.units:
        unit = scenario.index[id_]
        if (
            not scenario.of_side[side] >> unit & 1
            or state.at[unit] != HOSTED
            or state.host[unit] == NO_COUNTER
        ):
            return Illegal("18.5.1", "{unit} is not aboard landing craft of yours", unit=id_)
        if not scenario.combat_units >> unit & 1:
            return Illegal("18.5e.1", "{unit} cannot be landed over a beach, only in a port", unit=id_)
        if state.shipped >> unit & 1 or state.beaching >> unit & 1:
            reason = "{unit} went aboard in this phase, or is already to land"
            return Illegal("18.4c.2", reason, unit=id_)
        if marked(state) >> unit & 1:
            return Illegal("18.5c", "{unit} must be in Combat or Move Mode to land", unit=id_)
        if not state.finished >> state.host[unit] & 1 or not _landing_here(state, state.host[unit]):
            refusal = check_craft(state, side, state.host[unit])
            if refusal:
                return refusal
        refusal = check_beach(state, side, where(state, unit), 1 << unit)
        if refusal:
            return refusal
    return None


def _landing_here(state: OcsState, craft: int) -> bool:
    """Return whether landing craft have ended their move because others aboard land [18.5a]."""
    return bool(passengers(state, 1 << craft) & state.beaching)


def check_beach(state: OcsState, side: int, hex_: Hex, units: CounterSet) -> Illegal | None:
    """Return why units cannot land in a hex, or None [18.5.1, 4.4c.1]."""
    at = state.scenario.label(hex_)
    if not shores(state.scenario) >> hex_ & 1 or not row(state, side, hex_):
        return Illegal("18.5.1", "nobody can land in {hex}: it is not a coastal hex", hex=at)
    if state.scenario.no_landings >> hex_ & 1:
        return Illegal("SR-11", "the scenario allows no landings in {hex}", hex=at)
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("18.5.1", "enemy combat units are in {hex}; make a Beach Assault", hex=at)
    if enemy_asset_hexes(state, side) >> hex_ & 1 and not units & attack_capable(state):
        return Illegal("4.4c.1", "only an Attack-Capable unit can enter {hex}", hex=at)
    return None


def able_land(state: OcsState, side: int) -> CounterSet:
    """Return the passengers that might land."""
    own = state.scenario.craft & state.scenario.of_side[side]
    if not own or state.phase != "movement" or state.side != side:
        return 0
    return passengers(state, own) & ~(state.shipped | state.beaching)


def land_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the landing of a passenger."""
    if not able_land(state, side) >> unit & 1:
        return []
    order = Order("land", units=state.scenario.names[unit])
    return [order] if check_land(state, side, order) is None else []


def apply_land(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Note units that will land; their craft end their move [18.5a]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    hosts = mask_of(state.host[unit] for unit in bits(units))
    start_move(state, hosts)
    finish_move(state, hosts)
    state.beaching |= units
    changed(state)
    hexes = tuple(dict.fromkeys(scenario.label(where(state, unit)) for unit in bits(units)))
    return [LandingBegun(side=scenario.sides[side], units=order.units, hexes=hexes, rule="18.5a")]


# -- LST ports ---------------------------------------------------------------------------------------


def check_deploy(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why an LST cannot become a port, or None: ``deploy LST`` [18.4f]."""
    scenario = state.scenario
    if len(order.units) != 1 or order.path or order.target or order.words:
        return Illegal("notation", "name the LST: deploy LST")
    if state.phase != "movement" or state.side != side:
        return Illegal("18.5d.1", "LSTs become ports in their owner's Movement Phase only")
    lst = scenario.index[order.units[0]]
    refusal = check_craft(state, side, lst)
    if refusal:
        return refusal
    if scenario.counters[lst].kind != "lst":
        return Illegal("18.4f.1", "{unit} is not an LST", unit=order.units[0])
    hex_, aboard = state.at[lst], passengers(state, 1 << lst)
    if state.here[hex_] & scenario.ports:
        return Illegal("18.4f-F", "{hex} already has a port", hex=scenario.label(hex_))
    if _is_opening_lst(state, hex_):
        return Illegal("18.4f-F", "another LST becomes a port in {hex}", hex=scenario.label(hex_))
    if state.tokens[lst] or aboard & scenario.transports:
        reason = "supply and transports aboard {unit} cannot land by the roll that makes it a port"
        return Illegal("18.5e.1", reason, unit=order.units[0])
    if spare_port(state, side) == NO_COUNTER:
        return Illegal("18.4f.1", "no counter is left for an LST port")
    if aboard & (state.shipped | marked(state)):
        return Illegal("18.5c", "not all units aboard {unit} can land", unit=order.units[0])
    return check_beach(state, side, hex_, aboard)


def _is_opening_lst(state: OcsState, hex_: Hex) -> bool:
    """Return whether an LST in a hex is to become a port when the table is rolled."""
    boats = state.here.get(hex_, 0) & state.beaching & state.scenario.craft
    return any(state.scenario.counters[c].kind == "lst" for c in bits(boats))


def spare_port(state: OcsState, side: int) -> int:
    """Return a counter for an LST port; -1 for none."""
    return spare_counter(state, state.scenario.lst_ports & state.scenario.of_side[side])


def deploy_orders(state: OcsState, side: int, craft: int) -> list[Order]:
    """List the order that turns an LST into a port."""
    if state.phase != "movement" or not craft_of(state, side) >> craft & 1:
        return []
    order = Order("deploy", units=state.scenario.names[craft])
    return [order] if check_deploy(state, side, order) is None else []


def apply_deploy(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Note an LST that becomes a port, and land all units aboard by the same roll [18.4f.1]."""
    scenario = state.scenario
    lst = scenario.index[order.units[0]]
    start_move(state, 1 << lst)
    finish_move(state, 1 << lst)
    state.beaching |= 1 << lst | passengers(state, 1 << lst)
    changed(state)
    at = (scenario.label(state.at[lst]),)
    return [LandingBegun(side=scenario.sides[side], units=order.units, hexes=at, rule="18.4f.1")]


# -- rolling -----------------------------------------------------------------------------------------


def landing_parties(state: OcsState, side: int) -> list[tuple[Hex, CounterSet]]:
    """List the rolls that are due: for each hex the groups of units, a boat with those aboard [18.5f]."""
    waiting = state.beaching & state.scenario.of_side[side]
    found: list[tuple[Hex, CounterSet]] = []
    lsts = waiting & state.scenario.craft
    for lst in bits(lsts):
        found.append((state.at[lst], 1 << lst | passengers(state, 1 << lst) & waiting))
        waiting &= ~found[-1][1]
    by_hex: dict[Hex, CounterSet] = {}
    for unit in bits(waiting):
        hex_ = where(state, unit)
        by_hex[hex_] = by_hex.get(hex_, 0) | 1 << unit
    for hex_ in sorted(by_hex):
        found += [(hex_, group) for group in groups(state, by_hex[hex_])]
    return found


def check_ashore(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why the landings cannot be rolled now, or None: ``ashore``, or ``ashore HEX U,V`` [18.5f].

    With a hex it is one group, which must leave no more rolls than there need to be [18.5f-B].
    """
    scenario = state.scenario
    waiting = state.beaching & scenario.of_side[side]
    if order.path or order.words or bool(order.units) != bool(order.target):
        return Illegal("notation", "name nothing, or a hex and a group of units: ashore 27.12 U,V")
    if not waiting:
        return Illegal("18.5f.1", "nobody is about to land; name units to land first")
    if not order.units:
        return None
    hex_, group = scenario.hex(order.target), mask_of(scenario.index[id_] for id_ in order.units)
    there = mask_of(c for c in bits(waiting & scenario.combat_units) if where(state, c) == hex_)
    if group & ~there:
        return Illegal("18.5f.1", "not all of these units land in {hex}", hex=order.target)
    if len(groups(state, group)) > 1:
        return Illegal("18.5f-B", "a group is at most 3 RE")
    rest = there & ~group
    if 1 + (len(groups(state, rest)) if rest else 0) > len(groups(state, there)):
        return Illegal("18.5f-B", "make as few groups as possible; this one leaves too many")
    return None


def able_ashore(state: OcsState, side: int) -> CounterSet:
    """Return the units and LSTs that wait for the roll."""
    own = state.beaching & state.scenario.of_side[side]
    return own if own and state.side == side else 0


def ashore_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order that rolls for all landings, given by any unit that waits for it."""
    return [Order("ashore")] if able_ashore(state, side) >> unit & 1 else []


def apply_ashore(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Roll for all landings, or for one group; no more sailing in this phase [18.5f]."""
    scenario = state.scenario
    craft = scenario.craft & scenario.of_side[side]
    finish_move(state, mask_of(c for c in bits(craft) if state.at[c] >= 0))
    if order.units:
        group = mask_of(scenario.index[id_] for id_ in order.units)
        return _come_ashore(state, side, scenario.hex(order.target), group, dice)
    return roll_all(state, side, dice)


def roll_all(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Roll for all landings that are due [18.5f-D]."""
    events: list[Event] = []
    for hex_, party in landing_parties(state, side):
        left = _still_afloat(state, party)
        state.beaching &= ~party | left
        if left:
            events += _come_ashore(state, side, hex_, left, dice)
    return events


def _still_afloat(state: OcsState, party: CounterSet) -> CounterSet:
    """Return the members of a group that were not lost with landing craft of a group before it [18.5f-C]."""
    craft = state.scenario.craft
    return mask_of(c for c in bits(party) if state.at[c] == HOSTED or (craft >> c & 1 and state.at[c] >= 0))


def _come_ashore(state: OcsState, side: int, hex_: Hex, party: CounterSet, dice: Roller) -> list[Event]:
    """Roll for a group; survivors are ashore, fueled, with half their MA [18.5f, 18.5h]."""
    events, units = resolve_landing(state, side, hex_, party, dice)
    for unit in bits(units):
        state.spent[unit] = allowance(state, unit) - allowance(state, unit) // 2
    state.filled |= units  # fueled free until the next Clean Up Phase [18.5h.2]
    return events


def landing_modifier(state: OcsState, side: int, hex_: Hex, units: CounterSet) -> int:
    """Return the modifier of a landing of units in a hex, all together [18.5f]."""
    return sum(line.value for line in modifiers(state, side, hex_, units))


def resolve_landing(
    state: OcsState, side: int, hex_: Hex, party: CounterSet, dice: Roller, modifier: int | None = None
) -> tuple[list[Event], CounterSet]:
    """Roll on the table for a group of units, or an LST with its cargo; return the units ashore [18.5f].

    Without a `modifier` it is that of the hex as it is now.
    """
    scenario, table = state.scenario, series_tables()["alt"]["results"]
    units, lst = party & ~scenario.craft, party & scenario.craft
    modifier = landing_modifier(state, side, hex_, units) if modifier is None else modifier
    result = roll_landing(row(state, side, hex_), modifier, dice)
    losses = table[result.outcome]
    craft = lst or mask_of(state.host[unit] for unit in bits(units))
    used = _points_used(state, units, lst)
    steps = sum(steps_left(state, unit) for unit in bits(units))
    craft_lost, steps_lost = share(used, losses["landing_craft_lost"]), share(steps, losses["units_lost"])
    name, at = scenario.sides[side], (scenario.label(hex_),)
    events: list[Event] = [
        LandingRolled(
            side=name,
            hexes=at,
            dice=result.dice,
            modifier=modifier,
            outcome=result.outcome,
            craft_lost=craft_lost,
            steps_lost=steps_lost,
            rule="18.5f.1",
            final=True,
        )
    ]
    for unit in bits(units):  # ashore before their craft are lost
        put(state, unit, hex_)
        state.began[unit] = hex_
    state.beaching &= ~party
    state.moving &= ~units
    state.finished &= ~units
    for _ in range(craft_lost):
        left = mask_of(c for c in bits(craft) if state.at[c] >= 0)
        if left:
            events += lose_point(state, draw_craft(state, left, dice), dice, "18.5f-C")
    for _ in range(steps_lost):
        events += _lose_random_step(state, units, dice)
    alive = mask_of(unit for unit in bits(units) if state.at[unit] == hex_)
    if scenario.charts.landing.supplied:  # they bring what they need [SR-10]
        state.beached |= alive
    if scenario.on("HR-17") and result.outcome != "success":
        state.dg |= alive
    events.append(CameAshore(side=name, units=scenario.ids(alive), hexes=at, rule="18.5f.1", only=(name,)))
    if alive and enemy_asset_hexes(state, side) >> hex_ & 1:  # after the roll [18.5f-E]
        events += capture_hex(state, alive, hex_, dice)
    boat = lst.bit_length() - 1
    if boat >= 0 and state.at[boat] >= 0:
        on_wheels = scenario.counters[boat].kind == "dukw"
        events.append(come_on_wheels(state, side, boat) if on_wheels else _open_port(state, side, boat))
    changed(state)
    return events, alive


def _points_used(state: OcsState, units: CounterSet, lst: CounterSet) -> int:
    """Return the points of landing craft that carry a group: a whole LST counts [R-OCS-257]."""
    if lst:
        return state.level[lst.bit_length() - 1]
    return math.ceil(sum((lift(state, unit) for unit in bits(units)), Fraction(0)))


def _lose_random_step(state: OcsState, units: CounterSet, dice: Roller) -> list[Event]:
    """Take a step from a group that lands, each step being as likely [18.5f-C]."""
    steps = [c for c in bits(units) if state.at[c] >= 0 for _ in range(steps_left(state, c))]
    if not steps:
        return []
    alone = len(set(steps)) == 1
    return lose_step(state, steps[0 if alone else dice.roll("step lost", len(steps)) - 1], "18.5f-C")


def _open_port(state: OcsState, side: int, lst: int) -> Event:
    """Turn an LST into a port, which works from the next phase on [18.4f]."""
    scenario, hex_ = state.scenario, state.at[lst]
    port = spare_port(state, side)
    state.craft_ledger[side] -= state.level[lst]
    state.level[lst] = 0
    remove(state, lst)
    put(state, port, hex_)
    state.level[port] = 0
    state.opening |= 1 << port
    name, at = scenario.sides[side], (scenario.label(hex_),)
    return PortOpened(side=name, hexes=at, rule="18.4f.1")


# -- preview -----------------------------------------------------------------------------------------


def chances(state: OcsState, side: int, hex_: Hex, units: CounterSet = 0) -> dict[str, float]:
    """Return the exact chances of success, mixed and failure for a landing in a hex [18.5f]."""
    modifier = landing_modifier(state, side, hex_, units)
    found: dict[str, float] = {}
    for chance in every_roll(partial(roll_landing, row(state, side, hex_), modifier)):
        found[chance.result.outcome] = found.get(chance.result.outcome, 0.0) + chance.probability
    return found


def preview_land(state: OcsState, order: Order) -> Explanation:
    """Explain a landing with its exact chances [18.5f]."""
    scenario = state.scenario
    unit = scenario.index[order.units[0]]
    hex_, side = where(state, unit), scenario.side_of[unit]
    units = mask_of(scenario.index[id_] for id_ in order.units)
    return explain_landing(state, side, hex_, str(order), units)


def preview_ashore(state: OcsState, order: Order) -> Explanation:
    """Explain all landings that are due with their exact chances [18.5f]."""
    parties = landing_parties(state, state.side)
    label = state.scenario.label
    lines = []
    for hex_, party in parties:
        odds = chances(state, state.side, hex_, party)
        value = ", ".join(
            f"{outcome} {odds[outcome]:.0%}" for outcome in ("success", "mixed", "failure") if outcome in odds
        )
        lines.append(Line(f"{plural(len(bits(party)), 'counter')} in {label(hex_)}", value, "18.5f-B"))
    return Explanation("landings", tuple(lines), plural(len(parties), "roll"))


def explain_landing(state: OcsState, side: int, hex_: Hex, title: str, units: CounterSet = 0) -> Explanation:
    """Explain a roll on the table for a hex."""
    name = row(state, side, hex_)
    table = series_tables()["alt"][name]
    lines = [Line(name.replace("_", " "), f"{table['success_min']}+ / {table['mixed_min']}+", "18.5f-A")]
    found = modifiers(state, side, hex_, units)
    lines += [Line(line.label, f"{line.value:+d}", line.rule) for line in found]
    outcomes = tuple(Outcome(key, chance) for key, chance in chances(state, side, hex_, units).items())
    return Explanation(title, tuple(lines), f"{sum(line.value for line in found):+d}", outcomes)
