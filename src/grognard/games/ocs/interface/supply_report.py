"""Explains supply: where it comes from, what actions cost and which dumps pay, which units lack it and why.

It calls the functions of the rules and uses only what the side can see of the enemy [4.9].
"""

from __future__ import annotations

from grognard.core.contract.explanation import Explanation, Line
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.combat import barrage_table
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import OcsState, face, units_at
from grognard.games.ocs.supply import combat_supply, fuel, payment, supply_phase
from grognard.games.ocs.supply.payment import DIRECT, Payment, amount, described
from grognard.games.ocs.supply.sources import sources
from grognard.games.ocs.supply.supply_paths import drawn, thrown
from grognard.games.ocs.supply.trace import traceable, traced
from grognard.games.ocs.terrain.zones import attack_capable

# -- one counter ----------------------------------------------------------------------------------------


def supply_of(state: OcsState, counter: int) -> Explanation:
    """Explain a counter's supply and what its actions would cost; for a dump, which units use it."""
    scenario = state.scenario
    if not scenario.combat_units >> counter & 1:
        return dump_of(state, state.at[counter], scenario.side_of[counter])
    lines = [
        _trace_line(state, counter),
        *_dump_lines(state, counter),
        _move_line(state, counter),
        *_fuel_lines(state, counter),
        *_fight_lines(state, counter),
        _stock_line(state, counter),
    ]
    where = scenario.place_name(state.at[counter])
    return Explanation(
        f"Supply of {scenario.called[counter]} in {where}", tuple(lines), _summary(state, counter)
    )


def _summary(state: OcsState, unit: int) -> str:
    side = state.scenario.side_of[unit]
    trace = "in trace supply" if traced(state, side).units >> unit & 1 else "NO trace supply"
    marker = ", marked Out of Supply" if state.out >> unit & 1 else ""
    reach = payment.available(state, [unit])
    return f"{trace}{marker}; {amount(reach)} in reach" if reach else f"{trace}{marker}; no dump in reach"


def _trace_line(state: OcsState, unit: int) -> Line:
    side = state.scenario.side_of[unit]
    if traced(state, side).units >> unit & 1:
        return Line(f"Trace: {trace_route(state, unit)}", "yes", "12.6.2")
    return Line(f"Trace: {why_cut_off(state, unit)}", "no", "12.6d.1")


def trace_route(state: OcsState, unit: int) -> str:
    """Describe how a unit traces supply: the HQ, the source and its kind."""
    scenario = state.scenario
    side, here = scenario.side_of[unit], state.at[unit]
    trace = traceable(state, side)
    own = drawn(state, unit) & sources(state, side).all
    if own:
        return f"draws directly from {_source_name(state, side, _nearest(state, here, own))}"
    for hq in sorted(bits(trace.hqs), key=lambda hq: scenario.grid.distance(state.at[hq], here)):
        if hq in payment.throwers(state, unit):
            behind = drawn(state, hq) & sources(state, side).all
            source = _source_name(state, side, _nearest(state, state.at[hq], behind))
            return f"{scenario.called[hq]} in {scenario.place_name(state.at[hq])} throws it from {source}"
    return "through its formation"


def _nearest(state: OcsState, here: Hex, hexes: int) -> Hex:
    return min(bits(hexes), key=lambda hex_: state.scenario.grid.distance(here, hex_))


def _source_name(state: OcsState, side: int, hex_: Hex) -> str:
    """Return a source with its kind."""
    known = sources(state, side)
    kind = "Extender" if known.extenders >> hex_ & 1 else "detrainable hex"
    if known.primary >> hex_ & 1:
        kind = "supply source"
    return f"{state.scenario.place_name(hex_)} ({kind})"


def why_cut_off(state: OcsState, unit: int) -> str:
    """Describe why a unit has no trace supply: enemies, ZOCs, distance, or its formation [12.6]."""
    scenario = state.scenario
    side, here = scenario.side_of[unit], state.at[unit]
    trace = traceable(state, side)
    if trace.hexes >> here & 1:
        return "its formation traces to another HQ or source and can use only one"
    known = sources(state, side).all
    if not known:
        return "no source works; all are enemy-controlled, in enemy ZOCs, or not yet open"
    near = _nearest(state, here, known)
    away = scenario.grid.distance(here, near)
    far = f"the nearest source is {_source_name(state, side, near)}, {plural(away, 'hex', 'hexes')} away"
    if _would_trace(state, unit, zones=False):
        return f"blocked by enemy ZOCs; {far}"
    if _would_trace(state, unit, zones=False, enemies=False):
        return f"blocked by enemy units; {far}"
    return f"too far; {far}; use an HQ in Combat Mode, a railway or an Extender"


def _would_trace(state: OcsState, unit: int, *, zones: bool, enemies: bool = True) -> bool:
    """Whether a unit would have trace supply without enemy ZOCs, or without enemy units."""
    side, without = state.scenario.side_of[unit], state.copy()
    without.cache = {}
    if not zones:
        without.cache["zone", 1 - side] = 0
    if not enemies:
        without.held[1 - side] = 0
    return bool(traceable(without, side).hexes >> state.at[unit] & 1)


def _dump_lines(state: OcsState, unit: int) -> list[Line]:
    """List the dumps in reach, the nearest first."""
    scenario, here = state.scenario, state.at[unit]
    found: dict[tuple[Hex, int, str], int] = {}
    for holder, via in payment.reachable(state, unit).items():
        key = (state.at[holder], via, payment.kind_of(scenario, holder))
        found[key] = found.get(key, 0) + state.tokens[holder]
    lines = []
    for (hex_, via, kind), tokens in sorted(
        found.items(), key=lambda one: (scenario.grid.distance(one[0][0], here), one[0])
    ):
        how = "drawn directly" if via == DIRECT else f"thrown by {scenario.called[via]}"
        rule = "12.3a.1" if via == DIRECT else "12.3b.1"
        what = f"{kind[:1].upper()}{kind[1:]} in {scenario.place_name(hex_)}, {how}"
        lines.append(Line(what, amount(tokens), rule))
    return lines or [
        Line("No dump within 5 truck MP, nor in reach of an HQ that throws here", "0T", "12.3a.1")
    ]


# -- costs of actions -----------------------------------------------------------------------------------


def _move_line(state: OcsState, unit: int) -> Line:
    """Explain what moving costs: nothing for leg or fueled units."""
    if not fuel.needs_fuel(state, 1 << unit):
        return Line("To move: leg mobility, no fuel needed", "0T", "12.5a.1")
    plan = fuel.propose(state, 1 << unit)
    if isinstance(plan, Illegal):
        return Line("To move: needs fuel, not enough supply in reach", "no", "12.5a.1")
    if not plan.payment.tokens:
        return Line("To move: already fueled", "0T", "12.5e.1")
    return Line(f"To move: fuel {described(state, plan.payment)}", amount(plan.payment.tokens), "12.5c-C")


def _fuel_lines(state: OcsState, unit: int) -> list[Line]:
    """Explain the ways to fuel several units."""
    scenario, lines = state.scenario, []
    if scenario.hqs >> unit & 1 and not (state.fueled | state.strat) >> unit & 1:
        plan = fuel.hq_fuel(state, unit)
        near = mask_of(u for u in bits(fuel.free_around(state, unit)) if fuel.needs_fuel(state, 1 << u))
        what = f"To fuel itself and {plural(near.bit_count(), 'independent unit')} until Clean Up"
        lines.append(Line(what, amount(plan.payment.tokens) if plan else "no", "12.5c-B"))
    if scenario.formation_of[unit] >= 0 and not state.filled >> unit & 1:
        whole = fuel.formation_fuel(state, unit)
        count = whole.filled.bit_count() if whole else 0
        what = f"To fuel its formation ({plural(count, 'unit')} from one source) until Clean Up"
        lines.append(Line(what, amount(whole.payment.tokens) if whole else "no", "12.5c-A.1"))
    return lines


def _fight_lines(state: OcsState, unit: int) -> list[Line]:
    """Explain what attacking, defending and firing cost."""
    lines = []
    scenario = state.scenario
    if attack_capable(state) >> unit & 1:
        plan = combat_supply.attack_supply(state, [unit])
        if isinstance(plan, Illegal):
            reason = "To attack: not enough supply in reach, internal stocks Exhausted"
            lines.append(Line(reason, "no", "12.10c.2"))
        else:
            lines.append(_cost_line(state, "To attack", plan, "12.4.1"))
    stack = units_at(state, state.at[unit], scenario.side_of[unit])
    defence = combat_supply.defence_supply(state, stack)
    whole = "its hex" if stack.bit_count() > 1 else "it"
    if defence.unpaid >> unit & 1:
        lines.append(Line("To defend: no combat supply, half strength", "no", "9.5-B.1"))
    else:
        lines.append(_cost_line(state, f"To defend {whole}", defence, "12.4.2"))
    if scenario.guns >> unit & 1 and scenario.faces[unit][face(state, unit)].barrage:
        lines.append(_fire_line(state, unit))
    return lines


def _cost_line(state: OcsState, what: str, plan: Payment, rule: str) -> Line:
    wasted = f" ({amount(plan.wasted)} wasted, too little)" if plan.wasted else ""
    return Line(f"{what}: {described(state, plan)}{wasted}", amount(plan.tokens), rule)


def _fire_line(state: OcsState, gun: int) -> Line:
    table = state.scenario.tables["barrage"]
    cost: int = table["cost_tokens"][
        barrage_table.column_of("barrage", barrage_table.barrage_strength(state, 1 << gun))
    ]
    plan = payment.propose_from_one(state, [gun], cost)
    if plan is None:
        return Line(f"To fire: needs {amount(cost)} from one HQ or dump", "no", "10.1b.1")
    return Line(f"To fire: {described(state, plan)}", amount(cost), "10.1b.1")


def _stock_line(state: OcsState, unit: int) -> Line:
    price = combat_supply.recovery_price(state, unit)
    if price:
        level = combat_supply.level(state, unit)
        return Line(
            f"Internal stocks: {level}; to restore them in the Supply Phase", amount(price), "12.10e.1"
        )
    return Line("Internal stocks, for two combats", "full", "12.10.1")


# -- dumps ----------------------------------------------------------------------------------------------


def dump_of(state: OcsState, hex_: Hex, side: int) -> Explanation:
    """Explain which units can use the supply in a hex, and how."""
    scenario = state.scenario
    there = payment.holders(state, side).get(hex_, ())
    total = sum(state.tokens[holder] for holder in there)
    lines = [
        Line(f"{scenario.called[holder].capitalize()}", amount(state.tokens[holder]), "12.1b")
        for holder in there
    ]
    users = _users(state, hex_, side)
    lines += [Line(f"{scenario.called[unit]} draws directly", "", "12.3a.1") for unit in users[DIRECT]]
    for hq, served in users.items():
        if hq != DIRECT and served:
            names = ", ".join(scenario.called[unit] for unit in served)
            lines.append(Line(f"{scenario.called[hq]} throws to {names}", "", "12.3b.1"))
    title = f"Supply in {scenario.place_name(hex_)}"
    return Explanation(title, tuple(lines), f"{amount(total)} ({total} tokens, {TOKENS} per SP)")


def _users(state: OcsState, hex_: Hex, side: int) -> dict[int, list[int]]:
    """Return the combat units that draw from a hex, and by HQ those that it throws to."""
    scenario = state.scenario
    found: dict[int, list[int]] = {DIRECT: []}
    units = [u for u in bits(scenario.combat_units & scenario.of_side[side]) if state.at[u] >= 0]
    found[DIRECT] = [unit for unit in units if drawn(state, unit) >> hex_ & 1]
    for hq in found[DIRECT]:
        if scenario.hqs >> hq & 1:
            reach = thrown(state, hq)
            served = [u for u in units if reach >> state.at[u] & 1 and hq in payment.throwers(state, u)]
            found[hq] = [unit for unit in served if unit not in found[DIRECT]]
    return found


def units_without_trace(state: OcsState, side: int) -> Explanation:
    """Explain which units of a side lack trace supply and why, and what feeding them would cost [12.6c]."""
    scenario = state.scenario
    own = scenario.combat_units & scenario.of_side[side]
    out = [unit for unit in bits(own & ~traced(state, side).units) if state.at[unit] >= 0]
    lines = [
        Line(
            f"{scenario.called[unit]} in {scenario.place_name(state.at[unit])}: {why_cut_off(state, unit)}",
            "Out" if state.out >> unit & 1 else "",
            "12.6d.1",
        )
        for unit in out
    ]
    unfed = supply_phase.needs_feeding(state, side)
    if unfed:
        plan = supply_phase.feeding_cost(state, unfed)
        cost = "too little supply" if plan is None else amount(plan.tokens)
        lines.append(Line("Cost of feeding all units with a dump in reach", cost, "12.6c.1"))
    total = plural(len(out), "unit") if out else "no units"
    return Explanation("Units without trace supply", tuple(lines), total)
